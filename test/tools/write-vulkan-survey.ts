import { writeFileSync } from 'node:fs';
import { vulkanSurvey } from './vulkan-survey.ts';

// npx tsx test/tools/write-vulkan-survey.ts SEED FILE
const [seed, file] = process.argv.slice(2);
writeFileSync(file, vulkanSurvey(Number(seed)));
