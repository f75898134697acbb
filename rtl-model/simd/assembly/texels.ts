import {
  BYTE_TABLE_BYTES,
  FIELD_BYTE,
  FIELD_BYTES,
  FIELD_MASK,
  FIELD_SHIFT,
  FIELD_TABLE,
  FORM_BYTE_TABLES,
  FORM_FIELDS,
  FORM_SIGNED,
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
  STATE_TABLES,
} from '../kernel-layout.ts';

/*
 * Texels as filters take them: four codes of 16 bits, in 64 bits, or four float32, in 128 bits. Those of other forms are
 * decoded: the ones of a pass, to LANE_TEXELS, or all of an image, to a copy.
 */

/** A texel of codes takes 2^3 bytes, one of floats 2^4. */
const CODES = 3;
const FLOATS = 4;

/** The texels of one pass as codes, (i0, j0), (i1, j0), (i0, j1), (i1, j1); the first alone in states without linear filters. */
export function gatherCodes(block: usize, state: usize, lanes: i32, pass: i32): void {
  if (load<i32>(state, STATE_FORM) <= FORM_SIGNED) loadCodes(block, state, lanes, pass);
  else Texels.gather(block, state, lanes, pass, CODES);
}

/** The same where the codes of a texel lie in memory one after the other: the first one four times without linear filters. */
function loadCodes(block: usize, state: usize, lanes: i32, pass: i32): void {
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const border = load<i32>(state, STATE_BORDER);
  const next: usize = load<i32>(state, STATE_NEAREST) != 0 ? 0 : 4;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const column = load<usize>(lane, LANE_COLUMN);
    const row = load<usize>(lane, LANE_ROW);
    const start = load<i32>(lane, LANE_START);
    const to = block + 8 * (lane - block);
    const left = load<i32>(column) + start;
    const top = load<i32>(row);
    const right = load<i32>(column + next) + start;
    const bottom = load<i32>(row + next);
    const at00 = left + top;
    const at10 = right + top;
    const at01 = left + bottom;
    const at11 = right + bottom;
    const texel00 = v128.load64_zero(at00 < 0 ? border : at00);
    const texel01 = v128.load64_zero(at01 < 0 ? border : at01);
    v128.store(to, v128.load64_lane(at10 < 0 ? border : at10, texel00, 1), LANE_TEXELS);
    v128.store(to, v128.load64_lane(at11 < 0 ? border : at11, texel01, 1), LANE_TEXELS + 16);
  }
}

/** The same as floats. */
export function gatherFloats(block: usize, state: usize, lanes: i32, pass: i32): void {
  Texels.gather(block, state, lanes, pass, FLOATS);
}

/** Decodes the texels from `from` up to `end`, `stride` bytes apart, to codes from `to` on. */
export function copyCodes(state: usize, from: usize, end: usize, stride: usize, to: usize): void {
  for (; from < end; from += stride, to += 8) store<u64>(to, Texels.at(from, state));
}

/** The same to floats. @returns the greatest magnitude */
export function copyFloats(state: usize, from: usize, end: usize, stride: usize, to: usize): f32 {
  // Halves of the next texel do not belong to this one. Tables give all four.
  const own = load<i32>(state, STATE_FORM) == FORM_FIELDS ? <u64>-1 : (<u64>-1) >>> (<u64>64 - 8 * <u64>stride);
  let most = f32x4.splat(0);
  for (; from < end; from += stride, to += 16) {
    const floats = floatsOf(Texels.at(from, state) & own);
    v128.store(to, floats);
    most = f32x4.pmax(most, f32x4.abs(floats));
  }
  const two = f32x4.pmax(most, v128.shuffle<i64>(most, most, 1, 0));
  return max(f32x4.extract_lane(two, 0), f32x4.extract_lane(two, 1));
}

/** The steps that the loops of all forms have. */
class Texels {
  /** @param size log2 of the bytes of a decoded texel */
  static gather(block: usize, state: usize, lanes: i32, pass: i32, size: usize): void {
    const single = load<i32>(state, STATE_SINGLE) != 0;
    const taps: usize = load<i32>(state, STATE_NEAREST) != 0 ? 1 : 4;
    const border = load<usize>(state, STATE_BORDER);
    for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
      if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
      const column = load<usize>(lane, LANE_COLUMN);
      const row = load<usize>(lane, LANE_ROW);
      const start = load<i32>(lane, LANE_START);
      let to = block + ((lane - block) << size);
      for (let tap: usize = 0; tap < taps; tap++, to += (<usize>1) << size) {
        // Negative on the border.
        const at = load<i32>(column + 4 * (tap & 1)) + load<i32>(row + 4 * (tap >> 1)) + start;
        if (size == CODES) store<u64>(to, at < 0 ? load<u64>(border) : Texels.at(at, state), LANE_TEXELS);
        else v128.store(to, at < 0 ? v128.load(border) : floatsOf(Texels.at(at, state)), LANE_TEXELS);
      }
    }
  }

  /** Four codes, or halves, of a texel in memory. */
  static at(address: usize, state: usize): u64 {
    const form = load<i32>(state, STATE_FORM);
    if (form == FORM_BYTE_TABLES) return Texels.byBytes(address, load<usize>(state, STATE_TABLES));
    if (form != FORM_FIELDS) return load<u64>(address);
    let texel: u64 = 0;
    let field = state + STATE_FIELDS;
    for (const end = field + FIELD_BYTES * load<i32>(state, STATE_FIELD_COUNT); field < end; field += FIELD_BYTES) {
      const word = load<u32>(address + load<i32>(field, FIELD_BYTE));
      const index = (word >>> load<u32>(field, FIELD_SHIFT)) & load<u32>(field, FIELD_MASK);
      texel |= load<u64>(load<usize>(field, FIELD_TABLE) + ((<usize>index) << 3));
    }
    return texel;
  }

  @inline
  static byBytes(at: usize, tables: usize): u64 {
    const one = load<u64>(tables + ((<usize>load<u8>(at)) << 3));
    const two = load<u64>(tables + ((<usize>load<u8>(at, 1)) << 3), BYTE_TABLE_BYTES);
    const three = load<u64>(tables + ((<usize>load<u8>(at, 2)) << 3), 2 * BYTE_TABLE_BYTES);
    return one | two | three | load<u64>(tables + ((<usize>load<u8>(at, 3)) << 3), 3 * BYTE_TABLE_BYTES);
  }
}

/**
 * The float32 of four halves; infinities and NaN become magnitudes of 2^16 and more. No float32 on the way is a denormal,
 * which processors are slow with: one exponent more than a denormal's is 2^-14 too much.
 */
function floatsOf(halves: u64): v128 {
  const bits = i32x4.shl(i32x4.extend_low_i16x8_s(i64x2.splat(halves)), 13);
  const normal = i32x4.add(v128.and(bits, i32x4.splat(0x0fffe000)), i32x4.splat(112 << 23));
  const magnitudes = f32x4.pmin(normal, f32x4.sub(f32x4.add(normal, normal), f32x4.splat(0.00006103515625)));
  return v128.or(magnitudes, v128.and(bits, i32x4.splat(0x8000_0000)));
}
