import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explain, type Explanation, explanationHtml, TraceToExplain } from '../../../src/checker.ts';
import { PRESETS } from '../../../src/index.ts';

/** Image "checker" is 4 x 4 in three levels; see traces/FORMAT.md for the samplers. */
const EXAMPLES = readFileSync(new URL('../../../traces/examples/requests.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const DEFINITIONS = EXAMPLES.filter((line) => !line.startsWith('{"id"'));

function explained(...lines: readonly object[]): Explanation {
  const trace = new TraceToExplain(
    PRESETS.get('full-quality')!,
    'trace',
    {},
    () => {
      throw new Error('no picture');
    },
    'model',
  );
  for (const line of [...DEFINITIONS, ...lines.map((one) => JSON.stringify(one))]) trace.take(line);
  return explain(trace.answer()!);
}

const sampler = (fields: object) => ({ sampler: { name: 'mine', ...fields } });
const mine = { id: 1, image: 'checker', sampler: 'mine' };

describe('the footprint of an explanation', () => {
  it('has the taps of a linear filter around its sample, with their weights', () => {
    // 0.5 texels off the centres of (1, 2): weights of 1/2 along u, 1/4 along v.
    const coord = [2 / 4, 2.75 / 4];
    const [footprint, ...others] = explained(sampler({ mipmapMode: 'nearest' }), { ...mine, coord, lod: 0 }).footprints;
    expect(others).toEqual([]);
    expect(footprint).toMatchObject({ image: 'checker', level: 0, slice: 0, width: 4, height: 4, weight: 1 });
    expect(footprint.samples).toEqual([[2, 2.75]]);
    expect(footprint.ellipse).toBeNull();
    expect(footprint.taps.map(({ at, texel, weight }) => ({ at, texel, weight }))).toEqual([
      { at: [1, 2], texel: [1, 2, 0], weight: 0.375 },
      { at: [2, 2], texel: [2, 2, 0], weight: 0.375 },
      { at: [1, 3], texel: [1, 3, 0], weight: 0.125 },
      { at: [2, 3], texel: [2, 3, 0], weight: 0.125 },
    ]);
  });

  it('shows taps where the filter asks for them, and the texels that the wrap makes of them', () => {
    const at = (mode: string) => {
      const modes = sampler({ mipmapMode: 'nearest', addressModeU: mode, addressModeV: mode });
      const { taps } = explained(modes, { ...mine, coord: [0, 0.5], lod: 0 }).footprints[0];
      expect(taps.map((tap) => tap.at[0])).toEqual([-1, 0, -1, 0]);
      return taps[0].texel && taps[0].texel[0];
    };
    expect(at('repeat')).toBe(3);
    expect(at('mirrored_repeat')).toBe(0);
    expect(at('clamp_to_edge')).toBe(0);
    expect(at('clamp_to_border')).toBeNull();
  });

  it('shares the result between two levels', () => {
    const { footprints } = explained(sampler({ mipmapMode: 'linear' }), { ...mine, coord: [0.5, 0.5], lod: 0.25 });
    expect(footprints.map(({ level, weight, width }) => ({ level, weight, width }))).toEqual([
      { level: 0, weight: 0.75, width: 4 },
      { level: 1, weight: 0.25, width: 2 },
    ]);
  });

  it('has the ellipse of a pixel, and the samples along its longer axis', () => {
    // Steps of a pixel are (4, 0) and (0, 1) texels: the axes themselves. 4 samples at i / 5 of the longer one.
    const grad = { dx: [1, 0], dy: [0, 0.25] };
    const [footprint] = explained({ id: 1, image: 'checker', sampler: 'aniso', coord: [0.5, 0.5], grad }).footprints;
    expect(footprint.ellipse).toEqual({ center: [expect.closeTo(2, 2), 2], major: [4, 0], minor: [0, 1] });
    const places = footprint.samples.map(([x]) => x);
    expect(places).toHaveLength(4);
    [0.8, 1.6, 2.4, 3.2].forEach((x, n) => expect(Math.abs(places[n] - x)).toBeLessThanOrEqual(2 ** -9 + 1e-6));
    expect(footprint.taps.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 12);
  });

  it('turns sheared steps of a pixel into the axes of their ellipse', () => {
    // The ellipse of (2, 0) and (1, 1): the singular values of that matrix are sqrt(3 +- sqrt(5)), its axes are square.
    const grad = { dx: [0.5, 0], dy: [0.25, 0.25] };
    const [{ ellipse }] = explained({ id: 1, image: 'checker', sampler: 'aniso', coord: [0.5, 0.5], grad }).footprints;
    expect(Math.hypot(...ellipse!.major)).toBeCloseTo(Math.sqrt(3 + Math.sqrt(5)), 6);
    expect(Math.hypot(...ellipse!.minor)).toBeCloseTo(Math.sqrt(3 - Math.sqrt(5)), 6);
    const [a, b] = [ellipse!.major, ellipse!.minor];
    expect(a[0] * b[0] + a[1] * b[1]).toBeCloseTo(0, 6);
  });

  it('keeps samples in a row that reach over several repeats of the image', () => {
    const grad = { dx: [3, 0], dy: [0, 0.25] };
    const [{ samples }] = explained({ id: 1, image: 'checker', sampler: 'aniso', coord: [0.5, 0.5], grad }).footprints;
    const steps = samples.slice(1).map(([x], n) => x - samples[n][0]);
    expect(new Set(steps.map((step) => Math.round(8 * step))).size).toBe(1);
    expect(steps[0]).toBeGreaterThan(0.5);
  });

  it('places the sixteen taps of a cubic filter', () => {
    const cubic = sampler({ magFilter: 'cubic', minFilter: 'cubic', mipmapMode: 'nearest' });
    const [{ taps }] = explained(cubic, { ...mine, coord: [0.5, 0.5], lod: 0 }).footprints;
    const places = taps.map(({ at }) => at.join());
    expect(new Set(places).size).toBe(16);
    for (const { at, texel } of taps) expect(texel!.slice(0, 2)).toEqual(at.map((place) => (place + 4) % 4));
    expect(taps.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 12);
  });

  it('of a fetch is its texel, without a weight', () => {
    const fetch = { id: 1, op: 'fetch', image: 'checker', coord: [3, 1], level: 0 };
    const [{ samples, taps }] = explained(fetch).footprints;
    expect(samples).toEqual([]);
    expect(taps.map(({ at, texel, weight }) => ({ at, texel, weight }))).toEqual([
      { at: [3, 1], texel: [3, 1, 0], weight: null },
    ]);
  });
});

describe('the page of an explanation', () => {
  const grad = { dx: [1, 0], dy: [0, 0.25] };
  const explanation = explained({
    id: '<a&b>',
    image: 'checker',
    sampler: 'aniso',
    coord: [0.5, 0.5],
    grad,
    texel: [0, 0, 0, 1],
  });
  const html = explanationHtml(explanation);

  it('draws each level with its texels, samples and ellipse', () => {
    const pictures = html.replaceAll(/<g class="legend"[^]*?\n/g, '').match(/<svg[^]*?<\/svg>/g)!;
    expect(pictures).toHaveLength(explanation.footprints.length);
    const [{ taps, samples }] = explanation.footprints;
    const places = new Set(taps.map(({ at }) => at.join()));
    expect(pictures[0].match(/<rect [^>]*fill="rgb/g)).toHaveLength(places.size);
    expect(pictures[0].match(/class="sample"/g)).toHaveLength(samples.length);
    expect(pictures[0].match(/class="x share"/g)).toHaveLength(places.size);
    // Axes of 4 and 1 texels: the radii are as 4 to 1.
    const [, rx, ry] = /<ellipse [^>]*rx="([\d.]+)" ry="([\d.]+)"/.exec(pictures[0])!;
    expect(Number(rx)).toBeCloseTo(4 * Number(ry), 1);
  });

  it('has the answer first, every section, and nothing from other files', () => {
    expect(html).toContain(`<p class="verdict">${explanation.captured!.text}</p>`);
    const titles = [...html.matchAll(/<h2>(.*?)<\/h2>|<summary>(.*?): \d+ steps?\b/g)].map(
      ([, title, folded = title]) => folded,
    );
    const units = explanation.sections.map(({ title }) => title);
    expect(titles).toEqual(['Captured result', 'Footprint', ...units.filter((title) => title !== 'Captured result')]);
    expect(html).not.toMatch(/<script [a-z]|<link|src=|href=|url\((?!#)/);
    expect(html).toContain('Request &quot;&lt;a&amp;b&gt;&quot;');
    expect(html).not.toContain('<a&b>');
  });
});
