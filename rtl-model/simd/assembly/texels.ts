import {
  BYTE_TABLE_BYTES,
  FIELD_BYTE,
  FIELD_BYTES,
  FIELD_MASK,
  FIELD_SHIFT,
  FIELD_TABLE,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  LANE_COLUMN,
  LANE_PASSES,
  LANE_ROW,
  LANE_START,
  LANE_TEXELS,
  STATE_BORDER,
  STATE_FIELD_COUNT,
  STATE_FIELDS,
  STATE_FORM,
  STATE_NEAREST,
  STATE_SINGLE,
  STATE_STEP,
  STATE_TABLES,
  STATE_TEXELS,
} from '../kernel-layout.ts';

/*
 * A texel is four codes of 16 bits, or four halves, in 64 bits: in the order of its own components, or in the places
 * that tables give them.
 */

/**
 * The texels of one pass, (i0, j0), (i1, j0), (i0, j1), (i1, j1), in LANE_TEXELS; the first alone in states without
 * linear filters. A loop of loads lets many lanes wait for memory at once.
 */
export function loadTexels(block: usize, state: usize, lanes: i32, pass: i32): void {
  const form = load<i32>(state, STATE_FORM);
  const tables = load<usize>(state, STATE_TABLES);
  const fields = state + STATE_FIELDS;
  const lastField = fields + FIELD_BYTES * load<i32>(state, STATE_FIELD_COUNT);
  const step = form == FORM_FIELDS || form == FORM_BYTE_TABLES ? i32.MIN_VALUE : load<i32>(state, STATE_STEP);
  const sides = v128.load(state, STATE_TEXELS);
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const column = load<usize>(lane, LANE_COLUMN);
    const row = load<usize>(lane, LANE_ROW);
    const start = load<i32>(lane, LANE_START);
    const to = block + 8 * (lane - block);
    const left = load<i32>(column);
    const top = load<i32>(row) + start;
    const at00 = left + top;
    if (nearest) {
      store<u64>(to, anyTexel(at00, state), LANE_TEXELS);
      continue;
    }
    const apart = load<i32>(column, 4) - left;
    const at01 = left + load<i32>(row, 4) + start;
    if (apart == step) {
      // Two texels side by side are one load.
      v128.store(to, i8x16.swizzle(v128.load(at00), sides), LANE_TEXELS);
      v128.store(to, i8x16.swizzle(v128.load(at01), sides), LANE_TEXELS + 16);
      continue;
    }
    const at10 = at00 + apart;
    const at11 = at01 + apart;
    if ((at00 | at10 | at01 | at11) < 0) {
      store<u64>(to, anyTexel(at00, state), LANE_TEXELS);
      store<u64>(to, anyTexel(at10, state), LANE_TEXELS + 8);
      store<u64>(to, anyTexel(at01, state), LANE_TEXELS + 16);
      store<u64>(to, anyTexel(at11, state), LANE_TEXELS + 24);
    } else if (form == FORM_FIELDS) {
      let texel00: u64 = 0;
      let texel10: u64 = 0;
      let texel01: u64 = 0;
      let texel11: u64 = 0;
      for (let field = fields; field < lastField; field += FIELD_BYTES) {
        const byte = load<i32>(field, FIELD_BYTE);
        const shift = load<u32>(field, FIELD_SHIFT);
        const mask = load<u32>(field, FIELD_MASK);
        const table = load<usize>(field, FIELD_TABLE);
        texel00 |= entry(at00 + byte, shift, mask, table);
        texel10 |= entry(at10 + byte, shift, mask, table);
        texel01 |= entry(at01 + byte, shift, mask, table);
        texel11 |= entry(at11 + byte, shift, mask, table);
      }
      store<u64>(to, texel00, LANE_TEXELS);
      store<u64>(to, texel10, LANE_TEXELS + 8);
      store<u64>(to, texel01, LANE_TEXELS + 16);
      store<u64>(to, texel11, LANE_TEXELS + 24);
    } else if (form == FORM_BYTE_TABLES) {
      store<u64>(to, byBytes(at00, tables), LANE_TEXELS);
      store<u64>(to, byBytes(at10, tables), LANE_TEXELS + 8);
      store<u64>(to, byBytes(at01, tables), LANE_TEXELS + 16);
      store<u64>(to, byBytes(at11, tables), LANE_TEXELS + 24);
    } else {
      v128.store(to, v128.load64_lane(at10, v128.load64_zero(at00), 1), LANE_TEXELS);
      v128.store(to, v128.load64_lane(at11, v128.load64_zero(at01), 1), LANE_TEXELS + 16);
    }
  }
}

/** @param address negative on the border */
function anyTexel(address: i32, state: usize): u64 {
  if (address < 0) return load<u64>(load<usize>(state, STATE_BORDER));
  const form = load<i32>(state, STATE_FORM);
  if (form == FORM_BYTE_TABLES) return byBytes(address, load<usize>(state, STATE_TABLES));
  if (form != FORM_FIELDS) return load<u64>(address);
  let texel: u64 = 0;
  const fields = state + STATE_FIELDS;
  const lastField = fields + FIELD_BYTES * load<i32>(state, STATE_FIELD_COUNT);
  for (let field = fields; field < lastField; field += FIELD_BYTES) {
    const at = address + load<i32>(field, FIELD_BYTE);
    texel |= entry(at, load<u32>(field, FIELD_SHIFT), load<u32>(field, FIELD_MASK), load<usize>(field, FIELD_TABLE));
  }
  return texel;
}

/** A texel of FORM_BYTE_TABLES. @param tables STATE_TABLES */
function byBytes(at: usize, tables: usize): u64 {
  const one = load<u64>(tables + ((<usize>load<u8>(at)) << 3));
  const two = load<u64>(tables + ((<usize>load<u8>(at, 1)) << 3), BYTE_TABLE_BYTES);
  const three = load<u64>(tables + ((<usize>load<u8>(at, 2)) << 3), 2 * BYTE_TABLE_BYTES);
  return one | two | three | load<u64>(tables + ((<usize>load<u8>(at, 3)) << 3), 3 * BYTE_TABLE_BYTES);
}

/** The entry of a component of FORM_FIELDS in its table. */
function entry(at: usize, shift: u32, mask: u32, table: usize): u64 {
  return load<u64>(table + ((<usize>((load<u32>(at) >>> shift) & mask)) << 3));
}
