import { STAGES } from '../../../../pipeline/stages/stages.ts';
import { laneAt } from '../../../explain/quad-pixels.ts';
import { seriesColor } from '../../../platform/pages/chart.ts';
import type { RunLog } from '../state/run-log.ts';
import type { BarList, TimelineRow, TimelineView } from './bars.ts';

/** The most cycles of a window with rows of quads. */
export const QUAD_ROW_CYCLES = 2 ** 16;
/** The highest row of a quad, and the least that has a name, in pixels. */
const HIGHEST = 16;
const NAMED = 12;
/** The opacity of a wait after a stage. */
const WAITS = 0.35;

/** A quad in the pipeline: when each stage works on it, in the cycles that are known. */
interface QuadStay {
  readonly quad: number;
  readonly stages: readonly { readonly begin: number; readonly end: number }[];
}

/** The row of a quad. */
export interface QuadRow extends TimelineRow, QuadStay {
  readonly place: ReturnType<RunLog['placeOf']>;
  /** The cycles that it is in the pipeline, in the window. */
  readonly begin: number;
  readonly end: number;
}

/** The quads that are in the pipeline in a window of cycles. A stage that took a quad in before what is known began then. */
export function staysIn(log: RunLog, from: number, to: number): readonly QuadStay[] {
  const { first, count, begin, end } = log.stays(from, to);
  const found: QuadStay[] = [];
  for (let n = 0; n < count; n++) {
    const row = n * STAGES.length;
    const last = end[row + STAGES.length - 1];
    // A quad that is out before the window, or has not come in.
    if ((last > 0 && last <= from) || end.subarray(row, row + STAGES.length).every((cycle) => cycle === 0)) continue;
    const stages = STAGES.map((_, s) => {
      const start = Number.isNaN(begin[row + s]) && end[row + s] > 0 ? 0 : begin[row + s];
      return { begin: start, end: end[row + s] };
    });
    found.push({ quad: first + n, stages });
  }
  return found;
}

/** True if a quad covers a pixel. */
export function covers({ x, y, active }: QuadRow['place'], pixel: readonly [number, number]): boolean {
  return laneAt(pixel, x, y, active) !== null;
}

/** The rows of the quads of a window below each other, as Konata has them; where they are too many, some of them. */
export function rowsOfQuads({ log, from, to }: TimelineView, top: number, height: number): readonly QuadRow[] {
  if (to - from > QUAD_ROW_CYCLES || !log.hasDetail(from, to)) return [];
  const stays = staysIn(log, from, Math.min(to, log.cycles));
  const step = Math.ceil(stays.length / height);
  const each = Math.min(HIGHEST, (height * step) / stays.length);
  const rows: QuadRow[] = [];
  for (let n = 0; n < stays.length; n += step) {
    const { quad, stages } = stays[n];
    const place = log.placeOf(quad);
    const known = stages.filter(({ begin }) => !Number.isNaN(begin));
    rows.push({
      quad,
      stages,
      place,
      label: each >= NAMED ? `${place.x}, ${place.y}` : '',
      top: top + rows.length * each,
      height: each > 3 ? each - 1 : each,
      begin: Math.max(from, known[0].begin),
      end: Math.min(to, stages.at(-1)!.end || to),
    });
  }
  return rows;
}

/** The bars of quads: the work of each stage in its colour, and lighter the wait until the next one takes the quad in. */
export function addQuads(bars: BarList, rows: readonly QuadRow[], from: number, to: number): void {
  for (const row of rows) {
    row.stages.forEach(({ begin, end }, s) => {
      if (Number.isNaN(begin)) return;
      const next = row.stages[s + 1]?.begin;
      const until = Math.min(to, next === undefined ? end : Number.isNaN(next) ? to : next);
      const worked = Math.min(until, Math.max(begin, end));
      if (worked > from) bars.add(stageColor(s), 1, Math.max(from, begin), worked, row, 0, 1);
      if (until > Math.max(from, worked)) bars.add(stageColor(s), WAITS, Math.max(from, worked), until, row, 0, 1);
    });
  }
}

/** The colour of a stage in rows of quads. */
export function stageColor(stage: number): string {
  return seriesColor(stage);
}
