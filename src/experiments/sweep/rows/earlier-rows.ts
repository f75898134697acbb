import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { measureOf } from '../measures/measure-table.ts';
import { valueHash } from '../plan/canonical-json.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { designRow, hashOf, type Row } from '../runs/design-row.ts';
import { FinishedRows } from './finished-rows.ts';
import { LocatedRows } from './located-rows.ts';
import { LogReader, readHeader, type RowLine, RowsError } from './log-reader.ts';
import { planDifference } from './row-log.ts';
import type { SweepHeader } from './sweep-header.ts';

/** The logs of other plans in a folder. */
const KEPT = /^rows-[0-9a-f]{16}\.jsonl$/;

/**
 * The rows that other plans have made in a folder, by the hashes of design and workload and by all else that measures
 * depend on: the versions of texunit and Node, mode, profile and study. A changed plan takes them instead of running
 * their designs again.
 */
export class EarlierRows {
  private readonly located = new LocatedRows();
  private readonly places = new Map<string, number>();
  private readonly space = new DesignSpace(this.plan);
  private readonly keys = workloadKeys(this.plan, this.header);
  /** Rows that have been taken. */
  taken = 0;

  private constructor(
    private readonly plan: Plan,
    private readonly header: SweepHeader,
  ) {}

  /**
   * Makes room for the log of a sweep, which may exist: that of another plan gets a name by its hash, and is kept.
   *
   * @param path of the log that the sweep goes on with, or begins
   * @throws RowsError where the log that is there cannot be read; FileError
   */
  static open(path: string, plan: Plan, header: SweepHeader): EarlierRows {
    const folder = dirname(path);
    const found = existsSync(path) ? readHeader(path).header : null;
    if (found !== null && planDifference(found, header) !== null) renameSync(path, join(folder, keptName(found)));
    const own = join(folder, keptName(header));
    if (!existsSync(path) && existsSync(own)) renameSync(own, path);
    const earlier = new EarlierRows(plan, header);
    for (const name of readdirSync(folder)) if (KEPT.test(name)) earlier.add(join(folder, name));
    return earlier;
  }

  /** The rows of a design that are there. @param workloads the numbers of those that are asked for */
  of(number: number, workloads: readonly number[]): readonly Row[] {
    if (this.places.size === 0) return [];
    const { plan, space } = this;
    const design = space.designAt(number) as Design;
    const hash = hashOf(design);
    return workloads.flatMap((w) => {
      const place = this.places.get(`${hash} ${this.keys[w]}`);
      if (place === undefined) return [];
      this.taken++;
      const earlier = this.located.read(place);
      const measures = plan.measures.map((name) => earlier[name]);
      return designRow({ plan, space }, { number, design, workload: plan.workloads[w].name }, measures, null);
    });
  }

  close(): void {
    this.located.close();
  }

  /** Rows of a log. Those with a fault, or whose area was not known, and lines that are damaged are not taken. */
  private add(path: string): void {
    const reader = readerOf(path, this.header);
    if (reader === null || !this.plan.measures.every((name) => reader.plan.measures.includes(name))) return;
    const names = reader.plan.workloads.map(({ name }) => name);
    const keys = workloadKeys(reader.plan, reader.header);
    const mayBeUnknown = this.plan.measures.filter((name) => measureOf(name).need === 'gates');
    for (const [place, row] of this.located.of(reader, goodLines(reader))) {
      const key = keys[names.indexOf(row.workload)];
      if (!this.keys.includes(key) || row.fault !== null || mayBeUnknown.some((name) => row[name] === null)) continue;
      this.places.set(`${row.design_hash} ${key}`, place);
    }
  }
}

/** A key of each workload: the hash of all that its rows depend on beside their designs. A study has its scenes by name. */
function workloadKeys({ mode, profile, study, workloads }: Plan, header: SweepHeader): readonly string[] {
  const { program, node } = header;
  return header.workloads.map(({ hash }, w) =>
    valueHash([hash, program, node, mode, profile, study === undefined ? null : [study, workloads[w]]]),
  );
}

function* goodLines(reader: LogReader): Generator<RowLine> {
  for (const line of reader.lines(new FinishedRows(reader.plan.workloads))) if ('row' in line) yield line;
}

/** The reader of a log of the same texunit; null of others, and of a log whose header is damaged. */
function readerOf(path: string, { program, node }: SweepHeader): LogReader | null {
  try {
    const { header } = readHeader(path);
    return header.program === program && header.node === node ? new LogReader(path) : null;
  } catch (error) {
    if (error instanceof RowsError) return null;
    throw error;
  }
}

/** The name of a log that is kept for other plans. */
function keptName({ plan, workloads, program, shard }: SweepHeader): string {
  return `rows-${valueHash([plan, workloads, program, shard])}.jsonl`;
}
