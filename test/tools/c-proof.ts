/**
 * Compares the model in C with the model on many designs, states and samples:
 *
 *     npx tsx test/tools/c-proof.ts FOLDER [--first 0] [--designs 320] [--quads 4700]
 *
 * FOLDER/proof.jsonl has a line for each design that is done, from design `first` on. Started again, the script goes on with
 * the designs that it lacks. The exit code is 1 if a result differs, or if a state is refused.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Design } from '../../rtl-model/design/design.ts';
import { BASES, PUBLISHED_CACHES } from '../../src/designs/bases.ts';
import { Dice } from '../oracle/dice.ts';
import { PRESETS } from '../oracle/presets.ts';
import { randomPlainDesign } from '../oracle/random-requests.ts';
import { randomChip } from './c-designs.ts';
import { compareWithModel, compile, SANITIZED, writeModel } from './c-programs.ts';
import { mixedStates } from './c-rare-states.ts';
import { randomQuads } from './c-states.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'string', default: '0' },
    designs: { type: 'string', default: '320' },
    quads: { type: 'string', default: '4700' },
  },
});
const [folder] = positionals;
const [first, designs, quads] = [values.first, values.designs, values.quads].map(Number);

const STATES = { plain: 13, cubic: 1, ones: 1, corners: 3, blocks: 2, denormals: 1 };

/** Compilations of the designs in turn: most are quick ones. */
const QUICK = [
  ['gcc', '-O0'],
  ['clang', '-O0'],
  ['gcc', '-O1'],
  ['clang', '-O1'],
];
const SLOW = [
  ['gcc', '-O3'],
  ['clang', '-O3', '-march=native'],
  ['gcc', ...SANITIZED],
  ['gcc', '-O3', '-march=native'],
  ['clang', '-O3'],
  ['clang', '-O1', ...SANITIZED],
];
const compilation = (n: number) => (n % 10 === 9 ? SLOW[Math.floor(n / 10) % SLOW.length] : QUICK[n % QUICK.length]);

/** Caches alone change no result. */
const NAMED = [...BASES.values()].filter(({ name }) => !PUBLISHED_CACHES.has(name));

/** A line of the file. */
interface Row {
  readonly design: number;
  readonly with: string;
  readonly states: number;
  readonly samples: number;
  readonly seconds: number;
  readonly wrong: readonly string[];
  readonly refused: readonly string[];
}

/** Presets and profiles of real units, then random designs; every third one has fields of real chips. */
function designOf(n: number): Design {
  const random = n % 3 === 0 ? randomChip : randomPlainDesign;
  const design = NAMED[n] ?? random(new Dice(n), PRESETS[n % PRESETS.length]);
  return { ...design, name: `design-${n}` };
}

function prove(n: number): Row {
  const start = performance.now();
  const design = designOf(n);
  const [compiler, ...flags] = compilation(n);
  const made = writeModel(folder, design);
  const program = compile(compiler, made, flags);
  const dice = new Dice(1000 + n);
  const work = mixedStates(dice, STATES).map((one) => ({ one, batch: randomQuads(dice, quads, one) }));
  const { wrong, refused, ...compared } = compareWithModel(program, design, work);
  rmSync(made.at, { recursive: true });
  return {
    design: n,
    with: compilation(n).join(' '),
    ...compared,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    wrong,
    refused: refused.map(({ source }) => source.format.name),
  };
}

mkdirSync(folder, { recursive: true });
const file = join(folder, 'proof.jsonl');
const rows = (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []).map(
  (line) => JSON.parse(line) as Row,
);
for (let n = first; n < designs; n++) {
  if (rows.some(({ design }) => design === n)) continue;
  const row = prove(n);
  rows.push(row);
  appendFileSync(file, `${JSON.stringify(row)}\n`);
  const samples = rows.reduce((sum, one) => sum + one.samples, 0);
  console.log(
    `design ${n}, ${row.with}: ${row.samples} samples in ${row.seconds} s, ${row.wrong.length} wrong; ${samples} in all`,
  );
}
const total = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
const faults = rows.flatMap(({ design, wrong, refused }) =>
  [...wrong, ...refused.map((name) => `${name}: refused`)].map((line) => `design ${design}: ${line}`),
);
console.log(
  `${total(({ samples }) => samples)} samples, ${rows.length} designs, ${total((row) => row.states)} states, ${Math.round(total(({ seconds }) => seconds))} s`,
);
for (const line of faults) console.log(line);
process.exitCode = faults.length > 0 ? 1 : 0;
