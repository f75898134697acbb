import { LodRecord } from './lod-record.ts';
import { narrow } from './narrow.ts';
import { clamped } from './vectors.ts';

/** `Log2Unit.log2` of four lengths (float32, not -0). */
export function log2(lengths: v128, r: LodRecord): v128 {
  const exponent = i32x4.shr_u(lengths, 23);
  const mantissa = v128.and(lengths, i32x4.splat(0x7f_ffff));
  const value = i32x4.add(i32x4.shl(i32x4.sub(exponent, i32x4.splat(127)), r.entryBits), fractionOf(mantissa, r));
  const least = i32x4.splat(r.lodMin);
  const most = i32x4.splat(r.lodMax);
  const rule = changetype<usize>(r) + offsetof<LodRecord>('narrowBits');
  const lod = clamped(narrow(value, rule), least, most);
  const flushed = v128.bitselect(least, lod, i32x4.eq(exponent, i32x4.splat(0)));
  return v128.bitselect(most, flushed, i32x4.gt_s(exponent, i32x4.splat(254)));
}

/** The mantissa's part, in the fraction bits of an entry. */
function fractionOf(mantissa: v128, r: LodRecord): v128 {
  const table = <usize>r.log2Table;
  const at = i32x4.shl(i32x4.shr_u(mantissa, r.restBits), 2);
  // An entry and the next one, by 64 bits.
  const first = v128.load64_zero(table + i32x4.extract_lane(at, 0));
  const second = v128.load64_zero(table + i32x4.extract_lane(at, 2));
  const both = v128.load64_lane(table + i32x4.extract_lane(at, 1), first, 1);
  const others = v128.load64_lane(table + i32x4.extract_lane(at, 3), second, 1);
  const entry = v128.shuffle<i32>(both, others, 0, 2, 4, 6);
  if (r.weightBits === 0) return entry;
  const step = i32x4.sub(v128.shuffle<i32>(both, others, 1, 3, 5, 7), entry);
  const weight = i32x4.shr_u(v128.and(mantissa, i32x4.splat((1 << r.restBits) - 1)), r.droppedBits);
  const half = i64x2.splat((<i64>1) << (r.weightBits - 1));
  const low = i64x2.shr_u(i64x2.add(i64x2.extmul_low_i32x4_u(step, weight), half), r.weightBits);
  const high = i64x2.shr_u(i64x2.add(i64x2.extmul_high_i32x4_u(step, weight), half), r.weightBits);
  return i32x4.add(entry, v128.shuffle<i32>(low, high, 0, 2, 4, 6));
}
