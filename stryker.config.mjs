// Mutation testing of one folder: FOLDER=rtl-model/lod-unit npm run test:mutate. docs/mutation.md has the scores.
const folder = process.env.FOLDER ?? 'rtl-model';
const report = `out/mutation/${folder.replaceAll('/', '-')}`;

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts' },
  mutate: [`${folder}/**/*.ts`],
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  // Generous, for a machine with other work: a slow mutant is not one that never ends.
  timeoutMS: 8_000,
  timeoutFactor: 3,
  incremental: true,
  incrementalFile: `${report}-incremental.json`,
  ignorePatterns: ['dist', 'out', 'coverage', 'docs', 'bench'],
  tempDirName: `${report}-sandbox`,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${report}.json` },
  // Read with a programming interface that TypeScript 7 no longer has; nothing here extends it.
  tsconfigFile: 'none',
};
