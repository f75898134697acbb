import { describe, expect, it } from 'vitest';
import { activityColor, causeColor, REPORT_STYLE } from '../../../../src/simulate/report/html-style.ts';
import { type Account, stageTable } from '../../../../pipeline/stages/account.ts';
import { type Cause, CAUSES } from '../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, type Activity, STAGE_RECORDS, STAGES } from '../../../../pipeline/stages/stages.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { heatPicture } from '../../../../src/platform/pages/heat-picture.ts';
import { htmlReport } from '../../../../src/simulate/report/html.ts';
import { type Report, ratiosOf } from '../../../../src/simulate/report/report.ts';
import { terminalSummary } from '../../../../src/simulate/report/terminal.ts';
import { byteCount, grouped, measured, percent } from '../../../../src/platform/pages/wording.ts';
import { PassMap } from '../../../../src/simulate/pass-map.ts';

const NONE = Object.fromEntries(ACTIVITIES.map((activity) => [activity, 0])) as Record<Activity, number>;
const IDLE: Record<Activity, number> = { ...NONE, busy: 100, starved: 700, blocked: 200 };
const LEVELS: Account['cacheLevels'] = {
  hits: 300,
  victimHits: 0,
  sectorMisses: 0,
  lineMisses: 100,
  l2Hits: 0,
  l2Misses: 0,
  l2ReadBytes: 0,
  l2WriteBytes: 0,
  writeBackBytes: 0,
  l2Bypasses: 0,
  prefetches: 0,
  prefetchHits: 0,
  prefetchBytes: 0,
  tlbHits: 0,
  tlbMisses: 0,
  merged: 0,
  l2Merged: 0,
  l2Probes: 0,
  l2Drops: 0,
  l3Hits: 0,
  l3Misses: 0,
  bankConflicts: 0,
  linkBusyCycles: 0,
};
const MEMORY: Account['memory'] = {
  requests: 100,
  bytes: 6400,
  writes: 0,
  writeBytes: 0,
  rowHits: 0,
  rowMisses: 0,
  rowConflicts: 0,
  busyCycles: 200,
  bankWaits: 0,
  bankWaitCycles: 0,
};
const CYCLES_BY_CAUSE: Partial<Account['causes']> = { returned: 100, filter: 100, memoryBandwidth: 800 };
const account: Account = {
  cycles: 1000,
  stages: {
    ...(Object.fromEntries(STAGES.map((stage) => [stage, IDLE])) as Account['stages']),
    tag: { ...IDLE, starved: 0, blocked: 400, missSlots: 500 },
    data: { ...IDLE, starved: 300, blocked: 0, memory: 600 },
  },
  causes: Object.fromEntries(CAUSES.map((cause) => [cause, CYCLES_BY_CAUSE[cause] ?? 0])) as Account['causes'],
  timeline: { binCycles: 512, causes: { returned: [60, 40], filter: [52, 48], memoryBandwidth: [400, 400] } },
  latency: {
    mean: 40,
    p50: 35,
    p90: 60,
    p99: 80,
    max: 81,
    histogram: [
      { from: 32, to: 57, quads: 80 },
      { from: 57, to: 82, quads: 20 },
    ],
  },
  utilization: { filter: 0.125, tagPorts: 0.1, dataBanks: 0.1, memoryBus: 0.2 },
  quads: 100,
  pixels: 250,
  passes: 200,
  samples: 500,
  taps: 2000,
  tagReads: 400,
  cache: { lookups: 400, hits: 300, misses: 100 },
  memoryBytes: 6400,
  flush: { cycles: 0, bytes: 0 },
  memoryBusyCycles: 200,
  cacheLevels: LEVELS,
  memory: MEMORY,
};
const design = { ...PRESETS.get('full-quality')!, name: 'a <b> & "c"' };
const report: Report = {
  format: 'texunit-report',
  version: 1,
  texunit: '0.0.0',
  mode: 'cycle',
  scene: {
    name: 'plane',
    width: 64,
    height: 48,
    traversal: 'tiles',
    texture: 'checker',
    textureWidth: 1024,
    textureHeight: 512,
    textureLevels: 11,
    textureFormat: 'r8g8b8a8_unorm',
  },
  sampler: DEFAULT_SAMPLER,
  passMap: { palest: 9, most: 12 },
  quads: 100,
  pixels: 250,
  account,
  ratios: ratiosOf(account, 4),
  design,
};

describe('ratios', () => {
  it('follow from the counts', () => {
    expect(ratiosOf(account, 4)).toEqual({
      pixelsPerCycle: 0.25,
      quadsPerCycle: 0.1,
      passesPerQuad: 2,
      samplesPerPixel: 2,
      tapsPerPixel: 8,
      fetchedTexelsPerPixel: 6.4,
      fetchedBytesPerPixel: 25.6,
      cacheHitRate: 0.75,
      missesPerAccess: 0.05,
      missesPerQuad: 1,
      memoryUtilization: 0.2,
      bottleneck: 'data',
      boundBy: 'memoryBandwidth',
    });
  });

  it('of an empty run are zero', () => {
    const empty = {
      ...account,
      cycles: 0,
      quads: 0,
      pixels: 0,
      stages: stageTable(new Float64Array(STAGES.length * ACTIVITIES.length)),
      cache: { lookups: 0, hits: 0, misses: 0 },
    };
    const { bottleneck: _, boundBy: _cause, ...ratios } = ratiosOf(empty, 4);
    expect(Object.values(ratios).every((value) => value === 0)).toBe(true);
  });
});

/** 16 x 2 blocks: 24 of one pass, 4 of two, 3 of four, none in one. */
const PASSES = new PassMap(32, 4);
PASSES.passes.fill(1).set([2, 2, 2, 2, 4, 4, 4, 0]);

describe('the page', () => {
  const page = htmlReport(report, { image: 'data:image', passes: { image: 'data:passes', map: PASSES } });

  it('closes every element and needs no external file', () => {
    const open: string[] = [];
    const wrong: string[] = [];
    const body = page.slice(page.indexOf('<body>')).replace('</html>', '');
    for (const [, slash, name, closed] of body.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/g)) {
      if (name === 'img' || closed === '/') continue;
      if (slash === '') open.push(name);
      else if (open.pop() !== name) wrong.push(name);
    }
    expect([open, wrong]).toEqual([[], []]);
    expect(page.match(/(src|href)="(?!data:)/g)).toBeNull();
  });

  it('says the share of the drawn blocks that have each number of passes', () => {
    const keys = Array.from(page.matchAll(/class="key" style="background: rgb\((.*?)\)"><\/span>(\d+): ([\d.]+ %)/g));
    expect(keys.map(([, , count, share]) => [count, share])).toEqual([
      ['1', percent(24 / 31)],
      ['2', percent(4 / 31)],
      ['4', percent(3 / 31)],
    ]);
    const { texels } = heatPicture(PASSES.passes, 16, 2, 'linear', report.passMap.palest).picture;
    const cells = [8, 0, 4].map((cell) => texels.subarray(4 * cell, 4 * cell + 3).join(' '));
    expect(keys.map(([, color]) => color)).toEqual(cells);
  });

  it('has a link into the inspector where it is given', () => {
    const pictures = { image: 'data:image', passes: { image: 'data:passes', map: PASSES } };
    expect(htmlReport(report, pictures, 'a.html#b="c"&d')).toContain('href="a.html#b=&quot;c&quot;&amp;d"');
    expect(page).not.toContain('<a ');
  });

  it('escapes texts of the user', () => {
    expect(page).toContain('<h1>plane on a &lt;b&gt; &amp; &quot;c&quot;</h1>');
    expect(page).not.toContain('<b> & "c"');
  });

  /** The page with plain spaces in its numbers. */
  const spaced = page.replaceAll('\u00a0', ' ');

  /** The chart of a title in its widest size, from the title on. */
  const chart = (title: string) => page.slice(page.lastIndexOf(`<title>${title}`)).split('</svg>')[0];

  it('draws the bar of each stage from one end to the other', () => {
    const ends = new Map<string, number>();
    const [, marks] = chart('Cycles of each stage by activity').split('<g class="marks">');
    for (const [, x, y, width] of marks.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)) {
      if (ends.has(y)) expect(Number(x)).toBeCloseTo(ends.get(y)!, 1);
      ends.set(y, Number(x) + Number(width));
    }
    expect(ends.size).toBe(STAGES.length);
    for (const end of ends.values()) expect(end).toBeCloseTo([...ends.values()][0], 1);
    expect(page).toContain('<title>data: memory 600, 60.0 %</title>');
  });

  it('stacks the causes of each bin up to the full bin', () => {
    const tops: number[][] = [[], []];
    for (const [, columns] of chart('Causes of the cycles').matchAll(/<path style="fill:[^"]*" d="([^"]*)"><title>/g)) {
      columns
        .split('Z')
        .slice(0, -1)
        .forEach((column, bin) => {
          const [, low, high] = /^M[\d.]+ ([\d.]+)H[\d.]+V([\d.]+)H/.exec(column)!;
          if (tops[bin].length > 0) expect(Number(low)).toBe(tops[bin].at(-1));
          tops[bin].push(Number(high));
        });
    }
    expect(tops.map((own) => own.length)).toEqual([3, 3]);
    // The second bin ends with the run, and its 488 cycles are complete.
    expect(tops[0].at(-1)).toBe(tops[1].at(-1));
    expect(page).toContain('<b>memory bandwidth</b></th><td class="number">800</td><td class="number">80.0 %</td>');
  });

  it('has one account of what limits the run: the cause of the most cycles without a quad', () => {
    // The data stage was least often starved or blocked; that is no second verdict.
    expect(ratiosOf(account, 4).bottleneck).toBe('data');
    const limit = 'held up most by: memory bandwidth, 80.0 % of the cycles';
    for (const text of [spaced, terminalSummary(report, false)]) {
      expect(text.split(limit)).toHaveLength(2);
      expect(text).not.toMatch(/bounds/);
    }
  });

  it('has the scale of the passes, and the most of them', () => {
    const scale = '9 and more, up to 12';
    expect(page).toContain(`0 <span class="ramp"></span> ${scale}`);
    expect(terminalSummary(report, false)).toContain(`from 0, dark, to ${scale}, palest`);
  });

  it('leads with the misses of a texel access, and names the other denominators', () => {
    expect(spaced).toMatch(/5\.00 %<.*misses a texel access.*100 misses, 1\.00 a quad; 75\.0 % of 400 look-ups hit/s);
  });

  it('marks the percentiles of the latency', () => {
    expect(chart('Latency of the quads')).toMatch(/p50 35 cycles<.*p90 60 cycles<.*p99 80 cycles</);
  });

  it('shows no bars without a clock', () => {
    const plain = { ...report, mode: 'functional', account: null, ratios: null } as const;
    const quiet = htmlReport(plain, { image: 'data:image', passes: { image: 'data:passes', map: PASSES } });
    expect(quiet).not.toContain('<svg');
    expect(quiet).toContain('no clock');
    expect(terminalSummary(plain, false)).toMatch(/\n100 quads, 250 pixels\. The functional mode has no clock\.\n/);
  });
});

describe('the summary', () => {
  it('has a row for each stage, and a column for each activity that occurred', () => {
    const summary = terminalSummary(report, false);
    const cells = (first: string) =>
      summary
        .split('\n')
        .find((line) => line.startsWith(`│ ${first} `))
        ?.split('│')
        .slice(1, -1)
        .map((cell) => cell.trim());
    expect(cells('stage, % of cycles')).toEqual([
      'stage, % of cycles',
      'busy',
      'starved',
      'blocked',
      'miss slots',
      'memory',
    ]);
    expect(cells('data')).toEqual(['data', '10.0', '30.0', '', '', '60.0']);
    expect(cells('memory bandwidth')).toEqual(['memory bandwidth', '800', '80.0']);
    expect(cells('bank conflict')).toBeUndefined();
    expect(cells('cycles latency')).toEqual(['cycles latency', '35', 'median of the quads; p99 80, longest 81']);
    expect(cells('taps a pixel')).toEqual(['taps a pixel', '8.00', '2 000 taps']);
    const misses = '100 misses, 1.00 a quad; 75.0 % of 400 look-ups hit';
    expect(cells('cache misses a')).toEqual(['cache misses a texel access', '5.00 %', misses]);
    expect(cells('read from memory')).toEqual(['read from memory', '6.40 kB', '6.40 texels a pixel']);
  });

  it('names no cause where every cycle returned a quad', () => {
    const causes = { ...account.causes, memoryBandwidth: 0, fill: 0, returned: 1000 };
    const none = Object.fromEntries(CAUSES.map((cause) => [cause, cause === 'returned' ? 1000 : 0]));
    const smooth = { ...account, causes: { ...causes, ...none } };
    expect(ratiosOf(smooth, 4).boundBy).toBeNull();
    const summary = terminalSummary({ ...report, account: smooth, ratios: ratiosOf(smooth, 4) }, false);
    expect(summary).toContain('held up most by: nothing ');
  });

  it('has colours only on request', () => {
    expect(terminalSummary(report, false)).not.toContain('\u001b');
    expect(terminalSummary(report, true)).toContain('\u001b[1m');
  });
});

describe('the colours of report.html', () => {
  it('are those of causes for the activities that are their causes, and are in the style', () => {
    for (const cause of CAUSES) expect(REPORT_STYLE).toContain(`--cause-${cause}: `);
    for (const { causes } of Object.values(STAGE_RECORDS)) {
      for (const [activity, cause] of Object.entries(causes) as [Activity, Cause][]) {
        // These two are activities of every stage, and causes in some.
        if (activity !== 'busy' && activity !== 'blocked') expect(activityColor(activity)).toBe(causeColor(cause));
      }
    }
    const names = ACTIVITIES.map((activity) => /--[\w-]+/.exec(activityColor(activity))![0]);
    expect(names.filter((name) => !REPORT_STYLE.includes(`${name}: `))).toEqual([]);
    expect(new Set(names).size).toBe(ACTIVITIES.length);
  });

  it('differ from one cause to the other', () => {
    const colors = [...REPORT_STYLE.matchAll(/--cause-\w+: ([^;]+);/g)].map(([, color]) => color);
    expect(new Set(colors).size).toBe(CAUSES.length);
  });
});

describe('the heat map', () => {
  it('runs from dark for no passes to pale for the most passes', () => {
    const map = new PassMap(6, 2);
    map.passes.set([0, 5, 10]);
    const { picture, most } = heatPicture(map.passes, map.width, map.height);
    expect([picture.width, picture.height, most]).toEqual([3, 1, 10]);
    const sums = [0, 1, 2].map((n) => picture.texels.subarray(4 * n, 4 * n + 3).reduce((a, b) => a + b, 0));
    expect([...sums].sort((a, b) => a - b)).toEqual(sums);
    expect([...picture.texels.subarray(8, 12)]).toEqual([0xfc, 0xfd, 0xbf, 255]);
  });
});

describe('numbers', () => {
  it('are formatted for readers', () => {
    expect([0, 999, 1000, 1234567].map(grouped)).toEqual(['0', '999', '1 000', '1 234 567']);
    expect([0, 0.01234, 1.5, 99.94, 12345.6].map(measured)).toEqual(['0', '0.0123', '1.50', '99.9', '12 346']);
    expect([0, 999, 1000, 1_440_000, 5e12].map(byteCount)).toEqual(['0 B', '999 B', '1.00 kB', '1.44 MB', '5.00 TB']);
    expect([0, 0.1234, 1].map(percent)).toEqual(['0.0 %', '12.3 %', '100.0 %']);
  });
});
