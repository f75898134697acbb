import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { LogReader, RowsError } from '../../../../src/experiments/sweep/rows/log-reader.ts';
import { mergeHeaders, wholeTable } from '../../../../src/experiments/sweep/whole-table.ts';
import { RowLog } from '../../../../src/experiments/sweep/rows/row-log.ts';
import { csvTable, writeTables } from '../../../../src/experiments/sweep/rows/row-table.ts';
import { type Shard, sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import type { Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import type { Dice } from '../../../oracle/dice.ts';
import { damagedBytes, damagedJson, damagedText } from '../../../fuzz/mutations.ts';

export const WORKLOADS = [
  { name: 'a, "quoted"', weight: 1, hash: '0' },
  { name: 'b', weight: 2, hash: '1' },
];

/** The header of a sweep over so many latencies. */
export function headerOf(
  designs: number,
  { shard = { index: 0, of: 1 }, seed = 1 }: { shard?: Shard; seed?: number } = {},
) {
  const file = {
    designs: ['full-quality'],
    vary: { 'pipeline.memory.latency': { from: 0, to: designs - 1, step: 1 } },
    measures: ['cycles'],
    workloads: WORKLOADS.map(({ name, weight }) => ({ trace: 't', name, weight })),
  };
  const { plan, source } = parsePlan(JSON.stringify(file), 'p.json', loadDesign);
  const run = { program: '1.0.0', node: 'v20', command: 'texunit sweep p.json', source, folder: '/p' };
  return sweepHeader(plan, WORKLOADS, { how: 'all', count: null, seed }, shard, run);
}

export function rowOf(design: number, w: number): Row {
  const fields = { 'pipeline.memory.latency': design, cycles: 10 * design + w, fault: null };
  const hash = String(design).padStart(16, '0');
  return { design, workload: WORKLOADS[w].name, design_hash: hash, base: 'full-quality', ...fields };
}

/** Writes the log of a sweep of so many designs. @param rows of the log, in its order  @param end false for none */
export function writeLog(path: string, header: ReturnType<typeof headerOf>, rows: readonly object[], end = true): void {
  const log = RowLog.create(path, header);
  log.append(rows as readonly Row[]);
  if (end) log.finish(rows.length / 2);
  log.close();
}

/** The lines of the table of logs. @throws RowsError */
export function tableOf(paths: readonly string[], partial = false, ofShare = false): readonly string[] {
  const logs = paths.map((path) => new LogReader(path));
  const header = ofShare ? logs[0].header : mergeHeaders(logs, partial);
  let text = '';
  const table = csvTable((piece) => (text += piece), header);
  writeTables(logs, header, (finished) => wholeTable(logs, header, finished, partial), [table]);
  return text.trimEnd().split('\n');
}

/** Swaps, moves, repeats or removes lines of a text. */
function damagedLines(dice: Dice, input: Uint8Array): Uint8Array {
  const lines = Buffer.from(input)
    .toString()
    .split(/(?<=\n)/);
  const [from, to, count] = [dice.integer(0, lines.length - 1), dice.integer(0, lines.length - 1), dice.integer(1, 3)];
  const taken = lines.slice(from, from + count);
  if (dice.chance(0.7)) lines.splice(from, count);
  if (dice.chance(0.7)) lines.splice(to, 0, ...(dice.chance(0.5) ? taken.toReversed() : taken));
  return Buffer.from(lines.join(''));
}

/** Changes one digit of a number, or one letter of a name, for another. */
function otherCharacter(dice: Dice, input: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(input);
  const at = dice.integer(0, bytes.length - 1);
  const characters = '0123456789abcdefxyz",:{}\n';
  bytes[at] = characters.codePointAt(dice.integer(0, characters.length - 1))!;
  return bytes;
}

/** Damages the log of a finished sweep so many times, in as many ways. @returns those whose table is written all the same */
export function acceptedDamages(folder: string, dice: Dice, times: number): readonly string[] {
  const path = join(folder, 'random.jsonl');
  const source = join(folder, 'sound.jsonl');
  writeLog(
    source,
    headerOf(6),
    Array.from({ length: 12 }, (_, n) => rowOf((5 * (n >> 1)) % 6, n & 1)),
  );
  const sound = readFileSync(source);
  const table = tableOf([source]);
  const kinds = [damagedBytes, damagedJson, damagedText, damagedLines, otherCharacter];
  const accepted: string[] = [];
  for (let made = 0; made < times;) {
    const kind = dice.integer(0, kinds.length - 1);
    const damaged = kinds[kind](dice, sound);
    if (sound.equals(damaged)) continue;
    made++;
    writeFileSync(path, damaged);
    try {
      accepted.push(
        `${kinds[kind].name}: ${table.length} ${tableOf([path]).length}\n${Buffer.from(damaged).toString()}`,
      );
    } catch (error) {
      if (!(error instanceof RowsError)) throw error;
    }
  }
  return accepted;
}
