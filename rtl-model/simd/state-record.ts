import type { TableTaps } from '../address-unit/kernels/table-taps.ts';
import type { AxisEntries } from '../address-unit/axis-table.ts';
import { REDUCED_LIMIT, reductionOf } from '../address-unit/range-reduction.ts';
import { filterWidths } from '../design/filter-widths.ts';
import { ROUNDING_MODES, type RoundingMode } from '../fixed-point/rounding.ts';
import { reciprocalTable } from '../filter-unit/fixed-arithmetic.ts';
import { anisotropicPositions } from '../address-unit/sample-positions.ts';
import type { Arithmetic } from '../filter-unit/arithmetic.ts';
import { filterScales } from '../filter-unit/tap-texels.ts';
import type { Binding } from '../state/binding.ts';
import { componentSources } from '../texel-decoder/swizzle.ts';
import type { ByteTexel } from './byte-codes.ts';
import {
  LEVEL_BYTES,
  LEVEL_COLUMNS,
  LEVEL_FIRST_COLUMN,
  LEVEL_FIRST_ROW,
  LEVEL_LAST_COLUMN,
  LEVEL_LAST_ROW,
  LEVEL_LAYER_BYTES,
  LEVEL_ROWS,
  LEVEL_SCALE_U,
  LEVEL_SCALE_V,
  LEVEL_SIZE_U,
  LEVEL_SIZE_V,
  LEVEL_START,
  STATE_BIAS_U,
  STATE_BIAS_V,
  STATE_BORDER,
  STATE_CLAMP_U,
  STATE_CONSTANT,
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
  STATE_LEAST,
  STATE_LEVEL_BITS,
  STATE_LEVEL_DROPPED,
  STATE_LEVELS,
  STATE_LIFT,
  STATE_POSITIONS,
  STATE_RECIPROCALS,
  STATE_RECIPROCAL_BITS,
  STATE_RESULT_ONES,
  STATE_ROUNDING,
  MOST_SAMPLES,
  STATE_LOWER,
  STATE_NARROW_U,
  STATE_NARROW_V,
  STATE_NARROW_WEIGHT,
  STATE_PASSES,
  STATE_PERIOD_U,
  STATE_UPPER,
  STATE_WEIGHT_BITS,
} from './kernel-layout.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** A record in a kernels' memory, written once. */
class RecordWriter {
  private readonly memory: KernelMemory;
  private readonly at: number;

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
  texel: ByteTexel,
  steps: Arithmetic,
  passes: boolean,
): number {
  const { image, design, sampler } = binding;
  const { levels } = image;
  const tables = [taps.columns, taps.rows].flatMap((table) => table.levels);
  const at = memory.take(STATE_LEVELS + LEVEL_BYTES * levels.length);
  const entries = memory.take(4 * tables.reduce((sum, { entries: { length } }) => sum + length, 0) + 64);
  const border = memory.take(64);
  const record = new RecordWriter(memory, at);
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
  });
  record.integer(STATE_EXACT, design.address.scalePrecision === 'exact' ? 1 : 0);
  record.integer(STATE_FRACTION, taps.fraction);
  record.integer(STATE_PASSES, passes ? 1 : 0);
  record.integer(STATE_FIRST_LEVEL, binding.firstLevel);
  [sampler.addressModeU, sampler.addressModeV].forEach((mode, axis) => {
    const reduction = reductionOf(mode);
    const period = reduction === 'repeat' ? 1 : reduction === 'mirror' ? 2 : 0;
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
  record.integer(STATE_BORDER, border);
  writeAverage(record, memory, binding);
  writeBytes(record, binding, texel, steps, droppedU !== 0);
  return at;
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
}

/** The part of `assembly/byte-filter.ts`. */
function writeBytes(
  record: RecordWriter,
  binding: Binding,
  { components, signed }: ByteTexel,
  steps: Arithmetic,
  narrowsU: boolean,
): void {
  const { weightBits, afterLevel } = filterWidths(binding.design);
  const sources = componentSources(binding.view.components);
  const scales = filterScales(binding);
  sources.forEach((source, c) => {
    const component = source < 4 ? components[source] : { byte: -1, constant: source - 4 };
    const { byte } = component;
    const pair = (first: number) => (byte < 0 ? [255, 255, 255, 255] : [255, first + byte, 255, first + 4 + byte]);
    record.bytes(STATE_UPPER + 4 * c, pair(0));
    record.bytes(STATE_LOWER + 4 * c, pair(8));
    record.float(STATE_DIVISOR + 4 * c, byte < 0 ? 1 : steps.divisors[source]);
    record.integer(STATE_KEPT + 4 * c, byte < 0 ? 0 : -1);
    const one = source < 4 ? scales[source].one : 1;
    record.double(STATE_RESULT_ONES + 8 * c, one * 2 ** afterLevel);
    record.float(STATE_CONSTANT + 4 * c, byte < 0 ? component.constant / one : 0);
  });
  record.integers(STATE_FLIP, four(signed ? 0 : 0x80808080 | 0));
  record.integers(STATE_LEAST, four(signed ? 0x81818181 | 0 : 0x80808080 | 0));
  const bias = signed ? 0 : 128 * 2 ** weightBits;
  record.integers(STATE_BIAS_U, four(bias));
  record.integers(STATE_BIAS_V, four(narrowsU ? 0 : bias * 2 ** weightBits));
}
