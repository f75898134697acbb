import type { AxisEntries } from '../address-unit/axis-table.ts';
import type { TableTaps } from '../address-unit/plans/table-taps.ts';
import { REDUCED_LIMIT, reductionOf } from '../address-unit/range-reduction.ts';
import { anisotropicPositions } from '../address-unit/sample-positions.ts';
import type { FilterArithmetic } from '../filter-unit/arithmetic/arithmetic.ts';
import type { Binding } from '../state/binding.ts';
import type { AddressMode } from '../state/sampler.ts';
import { writeFilter } from './filter-record.ts';
import {
  AXIS_CLAMP,
  AXIS_HOLD,
  AXIS_INVERSE,
  AXIS_PERIOD,
  LEVEL_BYTES,
  LEVEL_COLUMNS,
  LEVEL_FIRST_COLUMN,
  LEVEL_FIRST_ROW,
  LEVEL_LAST_COLUMN,
  LEVEL_LAST_ROW,
  LEVEL_LAYER_BYTES,
  LEVEL_MASKED,
  LEVEL_MASK_U,
  LEVEL_MASK_V,
  LEVEL_ROWS,
  LEVEL_SCALE_U,
  LEVEL_SCALE_V,
  LEVEL_SIZE_U,
  LEVEL_SIZE_V,
  LEVEL_SMALL,
  LEVEL_START,
  MOST_SAMPLES,
  STATE_AXIS_U,
  STATE_AXIS_V,
  STATE_COPY,
  STATE_DIRECT,
  STATE_EXACT,
  STATE_FIRST_LEVEL,
  STATE_FRACTION,
  STATE_LAST_LAYER,
  STATE_LAYER_UP,
  STATE_LEVELS,
  STATE_NARROW_WEIGHT,
  STATE_NEAREST,
  STATE_POSITIONS,
  STATE_SIGNED,
  STATE_SINGLE,
  STATE_WEIGHT_BITS,
} from './kernel-layout.ts';
import type { DecodedCopy } from './decoded-copy.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { four, RecordWriter } from './record-writer.ts';
import { isDirect, isNearest, isSingle } from './sample-kind.ts';
import type { TexelForm } from './texel-form.ts';

/**
 * Writes the tables and the record of a state.
 *
 * @param copy the texels that it reads, if they are not those of the image
 * @returns the record's byte address
 */
export function writeState(
  memory: KernelMemory,
  binding: Binding,
  taps: TableTaps,
  texel: TexelForm,
  steps: FilterArithmetic,
  copy: DecodedCopy | null,
): number {
  const record = new RecordWriter(memory, memory.take(STATE_LEVELS + LEVEL_BYTES * binding.image.levels.length));
  record.integer(STATE_SINGLE, Number(isSingle(binding)));
  record.integer(STATE_DIRECT, Number(isDirect(binding)));
  record.integer(STATE_NEAREST, Number(isNearest(binding)));
  record.integer(STATE_SIGNED, Number(texel.signed));
  writeCoordinates(record, memory, binding, taps);
  writeLevels(record, memory, binding, taps, copy);
  writeFilter(record, memory, binding, texel, steps, copy);
  return record.at;
}

/** The part of `assembly/snap.ts`. */
function writeCoordinates(record: RecordWriter, memory: KernelMemory, binding: Binding, taps: TableTaps): void {
  const { address, filter, lod } = binding.design;
  const modes = addressModes(binding);
  [STATE_AXIS_U, STATE_AXIS_V].forEach((axis, n) => {
    const period = periodOf(modes[n]);
    record.floats(axis + AXIS_INVERSE, four(period === 0 ? 0 : 1 / period));
    record.floats(axis + AXIS_PERIOD, four(period));
    record.floats(axis + AXIS_HOLD, four(period === 0 ? REDUCED_LIMIT : Infinity));
    record.integers(axis + AXIS_CLAMP, four(period === 0 ? -1 : 0));
  });
  record.rounding(STATE_NARROW_WEIGHT, taps.fraction - filter.weightBits, filter.rounding);
  record.integer(STATE_FRACTION, taps.fraction);
  record.integer(STATE_WEIGHT_BITS, filter.weightBits);
  record.integer(STATE_EXACT, Number(address.scalePrecision === 'exact'));
  record.integer(STATE_FIRST_LEVEL, binding.firstLevel);
  record.integer(STATE_LAST_LAYER, binding.arrayed ? binding.view.layerCount - 1 : 0);
  record.integer(STATE_LAYER_UP, Number(address.layerRounding !== 'nearest-even'));
  const positions = memory.take(64 * (MOST_SAMPLES + 1));
  anisotropicPositions(lod).forEach((places, n) => memory.all.floats.set(places, (positions + 64 * n) / 4));
  record.integer(STATE_POSITIONS, positions);
}

/** The records of the levels, and their tables of columns and rows. */
function writeLevels(
  record: RecordWriter,
  memory: KernelMemory,
  binding: Binding,
  taps: TableTaps,
  copy: DecodedCopy | null,
): void {
  const { address, first: firstByte, shift } = copy ?? { address: 0, first: 0, shift: 0 };
  record.integers(STATE_COPY, [address, firstByte, shift]);
  const { image, design } = binding;
  const { one } = taps.coordinateFormat;
  const exact = design.address.scalePrecision === 'exact';
  const periods = addressModes(binding).map(periodOf);
  const tables = [taps.columns, taps.rows].flatMap((table) => table.levels);
  let next = memory.take(4 * tables.reduce((sum, { entries: { length } }) => sum + length, 0) + 64);
  const { integers } = memory.all;
  const place = ({ entries, first }: AxisEntries) => {
    // Entries of the border are negative.
    integers.set(
      entries.map((entry) => (entry < 0 ? entry : entry << shift)),
      next / 4,
    );
    const zero = next - 4 * first;
    next += 4 * entries.length;
    return zero;
  };
  const lastOf = ({ entries: { length }, first }: AxisEntries) => first + length - 2;
  image.levels.forEach(({ width, height, layerBytes }, l) => {
    const [columns, rows] = [taps.columns.levels[l], taps.rows.levels[l]];
    const level = STATE_LEVELS + LEVEL_BYTES * l;
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
    record.integer(level + LEVEL_START, address + (taps.base[l] - firstByte) * 2 ** shift);
    record.integer(level + LEVEL_LAYER_BYTES, layerBytes * 2 ** shift);
    const masks = [periods[0] * width * one - 1, periods[1] * height * one - 1];
    const small = 2 * Math.max(width, height) * one < 2 ** 22;
    const maskable = exact || (small && periods.every((period) => period === 1));
    const masked = maskable && masks.every((mask) => mask > 0 && (mask & (mask + 1)) === 0);
    record.integer(level + LEVEL_SMALL, Number(small));
    record.integer(level + LEVEL_MASKED, Number(masked));
    record.integer(level + LEVEL_MASK_U, masks[0]);
    record.integer(level + LEVEL_MASK_V, masks[1]);
  });
}

function addressModes({ sampler }: Binding): readonly AddressMode[] {
  return [sampler.addressModeU, sampler.addressModeV];
}

/** The images after which an address mode repeats; 0 for those that clamp. */
function periodOf(mode: AddressMode): number {
  const reduction = reductionOf(mode);
  return reduction === 'repeat' ? 1 : reduction === 'mirror' ? 2 : 0;
}
