import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take far longer than their size tells, and would be the last ones to run, beside an idle core. */
const LONG = /\/test\/(fuzz\/readers|src\/checker\/report\/chips-page)\.test\.ts$/;

/** Vitest's order, with the files first that take longest: without times of an earlier run it goes by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}
