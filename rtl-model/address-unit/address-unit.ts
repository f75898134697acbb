import type { Design } from '../design/design.ts';
import { type FixedFormat, fixed, saturate } from '../fixed-point/format.ts';
import { type Footprints, NO_TAP } from '../registers/footprints.ts';
import type { Image } from '../memory/image.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { Sampler } from '../state/sampler.ts';
import { selectLayer } from './array-layer.ts';
import { AxisTable } from './axis-table.ts';
import { reductionOf } from './range-reduction.ts';
import { samplePositions } from './sample-positions.ts';
import { snapNear, TexelCoordinate } from './texel-coordinate.ts';

/**
 * From coordinates and levels to texel addresses and weights (D3D11.3 7.18.5-7.18.9; Vulkan: Unnormalized Texel
 * Coordinate Operations, Wrapping Operation, Texel Anisotropic Filtering).
 */
export class AddressUnit {
  readonly coordinateFormat: FixedFormat;
  private readonly design: Design;
  private readonly image: Image;
  readonly coordinateU: TexelCoordinate;
  readonly coordinateV: TexelCoordinate;
  readonly columns: AxisTable;
  readonly rows: AxisTable;
  private readonly positions: readonly Float32Array[];
  /** Fraction bits of a coordinate. */
  readonly fraction: number;
  /** Of a level: its byte address. */
  private readonly base: Int32Array;
  private readonly mask: number;
  private readonly layered: boolean;

  constructor(design: Design, image: Image, sampler: Sampler) {
    const { address, lod } = design;
    const { integerBits, fractionBits } = address.coordinate;
    this.design = design;
    this.image = image;
    this.coordinateFormat = fixed('coordinate', integerBits, fractionBits);
    this.fraction = fractionBits;
    this.coordinateU = new TexelCoordinate(address, this.coordinateFormat, reductionOf(sampler.addressModeU));
    this.coordinateV = new TexelCoordinate(address, this.coordinateFormat, reductionOf(sampler.addressModeV));
    const { levels, texelStride } = image;
    this.columns = new AxisTable(
      levels.map((level) => ({ size: level.width, offsets: level.column })),
      sampler.addressModeU,
      texelStride,
    );
    this.rows = new AxisTable(
      levels.map((level) => ({ size: level.height, offsets: level.row })),
      sampler.addressModeV,
      texelStride,
    );
    this.base = Int32Array.from(levels, (level) => level.base);
    this.mask = (1 << fractionBits) - 1;
    this.layered = image.layers > 1;
    const rates = Math.max(...lod.anisotropicRates);
    this.positions = Array.from({ length: rates + 1 }, (_, n) => samplePositions(n, lod.anisotropicSpacing));
  }

  /**
   * The footprints of pass `pass` of `count` lanes: the samples of the finer level come first, those of the coarser
   * follow. Lanes with fewer passes get none.
   *
   * @param lane,to first lane of the registers, first lane of the footprints
   */
  footprints(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, count: number, pass: number): void {
    const { passes, samples, linear, levelHi, levelLo, offsetU, offsetV } = lanes;
    const { sampleU, sampleV, fixedU, fixedV, tapCount, address, alpha, beta } = foot;
    const { fraction, mask, coordinateFormat } = this;
    const { one } = coordinateFormat;
    const columnLevels = this.columns.levels;
    const rowLevels = this.rows.levels;
    const { nearPeriod: periodU, nearLimit: limitU } = this.coordinateU;
    const { nearPeriod: periodV, nearLimit: limitV } = this.coordinateV;
    for (let k = 0; k < count; k++) {
      const from = lane + k;
      const at = to + k;
      if (pass >= passes[from]) {
        noFootprint(foot, at);
        continue;
      }
      const level = pass < samples[from] ? levelHi[from] : levelLo[from];
      const start = this.base[level] + (this.layered ? this.layerOffset(lanes.layer, from, level) : 0);
      let u = lanes.u[from];
      let v = lanes.v[from];
      if (samples[from] > 1) {
        const step = this.step(samples[from], pass);
        u = Math.fround(u + Math.fround(lanes.axisU[from] * step));
        v = Math.fround(v + Math.fround(lanes.axisV[from] * step));
      }
      sampleU[at] = u;
      sampleV[at] = v;
      // NaN is near nothing.
      if (!(Math.abs(u) < limitU && Math.abs(v) < limitV) || linear[from] === 0) {
        this.footprint(lanes, from, foot, at, level, start);
        continue;
      }
      const columns = columnLevels[level];
      const rows = rowLevels[level];
      const shiftU = (offsetU[from] - 0.5) * one;
      const shiftV = (offsetV[from] - 0.5) * one;
      const x = saturate(snapNear(u, columns.size * one, periodU, periodU, shiftU), coordinateFormat) | 0;
      const y = saturate(snapNear(v, rows.size * one, periodV, periodV, shiftV), coordinateFormat) | 0;
      fixedU[at] = x;
      fixedV[at] = y;
      const column = (x >> fraction) - columns.first;
      const row = (y >> fraction) - rows.first;
      if (column >>> 0 >= columns.entries.length - 1 || row >>> 0 >= rows.entries.length - 1) {
        this.addressLinear(foot, at, level, start);
        continue;
      }
      const left = columns.entries[column];
      const right = columns.entries[column + 1];
      const top = rows.entries[row];
      const bottom = rows.entries[row + 1];
      const tap = 4 * at;
      tapCount[at] = 4;
      address[tap] = byteAddress(start, left + top);
      address[tap + 1] = byteAddress(start, right + top);
      address[tap + 2] = byteAddress(start, left + bottom);
      address[tap + 3] = byteAddress(start, right + bottom);
      alpha[at] = x & mask;
      beta[at] = y & mask;
    }
  }

  /** Where sample `pass` of its level lies on the major axis, as a fraction of its length. */
  private step(samples: number, pass: number): number {
    return this.positions[samples][pass < samples ? pass : pass - samples];
  }

  /** The footprint of any coordinate under any design, for a sample that stands in `foot`. */
  private footprint(lanes: LaneRegisters, from: number, foot: Footprints, to: number, level: number, start: number) {
    const linear = lanes.linear[from];
    const half = 0.5 * linear;
    foot.fixedU[to] = this.coordinateU.snap(
      foot.sampleU[to],
      this.columns.levels[level].size,
      half,
      lanes.offsetU[from],
    );
    foot.fixedV[to] = this.coordinateV.snap(foot.sampleV[to], this.rows.levels[level].size, half, lanes.offsetV[from]);
    if (linear === 0) this.addressPoint(foot, to, level, start);
    else this.addressLinear(foot, to, level, start);
  }

  private addressPoint(foot: Footprints, to: number, level: number, start: number): void {
    const column = this.columns.offset(level, foot.fixedU[to] >> this.fraction);
    const row = this.rows.offset(level, foot.fixedV[to] >> this.fraction);
    const tap = 4 * to;
    foot.tapCount[to] = 1;
    foot.address[tap] = byteAddress(start, column + row);
    foot.address[tap + 1] = NO_TAP;
    foot.address[tap + 2] = NO_TAP;
    foot.address[tap + 3] = NO_TAP;
    foot.alpha[to] = 0;
    foot.beta[to] = 0;
  }

  private addressLinear(foot: Footprints, to: number, level: number, start: number): void {
    const { columns, rows, fraction } = this;
    const i = foot.fixedU[to] >> fraction;
    const j = foot.fixedV[to] >> fraction;
    foot.tapCount[to] = 4;
    for (let tap = 0; tap < 4; tap++) {
      const offset = columns.offset(level, i + (tap & 1)) + rows.offset(level, j + (tap >> 1));
      foot.address[4 * to + tap] = byteAddress(start, offset);
    }
    foot.alpha[to] = foot.fixedU[to] & this.mask;
    foot.beta[to] = foot.fixedV[to] & this.mask;
  }

  private layerOffset(layer: Float32Array, at: number, level: number): number {
    const { layers, levels } = this.image;
    return selectLayer(layer[at], layers, this.design.address.layerRounding) * levels[level].layerBytes;
  }
}

function noFootprint(foot: Footprints, to: number): void {
  foot.tapCount[to] = 0;
  for (let tap = 4 * to; tap < 4 * to + 4; tap++) foot.address[tap] = NO_TAP;
}

/** The address of a texel at `offset` from the start; a negative offset's sign, all ones, makes it BORDER_ADDRESS. */
function byteAddress(start: number, offset: number): number {
  return (start + offset) | (offset >> 31);
}
