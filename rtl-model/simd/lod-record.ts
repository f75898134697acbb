import { LOD } from '../design/design-fields.ts';
import { ROUNDING_MODES } from '../fixed-point/rounding.ts';
import { unitOf } from '../fixed-point/truncation.ts';
import { sampleCount } from '../lod-unit/anisotropy.ts';
import type { LodUnit } from '../lod-unit/lod-unit.ts';
import type { Binding } from '../state/binding.ts';
import { SampleShape } from '../state/sample-shape.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { narrowing } from './record-writer.ts';

/** Sums of a LOD and a bias must stay within 31 bits: the width of the LOD format and of an entry of the log2 table. */
const MOST_LOD_BITS = 30;
const MOST_ENTRY_BITS = 23;
/** The log2 table of a state takes at most 16 KiB. */
const MOST_INDEX_BITS = 12;
/** Ratios are at most 127. */
const RATIOS = 128;

/** True if the lanes of the LOD kernel hold every step of the unit. */
export function fitsLanes({ op, dimensions, cube }: Binding, unit: LodUnit): boolean {
  const { format, maxAnisotropy } = unit;
  const plain = op === 'sample' && dimensions === 2 && !cube;
  return plain && format.width <= MOST_LOD_BITS && fitsTable(unit) && Math.fround(maxAnisotropy) === maxAnisotropy;
}

/** True also for LODs that are operands, which need no table. */
function fitsTable({ source, lod: { log2Table } }: LodUnit): boolean {
  return source === 'explicit' || (log2Table.entryBits <= MOST_ENTRY_BITS && log2Table.indexBits <= MOST_INDEX_BITS);
}

/** Writes the record of a state (assembly/lod-record.ts), and its tables. @returns the record's byte address */
export function writeLodRecord(memory: KernelMemory, binding: Binding, unit: LodUnit): number {
  const { format, bounds, lastLevel, narrowAxes, maxAnisotropy } = unit;
  const lod = narrowAxes?.lod ?? unit.lod;
  const { biasFormat, clampFormat } = bounds;
  const shape = new SampleShape(binding);
  const scale = (bits: number) => 2 ** (format.fractionBits - bits);
  const held = (value: number) => Math.min(value, format.max);
  const doubles = [
    unit.width,
    unit.height,
    lod.alpha,
    lod.beta,
    biasFormat.one,
    scale(biasFormat.fractionBits),
    clampFormat.one,
    scale(clampFormat.fractionBits),
    unitOf(lod.scaleFactorBits),
    unitOf(lod.ellipseBits),
    unitOf(lod.lengthBits),
    unitOf(lod.minorAxisBits),
  ];
  const rates = ratesUpTo(maxAnisotropy, lod.anisotropicRates);
  const firstRate = memory.take(8 * rates.length);
  memory.all.doubles.set(rates, firstRate / 8);
  const floats = [maxAnisotropy, bounds.samplerBias, bounds.samplerMinLod];
  const integers = [
    Number(unit.source === 'explicit'),
    Number(unit.shared),
    Number(narrowAxes !== null),
    LOD.fields.scaleFactor.values.indexOf(lod.scaleFactor),
    ROUNDING_MODES.indexOf(lod.rounding),
    ...(unit.source === 'explicit' ? NO_LOG2 : log2Fields(memory, unit)),
    format.min,
    format.max,
    Number(unit.biased),
    bounds.plainBias,
    bounds.bias(NaN),
    bounds.bias(-Infinity),
    bounds.bias(Infinity),
    held(bounds.plainMinLod),
    held(bounds.limit(Infinity)),
    held(bounds.maxLod),
    Math.min(unit.viewMinLod, lastLevel * format.one),
    lastLevel * format.one,
    format.fractionBits,
    Number(unit.mipLinear),
    narrowing(format.fractionBits, unit.nearestLevel)[1],
    lod.levelWeightCurve === null ? 0 : storeTable(memory, unit.levelWeights),
    unit.firstLevel,
    unit.coarsestLevel,
    unit.magFilter,
    unit.minFilter,
    shape.passes(unit.magFilter),
    shape.passes(unit.minFilter),
    storeTable(
      memory,
      Float64Array.from({ length: RATIOS }, (_, ratio) => sampleCount(ratio, lod.anisotropicRates)),
    ),
    firstRate,
    firstRate + 8 * (rates.length - 1),
  ];
  const at = memory.take(8 * doubles.length + 4 * (floats.length + integers.length));
  const { all } = memory;
  all.doubles.set(doubles, at / 8);
  all.floats.set(floats, at / 4 + 2 * doubles.length);
  all.integers.set(integers, at / 4 + 2 * doubles.length + floats.length);
  return at;
}

/** The rates below maxAnisotropy and the one that reaches it, if any. */
function ratesUpTo(maxAnisotropy: number, rates: readonly number[]): readonly number[] {
  return rates.filter((_, n) => n === 0 || rates[n - 1] < maxAnisotropy);
}

/** The fields of the log2 unit in the record of LODs that are operands: they do not take it. */
const NO_LOG2 = [0, 0, 0, 0, 0, 0, 0, 0, 0];

function log2Fields(memory: KernelMemory, { lod, format, log2Unit }: LodUnit): readonly number[] {
  return [
    log2Unit.restBits,
    log2Unit.weightBits,
    log2Unit.droppedBits,
    log2Unit.entryBits,
    ...narrowing(log2Unit.entryBits - format.fractionBits, lod.rounding),
    storeTable(memory, log2Unit.table),
  ];
}

/** Stores a table of integers, and an entry after it that a read of two entries may touch. */
function storeTable(memory: KernelMemory, table: ArrayLike<number>): number {
  const at = memory.take(4 * (table.length + 1));
  memory.all.integers.set(table, at / 4);
  return at;
}
