import { sizeText } from '../../../../../src/platform/pages/wording.ts';
import { describe, expect, it } from 'vitest';
import { heatPicture, NO_HEAT } from '../../../../../src/platform/pages/heat-picture.ts';
import { LineStudy } from '../../../../../src/experiments/replay/locality/line-study.ts';
import { replayHtml } from '../../../../../src/experiments/replay/report/replay-html.ts';
import { replayJson } from '../../../../../src/experiments/replay/report/replay-json.ts';
import { type ReplayReport, streamReport } from '../../../../../src/experiments/replay/report/replay-report.ts';
import { replaySummary } from '../../../../../src/experiments/replay/report/replay-terminal.ts';
import { percentText } from '../../../../../src/platform/pages/wording.ts';
import { percentTick, signedCount } from '../../../../../src/experiments/replay/report/replay-text.ts';
import { lookups } from '../locality/streams.ts';
import { cacheOf, sampleReport } from './sample-report.ts';

const report = sampleReport({
  'small <s>': cacheOf({ sets: 4, ways: 1 }),
  large: cacheOf({ sets: 16, ways: 4 }),
  buffered: cacheOf({ sets: 4, ways: 1, victimLines: 4 }),
  sectored: cacheOf({ sets: 8, ways: 2, sectorBytes: 32 }),
});
const empty: ReplayReport = {
  ...report,
  trace: { name: 'nothing', accesses: 0, passes: 0, unmoved: 0, cut: 'record 1 has no address' },
  texels: null,
  streams: [streamReport(64, new LineStudy().result())],
  designs: [],
  heat: null,
};

const uri = () => 'data:image/png;base64,';

/** The elements that are not closed, or closed in the wrong place. */
function badlyNested(page: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name, end] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/g)) {
    if (end === '/' || ['img', 'meta'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...open, ...wrong];
}

describe('the page', () => {
  const page = replayHtml(report, uri);

  it('closes every element and needs no external file', () => {
    expect(badlyNested(page)).toEqual([]);
    expect(page.match(/(src|href)="(?!data:)/g)).toBeNull();
    expect(page.match(/NaN|Infinity|undefined/g)).toBeNull();
  });

  it('escapes the texts of the trace and the designs', () => {
    expect(['<i>', '<s>', '<u>'].filter((raw) => page.includes(raw))).toEqual([]);
    expect(page.match(/<h1>.*<\/h1>/)![0]).toBe('<h1>walk &lt;i&gt; against 4 designs</h1>');
  });

  it('numbers each design in the table, on the curve and beside its classes', () => {
    for (const [n, { name }] of report.designs.entries()) {
      const text = name.replace('<s>', '&lt;s&gt;');
      const marks = [`<b>${n + 1}. ${text}</b>`, `class="x badge-text">${n + 1}</text>`, `>${n + 1}. ${text}: misses `];
      expect(marks.filter((mark) => !page.includes(mark))).toEqual([]);
    }
  });

  it('puts every mark of a chart within the chart', () => {
    const far: string[] = [];
    const charts = [...page.matchAll(/viewBox="0 0 (\d+) ([\d.]+)".*?<g class="marks">(.*?)<\/svg>/gs)];
    // Five charts over the whole page, in three sizes, and two beside each other.
    expect(charts).toHaveLength(5 * 3 + 2);
    for (const [, width, height, svg] of charts) {
      for (const [mark, x, y] of svg.matchAll(/ (?:c?x)="(-?[\d.]+)" c?y="(-?[\d.]+)"/g)) {
        if (Number(x) < 0 || Number(x) > Number(width) || Number(y) < 0 || Number(y) > Number(height)) far.push(mark);
      }
      for (const [step, x, y] of svg.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)) {
        if (Number(x) < 0 || Number(x) > Number(width) || Number(y) < 0 || Number(y) > Number(height)) far.push(step);
      }
    }
    expect(far).toEqual([]);
  });

  it('is complete for an empty trace, and says that it was cut', () => {
    const none = replayHtml(empty, uri);
    expect(badlyNested(none)).toEqual([]);
    expect(none.includes('cut short: record 1 has no address')).toBe(true);
    expect(none.match(/NaN|Infinity|undefined/g)).toBeNull();
  });
});

describe('the terminal table', () => {
  it('has a row for each design, and a summary of the trace', () => {
    const lines = replaySummary(report, false).split('\n');
    expect(lines[0]).toBe(`walk <i>: 8 000 accesses, 2 000 passes, ${lines[0].split(', ').at(-1)}`);
    for (const { name, totals } of report.designs) {
      const row = lines
        .find((line) => line.startsWith(`│ ${name} `))!
        .split('│')
        .map((cell) => cell.trim());
      expect(row).toContain(String(totals.misses).replace(/\B(?=(\d{3})+$)/g, ' '));
    }
    expect(replaySummary(empty, false)).toContain('cut short: record 1 has no address');
  });
});

describe('the numbers', () => {
  it('of JSON are those of the report', () => {
    expect(JSON.parse(replayJson(report))).toEqual(report);
    expect(replayJson(report)).toMatch(/"touches": \[ 0|"touches": \[ \d+, \d+/);
  });

  it('split the line misses of every design into classes', () => {
    for (const { classes, totals } of report.designs) {
      const { compulsory, capacity, conflict } = classes!;
      expect(compulsory + capacity + conflict).toBe(totals.cache.lineMisses);
      expect(compulsory).toBe(report.streams[0].lines);
    }
  });

  it('of the time line add up to the totals', () => {
    for (const { timeLine, totals } of report.designs) {
      const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
      expect(sum(timeLine!.misses)).toBe(totals.misses);
      expect(sum(timeLine!.bytes)).toBe(totals.memory.bytes);
      expect(sum(timeLine!.lookups)).toBe(totals.lookups);
    }
  });

  it('of the heat map add up to accesses and misses', () => {
    const [level] = report.heat!.levels;
    expect(level.touches.reduce((a, b) => a + b, 0)).toBe(report.trace.accesses);
    expect(level.misses.reduce((a, b) => a + b, 0)).toBe(report.designs[0].totals.misses);
  });

  it('of the curve are the misses and the miss ratio of every size', () => {
    const study = new LineStudy();
    study.take(lookups([1, 2, 3, 1, 2, 1]));
    const { curve } = study.result();
    expect([1, 2, 3].map((lines) => curve.misses(lines))).toEqual([6, 5, 3]);
    expect([1, 2, 3].map((lines) => curve.missRatio(lines))).toEqual([1, 5 / 6, 1 / 2]);
  });
});

describe('a heat picture', () => {
  const touches = [0, 9, 99];

  it('runs from dark for no count to the brightest colour for the largest', () => {
    for (const scale of ['linear', 'log'] as const) {
      const { picture, most } = heatPicture(touches, 3, 1, scale);
      expect([picture.width, picture.height, most]).toEqual([3, 1, 99]);
      expect([...picture.texels.subarray(0, 4)]).toEqual([...NO_HEAT, 255]);
      expect([...picture.texels.subarray(8, 12)]).toEqual([0xfc, 0xfd, 0xbf, 255]);
    }
  });

  it('shows low counts beside high ones on a logarithmic scale', () => {
    // log(1 + 9) is half of log(1 + 99): half of the ramp, between its third and its fourth colour.
    const { picture } = heatPicture(touches, 3, 1, 'log');
    expect([...picture.texels.subarray(4, 7)]).toEqual([0xd4, 0x4c, 0x6c]);
  });

  it('of no counts is dark', () => {
    const { picture } = heatPicture([0, 0, 0], 3, 1);
    expect([...picture.texels]).toEqual(Array.from({ length: 3 }, () => [...NO_HEAT, 255]).flat());
  });
});

describe('the misses of designs', () => {
  const misses = report.designs.map(({ totals }) => totals.misses);

  it('are those of a texel access first, of a quad and of a look-up, on the page and in the summary', () => {
    // 8000 accesses of 2000 quads.
    const [design] = report.designs;
    const of = (count: number) => percentText(misses[0] / count);
    const cells = [of(8000), (misses[0] / 2000).toPrecision(3), of(design.totals.lookups)];
    expect(new Set(cells).size).toBe(3);
    const row = replaySummary(report, false)
      .split('\n')
      .find((line) => line.includes('small'))!;
    expect(row.split('│').map((cell) => cell.trim())).toEqual(expect.arrayContaining(cells));
    const heads = ['misses / access', 'misses / quad', 'misses / look\u2011up', 'B / access'];
    const page = replayHtml(report, uri);
    const places = [...heads.slice(0, 3), ...cells].map((text) => page.indexOf(`>${text}<`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(page).toContain(`>${heads[3]}<`);
  });

  it('are not given for a quad where quads are not counted', () => {
    expect(replaySummary({ ...report, texels: null }, false)).not.toContain('misses / quad');
  });

  it('share an axis with curves of other look-ups as misses of a texel access', () => {
    const page = replayHtml(report, uri);
    expect(page).toContain('misses a texel access');
    expect(page).toContain(`; ${percentText(misses[1] / 8000)} misses a texel access</title>`);
  });
});

describe('the words', () => {
  it('state sizes, shares and differences', () => {
    expect([0, 512, 1024, 1536, 2 ** 20, 3 * 2 ** 29].map(sizeText)).toEqual([
      '0 B',
      '512 B',
      '1 KiB',
      '1.5 KiB',
      '1 MiB',
      '1.5 GiB',
    ]);
    expect([0, 0.11, 0.000512, 1].map(percentText)).toEqual(['0 %', '11.0 %', '0.0512 %', '100 %']);
    expect([0, 0.11, 0.0005, 1].map(percentTick)).toEqual(['0 %', '11 %', '0.05 %', '100 %']);
    expect([-1234, 0, 1234].map(signedCount)).toEqual(['−1 234', '0', '1 234']);
  });
});
