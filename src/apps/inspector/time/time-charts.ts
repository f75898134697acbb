import type { Account } from '../../../../pipeline/stages/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, ACTIVITY_RECORDS, capacities, STAGE_RECORDS, STAGES } from '../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { box, type Chart, type PlotArea, polyline, short, squareSign } from '../../../platform/pages/chart.ts';
import { linearScale, type Scale } from '../../../platform/pages/chart-scale.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import { causeChart } from '../../../simulate/report/cause-section.ts';
import { activityColor, causeColor } from '../../../simulate/report/html-style.ts';
import type { WindowSteps, TimeWindow } from '../state/time-window.ts';

/** The most steps of a line whose values have marks. */
const FEW_STEPS = 80;
/** Height of a row of the Gantt chart, and the part of it that a slice fills. */
const ROW = 24;
const FILLED = 0.7;
const CAUSE_ROW = 'cause';
/** The colours of levels of FIFOs. No cause has one of them. */
const LEVEL = 'var(--quiet)';
const ROOM = 'var(--line)';
const FRAME_SIGN = '<rect x="-6" y="-6" width="12" height="12" class="cursor"/>';

/**
 * The stages over the cycles of a window, one row each; the last row shows the cause of each cycle.
 *
 * @param quads of the pixel, whose slices are framed
 */
export function ganttChart(
  window: TimeWindow,
  quads: readonly number[] = [],
  pixel: readonly [number, number] | null = null,
): Chart {
  const rows = [...STAGES.map((stage) => STAGE_RECORDS[stage].title), CAUSE_ROW];
  const activities = ACTIVITIES.filter((each) => window.slices.some(({ activity }) => activity === each));
  const causes = CAUSES.filter((each) => window.causes.some(({ cause }) => cause === each));
  const keys = mergedKeys([
    ...activities.map((each) => ({ name: ACTIVITY_RECORDS[each].title, color: activityColor(each) })),
    ...causes.map((each) => ({ name: CAUSE_RECORDS[each].title, color: causeColor(each) })),
  ]);
  const framed =
    quads.length === 0 || pixel === null ? [] : [{ name: `quad of pixel ${pixel.join(', ')}`, sign: FRAME_SIGN }];
  const marks = (area: PlotArea) => {
    const stages = activities.map((activity) => {
      const slices = window.slices.filter((slice) => slice.activity === activity);
      // Passes that follow each other have different shades.
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
    return [...stages.flat(), ...reasons, ...quads.map((quad) => quadFrames(window, quad, area))].join('');
  };
  return {
    title: `Stages in the cycles ${grouped(window.from)} to ${grouped(window.to - 1)}`,
    height: ROW * rows.length,
    x: cycleAxis(window),
    y: { label: 'stage', scale: aligned(rowScale(rows)) },
    keys: [...keys.map(({ name, color }) => ({ name, sign: squareSign(color) })), ...framed],
    marks,
  };
}

/** Names with their colours, each colour once: a stage's activity has the colour of the cause that it is. */
function mergedKeys(keys: readonly { readonly name: string; readonly color: string }[]) {
  const colors = [...new Set(keys.map(({ color }) => color))];
  return colors.map((color) => {
    const names = keys.filter((key) => key.color === color).map(({ name }) => name);
    return { name: [...new Set(names)].join(' / '), color };
  });
}

/** Frames in a Gantt chart, one a stage: from the first to the last slice of a quad. */
export function quadFrames({ slices }: TimeWindow, quad: number, area: PlotArea): string {
  const frames = STAGES.flatMap((stage, row) => {
    const own = slices.filter((slice) => slice.stage === stage && slice.work?.quad === quad);
    return own.length === 0 ? [] : bar(area, row, own[0].from, own.at(-1)!.to);
  });
  return frames.length === 0 ? '' : `<path class="cursor" d="${frames.join('')}"/>`;
}

/** A line at a cycle, over the whole height of a chart. */
export function cycleLine(cycle: number, { across, top, bottom }: PlotArea): string {
  return `<path class="cursor" d="M${short(across(cycle + 0.5))} ${top}V${short(bottom)}"/>`;
}

/** The causes of all cycles of the run, lower than on the still pages and aligned with the other charts. */
export function causesChart(account: Account): Chart {
  const chart = causeChart(account);
  return { ...chart, height: 110, y: { label: 'share', scale: aligned(chart.y.scale) } };
}

/** The entries of the FIFO after each stage over the cycles of a window, one row each, which is as high as the FIFO's room. */
export function fifoChart(window: TimeWindow, { pipeline }: Design): Chart {
  const room = capacities(pipeline);
  const { fifos } = window;
  const marks = (area: PlotArea) => {
    const rooms = fifos.map((_, row) => bar(area, row, window.from, window.to));
    const levels = fifos.map(({ stage, levels }, row) => {
      const most = room[STAGES.indexOf(stage)];
      const height = (value: number) => row + FILLED / 2 - (FILLED * value) / most;
      const corners = stairs(levels, window).map(([cycle, value]) => [cycle, height(value)] as const);
      const ends = [
        [window.from, height(0)],
        [window.to, height(0)],
      ] as const;
      return `${polyline([ends[0], ...corners, ends[1]], area)}Z`;
    });
    return `<path d="${rooms.join('')}" style="fill:${ROOM}"/><path d="${levels.join('')}" style="fill:${LEVEL}"/>`;
  };
  return {
    title: 'FIFO levels',
    height: ROW * fifos.length,
    x: cycleAxis(window),
    y: { label: 'FIFO after', scale: aligned(rowScale(fifos.map(({ stage }) => STAGE_RECORDS[stage].title))) },
    keys: [
      { name: 'entries', sign: squareSign(LEVEL) },
      { name: 'room', sign: squareSign(ROOM) },
    ],
    marks,
  };
}

/** The lines on their way from memory over the cycles of a window. */
export function missesChart(window: TimeWindow): Chart {
  const most = Math.max(5, ...window.misses.map(([, count]) => count));
  const marks = (area: PlotArea) => {
    const points = stairs(window.misses, window);
    const dots = points.length > 2 * FEW_STEPS ? [] : points.map((point) => dot(point, area));
    return `<path d="${polyline(points, area)}" class="line" style="stroke:${LEVEL}"/><path d="${dots.join('')}" style="fill:${LEVEL}"/>`;
  };
  return {
    title: 'Misses in flight',
    height: 120,
    x: cycleAxis(window),
    y: { label: 'lines', scale: aligned(linearScale(0, most, grouped)) },
    marks,
  };
}

/** The corners of a line that stays at a value until the next one. */
export function stairs(steps: WindowSteps, { from, to }: Pick<TimeWindow, 'from' | 'to'>): WindowSteps {
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
  return { share: (row) => 1 - (row + 0.5) / names.length, ticks: names.map((text, at) => ({ at, text })) };
}

/** The scale with texts of one length, so that the areas of charts below each other begin at the same place. */
function aligned({ share, ticks }: Scale): Scale {
  const most = Math.max(...Object.values(STAGE_RECORDS).map(({ title }) => title.length));
  return { share, ticks: ticks.map(({ at, text }) => ({ at, text: text.padStart(most, '\u00a0') })) };
}

function bar(area: PlotArea, row: number, from: number, to: number): string {
  return box(area, [from, to], [row - FILLED / 2, row + FILLED / 2]);
}
