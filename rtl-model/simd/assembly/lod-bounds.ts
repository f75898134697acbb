import { high, low, roundToInteger } from './float64.ts';
import { LodRecord } from './lod-record.ts';

/** `LodBounds.bias` of four operands. */
export function biases(operand: v128, r: LodRecord): v128 {
  const bias = f32x4.add(f32x4.splat(r.samplerBias), operand);
  const lod = v128.shuffle<i64>(biasToLod(low(bias), r), biasToLod(high(bias), r), 0, 2);
  const held = v128.bitselect(lod, i32x4.splat(r.nanBias), f32x4.eq(bias, bias));
  return v128.bitselect(i32x4.splat(r.plainBias), held, f32x4.eq(operand, f32x4.splat(0)));
}

function biasToLod(bias: v128, r: LodRecord): v128 {
  const most = f64x2.splat(r.biasBound);
  const least = f64x2.neg(most);
  const held = f64x2.pmax(least, f64x2.pmin(most, bias));
  return toLod(held, r.biasOne, r.biasMin, r.biasMax, r.biasScale, r.rounding);
}

/** `LodBounds.minLod` of four operands, saturated. */
export function minLods(operand: v128, r: LodRecord): v128 {
  const first = toLod(low(operand), r.clampOne, 0, r.clampMax, r.clampScale, r.rounding);
  const second = toLod(high(operand), r.clampOne, 0, r.clampMax, r.clampScale, r.rounding);
  const lod = i32x4.min_s(v128.shuffle<i64>(first, second, 0, 2), i32x4.splat(r.lodMax));
  return v128.bitselect(lod, i32x4.splat(r.plainMinLod), f32x4.gt(operand, f32x4.splat(r.samplerMinLod)));
}

/** Base LODs of four explicit operands. NaN gives the greatest. */
export function explicitLods(operand: v128, r: LodRecord): v128 {
  const first = toLod(low(operand), r.lodOne, r.lodMin, r.lodMax, 1, r.rounding);
  const second = toLod(high(operand), r.lodOne, r.lodMin, r.lodMax, 1, r.rounding);
  const lod = v128.shuffle<i64>(first, second, 0, 2);
  return v128.bitselect(lod, i32x4.splat(r.lodMax), f32x4.eq(operand, operand));
}

/**
 * `floatToFixed` of two float64, and from that format to the LOD's fraction bits.
 *
 * @param scale the value of the format's last bit in the LOD format
 * @returns two int32; of NaN any
 */
function toLod(x: v128, one: f64, least: f64, most: f64, scale: f64, mode: i32): v128 {
  const scaled = f64x2.mul(x, f64x2.splat(one));
  const held = f64x2.pmax(f64x2.splat(least), f64x2.pmin(f64x2.splat(most), scaled));
  const value = f64x2.mul(roundToInteger(held, mode), f64x2.splat(scale));
  return i32x4.trunc_sat_f64x2_s_zero(scale < 1 ? roundToInteger(value, mode) : value);
}
