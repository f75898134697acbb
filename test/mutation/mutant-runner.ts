import {
  inject,
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest';
import { readEntries, writeEntry } from './journal.ts';
import type { Switches } from './mutants.ts';

/** A mutant that is hit this many times as often as without it never ends: Stryker's own factor. */
const ENDLESS = 100;

// oxlint-disable-next-line no-underscore-dangle -- Stryker's name
const switches: Switches = ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsOf);
}

/** Hits of each mutant, by test and mutant. */
type Hits = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * A runner of tests that runs all of them once as they are, and then, for each mutant, those that reach it, the quick
 * ones first, until one fails. Modules are loaded once: a mutant is switched on and off in the code that is loaded.
 */
export default class MutantRunner extends TestRunner {
  readonly #journal = inject('journal');
  readonly #tests: RunnerTestCase[] = [];
  readonly #ends: (() => unknown)[] = [];
  #files = 0;
  /** True until the first mutant has run. */
  #fresh = true;

  /** The preparations of a file of tests stay until the mutants have run. */
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onBeforeRunSuite(suite);
    const ends = TestRunner.getSuiteHooks(suite).afterAll.splice(0);
    this.#ends.push(...ends.map((end) => () => Reflect.apply(end, undefined, [{}, suite]) as unknown));
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    switches.currentTestId = test.id;
  }

  override onAfterTryTask(test: RunnerTestCase): void {
    super.onAfterTryTask(test);
    switches.currentTestId = undefined;
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- the caller waits for it
  override async onAfterRunFiles(files: RunnerTestFile[] = []): Promise<void> {
    super.onAfterRunFiles();
    this.#tests.push(...files.flatMap(testsOf).filter(({ result }) => result?.state === 'pass'));
    this.#files += files.length;
    if (this.#files !== inject('testFiles')) return;
    await this.#mutate();
    for (const end of this.#ends) await end();
  }

  async #mutate(): Promise<void> {
    const tests: RunnerTestCase[] = [];
    for (const test of this.#tests.sort((a, b) => a.result!.duration! - b.result!.duration!)) {
      // A test that needs what is done before each test of its file fails here, and cannot be used.
      if (await this.#passes(test, 'none')) tests.push(test);
    }
    const { perTest = {}, static: loaded = {} } = switches.mutantCoverage ?? {};
    const reached = new Set(tests.flatMap(({ id }) => Object.keys(perTest[id] ?? {})));
    writeEntry(this.#journal, { kind: 'reached', reached: [...reached], loaded: Object.keys(loaded) });
    const done = new Set(readEntries(this.#journal).map((entry) => 'fate' in entry && entry.id));
    for (const id of inject('mutants').filter((mutant) => reached.has(mutant) && !done.has(mutant))) {
      const reaching = tests.filter((test) => perTest[test.id]?.[id] !== undefined);
      if (!(await this.#kill(id, reaching, perTest))) writeEntry(this.#journal, { fate: 'survived', id, by: '' });
      this.#fresh = false;
    }
  }

  /** Runs the tests with the mutant until one fails. True if one does. */
  async #kill(id: string, tests: RunnerTestCase[], hits: Hits): Promise<boolean> {
    for (const test of tests) {
      writeEntry(this.#journal, { kind: 'begin', id, ms: test.result!.duration! });
      switches.hitCount = 0;
      switches.hitLimit = hits[test.id][id] * ENDLESS;
      const passed = await this.#passes(test, id);
      const endless = switches.hitCount > switches.hitLimit;
      if (passed && !endless) continue;
      const intact = await this.#passes(test, 'none');
      // A test that fails also without the mutant finds what a mutant left behind: this one, if it is the first.
      if (intact || this.#fresh) {
        writeEntry(this.#journal, { fate: endless ? 'endless' : 'killed', id, by: `${test.file.name}: ${test.name}` });
      }
      if (!intact) {
        writeEntry(this.#journal, { kind: 'restart', why: test.name });
        // The program that started this process sees the entry and stops it.
        await new Promise(() => {});
      }
      return true;
    }
    return false;
  }

  async #passes(test: RunnerTestCase, mutant: string): Promise<boolean> {
    switches.activeMutant = mutant;
    try {
      await TestRunner.getTestFn(test)();
      return true;
    } catch {
      return false;
    } finally {
      switches.activeMutant = undefined;
    }
  }
}
