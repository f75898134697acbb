import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { readEntries, writeEntry } from './journal.ts';
import { mutantsOf, type Mutant, type MutationRun } from './mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    continue: { type: 'boolean', default: false },
  },
});
const [code] = positionals;
const tests = values.tests?.split(',') ?? [`test/${code}`];
const absent = [code ?? '', ...tests].find((path) => !existsSync(path));
if (positionals.length !== 1 || absent !== undefined) {
  console.error(`no file or folder "${absent}"`);
  console.error('npm run test:mutate -- FOLDER|FILE [--tests A,B] [--sample MUTANTS] [--seed N] [--continue]');
  process.exit(2);
}

const run: MutationRun = {
  code,
  tests,
  sample: values.sample === undefined ? null : Number(values.sample),
  seed: Number(values.seed),
  journal: `out/mutation/${code.replaceAll('/', '-')}.jsonl`,
};
mkdirSync('out/mutation', { recursive: true });
if (!values.continue) rmSync(run.journal, { force: true });

/** True if the running test takes ten times its usual time and ten seconds more, or its process asks for an end. */
function stuck(): boolean {
  const last = readEntries(run.journal).at(-1);
  if (last === undefined || !('kind' in last) || last.kind === 'reached') return false;
  if (last.kind === 'restart') return true;
  const quiet = Date.now() - statSync(run.journal).mtimeMs;
  if (quiet < 10_000 + 10 * last.ms) return false;
  writeEntry(run.journal, { fate: 'endless', id: last.id, by: 'time' });
  return true;
}

/** Runs the tests in a process of its own until they end, or until it is stopped. True if they ended. */
async function runTests(): Promise<boolean> {
  const vitest = spawn('node', ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutate.config.ts'], {
    env: { ...process.env, MUTATION_RUN: JSON.stringify(run), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  vitest.stdout.on('data', (text: Buffer) => (output += text));
  const ended = new Promise<number | null>((resolve) => vitest.on('exit', resolve));
  const watch = setInterval(() => {
    if (stuck()) vitest.kill('SIGKILL');
  }, 500);
  const code = await ended;
  clearInterval(watch);
  if (code === 0) return true;
  if (code === null) return false;
  console.error(output);
  throw new Error('the tests fail without a mutant');
}

while (!(await runTests()));

const entries = readEntries(run.journal);
const fates = new Map(entries.flatMap((entry) => ('fate' in entry ? [[entry.id, entry.fate]] : [])));
const reachedEntry = entries.find((entry) => 'reached' in entry)!;
const reached = new Set(reachedEntry.reached);
const loaded = new Set(reachedEntry.loaded);
const { mutants } = await mutantsOf(run);
// Code that runs only when its module is loaded would need all modules and tests again.
const counted = mutants.filter(({ id }) => reached.has(id) || !loaded.has(id));

function fate({ id }: Mutant): string {
  return fates.get(id) ?? 'not reached';
}

function scoreLine(name: string, some: readonly Mutant[]): string {
  const [killed, endless, survived, unreached] = ['killed', 'endless', 'survived', 'not reached'].map(
    (kind) => some.filter((mutant) => fate(mutant) === kind).length,
  );
  const score = ((100 * (killed + endless)) / some.length).toFixed(1);
  return `${name}: ${some.length} mutants, ${killed} killed, ${endless} endless, ${survived} survived, ${unreached} not reached: ${score} %`;
}

for (const mutant of counted.filter((some) => /survived|not/.test(fate(some)))) {
  console.log(`${relative('', mutant.file)}:${mutant.line} ${fate(mutant)}`);
  console.log(mutant.original.replaceAll(/^/gm, '  - '));
  console.log(mutant.replacement.replaceAll(/^/gm, '  + '));
}
for (const file of new Set(counted.map((mutant) => mutant.file))) {
  console.log(
    scoreLine(
      relative('', file),
      counted.filter((mutant) => mutant.file === file),
    ),
  );
}
console.log(scoreLine(code, counted));
