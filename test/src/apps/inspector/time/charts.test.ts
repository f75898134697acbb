import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, STAGES } from '../../../../../pipeline/stages/stages.ts';
import { type Chart, chartSvg, type PlotArea } from '../../../../../src/platform/pages/chart.ts';
import { PALETTE } from '../../../../../src/platform/pages/page.ts';
import { REPORT_STYLE } from '../../../../../src/simulate/report/html-style.ts';
import { localityOf } from '../../../../../src/apps/inspector/state/locality.ts';
import { cellAt, cellFrames, heatChart, missCurveChart } from '../../../../../src/apps/inspector/time/texel-charts.ts';
import {
  fifoChart,
  ganttChart,
  missesChart,
  quadFrames,
  stairs,
} from '../../../../../src/apps/inspector/time/time-charts.ts';
import { timeWindow } from '../../../../../src/apps/inspector/state/time-window.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { drawnRequests } from './drawn-requests.ts';

const FULL = preset('full-quality');
const requests = drawnRequests();

function result<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const window = result(timeWindow(requests, FULL, 250, 150));
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

describe('the Gantt chart', () => {
  const { area, svg } = drawn(ganttChart(window));

  it('fills each row from the first cycle to the last', () => {
    const all = boxes(svg.slice(svg.indexOf('class="marks"')));
    for (const row of [...STAGES.keys(), STAGES.length]) {
      const own = all.filter(([, top, , bottom]) => top < area.up(row) && area.up(row) < bottom);
      const width = own.reduce((sum, [left, , right]) => sum + right - left, 0);
      expect(width).toBeCloseTo(area.right - area.left, 0);
    }
  });

  it('names each stage, the axis and the colours', () => {
    for (const text of ['front end', 'filter', 'cause', 'cycle', 'busy / filter'])
      expect(svg).toContain(`${text}</text>`);
  });

  it('frames each stage of a quad from its first slice to its last', () => {
    const { work, stage } = window.slices.find((slice) => slice.work !== null)!;
    const own = window.slices.filter((slice) => slice.stage === stage && slice.work?.quad === work!.quad);
    const frames = boxes(quadFrames(window, work!.quad, area));
    const row = STAGES.indexOf(stage);
    const frame = [area.across(own[0].from), area.up(row - 0.35), area.across(own.at(-1)!.to), area.up(row + 0.35)];
    expect(frames).toContainEqual(frame.map((at) => Number(at.toFixed(2))));
    expect(frames).toHaveLength(
      new Set(window.slices.filter((slice) => slice.work?.quad === work!.quad).map((slice) => slice.stage)).size,
    );
    expect(quadFrames(window, 1e9, area)).toBe('');
  });

  it('has no colour twice in its legend, whatever its causes: greys are shared by name', () => {
    const values = new Map(
      Array.from(`${PALETTE}${REPORT_STYLE}`.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name, to]) => [name, to]),
    );
    const resolved = (color: string): string => {
      const [, name] = /^var\((.*)\)$/.exec(color) ?? [];
      return name === undefined ? color : resolved(values.get(name)!);
    };
    const causes = CAUSES.map((cause, n) => ({ cause, from: n, to: n + 1 }));
    const slices = ACTIVITIES.map((activity, n) => ({
      stage: 'filter' as const,
      activity,
      work: null,
      from: n,
      to: n + 1,
    }));
    const { keys } = ganttChart({ ...window, causes, slices });
    const colors = keys!.map(({ sign }) => resolved(/style="fill:(.*?)"/.exec(sign)![1]));
    expect(colors.filter((color, n) => colors.indexOf(color) !== n)).toEqual([]);
    const names = keys!.flatMap(({ name }) => name.split(' / '));
    expect(names).toEqual(expect.arrayContaining(['starved', 'no requests', 'blocked', 'filling', 'busy', 'filter']));
  });

  it('has the frames of a pixel, with a name, and each colour of its legend once', () => {
    const { work } = window.slices.find((slice) => slice.work !== null)!;
    const framed = drawn(ganttChart(window, [work!.quad], [6, 8]));
    expect(framed.svg).toContain('quad of pixel 6, 8</text>');
    expect(framed.svg.includes(quadFrames(window, work!.quad, framed.area))).toBe(true);
    const signs = ganttChart(window).keys!.map(({ sign }) => sign);
    expect(new Set(signs).size).toBe(signs.length);
  });
});

describe('the charts of levels', () => {
  it('begin where the Gantt chart begins, so that a cycle is at the same place', () => {
    const lefts = [ganttChart(window), fifoChart(window, FULL), missesChart(window)].map((each) => drawn(each).area);
    for (const { left, right } of lefts) expect([left, right]).toEqual([lefts[0].left, lefts[0].right]);
  });

  it('go down and up as stairs, within the window', () => {
    const steps = [
      [3, 1],
      [8, 0],
    ] as const;
    expect(stairs(steps, { from: 5, to: 10 })).toEqual([
      [5, 1],
      [8, 1],
      [8, 0],
      [10, 0],
    ]);
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
