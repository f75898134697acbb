/**
 * 12-bit pseudo-logarithmic endpoints of modes 2, 3, 7, 11, 14, 15 (ASTC: HDR Endpoint Decoding). The alpha of mode 14
 * alone is an 8-bit LDR value.
 */

const LARGEST = 0xfff;
/** 1.0 in the pseudo-logarithmic representation. */
const ONE = 0x780;

/**
 * Decodes the endpoint pair of one partition.
 *
 * @param v unquantized integers, the mode's first at v[at]
 * @param pair e0's r, g, b, a go to pair[to], e1's to pair[to + 4]
 */
export function hdrEndpoints(mode: number, v: Uint8Array, at: number, pair: Int32Array, to: number): void {
  pair[to + 3] = ONE;
  pair[to + 7] = ONE;
  switch (mode) {
    case 2:
      return largeRangeLuminance(v[at], v[at + 1], pair, to);
    case 3:
      return smallRangeLuminance(v[at], v[at + 1], pair, to);
    case 7:
      return baseAndScale(v, at, pair, to);
    case 11:
      return direct(v, at, pair, to);
    case 14:
      direct(v, at, pair, to);
      pair[to + 3] = v[at + 6];
      pair[to + 7] = v[at + 7];
      return;
    case 15:
      direct(v, at, pair, to);
      return alpha(v[at + 6], v[at + 7], pair, to);
  }
}

function largeRangeLuminance(v0: number, v1: number, pair: Int32Array, to: number): void {
  const ordered = v1 >= v0;
  pair.fill(ordered ? v0 << 4 : (v1 << 4) + 8, to, to + 3);
  pair.fill(ordered ? v1 << 4 : (v0 << 4) - 8, to + 4, to + 7);
}

/** Mode 3: the mode bit v0[7] moves one bit of v1 from the base to the offset's weight. */
function smallRangeLuminance(v0: number, v1: number, pair: Int32Array, to: number): void {
  const fine = v0 < 0x80;
  const low = fine ? ((v1 & 0xf0) << 4) | ((v0 & 0x7f) << 1) : ((v1 & 0xe0) << 4) | ((v0 & 0x7f) << 2);
  const offset = fine ? (v1 & 0x0f) << 1 : (v1 & 0x1f) << 2;
  pair.fill(low, to, to + 3);
  pair.fill(Math.min(low + offset, LARGEST), to + 4, to + 7);
}

/**
 * The destinations of the extra bits X0, X1 ... of an endpoint bit mode: `field[bit]`, a field being its place in
 * `fields`.
 */
interface BitMode {
  readonly fields: Uint8Array;
  readonly bits: Uint8Array;
  /** The left shift that brings the fields to 12 bits. */
  readonly shift: number;
}

/** @param destinations the specification's table row, field and bit of each extra bit: 'R9 R8 ...' */
function bitMode(names: string, destinations: string, shift: number): BitMode {
  const extra = destinations.split(' ');
  return {
    fields: Uint8Array.from(extra, (destination) => names.indexOf(destination[0])),
    bits: Uint8Array.from(extra, (destination) => Number(destination.slice(1))),
    shift,
  };
}

/** The bit modes of ASTC HDR endpoint mode 7: R, G, B and the scale S. */
const BASE_AND_SCALE_MODES: readonly BitMode[] = [
  bitMode('RGBS', 'R9 R8 R7 R10 R6 S6 S5', 1),
  bitMode('RGBS', 'R8 G5 R7 B5 R6 R10 R9', 1),
  bitMode('RGBS', 'R9 R8 R7 R6 S7 S6 S5', 2),
  bitMode('RGBS', 'R8 G5 R7 B5 R6 S6 S5', 3),
  bitMode('RGBS', 'G6 G5 B6 B5 R6 R7 S5', 4),
  bitMode('RGBS', 'G6 G5 B6 B5 R6 S6 S5', 5),
];

/** The fields of the current block. */
const fields = new Int32Array(6);

function baseAndScale(v: Uint8Array, at: number, pair: Int32Array, to: number): void {
  const v0 = v[at];
  const v1 = v[at + 1];
  const v2 = v[at + 2];
  const v3 = v[at + 3];
  const packed = (v0 >> 6) | ((v1 >> 7) << 2) | ((v2 >> 7) << 3);
  const mode = packed < 12 ? packed & 3 : packed < 15 ? 4 : 5;
  const major = packed < 12 ? packed >> 2 : packed < 15 ? packed & 3 : 0;
  fields[0] = v0 & 0x3f;
  fields[1] = v1 & 0x1f;
  fields[2] = v2 & 0x1f;
  fields[3] = v3 & 0x1f;
  // X0 to X6, lowest first.
  const extra = bit(v1, 6) | (bit(v1, 5) << 1) | (bit(v2, 6) << 2) | (bit(v2, 5) << 3) | (reversedTop(v3) << 4);
  placeExtraBits(BASE_AND_SCALE_MODES[mode], extra);
  const { shift } = BASE_AND_SCALE_MODES[mode];
  const r = fields[0] << shift;
  // Minor components are stored as differences.
  const g = mode === 5 ? fields[1] << shift : r - (fields[1] << shift);
  const b = mode === 5 ? fields[2] << shift : r - (fields[2] << shift);
  const scale = fields[3] << shift;
  storeMajorFirst(r - scale, g - scale, b - scale, major, pair, to);
  storeMajorFirst(r, g, b, major, pair, to + 4);
}

/** Bits 7, 6, 5 moved to bits 0, 1, 2. */
function reversedTop(value: number): number {
  return bit(value, 7) | (bit(value, 6) << 1) | (bit(value, 5) << 2);
}

/** The bit modes of ASTC HDR endpoint mode 11: a, c, b0 (`B`), b1 (`C`), d0 (`D`), d1 (`E`). */
const DIRECT_MODES: readonly BitMode[] = [
  bitMode('acBCDE', 'B6 C6 D6 E6 D5 E5', 3),
  bitMode('acBCDE', 'B6 C6 B7 C7 D5 E5', 3),
  bitMode('acBCDE', 'a9 c6 D6 E6 D5 E5', 2),
  bitMode('acBCDE', 'B6 C6 a9 c6 D5 E5', 2),
  bitMode('acBCDE', 'B6 C6 B7 C7 a9 a10', 1),
  bitMode('acBCDE', 'a9 a10 c7 c6 D5 E5', 1),
  bitMode('acBCDE', 'B6 C6 a11 c6 a9 a10', 0),
  bitMode('acBCDE', 'a9 a10 a11 c6 D5 E5', 0),
];
/** The width of d0 and d1, two's complement, by bit mode. */
const DIFFERENCE_BITS: readonly number[] = [7, 6, 7, 6, 5, 6, 5, 6];

/** Decodes r, g, b of modes 11, 14 and 15. */
function direct(v: Uint8Array, at: number, pair: Int32Array, to: number): void {
  const v1 = v[at + 1];
  const v2 = v[at + 2];
  const v3 = v[at + 3];
  const v4 = v[at + 4];
  const v5 = v[at + 5];
  const major = (v4 >> 7) | ((v5 >> 7) << 1);
  if (major === 3) {
    storeMajorFirst(v[at] << 4, v2 << 4, (v4 & 0x7f) << 5, 0, pair, to);
    storeMajorFirst(v1 << 4, v3 << 4, (v5 & 0x7f) << 5, 0, pair, to + 4);
    return;
  }
  const mode = (v1 >> 7) | ((v2 >> 7) << 1) | ((v3 >> 7) << 2);
  fields[0] = v[at] | (bit(v1, 6) << 8);
  fields[1] = v1 & 0x3f;
  fields[2] = v2 & 0x3f;
  fields[3] = v3 & 0x3f;
  fields[4] = v4 & 0x1f;
  fields[5] = v5 & 0x1f;
  // X0 to X5, lowest first.
  const low = bit(v2, 6) | (bit(v3, 6) << 1) | (bit(v4, 6) << 2) | (bit(v5, 6) << 3);
  placeExtraBits(DIRECT_MODES[mode], low | (bit(v4, 5) << 4) | (bit(v5, 5) << 5));
  const { shift } = DIRECT_MODES[mode];
  const unused = 32 - DIFFERENCE_BITS[mode];
  const a = fields[0] << shift;
  const c = fields[1] << shift;
  const g = a - (fields[2] << shift);
  const b = a - (fields[3] << shift);
  const d0 = ((fields[4] << unused) >> unused) << shift;
  const d1 = ((fields[5] << unused) >> unused) << shift;
  storeMajorFirst(a - c, g - c - d0, b - c - d1, major, pair, to);
  storeMajorFirst(a, g, b, major, pair, to + 4);
}

function placeExtraBits(mode: BitMode, extra: number): void {
  for (let k = 0; k < mode.fields.length; k++) fields[mode.fields[k]] |= bit(extra, k) << mode.bits[k];
}

/** Clamps r, g, b to 12 bits and exchanges the major component, 0 to 2, with red. */
function storeMajorFirst(r: number, g: number, b: number, major: number, pair: Int32Array, to: number): void {
  pair[to] = unsigned12(r);
  pair[to + 1] = unsigned12(g);
  pair[to + 2] = unsigned12(b);
  if (major === 0) return;
  pair[to] = pair[to + major];
  pair[to + major] = unsigned12(r);
}

/** Decodes the alphas of mode 15: two of 7 bits, or one and a signed offset of 6 to 4 bits. */
function alpha(v6: number, v7: number, pair: Int32Array, to: number): void {
  const mode = (v6 >> 7) | ((v7 >> 7) << 1);
  const low = v6 & 0x7f;
  const high = v7 & 0x7f;
  if (mode === 3) {
    pair[to + 3] = low << 5;
    pair[to + 7] = high << 5;
    return;
  }
  const unused = 26 + mode;
  const base = (low | ((high << (mode + 1)) & 0x780)) << (4 - mode);
  pair[to + 3] = base;
  pair[to + 7] = unsigned12(base + (((high << unused) >> unused) << (4 - mode)));
}

function unsigned12(x: number): number {
  return x < 0 ? 0 : x > LARGEST ? LARGEST : x;
}

function bit(value: number, place: number): number {
  return (value >> place) & 1;
}
