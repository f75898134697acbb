import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folder whose code Stryker mutates (stryker.config.mjs). Its mutants meet its own tests, then those of whole units. */
const folder = process.env['FOLDER'] ?? 'rtl-model';

/** True if the tests of whole units are left out. */
const ownOnly = process.env['TESTS'] === 'own';

/** The order in which tests run: the folder's own of single units, its own of whole texture units, the others. */
function rank({ moduleId }: TestSpecification): number {
  if (!moduleId.includes(`/test/${folder}/`)) return 2;
  return Number(/sampling\.ts|texture-unit\.ts/.test(readFileSync(moduleId, 'utf8')));
}

/** A mutant's first failing test ends its run: the quick ones come first. */
class QuickTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: [`test/${folder}/**/*.test.ts`, ...(ownOnly ? [] : ['test/rtl-model/*.test.ts'])],
    // Takes half a minute: every survivor would.
    exclude: ['test/rtl-model/kernels-equal-units.test.ts'],
    isolate: false,
    sequence: { sequencer: QuickTestsFirst },
    tags: [{ name: 'exhaustive', skip: true }],
    testTimeout: 60_000,
  },
});
