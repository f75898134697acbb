import type { TableTaps } from '../address-unit/kernels/table-taps.ts';
import type { AxisEntries } from '../address-unit/axis-table.ts';
import { REDUCED_LIMIT, reductionOf } from '../address-unit/range-reduction.ts';
import { filterWidths } from '../design/filter-widths.ts';
import { ROUNDING_MODES, type RoundingMode } from '../fixed-point/rounding.ts';
import { reciprocalTable } from '../filter-unit/fixed-arithmetic.ts';
import { anisotropicPositions } from '../address-unit/sample-positions.ts';
import type { Arithmetic } from '../filter-unit/arithmetic.ts';
import { depthCompare } from '../filter-unit/depth-compare.ts';
import { filterScales } from '../filter-unit/tap-texels.ts';
import type { Binding } from '../state/binding.ts';
import type { AddressMode } from '../state/sampler.ts';
import { componentSources } from '../texel-decoder/swizzle.ts';
import type { TexelForm } from './texel-form.ts';
import { floatToHalf, halfToFloat } from '../fixed-point/float16.ts';
import {
  LEVEL_BYTES,
  LEVEL_COLUMNS,
  LEVEL_FIRST_COLUMN,
  LEVEL_FIRST_ROW,
  LEVEL_LAST_COLUMN,
  LEVEL_LAST_ROW,
  LEVEL_LAYER_BYTES,
  LEVEL_MASKED,
  LEVEL_MASK_U,
  LEVEL_ROWS,
  LEVEL_SCALE_U,
  LEVEL_SCALE_V,
  LEVEL_SIZE_U,
  LEVEL_SIZE_V,
  LEVEL_START,
  BYTE_TABLE_BYTES,
  FIELD_BYTES,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  FORM_SIGNED,
  STATE_FIELD_COUNT,
  STATE_FIELDS,
  STATE_FORM,
  STATE_ORDER,
  STATE_SIGNED,
  STATE_VALUES,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CLAMP_U,
  STATE_CONSTANT,
  STATE_DEPTH_EQUAL,
  STATE_DEPTH_GREATER,
  STATE_DEPTH_LESS,
  STATE_DEPTH_ONE,
  STATE_DEPTH_QUANTIZED,
  STATE_DIVISOR,
  STATE_EXACT,
  STATE_FIRST_LEVEL,
  STATE_FLIP,
  STATE_FRACTION,
  STATE_HOLD_U,
  STATE_INVERSE_U,
  STATE_KEPT,
  STATE_LAST_LAYER,
  STATE_LAYER_UP,
  STATE_LEVEL_BITS,
  STATE_LEVEL_DROPPED,
  STATE_LEVELS,
  STATE_LIFT,
  STATE_LEAST,
  STATE_LIMITS,
  STATE_OFFSET,
  STATE_SIGN,
  STATE_SUM_CONSTANTS,
  STATE_POSITIONS,
  STATE_RECIPROCALS,
  STATE_RECIPROCAL_BITS,
  STATE_RESULT_ONES,
  STATE_ROUNDING,
  MOST_SAMPLES,
  STATE_LOWER,
  STATE_NARROWS,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_NARROW_WEIGHT,
  STATE_DIRECT,
  STATE_NEAREST,
  STATE_SHIFT_V,
  STATE_SINGLE,
  STATE_VALUE_BITS,
  LEVEL_SMALL,
  STATE_PERIOD_U,
  STATE_LEVEL_FITS,
  STATE_NARROW_LEVEL,
  STATE_RESULT_RECIPROCALS,
  STATE_SUM_CONSTANT,
  STATE_TABLES,
  STATE_TEXELS,
  STATE_VIEW_CONSTANT,
  STATE_VIEW_KEPT,
  STATE_STEP,
  STATE_UPPER,
  STATE_WEIGHT_BITS,
  STATE_WEIGHT_ONES,
  STATE_WEIGHT_UNIT,
} from './kernel-layout.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** A record in a kernels' memory, written once. */
class RecordWriter {
  readonly at: number;
  private readonly memory: KernelMemory;

  constructor(memory: KernelMemory, at: number) {
    this.memory = memory;
    this.at = at;
  }

  private get view(): DataView {
    return this.memory.all.view;
  }

  integer(field: number, value: number): void {
    this.view.setInt32(this.at + field, value, true);
  }

  float(field: number, value: number): void {
    this.view.setFloat32(this.at + field, value, true);
  }

  double(field: number, value: number): void {
    this.view.setFloat64(this.at + field, value, true);
  }

  integers(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.integer(field + 4 * n, value));
  }

  floats(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.float(field + 4 * n, value));
  }

  /** The low 16 bits of an integer. */
  code(field: number, value: number): void {
    this.view.setInt16(this.at + field, value, true);
  }

  /** One code of every entry of a table. */
  codes(field: number, values: Float32Array, codeOf: (value: number) => number): void {
    values.forEach((value, n) => this.code(field + 8 * n, codeOf(value)));
  }

  bytes(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.view.setUint8(this.at + field + n, value));
  }

  rounding(field: number, bits: number, mode: RoundingMode): void {
    this.integers(field, narrowing(bits, mode));
  }
}

/** The rule that drops `bits` bits by `mode`: the entries from ROUND_BITS on. */
export function narrowing(bits: number, mode: RoundingMode): readonly number[] {
  const one = 2 ** bits;
  const half = one / 2;
  if (bits === 0) return [0, 0, 0, 0];
  switch (mode) {
    case 'nearest-even':
      return [bits, half - 1, 1, 0];
    case 'nearest-up':
      return [bits, half, 0, 0];
    case 'nearest-down':
      return [bits, half - 1, 0, 0];
    case 'nearest-away':
      return [bits, half, 0, -1];
    case 'floor':
      return [bits, 0, 0, 0];
    case 'ceil':
      return [bits, one - 1, 0, 0];
    case 'toward-zero':
      return [bits, 0, 0, one - 1];
  }
}

const four = (value: number) => [value, value, value, value];

/** Writes the tables and the record of a state. @returns the record's byte address */
export function writeState(
  memory: KernelMemory,
  binding: Binding,
  taps: TableTaps,
  texel: TexelForm,
  steps: Arithmetic,
): number {
  const { image, design, sampler } = binding;
  const { levels } = image;
  const tables = [taps.columns, taps.rows].flatMap((table) => table.levels);
  const at = memory.take(STATE_LEVELS + LEVEL_BYTES * levels.length);
  const entries = memory.take(4 * tables.reduce((sum, { entries: { length } }) => sum + length, 0) + 64);
  const record = new RecordWriter(memory, at);
  const exact = design.address.scalePrecision === 'exact';
  const { integers } = memory.all;
  let next = entries;
  const place = ({ entries: values, first }: AxisEntries) => {
    integers.set(values, next / 4);
    const zero = next - 4 * first;
    next += 4 * values.length;
    return zero;
  };
  const lastOf = ({ entries: { length }, first }: AxisEntries) => first + length - 2;
  levels.forEach(({ width, height, layerBytes }, l) => {
    const [columns, rows] = [taps.columns.levels[l], taps.rows.levels[l]];
    const level = STATE_LEVELS + LEVEL_BYTES * l;
    const { one } = taps.coordinateFormat;
    record.double(level + LEVEL_SCALE_U, width * one);
    record.double(level + LEVEL_SCALE_V, height * one);
    record.float(level + LEVEL_SIZE_U, width);
    record.float(level + LEVEL_SIZE_V, height);
    record.integer(level + LEVEL_COLUMNS, place(columns));
    record.integer(level + LEVEL_ROWS, place(rows));
    record.integer(level + LEVEL_FIRST_COLUMN, columns.first);
    record.integer(level + LEVEL_FIRST_ROW, rows.first);
    record.integer(level + LEVEL_LAST_COLUMN, lastOf(columns));
    record.integer(level + LEVEL_LAST_ROW, lastOf(rows));
    record.integer(level + LEVEL_START, taps.base[l]);
    record.integer(level + LEVEL_LAYER_BYTES, layerBytes);
    const periods = [sampler.addressModeU, sampler.addressModeV].map(periodOf);
    const masks = [periods[0] * width * one - 1, periods[1] * height * one - 1];
    const small = 2 * Math.max(width, height) * one < 2 ** 22;
    const maskable = exact || (small && periods.every((period) => period === 1));
    const masked = maskable && masks.every((mask) => mask > 0 && (mask & (mask + 1)) === 0);
    record.integer(level + LEVEL_MASKED, Number(masked));
    record.integers(level + LEVEL_MASK_U, masks);
    record.integer(level + LEVEL_SMALL, Number(small));
  });
  record.integer(STATE_EXACT, Number(exact));
  record.integer(STATE_FRACTION, taps.fraction);
  record.integer(STATE_SINGLE, isSingle(binding) ? 1 : 0);
  record.integer(STATE_DIRECT, isDirect(binding) ? 1 : 0);
  record.integer(STATE_NEAREST, isNearest(binding) ? 1 : 0);
  record.integer(STATE_FIRST_LEVEL, binding.firstLevel);
  [sampler.addressModeU, sampler.addressModeV].forEach((mode, axis) => {
    const period = periodOf(mode);
    record.floats(STATE_INVERSE_U + 16 * axis, four(period === 0 ? 0 : 1 / period));
    record.floats(STATE_PERIOD_U + 16 * axis, four(period));
    record.floats(STATE_HOLD_U + 16 * axis, four(period === 0 ? REDUCED_LIMIT : Infinity));
    record.integers(STATE_CLAMP_U + 16 * axis, four(period === 0 ? -1 : 0));
  });
  record.integer(STATE_LAST_LAYER, binding.arrayed ? binding.view.layerCount - 1 : 0);
  record.integer(STATE_LAYER_UP, design.address.layerRounding === 'nearest-even' ? 0 : 1);

  const { weightBits, droppedU, droppedV } = filterWidths(design);
  const { rounding } = design.filter;
  record.rounding(STATE_NARROW_WEIGHT, taps.fraction - weightBits, rounding);
  record.rounding(STATE_NARROW_U, droppedU, rounding);
  record.rounding(STATE_NARROW_V, droppedV, rounding);
  record.integer(STATE_WEIGHT_BITS, weightBits);
  record.double(STATE_WEIGHT_UNIT, 4 ** -weightBits);
  record.integer(STATE_WEIGHT_ONES, 0x10001 * 2 ** weightBits);
  writeAverage(record, memory, binding);
  writeComparison(record, binding);
  writeComponents(record, memory, binding, texel, steps);
  return at;
}

/** The images after which an address mode repeats; 0 for those that clamp. */
function periodOf(mode: AddressMode): number {
  const reduction = reductionOf(mode);
  return reduction === 'repeat' ? 1 : reduction === 'mirror' ? 2 : 0;
}

/** The part of `assembly/finish.ts`. */
function writeAverage(record: RecordWriter, memory: KernelMemory, { design }: Binding): void {
  const { filter, lod } = design;
  const { afterV, afterLevel, droppedLevel, levelWeightBits } = filterWidths(design);
  const positions = memory.take(64 * (MOST_SAMPLES + 1));
  const reciprocals = memory.take(8 * (MOST_SAMPLES + 1));
  anisotropicPositions(lod).forEach((places, n) => memory.all.floats.set(places, (positions + 64 * n) / 4));
  memory.all.doubles.set(reciprocalTable(filter.reciprocalBits, Math.max(...lod.anisotropicRates)), reciprocals / 8);
  record.integer(STATE_POSITIONS, positions);
  record.integer(STATE_RECIPROCALS, reciprocals);
  record.integer(STATE_ROUNDING, ROUNDING_MODES.indexOf(filter.rounding));
  record.integer(STATE_RECIPROCAL_BITS, filter.reciprocalBits === 'exact' ? -1 : filter.reciprocalBits);
  record.integer(STATE_LEVEL_DROPPED, droppedLevel);
  record.integer(STATE_LEVEL_BITS, levelWeightBits);
  record.double(STATE_LIFT, 2 ** (afterLevel - afterV));
  record.rounding(STATE_NARROW_LEVEL, droppedLevel, filter.rounding);
  // A result that is narrowed has a sign bit.
  const most = droppedLevel === 0 ? 32 : 31;
  record.integer(STATE_LEVEL_FITS, Number(8 + afterV + levelWeightBits <= most && afterLevel <= 24));
}

/** The comparison of `assembly/wide-filter.ts`. */
function writeComparison(record: RecordWriter, binding: Binding): void {
  const compare = depthCompare(binding);
  const texel = (depth: number) => (compare?.passes(0, depth) === true ? compare.one : 0);
  record.double(STATE_DEPTH_ONE, compare?.one ?? 0);
  record.integer(STATE_DEPTH_QUANTIZED, binding.design.filter.depthReference === 'quantized' ? 1 : 0);
  record.integer(STATE_DEPTH_LESS, texel(1));
  record.integer(STATE_DEPTH_EQUAL, texel(0));
  record.integer(STATE_DEPTH_GREATER, texel(-1));
}

/** The components, in the order of the result. */
function writeComponents(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  texel: TexelForm,
  steps: Arithmetic,
): void {
  const { weightBits, afterV, afterLevel, droppedU, droppedV } = filterWidths(binding.design);
  const { texelStride } = binding.image;
  const { fields, constant, kernel, form, signed, border } = texel;
  const sources = componentSources(binding.view.components);
  const scales = filterScales(binding);
  const ofTexel = sources.map((source) => source < 4 && !constant[source]);
  sources.forEach((source, c) => {
    const one = source < 4 ? scales[source].one : 1;
    record.double(STATE_RESULT_ONES + 8 * c, one * 2 ** afterLevel);
    record.double(STATE_RESULT_RECIPROCALS + 8 * c, 1 / (one * 2 ** afterLevel));
    record.double(STATE_VALUES + 8 * c, ofTexel[c] ? 1 / steps.divisors[source] : 1);
    record.float(STATE_DIVISOR + 4 * c, source < 4 ? steps.divisors[source] : 1);
    record.integer(STATE_KEPT + 4 * c, ofTexel[c] ? -1 : 0);
    const value = source < 4 ? fields[source].codes[0] / one : source - 4;
    record.float(STATE_CONSTANT + 4 * c, ofTexel[c] ? 0 : value);
    record.integer(STATE_SUM_CONSTANT + 4 * c, ofTexel[c] || source > 3 ? 0 : value * one * 2 ** afterV);
    record.double(STATE_SUM_CONSTANTS + 8 * c, ofTexel[c] || source > 3 ? 0 : value * one * 2 ** afterV);
    record.integer(STATE_VIEW_KEPT + 4 * c, source < 4 ? -1 : 0);
    record.float(STATE_VIEW_CONSTANT + 4 * c, source < 4 ? 0 : value);
  });
  const byteOf = (c: number) => fields[sources[c]].byte;
  record.integer(STATE_SIGNED, signed ? 1 : 0);
  record.integer(STATE_VALUE_BITS, afterV);
  record.integer(STATE_FORM, form);
  const at = memory.take(64);
  record.integer(STATE_BORDER, at);
  const borderTexel = new RecordWriter(memory, at);

  record.integer(STATE_STEP, hasBorder(binding) ? NEVER : texelStride);
  if (kernel === 'bytes') {
    for (let c = 0; c < 4; c++) {
      const pair = (first: number) => {
        if (!ofTexel[c]) return NOTHING;
        const [left, right] = [first + byteOf(c), first + texelStride + byteOf(c)];
        return signed ? [NONE, left, NONE, right] : [left, NONE, right, NONE];
      };
      const alone = ofTexel[c] ? [NONE, NONE, NONE, byteOf(c)] : NOTHING;
      record.bytes(STATE_UPPER + 4 * c, isNearest(binding) ? alone : pair(0));
      record.bytes(STATE_LOWER + 4 * c, pair(8));
    }
    fields.forEach(({ byte }, c) => {
      if (!constant[c]) borderTexel.bytes(byte, [border[c]]);
    });
    record.integers(STATE_FLIP, four(signed ? 0 : 0x80008000 | 0));
    const [bits, add, even, negative] = narrowing(droppedV, binding.design.filter.rounding);
    const narrows = droppedU !== 0 || even !== 0 || negative !== 0;
    record.integers(STATE_BIAS_V, four((signed ? 0 : 2 ** (15 + weightBits)) + (narrows ? 0 : add)));
    record.integer(STATE_SHIFT_V, bits);
    record.integer(STATE_NARROWS, Number(narrows));
    const pairs = Array.from({ length: 8 }, (_, n) =>
      n < texelStride ? n : n < 2 * texelStride ? n - texelStride + 4 : NONE,
    );
    record.bytes(STATE_TEXELS, [...pairs, ...pairs.map((byte) => (byte === NONE ? NONE : byte + 8))]);
    return;
  }
  const used = [0, 1, 2, 3].filter((c) => ofTexel[c]);
  const tables = form === FORM_BYTE_TABLES || form === FORM_FIELDS;
  const codeOf = kernel === 'floats' ? halfOf : (value: number) => value;
  record.floats(STATE_LIMITS, four(Infinity));
  record.bytes(STATE_ORDER, four(NONE).concat(four(NONE), four(NONE), four(NONE)));
  if (kernel === 'wide') {
    const half = signed ? 0 : 0x80008000 | 0;
    record.integers(STATE_LEAST, four(form === FORM_SIGNED ? 0x80018001 | 0 : 0x80008000 | 0));
    record.integers(STATE_FLIP, four(half));
    record.integers(STATE_BIAS_V, four(signed ? 0 : 2 ** (15 + weightBits)));
    record.integers(STATE_SIGN, four(signed ? 0x80000000 | 0 : 0));
    record.double(STATE_OFFSET, 2 ** 52 + (signed ? 2 ** 31 : 0));
  }
  for (const c of used) {
    // The place of the component among the four codes of a texel.
    const place = tables ? c : byteOf(c) / 2;
    record.bytes(
      STATE_ORDER + 4 * c,
      [0, 1, 2, 3].map((byte) => 4 * place + byte),
    );
    record.float(STATE_LIMITS + 4 * place, FINITE_HALVES);
    borderTexel.code(2 * place, codeOf(border[sources[c]]));
  }
  if (!tables) {
    const bytes = [0, 1, 2, 3, 4, 5, 6, 7];
    record.bytes(STATE_TEXELS, [...bytes, ...bytes.map((byte) => byte + texelStride)]);
  }
  if (form === FORM_BYTE_TABLES) {
    const bytes = takeTable(memory, 4 * 256);
    record.integer(STATE_TABLES, bytes.at);
    for (const c of used) bytes.codes(BYTE_TABLE_BYTES * byteOf(c) + 2 * c, fields[sources[c]].codes, codeOf);
  }
  if (form === FORM_FIELDS) {
    const components = [...new Set(used.map((c) => sources[c]))];
    record.integer(STATE_FIELD_COUNT, components.length);
    components.forEach((component, n) => {
      const { byte, shift, mask, codes } = fields[component];
      const table = takeTable(memory, codes.length);
      record.integers(STATE_FIELDS + FIELD_BYTES * n, [byte, shift, mask, table.at]);
      for (const c of used) if (sources[c] === component) table.codes(2 * c, codes, codeOf);
    });
  }
}

const hasBorder = ({ sampler: { addressModeU, addressModeV } }: Binding) =>
  addressModeU === 'clamp_to_border' || addressModeV === 'clamp_to_border';

/** A byte index that selects no byte of a vector. */
const NONE = 255;
/** A distance that no two texels have. */
const NEVER = -(2 ** 31);
const NOTHING = [NONE, NONE, NONE, NONE];

/** Every finite half is less. */
const FINITE_HALVES = 65_536;

/** The bits of a half; those of NaN, with which lanes are left to the units, for a number that is none. */
function halfOf(value: number): number {
  const bits = floatToHalf(value);
  return Object.is(halfToFloat(bits), value) ? bits : floatToHalf(NaN);
}

/** A table of `length` entries of four codes, all 0. */
function takeTable(memory: KernelMemory, length: number): RecordWriter {
  const at = memory.take(8 * length);
  memory.all.doubles.fill(0, at / 8, at / 8 + length);
  return new RecordWriter(memory, at);
}

/** True if every lane takes one sample of one level, with the same filter. */
export function isSingle({ sampler, instruction, firstLevel, lastLevel }: Binding): boolean {
  return (
    firstLevel === lastLevel &&
    sampler.magFilter === sampler.minFilter &&
    !sampler.anisotropyEnable &&
    !instruction.projected
  );
}

/** True if every lane takes one sample. */
export function isDirect({ sampler, firstLevel, lastLevel }: Binding): boolean {
  return !sampler.anisotropyEnable && (firstLevel === lastLevel || sampler.mipmapMode === 'nearest');
}

function isNearest({ sampler }: Binding): boolean {
  return sampler.magFilter === 'nearest' && sampler.minFilter === 'nearest';
}
