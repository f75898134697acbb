import type { Footprints } from '../../registers/footprints.ts';
import { QUAD_LANES, type QuadBatch } from '../../registers/quad-batch.ts';
import type { Binding } from '../../state/binding.ts';
import { REDUCED_LIMIT } from '../range-reduction.ts';
import { NOT_NEAR, snapNear } from '../texel-coordinate.ts';
import type { TableTaps } from './table-taps.ts';

/** Texel offsets from here on take the long way. */
const FAR_OFFSET = 16;

/**
 * Kernel from the coordinates of a batch straight to the footprints of one bilinear sample a lane, in a view of one level.
 * The snap and the tables are those of `TableTaps`; the registers before it fall away.
 */
export class NearFootprints {
  private readonly address: TableTaps;
  private readonly level: number;
  private readonly width: number;
  private readonly height: number;
  /** The level's byte address. */
  private readonly base: number;
  /** The rows of the table, with the level's byte address in it. */
  private readonly rows: Int32Array;
  private readonly firstRow: number;

  /** Null for states whose coordinates are not range-reduced and exact, or can saturate. */
  static of(binding: Binding, address: TableTaps | null): NearFootprints | null {
    const { design, image, firstLevel } = binding;
    if (address === null || design.filter.weightBits !== design.address.coordinate.fractionBits) return null;
    const { coordinateU, coordinateV, coordinateFormat } = address;
    if (coordinateU.nearPeriod === NOT_NEAR || coordinateV.nearPeriod === NOT_NEAR) return null;
    // Two periods of the image and a texel offset must not saturate: snapNear does not.
    const { width, height } = image.levels[firstLevel];
    const { max, one } = coordinateFormat;
    if (2 * Math.max(width, height) + FAR_OFFSET > max / one) return null;
    return new NearFootprints(address, binding);
  }

  private constructor(address: TableTaps, { image, firstLevel }: Binding) {
    this.address = address;
    this.level = firstLevel;
    ({ width: this.width, height: this.height } = image.levels[firstLevel]);
    this.base = address.base[firstLevel];
    const { entries, first } = address.rows.levels[firstLevel];
    this.rows = entries.map((offset) => offset + this.base);
    this.firstRow = first;
  }

  /**
   * Tap counts, addresses and weights of the lanes of `count` quads from quad `first` on, from lane 0 of `foot` on. The
   * address of a tap on the border is negative, not always BORDER_ADDRESS.
   *
   * @param border receives the lanes with a tap on the border
   * @returns how many these are
   */
  find(
    { s, t, active, offsetU, offsetV }: QuadBatch,
    first: number,
    count: number,
    foot: Footprints,
    border: Int32Array,
  ): number {
    const { width, height, rows, firstRow } = this;
    const { coordinateU, coordinateV, coordinateFormat, fraction } = this.address;
    const { entries: columns, first: firstColumn } = this.address.columns.levels[this.level];
    const { tapCount, address, alpha, beta } = foot;
    const { one } = coordinateFormat;
    const lastColumn = columns.length - 1;
    const lastRow = rows.length - 1;
    const periodU = coordinateU.nearPeriod;
    const periodV = coordinateV.nearPeriod;
    const inverseU = periodU === 0 ? 0 : 1 / periodU;
    const inverseV = periodV === 0 ? 0 : 1 / periodV;
    const scaleU = width * one;
    const scaleV = height * one;
    const mask = one - 1;
    let onBorder = 0;
    for (let quad = 0; quad < count; quad++) {
      const lanes = active[first + quad];
      const du = offsetU[first + quad];
      const dv = offsetV[first + quad];
      const nearOffset = Math.abs(du) < FAR_OFFSET && Math.abs(dv) < FAR_OFFSET;
      const shiftU = (du - 0.5) * one;
      const shiftV = (dv - 0.5) * one;
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        const at = QUAD_LANES * quad + lane;
        if (((lanes >> lane) & 1) === 0) {
          tapCount[at] = 0;
          continue;
        }
        tapCount[at] = 4;
        const u = s[QUAD_LANES * first + at];
        const v = t[QUAD_LANES * first + at];
        // NaN is near nothing.
        if (!(nearOffset && Math.abs(u) < REDUCED_LIMIT && Math.abs(v) < REDUCED_LIMIT)) {
          const x = coordinateU.snap(u, width, 0.5, du);
          const y = coordinateV.snap(v, height, 0.5, dv);
          if (this.lookFar(x, y, foot, at)) border[onBorder++] = at;
          continue;
        }
        const x = snapNear(u, scaleU, inverseU, periodU, shiftU) | 0;
        const y = snapNear(v, scaleV, inverseV, periodV, shiftV) | 0;
        const column = (x >> fraction) - firstColumn;
        const row = (y >> fraction) - firstRow;
        if (column >>> 0 >= lastColumn || row >>> 0 >= lastRow) {
          if (this.lookFar(x, y, foot, at)) border[onBorder++] = at;
          continue;
        }
        const left = columns[column];
        const right = columns[column + 1];
        const top = rows[row];
        const bottom = rows[row + 1];
        const tap = 4 * at;
        address[tap] = left + top;
        address[tap + 1] = right + top;
        address[tap + 2] = left + bottom;
        address[tap + 3] = right + bottom;
        alpha[at] = x & mask;
        beta[at] = y & mask;
        if ((left | right | top | bottom) < 0) border[onBorder++] = at;
      }
    }
    return onBorder;
  }

  /**
   * The footprint of a lane whose taps may leave the tables.
   *
   * @param x,y snapped
   * @returns whether a tap is on the border
   */
  private lookFar(x: number, y: number, { address, alpha, beta }: Footprints, at: number): boolean {
    const { columns, rows, fraction, coordinateFormat } = this.address;
    let signs = 0;
    for (let tap = 0; tap < 4; tap++) {
      const column = columns.offset(this.level, (x >> fraction) + (tap & 1));
      const row = rows.offset(this.level, (y >> fraction) + (tap >> 1));
      address[4 * at + tap] = column + row + this.base;
      signs |= address[4 * at + tap];
    }
    alpha[at] = x & (coordinateFormat.one - 1);
    beta[at] = y & (coordinateFormat.one - 1);
    return signs < 0;
  }
}
