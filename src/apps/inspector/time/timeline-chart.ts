import { CAUSE_RECORDS, CAUSES } from '../../../../pipeline/counters/causes.ts';
import {
  ACTIVITIES,
  ACTIVITY_RECORDS,
  capacities,
  STAGE,
  STAGE_RECORDS,
  STAGES,
} from '../../../../pipeline/stages/stages.ts';
import { FIFO_STAGES } from '../../../../traces/stages/occupancy.ts';
import { box, type Chart, type PlotArea, short, squareSign } from '../../../platform/pages/chart.ts';
import { linearScale } from '../../../platform/pages/chart-scale.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { causeChart } from '../../../simulate/report/cause-section.ts';
import { activityColor, causeColor } from '../../../simulate/report/html-style.ts';
import { type LogColumns, type RunLog, SUM } from '../state/run-log.ts';
import { type Bars, BarList, type TimelineRow, type TimelineView } from './bars.ts';
import { addQuads, covers, type QuadRow, rowsOfQuads, stageColor, staysIn } from './quad-rows.ts';
import type { Account } from '../../../../pipeline/stages/account.ts';
import type { TimeWindow, WindowSteps } from '../state/time-window.ts';

/** The colours of levels of FIFOs. No cause has one of them. */
const LEVEL = 'var(--quiet)';
const ROOM = 'var(--line)';
/** The most cycles of a window in which the quads of a pixel are looked for. */
const FRAMED_CYCLES = 4096;

const [STAGE_ROW, FIFO_ROW, MISS_ROW, GAP] = [22, 20, 40, 6];
const CAUSE_TOP = STAGES.length * STAGE_ROW;
const FIFO_TOP = CAUSE_TOP + STAGE_ROW + GAP;
const MISS_TOP = FIFO_TOP + FIFO_STAGES.length * FIFO_ROW;
export const ROWS_HEIGHT = MISS_TOP + MISS_ROW;
/** Rows of quads begin below that of the causes. */
const QUADS_TOP = STAGE_ROW + GAP;

/** The rows of the timeline: the stages, the cause, the FIFOs after stages, and the lines on their way. */
export const TIMELINE_ROWS: readonly TimelineRow[] = [
  ...STAGES.map((stage, n) => row(STAGE_RECORDS[stage].title, n * STAGE_ROW, STAGE_ROW)),
  row('cause', CAUSE_TOP, STAGE_ROW),
  ...FIFO_STAGES.map((stage, n) => row(`${STAGE_RECORDS[stage].title} FIFO`, FIFO_TOP + n * FIFO_ROW, FIFO_ROW)),
  row('misses', MISS_TOP, MISS_ROW),
];
const CAUSE_ROW = STAGES.length;
const FIRST_FIFO_ROW = CAUSE_ROW + 1;
const MISSES_ROW = TIMELINE_ROWS.length - 1;

function row(label: string, top: number, height: number): TimelineRow {
  return { label, top: top + 2, height: height - 4 };
}

/** The last rows of quads of a log, by their window: a frame asks for them several times. */
const lastRows = new WeakMap<RunLog, { readonly window: string; readonly rows: readonly QuadRow[] }>();

/** The rows of quads of a view. */
export function quadRows(view: TimelineView): readonly QuadRow[] {
  const { log, from, to } = view;
  const window = `${from} ${to} ${log.cycles}`;
  const last = lastRows.get(log);
  if (last?.window === window) return last.rows;
  const rows = rowsOfQuads(view, QUADS_TOP, ROWS_HEIGHT - QUADS_TOP);
  lastRows.set(log, { window, rows });
  return rows;
}

/** The rows of a view. */
export function rowsOf(view: TimelineView): readonly TimelineRow[] {
  return view.rows === 'stages' ? TIMELINE_ROWS : [row('cause', 0, STAGE_ROW), ...quadRows(view)];
}

/**
 * The bars of all rows: slices of the stages where a cycle is a pixel or more, else columns, each with the shares of the
 * activities and causes of its cycles, and with the mean levels; or the stages of each quad.
 *
 * @param columns the most columns
 */
export function timelineBars(view: TimelineView, columns: number): readonly Bars[] {
  const { log, design, from } = view;
  const to = Math.min(view.to, log.cycles);
  const bars = new BarList();
  if (from >= to) return [];
  if (view.rows === 'quads') {
    bars.stacks(row('cause', 0, STAGE_ROW), log.columns(from, to, columns), log.cycles, SUM.causes, CAUSE_COLORS);
    addQuads(bars, quadRows(view), from, to);
    return [...bars.groups.values()];
  }
  const room = FIFO_STAGES.map((stage) => capacities(design.pipeline)[STAGE[stage]]);
  room.forEach((_, n) => bars.level(ROOM, TIMELINE_ROWS[FIRST_FIFO_ROW + n], from, to, 1));
  const most = Math.max(5, log.mostMisses);
  if (to - from <= columns && log.hasDetail(from, to)) addWindow(bars, log.window(from, to), room, most);
  else addColumns(bars, log.columns(from, to, columns), log.cycles, room, most);
  return [...bars.groups.values()];
}

function addWindow(bars: BarList, window: TimeWindow, room: readonly number[], most: number): void {
  for (const { stage, activity, work, from, to } of window.slices) {
    // Passes that follow each other have different shades.
    const opacity = work !== null && (work.quad + work.pass) % 2 === 1 ? 0.6 : 1;
    bars.add(activityColor(activity), opacity, from, to, TIMELINE_ROWS[STAGE[stage]], 0, 1);
  }
  for (const { cause, from, to } of window.causes)
    bars.add(causeColor(cause), 1, from, to, TIMELINE_ROWS[CAUSE_ROW], 0, 1);
  const levels = (row: number, steps: WindowSteps, full: number) =>
    steps.forEach(([cycle, value], n) =>
      bars.level(LEVEL, TIMELINE_ROWS[row], cycle, steps[n + 1]?.[0] ?? window.to, value / full),
    );
  window.fifos.forEach((fifo, n) => levels(FIRST_FIFO_ROW + n, fifo.levels, room[n]));
  levels(MISSES_ROW, window.misses, most);
}

function addColumns(bars: BarList, columns: LogColumns, cycles: number, room: readonly number[], most: number): void {
  const { first, width, count, sums } = columns;
  const levels = [...room, most].map((full, n) => [FIRST_FIFO_ROW + n, SUM.fifos + n, full] as const);
  // TimelineRow by row, so that columns that are alike become one bar.
  STAGES.forEach((_, s) => bars.stacks(TIMELINE_ROWS[s], columns, cycles, s * ACTIVITIES.length, ACTIVITY_COLORS));
  bars.stacks(TIMELINE_ROWS[CAUSE_ROW], columns, cycles, SUM.causes, CAUSE_COLORS);
  for (const [row, at, full] of levels) {
    for (let column = 0; column < count; column++) {
      const from = first + column * width;
      const to = Math.min(cycles, from + width);
      bars.level(LEVEL, TIMELINE_ROWS[row], from, to, sums[column * SUM.size + at] / (to - from) / full);
    }
  }
}

const ACTIVITY_COLORS = ACTIVITIES.map(activityColor);
const CAUSE_COLORS = CAUSES.map(causeColor);

/** The causes of the whole run, as bars from 0 to `height` pixels. */
export function overviewBars(log: RunLog, columns: number, height: number): readonly Bars[] {
  const bars = new BarList();
  const row = { label: '', top: 0, height };
  bars.stacks(row, log.columns(0, log.cycles, columns), log.cycles, SUM.causes, CAUSE_COLORS);
  return [...bars.groups.values()];
}

/** Frames of the quads that cover a pixel: bars without a colour, one a stage, or one a row of a quad. */
export function quadFrames(view: TimelineView): readonly number[] {
  const { log, from, to, pixel, rows } = view;
  if (pixel === null || to - from > FRAMED_CYCLES || !log.hasDetail(from, to)) return [];
  if (rows === 'quads') {
    const own = quadRows(view).filter(({ place }) => covers(place, pixel));
    return own.flatMap(({ top, height, begin, end }) => [begin, end, top - 1, top + height + 1]);
  }
  return staysIn(log, from, to).flatMap(({ quad, stages }) =>
    covers(log.placeOf(quad), pixel)
      ? stages.flatMap(({ begin, end }, s) =>
          begin < to && end > from
            ? [
                Math.max(from, begin),
                Math.min(to, end),
                TIMELINE_ROWS[s].top,
                TIMELINE_ROWS[s].top + TIMELINE_ROWS[s].height,
              ]
            : [],
        )
      : [],
  );
}

/** The meaning of the frames. */
export function frameName(pixel: readonly number[]): string {
  return `quad of pixel ${pixel.join(', ')}`;
}

/** The colours of a log with their names, each colour once: a stage's activity has the colour of the cause that it is. */
export function timelineKeys(
  log: RunLog,
  rows: TimelineView['rows'] = 'stages',
): readonly { readonly name: string; readonly color: string }[] {
  if (rows === 'quads') return STAGES.map((stage, s) => ({ name: STAGE_RECORDS[stage].title, color: stageColor(s) }));
  const sums = log.sums(0, log.cycles)!;
  const isSeen = (at: number, every: number, rows: number) =>
    Array.from({ length: rows }, (_, n) => sums[at + n * every]).some((cycles) => cycles > 0);
  const keys = [
    ...ACTIVITIES.filter((_, a) => isSeen(a, ACTIVITIES.length, STAGES.length)).map((activity) => {
      return { name: ACTIVITY_RECORDS[activity].title, color: activityColor(activity) };
    }),
    ...CAUSES.filter((_, c) => isSeen(SUM.causes + c, 0, 1)).map((cause) => {
      return { name: CAUSE_RECORDS[cause].title, color: causeColor(cause) };
    }),
  ];
  return [...new Set(keys.map(({ color }) => color))].map((color) => {
    const names = keys.filter((key) => key.color === color).map(({ name }) => name);
    return { name: [...new Set(names)].join(' / '), color };
  });
}

/** A text with the name of its design before it, where there are two. */
export function named(name: TimelineView['name'], text: string): string {
  return name === null ? text : `${name}: ${text}`;
}

export function timelineTitle({ name, from, to }: TimelineView): string {
  return named(name, `Stages in the cycles ${grouped(from)} to ${grouped(to - 1)}`);
}

/** The timeline as a chart that is saved. @param lines cycles that have a line over all rows */
export function timelineChart(view: TimelineView, columns: number, lines: readonly number[]): Chart {
  const { from, to, log, pixel } = view;
  const frames = quadFrames(view);
  const marks = (area: PlotArea) => {
    const path = (places: readonly number[]) => {
      const boxes: string[] = [];
      for (let n = 0; n < places.length; n += 4) {
        const [start, end, top, bottom] = places.slice(n, n + 4);
        const clipped = [Math.max(from, start), Math.min(to, end)] as const;
        boxes.push(box({ ...area, up: (y) => area.top + y }, clipped, [bottom, top]));
      }
      return boxes.join('');
    };
    const bars = timelineBars(view, columns).map(({ color, opacity, places }) => {
      return `<path d="${path(places)}" style="fill:${color};opacity:${opacity}"/>`;
    });
    const cursors = lines
      .filter((cycle) => cycle >= from && cycle < to)
      .map((cycle) => {
        return `<path class="cursor" d="M${short(area.across(cycle + 0.5))} ${area.top}V${short(area.bottom)}"/>`;
      });
    return [...bars, frames.length === 0 ? '' : `<path class="cursor" d="${path(frames)}"/>`, ...cursors].join('');
  };
  const framed = frames.length === 0 ? [] : [{ name: frameName(pixel!), sign: FRAME_SIGN }];
  return {
    title: timelineTitle(view),
    height: ROWS_HEIGHT,
    x: { label: 'cycle', scale: linearScale(from, Math.max(from + 1, to), grouped) },
    y: {
      label: 'stage',
      scale: {
        share: (at) => 1 - at / ROWS_HEIGHT,
        ticks: rowsOf(view).map(({ label, top, height }) => ({ at: top + height / 2, text: label })),
      },
    },
    keys: [...timelineKeys(log, view.rows).map(({ name, color }) => ({ name, sign: squareSign(color) })), ...framed],
    marks,
  };
}

const FRAME_SIGN = '<rect x="-6" y="-6" width="12" height="12" class="cursor"/>';

/** The cycles of a run, and their causes over time. */
export type RunCauses = Pick<Account, 'cycles' | 'timeline'>;

/** The causes of a log, in at most 128 bins. */
export function logCauses(log: RunLog): RunCauses {
  const { count, width, sums } = log.columns(0, log.cycles, OVERVIEW_BINS);
  const counts = CAUSES.map((cause, c) => {
    return [cause, Array.from({ length: count }, (_, bin) => sums[bin * SUM.size + SUM.causes + c])] as const;
  });
  const causes = Object.fromEntries(counts.filter(([, own]) => own.some((cycles) => cycles > 0)));
  return { cycles: log.cycles, timeline: { binCycles: width, causes } };
}

/** The causes of all cycles of a run, lower than on the still pages. @param cycles of the axis */
export function causesChart(run: RunCauses, cycles: number, name: TimelineView['name']): Chart {
  const chart = causeChart(run);
  const x = { ...chart.x, scale: linearScale(0, Math.max(1, cycles), grouped) };
  return { ...chart, x, title: named(name, chart.title), height: 110 };
}

const OVERVIEW_BINS = 128;
