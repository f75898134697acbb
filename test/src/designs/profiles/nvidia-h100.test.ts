import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { reproduction } from '../../../../src/checker/closest/closest-preset.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { parseDesign } from '../../../../src/designs/parse-design.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';

const HARDWARE = new URL('../../../../traces/hardware/nvidia-h100/', import.meta.url);
const DESIGN = parseDesign(readFileSync(new URL('design.json', HARDWARE), 'utf8'), 'design.json');

/** The rows of some tables of a file, with the images and samplers of it. */
function rowsOf(file: string, tables: RegExp) {
  const lines = gunzipSync(readFileSync(new URL(`${file}.jsonl.gz`, HARDWARE)))
    .toString()
    .split('\n');
  const rows = lines.filter((line) => !line.startsWith('{"id"') || tables.test(/"id":"([^/]*)/.exec(line)![1]));
  return readMeasuredTrace(rows, file, () => {
    throw new Error('the trace has pictures');
  });
}

const FORMATS = rowsOf('formats', /./);
const LOG2 = rowsOf('gradients', /^log2/);
const NEAREST = rowsOf('coordinates', /^nearest-(2|4|8|16|32|64|128|256|512|1024|4096|16384)$/);
const SUMS = rowsOf('filter', /^(weights-r.*|random-(r8g8b8a8_unorm|a2b10.*|r5g6b5.*|r4g4b4a4.*|d16_unorm))$/);
const LEVELS = rowsOf('levels', /^(trilinear-noise|level-weight-r8_unorm)$/);
const SRGB = rowsOf('sums', /^srgb/);
const HALVES = rowsOf('sums', /^half/);
const FLOATS = rowsOf(
  'filter',
  /^(random-(r8.*srgb|r16.*sfloat|r32.*sfloat|b10.*|d32_sfloat)|float-exponents|special-.*)$/,
);
const FLOAT_LEVELS = rowsOf('levels', /^trilinear-reals$/);
const VOLUMES = rowsOf('filter', /^random-volume$/);
const missed = (trace: typeof FORMATS, design: Design) => {
  const { requests, reproduced } = reproduction(trace, design);
  return [requests > 0, requests - reproduced];
};

describe('the design of the H100', () => {
  it('decodes every texel of every format as the chip does', () => {
    expect(missed(FORMATS, DESIGN)).toEqual([true, 0]);
  });

  it("has the chip's log2 of every mantissa", () => {
    expect(missed(LOG2, DESIGN)).toEqual([true, 0]);
  });

  it('cuts the coordinate of a nearest filter off', () => {
    expect(missed(NEAREST, DESIGN)).toEqual([true, 0]);
  });

  it('sums texels of 16 bits by rounded products of their weights, as the chip does', () => {
    expect(missed(SUMS, DESIGN)).toEqual([true, 0]);
    expect(missed(VOLUMES, DESIGN)).toEqual([true, 0]);
  });

  it('sums the texels of two levels at once, by weights that those of the levels are part of', () => {
    expect(missed(LEVELS, DESIGN)).toEqual([true, 0]);
  });

  it.each([
    ['sRGB texels', SRGB, 10118],
    ['halves', HALVES, 7140],
    ['float32 in two levels', FLOAT_LEVELS, 500],
    ['random floats, infinities and NaN', FLOATS, 3210],
  ])('cuts %s to the greatest of four, and rounds their sum once', (_, trace, requests) => {
    expect(reproduction(trace, DESIGN)).toMatchObject({ requests, reproduced: requests });
  });

  it.each([
    ['filter.alignedSum', null, HALVES],
    ['filter.alignedSum.guardBits', 3, HALVES],
    ['filter.alignedSum.guardBits', 5, FLOAT_LEVELS],
    ['filter.alignedSum.guardBits', 5, HALVES],
    ['filter.alignedSum.rounding', 'nearest-up', HALVES],
    ['filter.alignedSum.rounding', 'nearest-even', SRGB],
    ['filter.alignedSum.srgbBits', 7, SRGB],
    ['filter.alignedSum.srgbBits', 9, SRGB],
    ['filter.alignedSum.srgbExponentBits', 4, SRGB],
    ['filter.alignedSum.srgbExponentBits', 6, SRGB],
    ['filter.sum', 'products', LEVELS],
    ['filter.sum', 'lerps', SUMS],
    ['filter.sum', 'products', SUMS],
    ['filter.texelBits', 'stored', SUMS],
    ['decoder.codeBits', 'stored', FORMATS],
    ['decoder.bc', null, FORMATS],
    ['decoder.bc.signedRamp', null, FORMATS],
    ['decoder.bc.alpha', DESIGN.decoder.bc!.ramp, FORMATS],
    ['filter.srgbTable', null, FORMATS],
    ['lod.log2Table.entries', null, LOG2],
    ['address.pointRounding', 'same', NEAREST],
  ] as const)('loses results where %s is another', (field, value, trace) => {
    expect(missed(trace, withFields(DESIGN, [[field, value]]))[1]).toBeGreaterThan(0);
  });
});
