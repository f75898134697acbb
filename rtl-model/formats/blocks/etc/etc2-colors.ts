/**
 * The 8-byte colour half of the ETC2 formats (Khronos data format: Format RGB ETC2, Format RGB ETC2 with punchthrough
 * alpha). Bits are numbered as in that text: byte 0 holds bits 63 to 56. `high` is bits 63 to 32, `low` bits 31 to 0.
 */

/** Modifiers a and b of each table codeword (Khronos data format: ETC2 intensity modifier sets). */
const SMALL_MODIFIERS = Uint8Array.of(2, 5, 9, 13, 18, 24, 33, 47);
const LARGE_MODIFIERS = Uint8Array.of(8, 17, 29, 42, 60, 80, 106, 183);

/** The distances of modes T and H (Khronos data format: Distance table for ETC2 `T' and `H' modes). */
const DISTANCES = Uint8Array.of(3, 6, 11, 16, 23, 32, 41, 64);

/**
 * The pixels of the second subblock: bit 4x + y, as in the pixel indices. T and H have one palette for the whole block.
 */
const RIGHT_HALF = 0xff00;
const LOWER_HALF = 0xcccc;
const NO_PIXEL = 0;

/**
 * Paint colours of the current block: r, g, b, a of pixel indices 0 to 3, then the same for the second subblock. A
 * stored value is clamped to 0..255, as the text demands for every sum.
 */
const paint = new Uint8ClampedArray(32);

/** Decodes r, g, b as codes of 255 and alpha 1. */
export function decodeEtc2Colors(bytes: Uint8Array, from: number, texels: Float32Array): void {
  const high = word(bytes, from);
  const low = word(bytes, from + 4);
  if ((high & 2) === 0) {
    paintIndividual(high);
    lookUp(low, secondSubblock(high), texels);
  } else {
    decodeByOverflow(high, low, true, texels);
  }
}

/** Decodes with bit 33 as the opaque flag and without individual mode. Alpha is 0 or 1. */
export function decodeEtc2PunchThrough(bytes: Uint8Array, from: number, texels: Float32Array): void {
  const high = word(bytes, from);
  decodeByOverflow(high, word(bytes, from + 4), (high & 2) !== 0, texels);
}

/**
 * Decodes mode T, H or planar: the first of R + Rd, G + Gd and B + Bd that leaves 0..31 selects it. None selects the
 * differential mode.
 */
function decodeByOverflow(high: number, low: number, opaque: boolean, texels: Float32Array): void {
  let second = NO_PIXEL;
  if (overflows(high >>> 24)) {
    paintT(high);
  } else if (overflows(high >>> 16)) {
    paintH(high);
  } else if (overflows(high >>> 8)) {
    decodePlanar(high, low, texels);
    return;
  } else {
    paintDifferential(high, opaque);
    second = secondSubblock(high);
  }
  if (!opaque) {
    paint.fill(0, 8, 12);
    paint.fill(0, 24, 28);
  }
  lookUp(low, second, texels);
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}

/** @param field its low 8 bits are a 5-bit base and a 3-bit delta */
function overflows(field: number): boolean {
  return (secondBase(field) & ~31) !== 0;
}

/** The sum of the base and the two's-complement delta, -4 to 34. */
function secondBase(field: number): number {
  return ((field >>> 3) & 31) + ((field << 29) >> 29);
}

function secondSubblock(high: number): number {
  return (high & 1) === 0 ? RIGHT_HALF : LOWER_HALF;
}

function paintIndividual(high: number): void {
  const small = SMALL_MODIFIERS;
  const large = LARGE_MODIFIERS;
  const table1 = (high >>> 5) & 7;
  const table2 = (high >>> 2) & 7;
  paintSubblock(0, extend4(high >>> 28), extend4(high >>> 20), extend4(high >>> 12), small[table1], large[table1]);
  paintSubblock(4, extend4(high >>> 24), extend4(high >>> 16), extend4(high >>> 8), small[table2], large[table2]);
}

function paintDifferential(high: number, opaque: boolean): void {
  const table1 = (high >>> 5) & 7;
  const table2 = (high >>> 2) & 7;
  const small1 = opaque ? SMALL_MODIFIERS[table1] : 0;
  const small2 = opaque ? SMALL_MODIFIERS[table2] : 0;
  const r = secondBase(high >>> 24);
  const g = secondBase(high >>> 16);
  const b = secondBase(high >>> 8);
  paintSubblock(0, extend5(high >>> 27), extend5(high >>> 19), extend5(high >>> 11), small1, LARGE_MODIFIERS[table1]);
  paintSubblock(4, extend5(r), extend5(g), extend5(b), small2, LARGE_MODIFIERS[table2]);
}

function paintT(high: number): void {
  const r = extend4(high >>> 12);
  const g = extend4(high >>> 8);
  const b = extend4(high >>> 4);
  const distance = DISTANCES[((high >>> 1) & 6) | (high & 1)];
  paintColor(0, extend4(((high >>> 25) & 12) | ((high >>> 24) & 3)), extend4(high >>> 20), extend4(high >>> 16), 0);
  paintColor(1, r, g, b, distance);
  paintColor(2, r, g, b, 0);
  paintColor(3, r, g, b, -distance);
}

/** Paints mode H. The order of the two base colours is the lowest bit of the distance index. */
function paintH(high: number): void {
  const r1 = extend4(high >>> 27);
  const g1 = extend4(((high >>> 23) & 14) | ((high >>> 20) & 1));
  const b1 = extend4(((high >>> 16) & 8) | ((high >>> 15) & 7));
  const r2 = extend4(high >>> 11);
  const g2 = extend4(high >>> 7);
  const b2 = extend4(high >>> 3);
  const ordered = ((r1 << 16) | (g1 << 8) | b1) >= ((r2 << 16) | (g2 << 8) | b2) ? 1 : 0;
  const distance = DISTANCES[(high & 4) | ((high & 1) << 1) | ordered];
  paintColor(0, r1, g1, b1, distance);
  paintColor(1, r1, g1, b1, -distance);
  paintColor(2, r2, g2, b2, distance);
  paintColor(3, r2, g2, b2, -distance);
}

/** The 4 lowest bits of `code`, extended to 8 bits. */
function extend4(code: number): number {
  return 17 * (code & 15);
}

function extend5(code: number): number {
  return ((code & 31) << 3) | ((code >>> 2) & 7);
}

/** @param first entry of the subblock's pixel index 0 */
function paintSubblock(first: number, r: number, g: number, b: number, small: number, large: number): void {
  paintColor(first, r, g, b, small);
  paintColor(first + 1, r, g, b, large);
  paintColor(first + 2, r, g, b, -small);
  paintColor(first + 3, r, g, b, -large);
}

function paintColor(entry: number, r: number, g: number, b: number, offset: number): void {
  const to = 4 * entry;
  paint[to] = r + offset;
  paint[to + 1] = g + offset;
  paint[to + 2] = b + offset;
  paint[to + 3] = 1;
}

/** Looks up the texels. Pixels are ordered column by column; the high bit of an index is 16 bits above the low one. */
function lookUp(low: number, second: number, texels: Float32Array): void {
  for (let pixel = 0; pixel < 16; pixel++) {
    const index = ((low >>> (15 + pixel)) & 2) | ((low >>> pixel) & 1);
    const entry = 4 * (index | (((second >>> pixel) & 1) << 2));
    const to = 16 * (pixel & 3) + (pixel & 12);
    texels[to] = paint[entry];
    texels[to + 1] = paint[entry + 1];
    texels[to + 2] = paint[entry + 2];
    texels[to + 3] = paint[entry + 3];
  }
}

/**
 * Decodes planar mode: three colours of 6:7:6 bits, at the first texel, four texels to its right, four texels below it.
 */
function decodePlanar(high: number, low: number, texels: Float32Array): void {
  const r = (high >>> 25) & 63;
  const g = ((high >>> 18) & 64) | ((high >>> 17) & 63);
  const b = ((high >>> 11) & 32) | ((high >>> 8) & 24) | ((high >>> 7) & 7);
  const rh = ((high >>> 1) & 62) | (high & 1);
  plane(texels, 0, extend6(r), extend6(rh), extend6((low >>> 13) & 63));
  plane(texels, 1, extend7(g), extend7(low >>> 25), extend7((low >>> 6) & 127));
  plane(texels, 2, extend6(b), extend6((low >>> 19) & 63), extend6(low & 63));
  for (let to = 3; to < 64; to += 4) texels[to] = 1;
}

function extend6(code: number): number {
  return (code << 2) | (code >>> 4);
}

function extend7(code: number): number {
  return (code << 1) | (code >>> 6);
}

/** Interpolates one component of planar mode, rounded to nearest, ties up. */
function plane(texels: Float32Array, component: number, origin: number, right: number, below: number): void {
  for (let texel = 0; texel < 16; texel++) {
    const quarters = (texel & 3) * (right - origin) + (texel >>> 2) * (below - origin) + 4 * origin;
    texels[4 * texel + component] = Math.min(Math.max((quarters + 2) >> 2, 0), 255);
  }
}
