import { defineConfig } from 'vitest/config';
import { modules, mutantsOf, type MutationRun } from './test/mutation/mutants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The numbers of the mutants that are run. */
    mutants: string[];
    journal: string;
    /** The number of files of tests. */
    testFiles: number;
  }
}

// Started by test/mutation/mutate.ts.
const run = JSON.parse(process.env['MUTATION_RUN']!) as MutationRun;
const { mutants, texts } = await mutantsOf(run);
const tests = run.tests.flatMap(modules).filter((file) => file.endsWith('.test.ts'));

export default defineConfig({
  plugins: [{ name: 'mutants', enforce: 'pre', load: (file) => texts.get(file) }],
  test: {
    include: tests,
    provide: { mutants: mutants.map(({ id }) => id), journal: run.journal, testFiles: tests.length },
    runner: './test/mutation/mutant-runner.ts',
    isolate: false,
    fileParallelism: false,
    pool: 'threads',
    tags: [{ name: 'exhaustive', skip: true }],
    testTimeout: 0,
  },
});
