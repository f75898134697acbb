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

/** A texel as four codes of 16 bits, or four halves, in 64 bits: in the order of its own components, or as tables say. */
export class Texels {
  /** A texel of FORM_BYTE_TABLES. @param tables STATE_TABLES */
  @inline
  static byBytes(at: usize, tables: usize): u64 {
    const one = load<u64>(tables + ((<usize>load<u8>(at)) << 3));
    const two = load<u64>(tables + ((<usize>load<u8>(at, 1)) << 3), BYTE_TABLE_BYTES);
    const three = load<u64>(tables + ((<usize>load<u8>(at, 2)) << 3), 2 * BYTE_TABLE_BYTES);
    return one | two | three | load<u64>(tables + ((<usize>load<u8>(at, 3)) << 3), 3 * BYTE_TABLE_BYTES);
  }

  /** A texel of FORM_FIELDS. @param fields STATE_FIELDS */
  @inline
  static byFields(at: usize, fields: usize): u64 {
    const one = load<u64>(Texels.entry(at, fields));
    const two = load<u64>(Texels.entry(at, fields + FIELD_BYTES));
    const three = load<u64>(Texels.entry(at, fields + 2 * FIELD_BYTES));
    return one | two | three | load<u64>(Texels.entry(at, fields + 3 * FIELD_BYTES));
  }

  /** Any texel, and the border's. @param address negative on the border */
  static any(address: i32, state: usize): u64 {
    if (address < 0) return load<u64>(load<usize>(state, STATE_BORDER));
    const form = load<i32>(state, STATE_FORM);
    if (form == FORM_BYTE_TABLES) return Texels.byBytes(address, load<usize>(state, STATE_TABLES));
    return form == FORM_FIELDS ? Texels.byFields(address, state + STATE_FIELDS) : load<u64>(address);
  }

  /** The address of a component's entry in its table. */
  @inline
  private static entry(address: usize, field: usize): usize {
    const word = load<u32>(address + load<usize>(field, FIELD_BYTE));
    const index = (word >>> load<u32>(field, FIELD_SHIFT)) & load<u32>(field, FIELD_MASK);
    return load<usize>(field, FIELD_TABLE) + ((<usize>index) << 3);
  }
}
