import { type FixedFormat, saturate } from '../../fixed-point/format.ts';
import { type RoundingMode, roundShift } from '../../fixed-point/rounding.ts';
import { type Footprints, NO_TAP } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import type { Binding } from '../../state/binding.ts';
import { selectViewLayer } from '../array-layer.ts';
import type { AxisTable } from '../axis-table.ts';
import { Coordinates } from '../coordinates.ts';
import { type ImageTables, imageTables } from '../image-tables.ts';
import { clearFootprint } from './tap-plan.ts';
import { anisotropicPositions } from '../sample-positions.ts';
import { snapNear, type TexelCoordinate } from '../texel-coordinate.ts';
import { TexelWrapper } from '../texel-wrapper.ts';

/**
 * Kernel of `SamplePlan` for nearest and linear filters in planes, cubes and volumes: address mode and memory layout of
 * an axis are one look-up, so that a footprint of four taps costs four. Taps over the edge of a seamless cube come
 * from `TexelWrapper`. Weights of single taps, which such filters do not need, are not written.
 */
export class TableTaps {
  readonly coordinateFormat: FixedFormat;
  readonly tables: ImageTables;
  readonly coordinateU: TexelCoordinate;
  readonly coordinateV: TexelCoordinate;
  private readonly columns: AxisTable;
  private readonly rows: AxisTable;
  /** Fraction bits of a coordinate, and those of them that a filter weight drops. */
  readonly fraction: number;
  private readonly narrow: number;
  private readonly rounding: RoundingMode;
  private readonly coordinateW: TexelCoordinate;
  /** The third axis of a volume; null for others. */
  private readonly slices: AxisTable | null;
  private readonly positions: readonly Float32Array[];
  private readonly wrapper: TexelWrapper;
  private readonly seamless: boolean;
  /** True if a lane chooses among layers, or faces. */
  private readonly layered: boolean;
  /** The byte address of a level, in the view's first layer. */
  private readonly base: Int32Array;
  private readonly mask: number;

  /** The kernel, or null for states that it does not cover. */
  static of(binding: Binding): TableTaps | null {
    const { op, dimensions, image, sampler } = binding;
    const { format, planes, samples, cornerSampled, unbound } = image;
    const pair = format.block !== null && format.codec === null;
    const covered =
      op === 'sample' &&
      dimensions > 1 &&
      sampler.magFilter !== 'cubic' &&
      sampler.minFilter !== 'cubic' &&
      sampler.reductionMode === 'weighted_average' &&
      sampler.ycbcrConversion === null &&
      !sampler.unnormalizedCoordinates &&
      planes === null &&
      !pair &&
      samples === 1 &&
      !cornerSampled &&
      unbound.length === 0;
    return covered ? new TableTaps(binding) : null;
  }

  private constructor(private readonly binding: Binding) {
    const { design, sampler, cube, arrayed } = binding;
    const { address, filter, lod } = design;
    const coordinates = new Coordinates(binding);
    this.tables = imageTables(binding);
    this.coordinateFormat = coordinates.format;
    [this.coordinateU, this.coordinateV, this.coordinateW] = coordinates.axes;
    this.fraction = address.coordinate.fractionBits;
    this.narrow = this.fraction - filter.weightBits;
    this.rounding = filter.rounding;
    this.mask = this.coordinateFormat.one - 1;
    this.seamless = cube && !sampler.nonSeamlessCubeMap;
    this.layered = arrayed || cube;
    const { columns, rows, slices, base } = this.tables;
    this.columns = columns;
    this.rows = rows;
    this.slices = slices;
    this.base = base;
    this.positions = anisotropicPositions(lod);
    this.wrapper = new TexelWrapper(binding);
  }

  /** The kernel's `LanePlan.footprints`. */
  footprints(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, count: number, pass: number): void {
    const { passes, samples, filter: filters, levelHi, levelLo, offsetU, offsetV } = lanes;
    const { sampleU, sampleV, fixedU, fixedV, plane, tapCount, address, alpha, beta } = foot;
    const { coordinateFormat, coordinateU, coordinateV, seamless, layered, slices, base, fraction, mask, narrow } =
      this;
    const { one } = coordinateFormat;
    const columnLevels = this.columns.levels;
    const rowLevels = this.rows.levels;
    const { nearPeriod: periodU, nearLimit: limitU } = coordinateU;
    const { nearPeriod: periodV, nearLimit: limitV } = coordinateV;
    for (let k = 0; k < count; k++) {
      const from = lane + k;
      const at = to + k;
      if (pass >= passes[from]) {
        clearFootprint(foot, at);
        continue;
      }
      const filter = filters[from];
      // A linear sample of a volume takes a pass for each of two slices.
      const sample = slices !== null && filter !== 0 ? pass >> 1 : pass;
      const n = samples[from];
      const level = sample < n ? levelHi[from] : levelLo[from];
      let u = lanes.u[from];
      let v = lanes.v[from];
      if (n > 1) {
        const step = this.positions[n][sample < n ? sample : sample - n];
        u = Math.fround(u + Math.fround(lanes.axisU[from] * step));
        v = Math.fround(v + Math.fround(lanes.axisV[from] * step));
      }
      sampleU[at] = u;
      sampleV[at] = v;
      plane[at] = 0;
      const columns = columnLevels[level];
      const rows = rowLevels[level];
      const half = filter === 0 ? 0 : 0.5;
      // NaN is near nothing.
      if (Math.abs(u) < limitU && Math.abs(v) < limitV) {
        const shiftU = (offsetU[from] - half) * one;
        const shiftV = (offsetV[from] - half) * one;
        fixedU[at] = saturate(snapNear(u, columns.size * one, periodU, periodU, shiftU), coordinateFormat);
        fixedV[at] = saturate(snapNear(v, rows.size * one, periodV, periodV, shiftV), coordinateFormat);
      } else {
        fixedU[at] = coordinateU.snap(u, columns.size, half, offsetU[from]);
        fixedV[at] = coordinateV.snap(v, rows.size, half, offsetV[from]);
      }
      let start = base[level];
      if (layered) start += this.layerOffset(lanes, from, level);
      if (seamless && this.leavesFace(foot, at, columns.size, filter)) {
        this.addressCube(lanes, from, foot, at, level, filter);
        continue;
      }
      if (slices !== null) {
        this.addressVolume(lanes, from, foot, at, level, start, pass, filter, slices);
        continue;
      }
      const x = fixedU[at];
      const y = fixedV[at];
      const column = (x >> fraction) - columns.first;
      const row = (y >> fraction) - rows.first;
      const inside = column >>> 0 < columns.entries.length - 1 && row >>> 0 < rows.entries.length - 1;
      if (filter === 0 || narrow !== 0 || !inside) {
        this.addressPlane(foot, at, level, start, filter);
        continue;
      }
      // The common case of `addressPlane`, without a call.
      const left = columns.entries[column];
      const right = columns.entries[column + 1];
      const top = rows.entries[row];
      const bottom = rows.entries[row + 1];
      const tap = 4 * at;
      tapCount[at] = 4;
      address[tap] = byteAddress(start, left, top);
      address[tap + 1] = byteAddress(start, right, top);
      address[tap + 2] = byteAddress(start, left, bottom);
      address[tap + 3] = byteAddress(start, right, bottom);
      alpha[at] = x & mask;
      beta[at] = y & mask;
    }
  }

  /** One tap, or the four of a square. @param start byte address of the level's layer, or slice; negative on the border */
  private addressPlane(foot: Footprints, at: number, level: number, start: number, filter: number): void {
    const { address, alpha, beta, tapCount, fixedU, fixedV } = foot;
    const { fraction } = this;
    const columns = this.columns.levels[level];
    const rows = this.rows.levels[level];
    const i = fixedU[at] >> fraction;
    const j = fixedV[at] >> fraction;
    const column = i - columns.first;
    const row = j - rows.first;
    const inside = column >>> 0 < columns.entries.length - 1 && row >>> 0 < rows.entries.length - 1;
    const left = inside ? columns.entries[column] : this.columns.offset(level, i);
    const top = inside ? rows.entries[row] : this.rows.offset(level, j);
    const tap = 4 * at;
    if (filter === 0) {
      tapCount[at] = 1;
      address[tap] = byteAddress(start, left, top);
      address[tap + 1] = NO_TAP;
      address[tap + 2] = NO_TAP;
      address[tap + 3] = NO_TAP;
      alpha[at] = 0;
      beta[at] = 0;
      return;
    }
    const right = inside ? columns.entries[column + 1] : this.columns.offset(level, i + 1);
    const bottom = inside ? rows.entries[row + 1] : this.rows.offset(level, j + 1);
    tapCount[at] = 4;
    address[tap] = byteAddress(start, left, top);
    address[tap + 1] = byteAddress(start, right, top);
    address[tap + 2] = byteAddress(start, left, bottom);
    address[tap + 3] = byteAddress(start, right, bottom);
    alpha[at] = this.weight(fixedU[at]);
    beta[at] = this.weight(fixedV[at]);
  }

  /** The square in one slice: of the two around a linear sample, the one whose turn the pass is. */
  private addressVolume(
    lanes: LaneRegisters,
    from: number,
    foot: Footprints,
    at: number,
    level: number,
    start: number,
    pass: number,
    filter: number,
    slices: AxisTable,
  ): void {
    const { fraction } = this;
    const w = lanes.w[from];
    const half = filter === 0 ? 0 : 0.5;
    foot.sampleW[at] = w;
    foot.fixedW[at] = this.coordinateW.snap(w, slices.levels[level].size, half, lanes.offsetW[from]);
    const z = foot.fixedW[at];
    const slice = slices.offset(level, (z >> fraction) + (filter === 0 ? 0 : pass & 1));
    this.addressPlane(foot, at, level, start + slice, filter);
    foot.gamma[at] = filter === 0 ? 0 : this.weight(z);
  }

  /** Holds the sample to the face and half a texel around it. @returns true if a tap is beyond the face */
  private leavesFace({ fixedU, fixedV }: Footprints, at: number, size: number, filter: number): boolean {
    const { one } = this.coordinateFormat;
    const half = one / 2;
    const last = size * one - half;
    fixedU[at] = Math.max(-half, Math.min(fixedU[at], last));
    fixedV[at] = Math.max(-half, Math.min(fixedV[at], last));
    const end = filter === 0 ? size : size - 1;
    const i = fixedU[at] >> this.fraction;
    const j = fixedV[at] >> this.fraction;
    return i < 0 || j < 0 || i >= end || j >= end;
  }

  private addressCube(
    lanes: LaneRegisters,
    from: number,
    foot: Footprints,
    at: number,
    level: number,
    filter: number,
  ): void {
    const { fraction, wrapper } = this;
    const layer = selectViewLayer(this.binding, lanes.layer[from]);
    const face = lanes.face[from];
    const i = foot.fixedU[at] >> fraction;
    const j = foot.fixedV[at] >> fraction;
    clearFootprint(foot, at);
    const taps = filter === 0 ? 1 : 4;
    foot.tapCount[at] = taps;
    for (let tap = 0; tap < taps; tap++) {
      const address = wrapper.address(level, layer, face, i + (tap & 1), j + (tap >> 1), 0, filter);
      foot.address[4 * at + tap] = address;
    }
    if (filter === 0) return;
    foot.alpha[at] = this.weight(foot.fixedU[at]);
    foot.beta[at] = this.weight(foot.fixedV[at]);
  }

  /** The weight of the second texel: a coordinate's fraction at the filter's width. */
  private weight(x: number): number {
    const fraction = x & this.mask;
    return this.narrow === 0 ? fraction : roundShift(fraction, this.narrow, this.rounding);
  }

  /** Bytes from the view's first layer to the lane's, or to its face. */
  private layerOffset({ layer, face }: LaneRegisters, at: number, level: number): number {
    const { binding } = this;
    const selected = selectViewLayer(binding, layer[at]);
    return (binding.cube ? 6 * selected + face[at] : selected) * binding.image.levels[level].layerBytes;
  }
}

/** The address of a texel. A negative start or offset is a border; its sign, all ones, makes the address BORDER_ADDRESS. */
function byteAddress(start: number, column: number, row: number): number {
  return (start + column + row) | ((start | column | row) >> 31);
}
