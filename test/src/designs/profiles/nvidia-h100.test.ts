import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { reproduction, type Reproduction } from '../../../../src/checker/closest/closest-preset.ts';
import type { ChipEvidence } from '../../../../src/checker/report/chips-page.ts';
import { type MeasuredTrace, readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { UNIT_PROFILES } from '../../../../src/designs/bases.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';

const THIRD = { first: 2, second: 1, added: 1, divisor: 3 };
const HALF = { first: 1, second: 1, added: 0, divisor: 2 };
const HARDWARE = new URL('../../../../traces/hardware/nvidia-h100/', import.meta.url);
const DESIGN = UNIT_PROFILES.get('nvidia-h100')!;

const LINES = new Map<string, readonly string[]>();

function linesOf(file: string): readonly string[] {
  const lines =
    LINES.get(file) ??
    gunzipSync(readFileSync(new URL(`${file}.jsonl.gz`, HARDWARE)))
      .toString()
      .split('\n');
  LINES.set(file, lines);
  return lines;
}

/** The rows of some tables of a file, with the images and samplers of it. */
function rowsOf(file: string, tables: RegExp) {
  const rows = linesOf(file).filter((line) => !line.startsWith('{"id"') || tables.test(/"id":"([^/]*)/.exec(line)![1]));
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
const SNORM = rowsOf('sums', /^snorm8/);
const SNORM_SQUARES = rowsOf('filter', /^(random-r8g8b8a8_snorm|subtexel-u-r8_snorm)$/);
const HALVES = rowsOf('sums', /^half/);
const FLOATS = rowsOf(
  'filter',
  /^(random-(r8.*srgb|r16.*sfloat|r32.*sfloat|b10.*|d32_sfloat)|float-exponents|special-.*)$/,
);
const FLOAT_LEVELS = rowsOf('levels', /^trilinear-reals$/);
const VOLUMES = rowsOf('filter', /^random-volume$/);

const OWN = new Map<MeasuredTrace, Reproduction>();

/** The results of a trace that the chip's design reproduces. Tests of many fields ask for them. */
function ownReproduction(trace: MeasuredTrace): Reproduction {
  const own = OWN.get(trace) ?? reproduction(trace, DESIGN);
  OWN.set(trace, own);
  return own;
}

const missed = (trace: MeasuredTrace) => {
  const { requests, reproduced } = ownReproduction(trace);
  return [requests > 0, requests - reproduced];
};

const PLACES = rowsOf('filter', /^subtexel-u-r32_sfloat$/);
const WIDTHS = rowsOf('filter', /^scale-/);
const LAYERS = rowsOf('coordinates', /^layers$/);
const NEAREST_LEVELS = rowsOf('levels', /^nearest-level$/);
const DIRECTIONS = rowsOf('gradients', /^direction/);
const LENGTHS = rowsOf('gradients', /^(lengths|diagonals.*|gradients|gradients-(whole|64x16|1d)|implicit.*)$/);
const FIVE_BITS = { of: 'ends', third: THIRD, half: HALF };

/** Another value of a field, and the rows that show that it is not the chip's. */
const OTHERS = [
  ['address.coordinate', { integerBits: 18, fractionBits: 9 }, PLACES],
  ['address.rounding', 'nearest-even', PLACES],
  ['address.pointRounding', 'same', NEAREST],
  ['address.scalePrecision', 'float32', WIDTHS],
  ['address.layerRounding', 'floor-plus-half', LAYERS],
  ['lod.format.fractionBits', 7, LEVELS],
  ['lod.rounding', 'nearest-even', LEVELS],
  ['lod.nearestRule', 'ceil-minus-one', NEAREST_LEVELS],
  ['lod.scaleFactor', 'euclidean', DIRECTIONS],
  ['lod.alpha', 0.96875, DIRECTIONS],
  ['lod.beta', 0.375, DIRECTIONS],
  ['lod.alphaBetaBits', 3, DIRECTIONS],
  ['lod.componentBits', 'aligned', LENGTHS],
  ['lod.componentBits', 9, LENGTHS],
  ['lod.componentBits', 11, LENGTHS],
  ['lod.diagonals', 0, LENGTHS],
  ['lod.diagonals', 0.625, LENGTHS],
  ['lod.log2Table.entries', null, LOG2],
  ['decoder.codeBits', 'stored', FORMATS],
  ['decoder.bc', null, FORMATS],
  ['decoder.bc.ends', 'shifted', FORMATS],
  ['decoder.bc.threeColors', 'all', FORMATS],
  ['decoder.bc.fiveBits', FIVE_BITS, FORMATS],
  ['decoder.bc.sixBits', FIVE_BITS, FORMATS],
  ['decoder.bc.alpha', DESIGN.decoder.bc!.ramp, FORMATS],
  ['decoder.bc.ramp', DESIGN.decoder.bc!.alpha, FORMATS],
  ['decoder.bc.signedRamp', null, FORMATS],
  ['filter.weightBits', 7, SUMS],
  ['filter.sum', 'products', LEVELS],
  ['filter.sum', 'lerps', SUMS],
  ['filter.sum', 'products', SUMS],
  ['filter.texelBits', 'stored', SUMS],
  ['filter.guardBits', 1, SUMS],
  ['filter.rounding', 'nearest-even', SUMS],
  ['filter.signedGuardBits', 'stored', SNORM],
  ['filter.signedGuardBits', 2, SNORM],
  ['filter.signedGuardBits', 4, SNORM],
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
  ['filter.srgbTable', null, FORMATS],
] as const;

describe('the design of the H100', () => {
  it('decodes every texel of every format as the chip does', () => {
    expect(missed(FORMATS)).toEqual([true, 0]);
  });

  it("has the chip's log2 of every mantissa", () => {
    expect(missed(LOG2)).toEqual([true, 0]);
  });

  it('has the LOD of every gradient and of every quad in images whose sizes are powers of two', () => {
    expect(missed(LENGTHS)).toEqual([true, 0]);
    expect(missed(DIRECTIONS)).toEqual([true, 0]);
  });

  it('cuts the coordinate of a nearest filter off', () => {
    expect(missed(NEAREST)).toEqual([true, 0]);
  });

  it('sums texels of 16 bits by rounded products of their weights, as the chip does', () => {
    expect(missed(SUMS)).toEqual([true, 0]);
    expect(missed(VOLUMES)).toEqual([true, 0]);
  });

  it('sums the texels of two levels at once, by weights that those of the levels are part of', () => {
    expect(missed(LEVELS)).toEqual([true, 0]);
  });

  it.each([
    ['sRGB texels', SRGB, 10118],
    ['halves', HALVES, 7140],
    ['float32 in two levels', FLOAT_LEVELS, 500],
    ['random floats, infinities and NaN', FLOATS, 3210],
  ])('cuts %s to the greatest of four, and rounds their sum once', (_, trace, requests) => {
    expect(ownReproduction(trace)).toMatchObject({ requests, reproduced: requests });
  });

  it('widens sums of SNORM codes of 8 bits, and rounds them once', () => {
    expect(missed(SNORM)).toEqual([true, 0]);
    expect(missed(SNORM_SQUARES)).toEqual([true, 0]);
  });

  it.each(OTHERS)('loses results where %s is %j', (field, value, trace) => {
    const other = reproduction(trace, withFields(DESIGN, [[field, value]]));
    expect(other.reproduced).toBeLessThan(ownReproduction(trace).reproduced);
  });

  it('has another value of each field that its evidence calls measured', () => {
    const file = new URL('../../../../src/designs/profiles/evidence/nvidia-h100.json', import.meta.url);
    const { evidence } = JSON.parse(readFileSync(file, 'utf8')) as ChipEvidence;
    const measured = evidence.filter(({ kind }) => kind === 'measured').flatMap(({ fields }) => fields);
    const tried = new Set(OTHERS.map(([field]) => field));
    const within = (field: string) => [...tried].some((other) => other === field || other.startsWith(`${field}.`));
    expect(measured.filter((field) => !within(field))).toEqual([]);
  });
});
