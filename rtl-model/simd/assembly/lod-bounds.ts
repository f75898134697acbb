import { high, low } from './float64.ts';
import { LodRecord } from './lod-record.ts';
import { roundToInteger } from './narrow.ts';
import { clamped } from './vectors.ts';

/** `LodBounds.bias` of four operands. */
export function biases(operand: v128, r: LodRecord): v128 {
  const bias = f32x4.add(f32x4.splat(r.samplerBias), operand);
  const lod = clamped(
    toLod(bias, r.biasOne, r.biasScale, r.rounding),
    i32x4.splat(r.leastBias),
    i32x4.splat(r.mostBias),
  );
  const held = v128.bitselect(lod, i32x4.splat(r.nanBias), f32x4.eq(bias, bias));
  return v128.bitselect(i32x4.splat(r.plainBias), held, f32x4.eq(operand, f32x4.splat(0)));
}

/** `LodBounds.minLod` of four operands, held to the LOD format. */
export function minLods(operand: v128, r: LodRecord): v128 {
  const lod = i32x4.min_s(toLod(operand, r.clampOne, r.clampScale, r.rounding), i32x4.splat(r.mostMinLod));
  return v128.bitselect(lod, i32x4.splat(r.plainMinLod), f32x4.gt(operand, f32x4.splat(r.samplerMinLod)));
}

/** Base LODs of four explicit operands. NaN gives the greatest. */
export function explicitLods(operand: v128, r: LodRecord): v128 {
  const lodMax = i32x4.splat(r.lodMax);
  const lod = clamped(toLod(operand, <f64>(1 << r.fractionBits), 1, r.rounding), i32x4.splat(r.lodMin), lodMax);
  return v128.bitselect(lod, lodMax, f32x4.eq(operand, operand));
}

/**
 * From four floats to a fixed-point format, and from that to the LOD's fraction bits. Every step is monotonic, so that
 * the bounds of both formats may come after them.
 *
 * @param one of the format  @param scale the value of the format's last bit in the LOD format
 * @returns int32, saturated; of NaN any
 */
function toLod(x: v128, one: f64, scale: f64, mode: i32): v128 {
  return v128.shuffle<i64>(fixedLod(low(x), one, scale, mode), fixedLod(high(x), one, scale, mode), 0, 2);
}

function fixedLod(x: v128, one: f64, scale: f64, mode: i32): v128 {
  const value = f64x2.mul(roundToInteger(f64x2.mul(x, f64x2.splat(one)), mode), f64x2.splat(scale));
  return i32x4.trunc_sat_f64x2_s_zero(scale < 1 ? roundToInteger(value, mode) : value);
}
