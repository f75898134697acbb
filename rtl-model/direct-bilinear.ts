import { AddressUnit } from './address-unit/address-unit.ts';
import { REDUCED_LIMIT } from './address-unit/range-reduction.ts';
import { NOT_NEAR, snapNear } from './address-unit/texel-coordinate.ts';
import { BORDER_ADDRESS, Footprints } from './footprints.ts';
import { FixedFilter } from './filter-unit/fixed-filter.ts';
import { bilinear } from './filter-unit/lerp.ts';
import type { TexelBytes } from './image.ts';
import { QUAD_LANES, type QuadBatch } from './quad-batch.ts';
import type { Sampler } from './sampler.ts';
import { ByteDecoder } from './texel-decoder/byte-decoder.ts';
import type { TextureState, UnitPath } from './texture-unit.ts';

/** Texel offsets from here on take the long way. */
const FAR_OFFSET = 16;

/**
 * The functional mode's short cut: one loop for states in which every lane takes one bilinear sample of level 0,
 * whatever its LOD, and no step narrows. The snap, the tables and the lerp are the units' own; what falls away is the
 * writing and reading of registers between them. The general path gives the same bits.
 */
export class DirectBilinear {
  private readonly address: AddressUnit;
  private readonly decoder: ByteDecoder;
  private readonly filter: FixedFilter;
  private readonly size: { readonly width: number; readonly height: number; readonly base: number };
  /** Whether a texel is less than a word. */
  private readonly narrow: boolean;
  private readonly columns: Int32Array;
  private readonly firstColumn: number;
  /** With the level's base address in them. */
  private readonly rows: Int32Array;
  private readonly firstRow: number;
  /** What the sum of four weighted codes is divided by, for r, g, b, a. */
  private readonly divisors: Float64Array;
  /** The result where all taps are on the border. */
  private readonly borderColor: Float32Array;
  /** The four taps where some of them are on the border. */
  private readonly taps = new Footprints(1);

  /** The short cut for a state, or null where the state needs the general path. */
  static of(path: UnitPath, { sampler, instruction }: TextureState): DirectBilinear | null {
    const { image, addressUnit, decoder, filter } = path;
    if (!(addressUnit instanceof AddressUnit)) return null;
    const oneSample =
      image.levels.length === 1 && image.layers === 1 && alwaysLinear(sampler) && !instruction.projected;
    if (!oneSample || !(decoder instanceof ByteDecoder) || !(filter instanceof FixedFilter) || !filter.exact)
      return null;
    if (addressUnit.coordinateU.nearPeriod === NOT_NEAR || addressUnit.coordinateV.nearPeriod === NOT_NEAR) return null;
    // Two periods of the image and a texel offset must not saturate: snapNear does not.
    const { max, one } = addressUnit.coordinateFormat;
    if (2 * Math.max(image.width, image.height) + FAR_OFFSET > max / one) return null;
    return new DirectBilinear(path, addressUnit, decoder, filter);
  }

  private constructor({ image }: UnitPath, addressUnit: AddressUnit, decoder: ByteDecoder, filter: FixedFilter) {
    this.address = addressUnit;
    this.decoder = decoder;
    this.filter = filter;
    this.size = image.levels[0];
    this.narrow = image.texelStride < 4;
    ({ entries: this.columns, first: this.firstColumn } = addressUnit.columns.levels[0]);
    const rows = addressUnit.rows.levels[0];
    this.firstRow = rows.first;
    this.rows = rows.entries.map((offset) => offset + this.size.base);
    this.divisors = filter.divisors.map((divisor) => divisor / filter.liftLevel);
    this.borderColor = Float32Array.from(
      decoder.border,
      (code, c) => (code * filter.one * filter.one) / this.divisors[c],
    );
  }

  /** As `TextureUnit.sample`, for `count` quads from quad `first` on. */
  sample(batch: QuadBatch, first: number, count: number, data: TexelBytes, result: Float32Array): void {
    const { s, t, active } = batch;
    const { columns, rows, firstColumn, firstRow, borderColor } = this;
    const { width, height } = this.size;
    const { coordinateU, coordinateV, fraction } = this.address;
    const { codes, component0, component1, component2, component3 } = this.decoder;
    const { one } = this.filter;
    const { words } = data;
    const lastColumn = columns.length - 1;
    const lastRow = rows.length - 1;
    const periodU = coordinateU.nearPeriod;
    const periodV = coordinateV.nearPeriod;
    const inverseU = periodU === 0 ? 0 : 1 / periodU;
    const inverseV = periodV === 0 ? 0 : 1 / periodV;
    const scaleU = width * one;
    const scaleV = height * one;
    const mask = one - 1;
    const { narrow } = this;
    const divisor0 = this.divisors[component0];
    const divisor1 = this.divisors[component1];
    const divisor2 = this.divisors[component2];
    const divisor3 = this.divisors[component3];
    for (let quad = first; quad < first + count; quad++) {
      const lanes = active[quad];
      const nearOffset = Math.abs(batch.offsetU[quad]) < FAR_OFFSET && Math.abs(batch.offsetV[quad]) < FAR_OFFSET;
      const shiftU = (batch.offsetU[quad] - 0.5) * one;
      const shiftV = (batch.offsetV[quad] - 0.5) * one;
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        if (((lanes >> lane) & 1) === 0) continue;
        const at = QUAD_LANES * quad + lane;
        const to = 4 * at;
        const u = s[at];
        const v = t[at];
        // NaN is near nothing.
        const near = nearOffset && Math.max(Math.abs(u), Math.abs(v)) < REDUCED_LIMIT;
        const x =
          (near
            ? snapNear(u, scaleU, inverseU, periodU, shiftU)
            : coordinateU.snap(u, width, 0.5, batch.offsetU[quad])) | 0;
        const y =
          (near
            ? snapNear(v, scaleV, inverseV, periodV, shiftV)
            : coordinateV.snap(v, height, 0.5, batch.offsetV[quad])) | 0;
        const i = x >> fraction;
        const j = y >> fraction;
        const a = x & mask;
        const b = y & mask;
        const column = i - firstColumn;
        const row = j - firstRow;
        if (column >>> 0 >= lastColumn || row >>> 0 >= lastRow) {
          this.sampleBeyond(i, j, a, b, data, result, to);
          continue;
        }
        const left = columns[column];
        const right = columns[column + 1];
        const top = rows[row];
        const bottom = rows[row + 1];
        if (((left & right) | (top & bottom)) < 0) {
          for (let c = 0; c < 4; c++) result[to + c] = borderColor[c];
          continue;
        }
        if ((left | right | top | bottom) < 0) {
          this.sampleBeyond(i, j, a, b, data, result, to);
          continue;
        }
        const p00 = left + top;
        const p10 = right + top;
        const p01 = left + bottom;
        const p11 = right + bottom;
        const w00 = narrow ? words[p00 >>> 2] >>> ((p00 & 3) << 3) : words[p00 >>> 2];
        const w10 = narrow ? words[p10 >>> 2] >>> ((p10 & 3) << 3) : words[p10 >>> 2];
        const w01 = narrow ? words[p01 >>> 2] >>> ((p01 & 3) << 3) : words[p01 >>> 2];
        const w11 = narrow ? words[p11 >>> 2] >>> ((p11 & 3) << 3) : words[p11 >>> 2];
        const a0 = one - a;
        const b0 = one - b;
        const value0 = bilinear(codes[w00 & 255], codes[w10 & 255], codes[w01 & 255], codes[w11 & 255], a0, a, b0, b);
        const value1 = bilinear(
          codes[256 | ((w00 >>> 8) & 255)],
          codes[256 | ((w10 >>> 8) & 255)],
          codes[256 | ((w01 >>> 8) & 255)],
          codes[256 | ((w11 >>> 8) & 255)],
          a0,
          a,
          b0,
          b,
        );
        const value2 = bilinear(
          codes[512 | ((w00 >>> 16) & 255)],
          codes[512 | ((w10 >>> 16) & 255)],
          codes[512 | ((w01 >>> 16) & 255)],
          codes[512 | ((w11 >>> 16) & 255)],
          a0,
          a,
          b0,
          b,
        );
        const value3 = bilinear(
          codes[768 | (w00 >>> 24)],
          codes[768 | (w10 >>> 24)],
          codes[768 | (w01 >>> 24)],
          codes[768 | (w11 >>> 24)],
          a0,
          a,
          b0,
          b,
        );
        result[to + component0] = value0 / divisor0;
        result[to + component1] = value1 / divisor1;
        result[to + component2] = value2 / divisor2;
        result[to + component3] = value3 / divisor3;
      }
    }
  }

  /** A lane whose taps reach the border or leave the tables: each tap on its own. */
  private sampleBeyond(
    i: number,
    j: number,
    a: number,
    b: number,
    data: TexelBytes,
    result: Float32Array,
    to: number,
  ): void {
    const { texel } = this.taps;
    const { columns, rows } = this.address;
    const { one } = this.filter;
    for (let tap = 0; tap < 4; tap++) {
      const offset = columns.offset(0, i + (tap & 1)) + rows.offset(0, j + (tap >> 1));
      this.decoder.decodeTap(this.taps, tap, offset < 0 ? BORDER_ADDRESS : this.size.base + offset, data);
    }
    for (let c = 0; c < 4; c++) {
      const value = bilinear(texel[c], texel[4 + c], texel[8 + c], texel[12 + c], one - a, a, one - b, b);
      result[to + c] = value / this.divisors[c];
    }
  }
}

function alwaysLinear(sampler: Sampler): boolean {
  return sampler.magFilter === 'linear' && sampler.minFilter === 'linear' && !sampler.anisotropyEnable;
}
