import { byteCount, grouped, measured, percent, percentText, sizeText } from '../../../platform/pages/wording.ts';
import type { DesignReport, ReplayReport } from './replay-report.ts';
import { signedCount } from './replay-text.ts';

/** A column of a table, whose cell is empty for what has no value. */
export interface ReportColumn<T> {
  readonly head: string;
  /** The only place that shows the column: a page because of its room, or a terminal by need; both if absent. */
  readonly only?: 'page' | 'terminal';
  readonly cell: (of: T) => string;
}

/** The heads of the columns for which at least one of all has a value, and the cells of one. */
export function shownColumns<T>(columns: readonly ReportColumn<T>[], all: readonly T[]) {
  const shown = columns.filter(({ cell }) => all.some((one) => cell(one) !== ''));
  return { heads: shown.map(({ head }) => head), cells: (one: T) => shown.map(({ cell }) => cell(one)) };
}

/** The columns of a page or a terminal. */
export function designColumns({ designs, texels }: ReplayReport, place: 'page' | 'terminal') {
  const columns = columnsOf(texels?.quads ?? 0);
  return shownColumns(
    columns.filter(({ only = place }) => only === place),
    designs,
  );
}

/** @param quads of the trace, 0 where they are not counted */
const columnsOf = (quads: number): readonly ReportColumn<DesignReport>[] => [
  { head: 'size', only: 'terminal', cell: ({ cache }) => sizeText(cache.lineBytes * cache.sets * cache.ways) },
  { head: 'look-ups', cell: ({ totals }) => grouped(totals.lookups) },
  {
    head: 'victim hits',
    only: 'page',
    cell: ({ cache, totals }) => (cache.victimLines > 0 ? grouped(totals.cache.victimHits) : ''),
  },
  { head: 'misses', cell: ({ totals }) => grouped(totals.misses) },
  { head: 'misses / access', cell: ({ totals }) => percentText(totals.misses / Math.max(1, totals.accesses)) },
  { head: 'misses / quad', cell: ({ totals }) => (quads === 0 ? '' : measured(totals.misses / quads)) },
  { head: 'misses / look-up', cell: ({ totals }) => percentText(totals.misses / Math.max(1, totals.lookups)) },
  {
    head: 'of sectors',
    only: 'page',
    cell: ({ cache, totals }) => (cache.sectorBytes < cache.lineBytes ? grouped(totals.cache.sectorMisses) : ''),
  },
  { head: 'compulsory', cell: ({ classes }) => (classes === null ? '' : signedCount(classes.compulsory)) },
  { head: 'capacity', cell: ({ classes }) => (classes === null ? '' : signedCount(classes.capacity)) },
  { head: 'conflict', cell: ({ classes }) => (classes === null ? '' : signedCount(classes.conflict)) },
  { head: 'optimum', cell: ({ optimum }) => (optimum === null ? '' : grouped(optimum)) },
  {
    head: 'TLB hits',
    cell: ({ cache, totals: { cache: found } }) => (cache.tlb === null ? '' : share(found.tlbHits, found.tlbMisses)),
  },
  {
    head: 'L2 hits',
    cell: ({ cache, totals: { cache: found } }) => (cache.l2 === null ? '' : share(found.l2Hits, found.l2Misses)),
  },
  {
    head: 'L3 hits',
    cell: ({ cache, totals: { cache: found } }) => (cache.l3 === null ? '' : share(found.l3Hits, found.l3Misses)),
  },
  {
    head: 'bank conflicts',
    only: 'page',
    cell: ({ cache, totals }) => (cache.banks > 1 ? grouped(totals.bankConflicts) : ''),
  },
  { head: 'from memory', cell: ({ totals }) => byteCount(totals.memory.bytes) },
  { head: 'to memory', cell: ({ totals }) => (totals.memory.writes === 0 ? '' : byteCount(totals.memory.writeBytes)) },
  { head: 'B / access', cell: ({ totals }) => measured(totals.memory.bytes / Math.max(1, totals.accesses)) },
  {
    // The parts of memory requests that found their row open.
    head: 'open rows',
    only: 'page',
    cell: ({ totals: { memory } }) =>
      memory.rowHits + memory.rowMisses === 0 ? '' : share(memory.rowHits, memory.rowMisses),
  },
];

/** The percentage of hits. */
function share(hits: number, misses: number): string {
  return percent(hits / Math.max(1, hits + misses));
}
