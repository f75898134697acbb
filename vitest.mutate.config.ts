import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folder whose code Stryker mutates (stryker.config.mjs). Its mutants meet its own tests, then those of whole units. */
const folder = process.env['FOLDER'] ?? 'rtl-model';

/** True if the tests of whole units are left out. */
const ownOnly = process.env['TESTS'] === 'own';

/** A mutant's first failing test ends its run: the folder's own tests, which are quick, come first. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const own = (file: TestSpecification) => Number(file.moduleId.includes(`/test/${folder}/`));
    return files.sort((a, b) => own(b) - own(a));
  }
}

export default defineConfig({
  test: {
    include: [`test/${folder}/**/*.test.ts`, ...(ownOnly ? [] : ['test/rtl-model/*.test.ts'])],
    // Takes half a minute: every survivor would.
    exclude: ['test/rtl-model/kernels-equal-units.test.ts'],
    isolate: false,
    sequence: { sequencer: OwnTestsFirst },
    tags: [{ name: 'exhaustive', skip: true }],
    testTimeout: 60_000,
  },
});
