import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { finished } from './random-requests.ts';

interface Row {
  readonly id: string;
  readonly coord: readonly number[];
  readonly lod: number;
  readonly texel: readonly number[];
  readonly texels: readonly (readonly number[] | null)[];
}

/** Lines of a trace of traces/hardware/nvidia-h100. */
function linesOf(name: string): readonly string[] {
  const packed = readFileSync(new URL(`../../../../traces/hardware/nvidia-h100/${name}.jsonl.gz`, import.meta.url));
  return gunzipSync(packed).toString().split('\n');
}

/** Rows of a table, and the bytes of level 0 of the image with a name. */
function tableOf(lines: readonly string[], table: string, image = table) {
  const rows = lines
    .filter((line) => line.startsWith(`{"id":"${table}/`))
    .map((line) => JSON.parse(line) as Row)
    .map((row) => ({ ...row, coord: row.coord?.map(Math.fround), texel: row.texel?.map(Math.fround) }));
  const definition = lines.find((line) => line.startsWith(`{"image":{"name":"${image}"`));
  const { levels } = (JSON.parse(definition!) as { image: { levels: readonly string[] } }).image;
  return { rows, bytes: Buffer.from(levels[0], 'base64') };
}

const rounded = (product: number) => Math.floor((product + 128) / 256);

/** Weights of the texels (0, 0), (1, 0), (0, 1) and (1, 1), in 1/256: README.md of the traces. */
function weightsOf(a: number, b: number): readonly number[] {
  const both = rounded(a * b);
  return [256 - a - b + both, a - both, b - both, both];
}

describe('results of an NVIDIA H100', () => {
  const filter = linesOf('filter');

  it('are permitted for filtered depth comparisons and gathers of them', () => {
    const lines = linesOf('compare').filter((line) => !/^\{"id":"(reference|reduction)/.test(line));
    const trace = readMeasuredTrace(lines, 'compare', () => {
      throw new Error('the trace has pictures');
    });
    const { wrong, judged, open } = finished(judgeResults(trace, { kind: 'profile', profile: VULKAN_1_0 }));
    expect([wrong.length, judged, open]).toEqual([0, 2000, 0]);
  });

  it('round the coordinate to 1/256 texel, ties up', () => {
    const { rows } = tableOf(filter, 'subtexel-u-r32_sfloat', 'across-r32_sfloat');
    const expected = rows.map(({ coord: [u] }) => Math.min(256, Math.max(0, Math.floor(256 * (2 * u - 0.5) + 0.5))));
    expect(rows.map(({ texel }) => 256 * texel[0])).toEqual(expected);
  });

  it('weigh four texels by one rounded product', () => {
    const { rows } = tableOf(filter, 'weights-r32g32b32a32_sfloat', 'units-r32g32b32a32_sfloat');
    const step = (coord: number) => Math.round(256 * (2 * coord - 0.5));
    expect(rows).toHaveLength(2500);
    expect(rows.map(({ texel }) => texel.map((value) => 256 * value))).toEqual(
      rows.map(({ coord: [u, v] }) => weightsOf(step(u), step(v))),
    );
  });

  it('sum 8-bit texels in 16 bits, rounded once', () => {
    const { rows, bytes } = tableOf(filter, 'random-r8g8b8a8_unorm');
    const expected = rows.map(({ coord }) => {
      const [x, y] = coord.map((value) => Math.round(256 * (32 * value - 0.5)));
      const [i, j] = [x >> 8, y >> 8];
      const weights = weightsOf(x & 255, y & 255);
      return [0, 1, 2, 3].map((component) => {
        const texel = (n: number) => {
          const [column, row] = [i + (n & 1), j + (n >> 1)].map((at) => Math.min(31, Math.max(0, at)));
          return 257 * bytes[4 * (32 * row + column) + component];
        };
        return Math.fround(rounded(weights.reduce((sum, weight, n) => sum + weight * texel(n), 0)) / 65535);
      });
    });
    expect(rows.map(({ texel }) => texel)).toEqual(expected);
  });

  it('cut the weight between levels to 8 bits', () => {
    const { rows } = tableOf(linesOf('levels'), 'level-weight-r32_sfloat', 'pair-r32_sfloat');
    expect(rows.map(({ texel }) => 256 * texel[0])).toEqual(
      rows.map(({ lod }) => Math.min(256, Math.max(0, Math.floor(256 * lod)))),
    );
  });

  it('blend the endpoints of BC4 by weights that add up to 257', () => {
    const { rows, bytes } = tableOf(linesOf('formats'), 'bc4_unorm-pairs');
    const weights = { 6: [257, 0, 221, 185, 144, 113, 72, 36], 4: [257, 0, 209, 161, 96, 48] };
    const codes = rows.map(({ texels }) => texels.map((texel) => Math.round(65535 * texel![0])));
    const expected = rows.map((_, n) => {
      const [first, second] = bytes.subarray(8 * (n >> 1));
      const ends = first > second ? [] : [0, 65535];
      const palette = weights[first > second ? 6 : 4].map((w) => w * first + (257 - w) * second).concat(ends);
      return [0, 1, 4, 5].map((index) => palette[index + 2 * (n & 1)]);
    });
    expect(codes).toEqual(expected);
  });
});
