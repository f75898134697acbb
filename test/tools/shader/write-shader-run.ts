// Writes what shader-run and shader-run.js need to run a design on another machine, and what they should give:
//   npx tsx test/tools/shader/write-shader-run.ts DESIGN FORMAT FOLDER
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { loadDesign } from '../../../src/designs/load-design.ts';
import { Dice } from '../../oracle/dice.ts';
import { computeShader, shaderBatch } from './shader-samples.ts';

const [name, format, folder] = process.argv.slice(2);
const [design, texels] = [loadDesign(name), UNCOMPRESSED_FORMATS.get(format)!];
const at = (file: string) => join(folder, file);
const dice = new Dice(1);
mkdirSync(folder, { recursive: true });
const batches = Array.from({ length: 40 }, () => shaderBatch(dice, design, texels, 25, 100));
const bytes = (arrays: readonly Uint32Array[]) => Buffer.concat(arrays.map((words) => Buffer.from(words.buffer)));
writeFileSync(at('requests.bin'), bytes(batches.map(({ words }) => words)));
writeFileSync(at('expected.bin'), bytes(batches.map(({ expected }) => expected)));
writeFileSync(at('shader.wgsl'), computeShader(design, texels, 'wgsl'));
writeFileSync(at('shader.comp'), computeShader(design, texels, 'glsl'));
execFileSync('glslangValidator', ['-V', at('shader.comp'), '-o', at('shader.spv')], { stdio: 'inherit' });
