import type { Design } from '../design.ts';
import { type FixedFormat, fixed } from '../fixed-point/format.ts';
import { BORDER_ADDRESS, type Footprints, NO_TAP } from '../footprints.ts';
import type { Image } from '../image.ts';
import type { LaneRegisters } from '../lane-registers.ts';
import type { Sampler } from '../sampler.ts';
import { selectLayer } from './array-layer.ts';
import { AxisTable, NOT_HELD } from './axis-table.ts';
import { reductionOf } from './range-reduction.ts';
import { samplePositions } from './sample-positions.ts';
import { TexelCoordinate } from './texel-coordinate.ts';

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
  private readonly width: Int32Array;
  private readonly height: Int32Array;
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
    this.width = Int32Array.from(levels, (level) => level.width);
    this.height = Int32Array.from(levels, (level) => level.height);
    this.base = Int32Array.from(levels, (level) => level.base);
    this.mask = this.coordinateFormat.one - 1;
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
    const { passes, samples, levelHi, levelLo } = lanes;
    for (let k = 0; k < count; k++) {
      const from = lane + k;
      if (pass >= passes[from]) {
        noFootprint(foot, to + k);
        continue;
      }
      const n = samples[from];
      const level = pass < n ? levelHi[from] : levelLo[from];
      foot.sampleU[to + k] = lanes.u[from];
      foot.sampleV[to + k] = lanes.v[from];
      if (n > 1) {
        const step = this.positions[n][pass < n ? pass : pass - n];
        foot.sampleU[to + k] += Math.fround(lanes.axisU[from] * step);
        foot.sampleV[to + k] += Math.fround(lanes.axisV[from] * step);
      }
      const linear = lanes.linear[from];
      this.coordinateU.snapLane(foot.sampleU, foot.fixedU, to + k, this.width[level], linear, lanes.offsetU[from]);
      this.coordinateV.snapLane(foot.sampleV, foot.fixedV, to + k, this.height[level], linear, lanes.offsetV[from]);
      const start = this.base[level] + (this.layered ? this.layerOffset(lanes.layer[from], level) : 0);
      if (linear === 0) this.addressPoint(foot, to + k, level, start);
      else this.addressLinear(foot, to + k, level, start);
    }
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
    const { address } = foot;
    const x = foot.fixedU[to];
    const y = foot.fixedV[to];
    const i = x >> fraction;
    const j = y >> fraction;
    const columnAt = columns.position(level, i);
    const rowAt = rows.position(level, j);
    const column = columnAt === NOT_HELD ? columns.offset(level, i) : columns.entries[columnAt];
    const nextColumn = columnAt === NOT_HELD ? columns.offset(level, i + 1) : columns.entries[columnAt + 1];
    const row = rowAt === NOT_HELD ? rows.offset(level, j) : rows.entries[rowAt];
    const nextRow = rowAt === NOT_HELD ? rows.offset(level, j + 1) : rows.entries[rowAt + 1];
    const tap = 4 * to;
    foot.tapCount[to] = 4;
    address[tap] = byteAddress(start, column + row);
    address[tap + 1] = byteAddress(start, nextColumn + row);
    address[tap + 2] = byteAddress(start, column + nextRow);
    address[tap + 3] = byteAddress(start, nextColumn + nextRow);
    foot.alpha[to] = x & this.mask;
    foot.beta[to] = y & this.mask;
  }

  private layerOffset(layer: number, level: number): number {
    const { layers, levels } = this.image;
    return selectLayer(layer, layers, this.design.address.layerRounding) * levels[level].layerBytes;
  }
}

function noFootprint(foot: Footprints, to: number): void {
  foot.tapCount[to] = 0;
  for (let tap = 4 * to; tap < 4 * to + 4; tap++) foot.address[tap] = NO_TAP;
}

function byteAddress(start: number, offset: number): number {
  return offset < 0 ? BORDER_ADDRESS : start + offset;
}
