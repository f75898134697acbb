import {
  BYTE_TABLE_BYTES,
  FIELD_BYTE,
  FIELD_BYTES,
  FIELD_MASK,
  FIELD_SHIFT,
  FIELD_TABLE,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  STATE_BORDER,
  STATE_FIELDS,
  STATE_FORM,
  STATE_TABLES,
} from '../kernel-layout.ts';

/**
 * A texel as four codes of 16 bits, or four halves, in the low 64 bits: in the order of its own components, or in the
 * places that tables give them.
 */
export class Texels {
  /** A texel of FORM_BYTE_TABLES. @param tables STATE_TABLES */
  @inline
  static byBytes(at: usize, tables: usize): v128 {
    const one = v128.load64_zero(tables + ((<usize>load<u8>(at)) << 3));
    const two = v128.load64_zero(tables + ((<usize>load<u8>(at, 1)) << 3), BYTE_TABLE_BYTES);
    const three = v128.load64_zero(tables + ((<usize>load<u8>(at, 2)) << 3), 2 * BYTE_TABLE_BYTES);
    const four = v128.load64_zero(tables + ((<usize>load<u8>(at, 3)) << 3), 3 * BYTE_TABLE_BYTES);
    return v128.or(v128.or(one, two), v128.or(three, four));
  }

  /** Any texel, and the border's. @param address negative on the border */
  static any(address: i32, state: usize): v128 {
    if (address < 0) return v128.load64_zero(load<usize>(state, STATE_BORDER));
    const form = load<i32>(state, STATE_FORM);
    if (form == FORM_BYTE_TABLES) return Texels.byBytes(address, load<usize>(state, STATE_TABLES));
    if (form != FORM_FIELDS) return v128.load64_zero(address);
    let texel = i64x2.splat(0);
    for (let field = state + STATE_FIELDS, end = field + 4 * FIELD_BYTES; field < end; field += FIELD_BYTES) {
      texel = v128.or(texel, Texels.entry(address, field));
    }
    return texel;
  }

  /** The entry of a component in its table. */
  @inline
  private static entry(address: usize, field: usize): v128 {
    const word = load<u32>(address + load<usize>(field, FIELD_BYTE));
    const index = (word >>> load<u32>(field, FIELD_SHIFT)) & load<u32>(field, FIELD_MASK);
    return v128.load64_zero(load<usize>(field, FIELD_TABLE) + ((<usize>index) << 3));
  }

  /** Four texels, into 8 bytes each from `to` on. @param a,b,c,d as `any` */
  static four(a: i32, b: i32, c: i32, d: i32, state: usize, to: usize): void {
    if ((a | b | c | d) < 0 || load<i32>(state, STATE_FORM) != FORM_FIELDS) {
      v128.store64_lane(to, Texels.any(a, state), 0);
      v128.store64_lane(to, Texels.any(b, state), 0, 8);
      v128.store64_lane(to, Texels.any(c, state), 0, 16);
      v128.store64_lane(to, Texels.any(d, state), 0, 24);
      return;
    }
    let first: u64 = 0;
    let second: u64 = 0;
    let third: u64 = 0;
    let fourth: u64 = 0;
    for (let field = state + STATE_FIELDS, end = field + 4 * FIELD_BYTES; field < end; field += FIELD_BYTES) {
      const byte = load<usize>(field, FIELD_BYTE);
      const shift = load<u32>(field, FIELD_SHIFT);
      const mask = load<u32>(field, FIELD_MASK);
      const table = load<usize>(field, FIELD_TABLE);
      first |= load<u64>(table + ((<usize>((load<u32>(<usize>a + byte) >>> shift) & mask)) << 3));
      second |= load<u64>(table + ((<usize>((load<u32>(<usize>b + byte) >>> shift) & mask)) << 3));
      third |= load<u64>(table + ((<usize>((load<u32>(<usize>c + byte) >>> shift) & mask)) << 3));
      fourth |= load<u64>(table + ((<usize>((load<u32>(<usize>d + byte) >>> shift) & mask)) << 3));
    }
    store<u64>(to, first);
    store<u64>(to, second, 8);
    store<u64>(to, third, 16);
    store<u64>(to, fourth, 24);
  }
}
