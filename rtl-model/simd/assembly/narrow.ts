import { ROUND_ADD, ROUND_BITS, ROUND_EVEN, ROUND_NEGATIVE } from '../kernel-layout.ts';

/** `roundShift` of four integers, by the rule at `rule`. */
export function narrow(value: v128, rule: usize): v128 {
  const bits = load<i32>(rule, ROUND_BITS);
  const even = v128.and(i32x4.shr_s(value, bits), v128.load32_splat(rule, ROUND_EVEN));
  const negative = v128.and(i32x4.shr_s(value, 31), v128.load32_splat(rule, ROUND_NEGATIVE));
  const added = i32x4.add(i32x4.add(even, negative), v128.load32_splat(rule, ROUND_ADD));
  return i32x4.shr_s(i32x4.add(value, added), bits);
}
