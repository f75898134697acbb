import { type Account, unitCycles } from '../../../pipeline/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../pipeline/causes.ts';
import { ACTIVITIES, ACTIVITY_RECORDS, capacities, STAGE_RECORDS, STAGES } from '../../../pipeline/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { type Chart, lineSign, type PlotArea, polyline, seriesColor, short, squareSign } from '../../pages/chart.ts';
import { linearScale, type Scale } from '../../pages/chart-scale.ts';
import { grouped } from '../../pages/wording.ts';
import { activityColor, causeColor } from '../../simulate/report/html-style.ts';
import type { Steps, TimeWindow } from './time-window.ts';

/** A chart with its marks. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly marks: (area: PlotArea) => string;
}

/** The most steps of a line whose values have marks. */
const FEW_STEPS = 80;
/** Height of a row of the Gantt chart, and the part of it that a slice fills. */
const ROW = 24;
const FILLED = 0.7;
const CAUSE_ROW = 'cause';

/** The stages over the cycles of a window, one row each; the last row shows the cause of each cycle. */
export function ganttChart(window: TimeWindow): DrawnChart {
  const rows = [...STAGES.map((stage) => STAGE_RECORDS[stage].title), CAUSE_ROW];
  const activities = ACTIVITIES.filter((each) => window.slices.some(({ activity }) => activity === each));
  const causes = CAUSES.filter((each) => window.causes.some(({ cause }) => cause === each));
  const keys = [
    ...activities.map((each) => ({ name: ACTIVITY_RECORDS[each].title, color: activityColor(each) })),
    ...causes.map((each) => ({ name: `cause: ${CAUSE_RECORDS[each].title}`, color: causeColor(each) })),
  ];
  const chart = {
    title: `Stages in the cycles ${grouped(window.from)} to ${grouped(window.to - 1)}`,
    height: ROW * rows.length,
    x: cycleAxis(window),
    y: { label: 'stage', scale: aligned(rowScale(rows)) },
    keys: keys.map(({ name, color }) => ({ name, sign: squareSign(color) })),
  };
  const marks = (area: PlotArea) => {
    const stages = activities.map((activity) => {
      const slices = window.slices.filter((slice) => slice.activity === activity);
      // Passes that follow each other can be told apart.
      return [0, 1].map((parity) => {
        const own = slices.filter(({ work }) => (work === null ? 0 : (work.quad + work.pass) % 2) === parity);
        const path = own.map(({ stage, from, to }) => bar(area, STAGES.indexOf(stage), from, to)).join('');
        const fill = `fill:${activityColor(activity)};opacity:${parity === 0 ? 1 : 0.6}`;
        return path && `<path d="${path}" style="${fill}"/>`;
      });
    });
    const reasons = causes.map((cause) => {
      const path = window.causes
        .filter((run) => run.cause === cause)
        .map(({ from, to }) => bar(area, STAGES.length, from, to));
      return `<path d="${path.join('')}" style="fill:${causeColor(cause)}"/>`;
    });
    return [...stages.flat(), ...reasons].join('');
  };
  return { chart, marks };
}

/** The slices of a quad in a Gantt chart, framed. */
export function quadFrames({ slices }: TimeWindow, quad: number, area: PlotArea): string {
  const path = slices
    .filter(({ work }) => work?.quad === quad)
    .map(({ stage, from, to }) => bar(area, STAGES.indexOf(stage), from, to));
  return path.length === 0 ? '' : `<path class="cursor" d="${path.join('')}"/>`;
}

/** A line at a cycle, over the whole height of a chart. */
export function cycleLine(cycle: number, { across, top, bottom }: PlotArea): string {
  return `<path class="cursor" d="M${short(across(cycle + 0.5))} ${top}V${short(bottom)}"/>`;
}

/** The causes of all cycles of the run, stacked over time. */
export function causesChart(account: Account): DrawnChart {
  const { cycles, timeline } = account;
  const units = unitCycles(account) / Math.max(1, cycles);
  const causes = CAUSES.filter((cause) => timeline.causes[cause] !== undefined);
  const chart = {
    title: `Causes of all cycles, in bins of ${grouped(timeline.binCycles)}`,
    height: 110,
    x: { label: 'cycle', scale: linearScale(0, Math.max(1, cycles), grouped) },
    y: { label: 'share', scale: aligned(linearScale(0, 1, percentTick)) },
    keys: causes.map((cause) => ({ name: CAUSE_RECORDS[cause].title, sign: squareSign(causeColor(cause)) })),
  };
  const marks = ({ across, up }: PlotArea) => {
    const below = new Map<number, number>();
    const paths = causes.map((cause) => {
      const columns = timeline.causes[cause]!.map((count, bin) => {
        const [from, to] = [bin * timeline.binCycles, Math.min(cycles, (bin + 1) * timeline.binCycles)];
        const low = below.get(bin) ?? 0;
        const high = low + count / (units * (to - from));
        below.set(bin, high);
        return count === 0 ? '' : box(across(from), up(high), across(to), up(low));
      });
      return `<path d="${columns.join('')}" style="fill:${causeColor(cause)}"/>`;
    });
    return paths.join('');
  };
  return { chart, marks };
}

/** The entries of the FIFO behind each stage over the cycles of a window, as a share of the room for them. */
export function fifoChart(window: TimeWindow, { pipeline }: Design): DrawnChart {
  const room = capacities(pipeline);
  const lines = window.fifos.map(({ stage, levels }) => {
    const most = room[STAGES.indexOf(stage)];
    return { name: `behind ${STAGE_RECORDS[stage].title} (${most})`, steps: levels, most };
  });
  return stepChart(
    window,
    'FIFO levels, in brackets the entries that have room',
    'share of the room',
    1,
    percentTick,
    lines,
  );
}

/** The lines on their way from memory over the cycles of a window. */
export function missesChart(window: TimeWindow): DrawnChart {
  const most = Math.max(...window.misses.map(([, count]) => count));
  const line = { name: 'misses in flight', steps: window.misses, most: 1 };
  return stepChart(window, 'Misses in flight', 'lines', Math.max(5, most), grouped, [line]);
}

interface StepLine {
  readonly name: string;
  readonly steps: Steps;
  /** The value that counts as 1. */
  readonly most: number;
}

function stepChart(
  window: TimeWindow,
  title: string,
  label: string,
  most: number,
  text: (value: number) => string,
  lines: readonly StepLine[],
): DrawnChart {
  const chart = {
    title,
    height: 120,
    x: cycleAxis(window),
    y: { label, scale: aligned(linearScale(0, most, text)) },
    keys: lines.map(({ name }, n) => ({ name, sign: lineSign(seriesColor(n)) })),
  };
  const marks = (area: PlotArea) =>
    lines
      .map(({ steps, most: one }, n) => {
        const points = stairs(steps, window).map(([cycle, value]) => [cycle, value / one] as const);
        const dots =
          steps.length > FEW_STEPS ? [] : points.filter((_, k) => k % 2 === 0).map((point) => dot(point, area));
        const color = seriesColor(n);
        return `<path d="${polyline(points, area)}" class="line" style="stroke:${color}"/><path d="${dots.join('')}" style="fill:${color}"/>`;
      })
      .join('');
  return { chart, marks };
}

/** The corners of a line that stays at a value until the next one. */
export function stairs(steps: Steps, { from, to }: Pick<TimeWindow, 'from' | 'to'>): Steps {
  return steps.flatMap(([cycle, value], n) => {
    const end = steps[n + 1]?.[0] ?? to;
    return [
      [Math.max(from, cycle), value],
      [end, value],
    ] as const;
  });
}

/** The path of a disc at a point. */
function dot([x, y]: readonly [number, number], { across, up }: PlotArea): string {
  return `M${short(across(x) - 2.5)} ${short(up(y))}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z`;
}

function cycleAxis({ from, to }: Pick<TimeWindow, 'from' | 'to'>): Chart['x'] {
  return { label: 'cycle', scale: linearScale(from, Math.max(from + 1, to), grouped) };
}

/** Rows from the top down; a whole number is the middle of its row. */
function rowScale(names: readonly string[]): Scale {
  return {
    share: (row) => 1 - (row + 0.5) / names.length,
    ticks: names.map((text, at) => ({ at, text })),
  };
}

/** The scale with texts of one length, so that the areas of charts below each other begin at the same place. */
function aligned({ share, ticks }: Scale): Scale {
  const most = Math.max(...Object.values(STAGE_RECORDS).map(({ title }) => title.length));
  return { share, ticks: ticks.map(({ at, text }) => ({ at, text: text.padStart(most, '\u00a0') })) };
}

function bar({ across, up }: PlotArea, row: number, from: number, to: number): string {
  return box(across(from), up(row - FILLED / 2), across(to), up(row + FILLED / 2));
}

function box(left: number, top: number, right: number, bottom: number): string {
  return `M${short(left)} ${short(top)}H${short(right)}V${short(bottom)}H${short(left)}Z`;
}

function percentTick(share: number): string {
  return `${Math.round(100 * share)} %`;
}
