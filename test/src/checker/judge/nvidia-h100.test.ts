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

const SUMS = linesOf('sums');

/** A texel that counts, with its weight in 1/256. */
interface SummedTexel {
  readonly weight: number;
  readonly bytes: Buffer;
}

/** Rows of a table of `sums`: images of two or four texels, and the texels that have a weight. */
function sumsOf(table: string) {
  const bytes = new Map<string, Buffer>();
  const rows: { texels: readonly SummedTexel[]; texel: readonly number[] }[] = [];
  for (const line of SUMS) {
    if (line.startsWith(`{"image":{"name":"${table}-`)) {
      const { name, levels } = (JSON.parse(line) as { image: { name: string; levels: readonly string[] } }).image;
      bytes.set(name, Buffer.from(levels[0], 'base64'));
    }
    if (!line.startsWith(`{"id":"${table}/`)) continue;
    const { image, coord, texel } = JSON.parse(line) as Row & { image: string };
    const all = bytes.get(image)!;
    const [x, y] = coord.map((value) => Math.round(256 * (2 * value - 0.5)));
    const weights = table.endsWith('four') || table.endsWith('corner') ? weightsOf(x, y) : [256 - x, x];
    const size = all.length / weights.length;
    const texels = weights.map((weight, n) => ({ weight, bytes: all.subarray(n * size, (n + 1) * size) }));
    rows.push({ texels: texels.filter(({ weight }) => weight > 0), texel: texel.map(Math.fround) });
  }
  return rows;
}

/** The sRGB codes as the unit decodes them: the rows in which they are alone. */
const LINEAR: Readonly<Record<number, number>> = Object.fromEntries([
  [0, 0],
  ...sumsOf('srgb-one').flatMap(({ texels, texel }) => {
    const [{ weight, bytes }] = texels.slice(-1);
    return weight === 256 ? [0, 1, 2].map((c): [number, number] => [bytes[c], texel[c]]) : [];
  }),
]);

/** The exponents of the steps that sRGB codes are whole numbers of, by eight codes. */
const EXPONENTS = Array.from('00001122333344444555555666666667', (digit) => Number(digit) - 14);

const stepOf = (code: number) => 2 ** EXPONENTS[code >> 3];

/** The unit in the last place of a half. */
const ulpOf = (x: number) => 2 ** (Math.max(-14, Math.floor(Math.log2(Math.abs(x)))) - 10);

function floatFromHalf(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits >> 15 ? -magnitude : magnitude;
}

/** The sum of texels that are cut to the greatest step of those that are not 0, rounded to a half, ties away from 0. */
function alignedSum(texels: readonly { weight: number; value: number; step: number }[]): number {
  const step = Math.max(0, ...texels.map((texel) => (texel.value === 0 ? 0 : texel.step)));
  const sum = texels.reduce((all, { weight, value }) => all + (value === 0 ? 0 : weight * Math.trunc(value / step)), 0);
  if (sum === 0) return 0;
  const exact = (sum * step) / 256;
  const ulp = ulpOf(exact);
  return Math.sign(exact) * Math.floor(Math.abs(exact) / ulp + 0.5) * ulp;
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

  it.each(['srgb-one', 'srgb-two', 'srgb-four', 'srgb-corner'])(
    'of %s sum sRGB texels that are cut to the greatest step of their codes, and round once to a half',
    (table) => {
      const rows = sumsOf(table);
      expect(rows.length).toBeGreaterThan(1900);
      for (const { texels, texel } of rows) {
        for (const c of [0, 1, 2]) {
          const codes = texels.map(({ weight, bytes }) => ({
            weight,
            value: LINEAR[bytes[c]],
            step: stepOf(bytes[c]),
          }));
          expect(texel[c]).toBe(alignedSum(codes));
        }
      }
    },
  );

  it.each(['half-one', 'half-two', 'half-four'])(
    'of %s sum halves with four bits more than the greatest has, and round once to a half',
    (table) => {
      const rows = sumsOf(table);
      expect(rows.length).toBeGreaterThan(1200);
      for (const { texels, texel } of rows) {
        for (const c of [0, 1, 2, 3]) {
          const halves = texels.map(({ weight, bytes }) => {
            const value = floatFromHalf(bytes.readUInt16LE(2 * c));
            return { weight, value, step: ulpOf(value) / 16 };
          });
          expect(texel[c]).toBe(alignedSum(halves));
        }
      }
    },
  );

  it.each(['snorm8-one', 'snorm8-two', 'snorm8-four'])(
    'of %s repeat the bits of a sum of 8-bit SNORM codes with three more, and round once to 16 bits',
    (table) => {
      const rows = sumsOf(table);
      expect(rows.length).toBeGreaterThan(1900);
      for (const { texels, texel } of rows) {
        for (const c of [0, 1, 2, 3]) {
          const sum = texels.reduce((all, { weight, bytes }) => all + weight * bytes.readInt8(c), 0);
          const code = ((sum << 3) + (sum >> 4) + (sum >> 12) + 4) >> 3;
          expect(texel[c]).toBe(Math.fround(Math.max(-32767, Math.min(32767, code)) / 32767));
        }
      }
    },
  );

  it('cut sums of D24 to 24 significant bits', () => {
    const { rows, bytes } = tableOf(filter, 'random-x8_d24_unorm_pack32');
    expect(rows).toHaveLength(300);
    const at = (index: number) => Math.min(31, Math.max(0, index));
    for (const { coord, texel } of rows) {
      const [x, y] = coord.map((value) => Math.round(256 * (32 * value - 0.5)));
      const sum = weightsOf(x & 255, y & 255).reduce((all, weight, n) => {
        const place = 32 * at((y >> 8) + (n >> 1)) + at((x >> 8) + (n & 1));
        return all + weight * (bytes.readUInt32LE(4 * place) & 0xffffff);
      }, 0);
      const unit = 2 ** (Math.floor(Math.log2(sum)) - 23);
      expect(texel[0]).toBe(Math.fround((Math.floor(sum / unit) * unit) / 256 / (2 ** 24 - 1)));
    }
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
