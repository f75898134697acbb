import { describe, expect, it } from 'vitest';
import { CAUSE_RECORDS, CAUSES } from '../../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, ACTIVITY_RECORDS, STAGE_RECORDS, STAGES } from '../../../../../pipeline/stages/stages.ts';
import { type Chart, chartSvg, type PlotArea } from '../../../../../src/platform/pages/chart.ts';
import { PALETTE } from '../../../../../src/platform/pages/page.ts';
import { activityColor, REPORT_STYLE } from '../../../../../src/simulate/report/html-style.ts';
import { type RunLog, SUM } from '../../../../../src/apps/inspector/state/run-log.ts';
import { localityOf } from '../../../../../src/apps/inspector/state/locality.ts';
import { cellAt, cellFrames, heatChart, missCurveChart } from '../../../../../src/apps/inspector/time/texel-charts.ts';
import {
  causesChart,
  logCauses,
  quadRows,
  rowsOf,
  quadFrames,
  TIMELINE_ROWS,
  ROWS_HEIGHT,
  timelineBars,
  timelineChart,
  timelineKeys,
} from '../../../../../src/apps/inspector/time/timeline-chart.ts';
import type { TimelineView } from '../../../../../src/apps/inspector/time/bars.ts';
import { windowWithin, zoomedWindow } from '../../../../../src/apps/inspector/time/window-motion.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { drawnLog } from './drawn-log.ts';
import { drawnRequests } from './drawn-requests.ts';

const FULL = preset('full-quality');
const requests = drawnRequests();

function result<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const log = drawnLog(requests, FULL);
const view: TimelineView = { name: null, log, design: FULL, from: 250, to: 400, rows: 'stages', pixel: null };
const window = log.window(250, 400);
const locality = result(localityOf(requests, FULL));

/** The area of a chart, and its SVG. */
function drawn(chart: Chart): { readonly area: PlotArea; readonly svg: string } {
  const areas: PlotArea[] = [];
  const marks = (area: PlotArea) => {
    areas.push(area);
    return chart.marks(area);
  };
  const svg = chartSvg({ ...chart, marks }, 800);
  return { area: areas[0], svg };
}

/** Left, top, right and bottom of each box of a path. */
function boxes(path: string): readonly (readonly number[])[] {
  return Array.from(path.matchAll(/M([\d.]+) ([\d.]+)H([\d.]+)V([\d.]+)H/g), (box) => box.slice(1).map(Number));
}

/** The bars of a row: first cycle, end, top and bottom of each. */
function barsOf(bars: ReturnType<typeof timelineBars>, label: string): readonly (readonly number[])[] {
  const { top, height } = TIMELINE_ROWS.find((row) => row.label === label)!;
  const all = bars.flatMap(({ places }) =>
    Array.from({ length: places.length / 4 }, (_, n) => places.slice(4 * n, 4 * n + 4)),
  );
  return all.filter(([, , above, below]) => above >= top - 1e-9 && below <= top + height + 1e-9);
}

const areaOf = (bars: readonly (readonly number[])[]) =>
  bars.reduce((sum, [from, to, top, bottom]) => sum + (to - from) * (bottom - top), 0);

describe('the timeline', () => {
  it.each([
    ['slices', 1000],
    ['columns', 10],
  ])('fills each row of a stage and the causes from the first cycle to the last, in %s', (_, columns) => {
    const bars = timelineBars(view, columns);
    for (const { label, height } of TIMELINE_ROWS.slice(0, STAGES.length + 1)) {
      const own = barsOf(bars, label);
      const [first, end] = [Math.min(...own.map(([from]) => from)), Math.max(...own.map(([, to]) => to))];
      expect(first).toBeLessThanOrEqual(250);
      expect(end).toBeGreaterThanOrEqual(400);
      expect(areaOf(own)).toBeCloseTo((end - first) * height, 6);
    }
  });

  it('has in its columns the shares of the activities and causes, and the mean levels', () => {
    const bars = timelineBars({ ...view, from: 256, to: 384 }, 16);
    const { height } = TIMELINE_ROWS[STAGES.indexOf('filter')];
    const filter = barsOf(bars, 'filter');
    const busy = bars.find(({ color }) => color === activityColor('busy'))!.places;
    const own = filter.filter((bar) => busy.some((_, n) => n % 4 === 0 && bar.every((at, m) => busy[n + m] === at)));
    const cycles = log
      .window(256, 384)
      .slices.filter(({ stage, activity }) => stage === 'filter' && activity === 'busy')
      .reduce((sum, { from, to }) => sum + to - from, 0);
    expect(areaOf(own)).toBeCloseTo(cycles * height, 6);
    const level = (columns: number) =>
      areaOf(barsOf(timelineBars({ ...view, from: 256, to: 384 }, columns), 'tag FIFO'));
    expect(level(16)).toBeCloseTo(level(1000), 6);
  });

  it('is saved with the names of its rows, its axis and its colours', () => {
    const { svg } = drawn(timelineChart(view, 1000, [300]));
    for (const text of ['front end', 'filter', 'cause', 'cycle', 'busy / filter', 'tag FIFO', 'misses']) {
      expect(svg).toContain(`${text}</text>`);
    }
    expect(svg.match(/class="cursor"/g)).toHaveLength(1);
    const all = boxes(svg.slice(svg.indexOf('class="marks"')));
    const { area } = drawn(timelineChart(view, 1000, []));
    for (const [left, top, right, bottom] of all) {
      expect(Math.min(left, right)).toBeGreaterThanOrEqual(area.left - 0.01);
      expect(Math.max(left, right)).toBeLessThanOrEqual(area.right + 0.01);
      expect(Math.min(top, bottom)).toBeGreaterThanOrEqual(area.top - 0.01);
      expect(Math.max(top, bottom)).toBeLessThanOrEqual(area.top + ROWS_HEIGHT + 0.01);
    }
  });

  it('frames each stage of a quad of the pixel from its first slice to its last', () => {
    const { work } = window.slices.find((slice) => slice.work !== null)!;
    const { x, y } = window.quads.get(work!.quad)!;
    const frames = quadFrames({ ...view, pixel: [x, y] });
    const stages = new Set(window.slices.filter((slice) => slice.work?.quad === work!.quad).map(({ stage }) => stage));
    expect(frames).toHaveLength(4 * stages.size);
    STAGES.filter((stage) => stages.has(stage)).forEach((stage, n) => {
      const own = window.slices.filter((slice) => slice.stage === stage && slice.work?.quad === work!.quad);
      const { top, height } = TIMELINE_ROWS[STAGES.indexOf(stage)];
      expect(frames.slice(4 * n, 4 * n + 4)).toEqual([own[0].from, own.at(-1)!.to, top, top + height]);
    });
    expect(drawn(timelineChart({ ...view, pixel: [x, y] }, 1000, [])).svg).toContain(`quad of pixel ${x}, ${y}</text>`);
    expect(quadFrames({ ...view, pixel: [47, 31] })).toEqual([]);
  });

  it('has no colour twice in its legend, whatever its causes: greys are shared by name', () => {
    const values = new Map(
      Array.from(`${PALETTE}${REPORT_STYLE}`.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name, to]) => [name, to]),
    );
    const resolved = (color: string): string => {
      const [, name] = /^var\((.*)\)$/.exec(color) ?? [];
      return name === undefined ? color : resolved(values.get(name)!);
    };
    const everything = { cycles: 1, sums: () => new Float64Array(SUM.size).fill(1) } as unknown as RunLog;
    const keys = timelineKeys(everything);
    const colors = keys.map(({ color }) => resolved(color));
    expect(colors.filter((color, n) => colors.indexOf(color) !== n)).toEqual([]);
    const names = keys.flatMap(({ name }) => name.split(' / '));
    const all = [
      ...ACTIVITIES.map((each) => ACTIVITY_RECORDS[each].title),
      ...CAUSES.map((each) => CAUSE_RECORDS[each].title),
    ];
    expect(new Set(names)).toEqual(new Set(all));
    expect(timelineKeys(log).length).toBeLessThan(keys.length);
  });

  it('has the causes of the whole run in a chart, each column whole', () => {
    const { svg } = drawn(causesChart(logCauses(log), log.cycles, null));
    const heights = boxes(svg.slice(svg.indexOf('class="marks"'))).map(
      ([left, top, right, bottom]) => (right - left) * (top - bottom),
    );
    const { area } = drawn(causesChart(logCauses(log), log.cycles, null));
    const whole = (area.right - area.left) * (area.bottom - area.top);
    expect(heights.reduce((sum, each) => sum + each, 0) / whole).toBeCloseTo(1, 2);
  });
});

describe('the rows of quads', () => {
  const quads: TimelineView = { ...view, rows: 'quads' };

  it('are those of the quads that are in the pipeline in the window, in their order, and end where they do', () => {
    const rows = quadRows(quads);
    const worked = new Set(window.slices.flatMap(({ work }) => (work === null ? [] : work.quad)));
    const shown = rows.map(({ quad }) => quad);
    expect([...worked].filter((quad) => !shown.includes(quad))).toEqual([]);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    for (const { quad, place, top, height, end } of rows) {
      expect(place).toEqual(window.quads.get(quad));
      expect(top + height).toBeLessThanOrEqual(ROWS_HEIGHT + 1e-9);
      const out = window.slices.findLast((slice) => slice.stage === 'result' && slice.work?.quad === quad);
      if (out !== undefined) expect([quad, end]).toEqual([quad, out.to]);
    }
  });

  it('have bars without a gap from the first stage in the window to the end', () => {
    const bars = timelineBars(quads, 1000);
    for (const row of quadRows(quads)) {
      const own = bars.flatMap(({ places }) =>
        Array.from({ length: places.length / 4 }, (_, n) => places.slice(4 * n, 4 * n + 4)).filter(
          ([, , top]) => Math.abs(top - row.top) < 1e-6,
        ),
      );
      expect(own.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(row.end - row.begin);
    }
  });

  it('are some of them where they are too many, and none where the window is too long', () => {
    const all = rowsOf({ ...quads, from: 0, to: log.cycles });
    expect(all.length).toBeLessThanOrEqual(ROWS_HEIGHT);
    expect(all.length).toBeGreaterThan(200);
    expect(quadRows({ ...quads, from: 0, to: 2 ** 17 })).toEqual([]);
    expect(timelineKeys(log, 'quads').map(({ name }) => name)).toEqual(
      STAGES.map((stage) => STAGE_RECORDS[stage].title),
    );
  });
});

describe('a window that moves', () => {
  it('is zoomed around the cycle under the pointer, and is not shorter than can be', () => {
    for (const share of [0, 0.3, 1]) {
      for (const factor of [0.5, 0.99, 3]) {
        const window = { from: 1000, cycles: 200 };
        const { from, cycles } = zoomedWindow(window, share, factor);
        expect(cycles).toBeCloseTo(200 * factor, 9);
        expect(from + share * cycles).toBeCloseTo(1000 + share * 200, 9);
      }
    }
    expect(zoomedWindow({ from: 10, cycles: 20 }, 0.5, 0.01)).toEqual({ from: 12, cycles: 16 });
  });

  it('stays in the run, in whole cycles', () => {
    expect(windowWithin(5000, { from: -20.4, cycles: 99.6 })).toEqual({ from: 0, cycles: 100 });
    expect(windowWithin(5000, { from: 6000, cycles: 100 })).toEqual({ from: 4984, cycles: 100 });
    expect(windowWithin(5000, { from: 10, cycles: 1e9 })).toEqual({ from: 10, cycles: 5000 });
    expect(windowWithin(3, { from: 10, cycles: 1 })).toEqual({ from: 0, cycles: 16 });
  });
});

describe('the charts of texels', () => {
  const [level] = locality.levels;

  it('show the design beside the curve, and the working set', () => {
    const { svg } = drawn(missCurveChart(locality));
    expect(svg).toMatch(/this design: \S+ KiB, [\d.]+ %/);
    expect(svg).toContain('working set');
  });

  it('find the cell under each place of a heat map, and frame it there', () => {
    const { area } = drawn(heatChart(level, 'Accesses', '', 9));
    const { first, columns, rows } = level;
    for (const cell of [first, first + 1, first + columns, first + columns * rows - 1]) {
      const [[left, top, right, bottom]] = boxes(cellFrames(level, [cell], area));
      const x = ((left + right) / 2 - area.left) / (area.right - area.left);
      const y = (area.bottom - (top + bottom) / 2) / (area.bottom - area.top);
      expect(cellAt(level, x, y)).toBe(cell);
    }
    expect(cellFrames(level, [first - 1, first + columns * rows], area)).toBe('');
  });
});
