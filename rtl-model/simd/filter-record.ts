import { filterWidths } from '../design/filter-widths.ts';
import type { FilterArithmetic } from '../filter-unit/arithmetic/arithmetic.ts';
import { depthCompare } from '../filter-unit/arithmetic/depth-compare.ts';
import { reciprocalTable } from '../filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales } from '../filter-unit/arithmetic/tap-texels.ts';
import { floatToHalf, halfToFloat } from '../fixed-point/float16.ts';
import { ROUNDING_MODES } from '../fixed-point/rounding.ts';
import type { Binding } from '../state/binding.ts';
import { componentSources } from '../texel-decoder/swizzle.ts';
import {
  BYTE_TABLE_BYTES,
  FIELD_BYTES,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  FORM_SIGNED,
  MOST_SAMPLES,
  ROUND_BYTES,
  STATE_ADD_V,
  STATE_AVERAGES,
  STATE_BIAS_U,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CONSTANT,
  STATE_DEPTH_EQUAL,
  STATE_DEPTH_GREATER,
  STATE_DEPTH_LESS,
  STATE_DEPTH_ONE,
  STATE_DEPTH_QUANTIZED,
  STATE_DIVISOR,
  STATE_FIELDS,
  STATE_FIELD_COUNT,
  STATE_KEPT_U,
  STATE_FORM,
  STATE_KEPT,
  STATE_LEAST,
  STATE_LEVEL_BITS,
  STATE_LEVEL_DROPPED,
  STATE_LEVEL_FITS,
  STATE_LIFT,
  STATE_LIMITS,
  STATE_LOWER,
  STATE_NARROWS,
  STATE_NARROW_LEVEL,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_OFFSET,
  STATE_ORDER,
  STATE_PAIRS,
  STATE_RECIPROCALS,
  STATE_RECIPROCAL_BITS,
  STATE_RESULT_ONES,
  STATE_RESULT_RECIPROCALS,
  STATE_ROUNDING,
  STATE_SHIFT_V,
  STATE_SIGN,
  STATE_SMALL,
  STATE_STEP,
  STATE_SUM_CONSTANT,
  STATE_SUM_CONSTANTS,
  STATE_TABLES,
  STATE_TEXELS,
  STATE_UPPER,
  STATE_VALUES,
  STATE_VALUE_BITS,
  STATE_VIEW_CONSTANT,
  STATE_VIEW_KEPT,
  STATE_WEIGHT_ONES,
  STATE_WEIGHT_UNIT,
} from './kernel-layout.ts';
import type { DecodedCopy } from './decoded-copy.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { four, narrowing, RecordWriter } from './record-writer.ts';
import { isNearest } from './sample-kind.ts';
import type { TexelForm } from './texel-form.ts';

/** Writes the part of a state's record that filters and averages read, and its tables. @param copy as `writeState` */
export function writeFilter(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  texel: TexelForm,
  steps: FilterArithmetic,
  copy: DecodedCopy | null,
): void {
  const { afterV, droppedU, droppedV, levelWeightBits } = filterWidths(binding.design);
  const { rounding } = binding.design.filter;
  const { constant, kernel } = texel;
  const ofTexel = componentSources(binding.view.components).map((source) => source < 4 && !constant[source]);
  record.integer(STATE_STEP, hasBorder(binding) ? NEVER : binding.image.texelStride);
  record.rounding(STATE_NARROW_U, droppedU, rounding);
  record.rounding(STATE_NARROW_V, droppedV, rounding);
  record.integer(STATE_VALUE_BITS, afterV);
  record.integer(STATE_LEVEL_BITS, levelWeightBits);
  writeComponents(record, binding, texel, ofTexel, steps);
  if (kernel === 'bytes') writeBytes(record, memory, binding, texel, ofTexel);
  else writeTexels(record, memory, texel);
  record.integer(STATE_FORM, copy === null ? texel.form : copy.form);
  if (kernel === 'wide') writeWide(record, memory, binding, texel, ofTexel);
  if (kernel === 'floats') writeFloats(record, memory, binding, texel, ofTexel, copy);
  writeAverage(record, memory, binding);
}

/** The components, in the order of the result. @param ofTexel true for those that differ from texel to texel */
function writeComponents(
  record: RecordWriter,
  binding: Binding,
  { fields }: TexelForm,
  ofTexel: readonly boolean[],
  { divisors }: FilterArithmetic,
): void {
  const { afterV, afterLevel } = filterWidths(binding.design);
  const scales = filterScales(binding);
  componentSources(binding.view.components).forEach((source, c) => {
    const one = source < 4 ? scales[source].one : 1;
    const value = source < 4 ? fields[source].codes[0] / one : source - 4;
    const sum = ofTexel[c] || source > 3 ? 0 : value * one * 2 ** afterV;
    record.float(STATE_CONSTANT + 4 * c, ofTexel[c] ? 0 : value);
    record.float(STATE_DIVISOR + 4 * c, source < 4 ? divisors[source] : 1);
    record.integer(STATE_SUM_CONSTANT + 4 * c, sum);
    record.double(STATE_VALUES + 8 * c, ofTexel[c] ? 1 / divisors[source] : 1);
    record.double(STATE_SUM_CONSTANTS + 8 * c, sum);
    record.integer(STATE_KEPT + 4 * c, ofTexel[c] ? -1 : 0);
    record.double(STATE_RESULT_ONES + 8 * c, one * 2 ** afterLevel);
    record.double(STATE_RESULT_RECIPROCALS + 8 * c, 1 / (one * 2 ** afterLevel));
    record.integer(STATE_VIEW_KEPT + 4 * c, source < 4 ? -1 : 0);
    record.float(STATE_VIEW_CONSTANT + 4 * c, source < 4 ? 0 : value);
  });
}

/** The part of `assembly/byte-filter.ts`. */
function writeBytes(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  { fields, constant, signed, border }: TexelForm,
  ofTexel: readonly boolean[],
): void {
  const { weightBits } = filterWidths(binding.design);
  const { texelStride } = binding.image;
  const nearest = isNearest(binding);
  componentSources(binding.view.components).forEach((source, c) => {
    const pair = (first: number) => {
      if (!ofTexel[c]) return NOTHING;
      const left = first + fields[source].byte;
      const right = left + texelStride;
      return signed ? [NONE, left, NONE, right] : [left, NONE, right, NONE];
    };
    const alone = ofTexel[c] ? [NONE, NONE, NONE, fields[source].byte] : NOTHING;
    record.bytes(STATE_UPPER + 4 * c, nearest ? alone : pair(0));
    record.bytes(STATE_LOWER + 4 * c, pair(8));
  });
  const { bitsU, addU, addV } = writeNarrowings(record, binding, signed);
  record.integers(STATE_BIAS_U, four((signed ? 0 : UPPER_BITS) + 0x10001 * addU));
  record.integers(STATE_KEPT_U, four(0x10001 * (0x10000 - 2 ** bitsU)));
  record.integers(STATE_BIAS_V, four((signed ? 0 : 2 ** (15 + weightBits)) + addV));
  const pairs = Array.from({ length: 8 }, (_, n) =>
    n < texelStride ? n : n < 2 * texelStride ? n - texelStride + 4 : NONE,
  );
  record.bytes(STATE_TEXELS, [...pairs, ...pairs.map((byte) => (byte === NONE ? NONE : byte + 8))]);
  const borderTexel = takeBorder(record, memory);
  fields.forEach(({ byte }, c) => {
    if (!constant[c]) borderTexel.bytes(byte, [border[c]]);
  });
}

/**
 * The narrowings after the lerps along u and v that add no more than a constant: a row whose lowest bits are cleared stays
 * in its place, and its dropped bits leave after both lerps.
 *
 * @returns the bits that a row drops, and what is added to it, and after both lerps; 0 where a narrowing adds more
 */
function writeNarrowings(record: RecordWriter, { design }: Binding, signed: boolean) {
  const { droppedU, droppedV } = filterWidths(design);
  const rules = [droppedU, droppedV].map((dropped) => narrowing(dropped, design.filter.rounding));
  const narrows = rules.some(([, , even, negative]) => even !== 0 || (signed && negative !== 0));
  const [[bitsU, addU], [bitsV, addV]] = narrows ? [NO_NARROWING, NO_NARROWING] : rules;
  record.integer(STATE_NARROWS, Number(narrows));
  record.integer(STATE_SHIFT_V, bitsU + bitsV);
  return { bitsU, addU, addV: addV * 2 ** bitsU };
}

/** The part of `assembly/texels.ts`. */
function writeTexels(record: RecordWriter, memory: KernelMemory, { fields, constant, form, kernel }: TexelForm): void {
  const codeOf = kernel === 'floats' ? halfOf : (value: number) => value;
  const stored = [0, 1, 2, 3].filter((c) => !constant[c]);
  if (form === FORM_BYTE_TABLES) {
    const bytes = takeTable(memory, 4 * 256);
    record.integer(STATE_TABLES, bytes.at);
    for (const c of stored) bytes.codes(BYTE_TABLE_BYTES * fields[c].byte + 2 * c, fields[c].codes, codeOf);
  }
  if (form === FORM_FIELDS) {
    record.integer(STATE_FIELD_COUNT, stored.length);
    stored.forEach((c, n) => {
      const { byte, shift, mask, codes } = fields[c];
      const table = takeTable(memory, codes.length);
      record.integers(STATE_FIELDS + FIELD_BYTES * n, [byte, shift, mask, table.at]);
      table.codes(2 * c, codes, codeOf);
    });
  }
}

/** The part of `assembly/wide-filter.ts`. */
function writeWide(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  { form, signed, places, border }: TexelForm,
  ofTexel: readonly boolean[],
): void {
  const { weightBits } = filterWidths(binding.design);
  const nearest = isNearest(binding);
  const borderTexel = takeBorder(record, memory);
  componentSources(binding.view.components).forEach((source, c) => {
    const at = 2 * places[source];
    const bytes = nearest ? [NONE, NONE, at, at + 1] : [at, at + 1, at + 8, at + 9];
    record.bytes(STATE_PAIRS + 4 * c, ofTexel[c] ? bytes : NOTHING);
    if (ofTexel[c]) borderTexel.code(at, border[source]);
  });
  record.integers(STATE_LEAST, four(form === FORM_SIGNED ? 0x80018001 | 0 : UPPER_BITS));
  const { bitsU, addU, addV } = writeNarrowings(record, binding, signed);
  record.integers(STATE_BIAS_U, four(signed ? 0 : UPPER_BITS));
  record.integers(STATE_KEPT_U, four(-(2 ** bitsU)));
  record.integers(STATE_BIAS_V, four((signed ? 0 : 2 ** (15 + weightBits)) + addU));
  record.integer(STATE_ADD_V, addV);
  record.integers(STATE_SIGN, four(signed ? 0x80000000 | 0 : 0));
  record.double(STATE_OFFSET, 2 ** 52 + (signed ? 2 ** 31 : 0));
  const compare = depthCompare(binding);
  const texel = (depth: number) => (compare?.passes(0, depth) === true ? compare.one : 0);
  record.double(STATE_DEPTH_ONE, compare?.one ?? 0);
  record.integer(STATE_DEPTH_QUANTIZED, Number(binding.design.filter.depthReference === 'quantized'));
  record.integer(STATE_DEPTH_LESS, texel(1) ^ texel(0));
  record.integer(STATE_DEPTH_EQUAL, texel(0));
  record.integer(STATE_DEPTH_GREATER, texel(-1) ^ texel(0));
}

/** The part of `assembly/float-filter.ts`. */
function writeFloats(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  { places, border }: TexelForm,
  ofTexel: readonly boolean[],
  copy: DecodedCopy | null,
): void {
  const { weightBits } = filterWidths(binding.design);
  const { magFilter, minFilter } = binding.sampler;
  const borderTexel = takeBorder(record, memory);
  const limits = [...four(Infinity)];
  componentSources(binding.view.components).forEach((source, c) => {
    const at = 4 * places[source];
    record.bytes(STATE_ORDER + 4 * c, ofTexel[c] ? [at, at + 1, at + 2, at + 3] : NOTHING);
    if (!ofTexel[c]) return;
    limits[places[source]] = FINITE_HALVES;
    const half = halfToFloat(halfOf(border[source]));
    borderTexel.float(at, Math.abs(half) < FINITE_HALVES ? half : FINITE_HALVES);
  });
  record.floats(STATE_LIMITS, limits);
  const linear = magFilter === 'linear' && minFilter === 'linear';
  record.integer(STATE_SMALL, Number(copy?.isSmall === true && linear && !hasBorder(binding)));
  record.double(STATE_WEIGHT_UNIT, 4 ** -weightBits);
  record.integer(STATE_WEIGHT_ONES, 0x10001 * 2 ** weightBits);
}

/** The part of `assembly/finish.ts`. */
function writeAverage(record: RecordWriter, memory: KernelMemory, { design }: Binding): void {
  const { filter, lod } = design;
  const { afterV, afterLevel, droppedLevel, levelWeightBits } = filterWidths(design);
  // A result that is narrowed has a sign bit.
  const most = droppedLevel === 0 ? 32 : 31;
  record.integer(STATE_LEVEL_FITS, Number(8 + afterV + levelWeightBits <= most && afterLevel <= 24));
  record.rounding(STATE_NARROW_LEVEL, droppedLevel, filter.rounding);
  record.double(STATE_LIFT, 2 ** (afterLevel - afterV));
  record.integer(STATE_ROUNDING, ROUNDING_MODES.indexOf(filter.rounding));
  record.integer(STATE_LEVEL_DROPPED, droppedLevel);
  record.integer(STATE_RECIPROCAL_BITS, filter.reciprocalBits === 'exact' ? -1 : filter.reciprocalBits);
  for (let bits = 1; 2 ** bits <= MOST_SAMPLES; bits++) {
    record.rounding(STATE_AVERAGES + ROUND_BYTES * 2 ** bits, bits, filter.rounding);
  }
  const reciprocals = memory.take(8 * (MOST_SAMPLES + 1));
  memory.all.doubles.set(reciprocalTable(filter.reciprocalBits, Math.max(...lod.anisotropicRates)), reciprocals / 8);
  record.integer(STATE_RECIPROCALS, reciprocals);
}

const hasBorder = ({ sampler: { addressModeU, addressModeV } }: Binding) =>
  addressModeU === 'clamp_to_border' || addressModeV === 'clamp_to_border';

/** A byte index that selects no byte of a vector. */
const NONE = 255;
const NOTHING = [NONE, NONE, NONE, NONE];
/** A distance that no two texels have. */
const NEVER = -(2 ** 31);
/** The upper bits of two integers of 16 bits. */
const UPPER_BITS = 0x80008000 | 0;
const NO_NARROWING = narrowing(0, 'floor');
/** Every finite half is less. */
const FINITE_HALVES = 65_536;

/** The bits of a half; those of NaN, with which lanes are left to the units, for a number that is none. */
function halfOf(value: number): number {
  const bits = floatToHalf(value);
  return Object.is(halfToFloat(bits), value) ? bits : floatToHalf(NaN);
}

function takeBorder(record: RecordWriter, memory: KernelMemory): RecordWriter {
  const at = memory.take(64);
  memory.all.doubles.fill(0, at / 8, at / 8 + 8);
  record.integer(STATE_BORDER, at);
  return new RecordWriter(memory, at);
}

/** A table of `length` entries of four codes, all 0. */
function takeTable(memory: KernelMemory, length: number): RecordWriter {
  const at = memory.take(8 * length);
  memory.all.doubles.fill(0, at / 8, at / 8 + length);
  return new RecordWriter(memory, at);
}
