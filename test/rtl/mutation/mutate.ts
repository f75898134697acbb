import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type MutantFate, MUTANTS_FOUND } from '../verilated.ts';

// npm run test:mutate-rtl -- [MUTANTS] [FILE ...]: the mutants of each module that its vectors find.
const [most = '20', ...files] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(most)) {
  process.stderr.write('npm run test:mutate-rtl -- [MUTANTS OF A MODULE] [FILE ...]\n');
  process.exit(2);
}
mkdirSync(dirname(MUTANTS_FOUND), { recursive: true });
rmSync(MUTANTS_FOUND, { force: true });

// Mutants and netlists of the tests themselves are left out.
const names = '^(?!.*(is found where|netlist))';
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'vitest.rtl.config.ts',
  '--maxConcurrency',
  '4',
  '-t',
  names,
];
const { status } = spawnSync('node', [...vitest, ...(files.length > 0 ? files : ['test/rtl'])], {
  env: { ...process.env, RTL_MUTANTS: most },
  stdio: ['ignore', 'ignore', 'ignore'],
});
if (status !== 0) {
  process.stderr.write('the tests fail without a mutant\n');
  process.exit(1);
}

/** A mutant is found if one of the tests of its module finds it. */
const found = new Map<string, Map<string, boolean>>();
for (const line of readFileSync(MUTANTS_FOUND, 'utf8').trim().split('\n')) {
  const { module, mutant, found: isFound } = JSON.parse(line) as MutantFate;
  const fates = found.get(module) ?? new Map<string, boolean>();
  found.set(module, fates.set(mutant, isFound || (fates.get(mutant) ?? false)));
}
let all = 0;
let kept = 0;
for (const [module, fates] of [...found].toSorted(([a], [b]) => a.localeCompare(b))) {
  const survivors = [...fates].filter(([, isFound]) => !isFound).map(([mutant]) => mutant);
  all += fates.size;
  kept += survivors.length;
  console.log(`${module}: ${fates.size - survivors.length} of ${fates.size}`);
  for (const survivor of survivors) console.log(`  line ${survivor}`);
}
console.log(`${all - kept} of ${all} mutants are found`);
