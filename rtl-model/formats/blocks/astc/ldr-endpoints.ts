/** 8-bit LDR endpoints of modes 0, 1, 4, 5, 6, 8, 9, 10, 12, 13 (ASTC: LDR Endpoint Decoding). */

/**
 * Decodes the endpoint pair of one partition.
 *
 * @param v unquantized integers, the mode's first at v[at]
 * @param pair e0's r, g, b, a go to pair[to], e1's to pair[to + 4]
 */
export function ldrEndpoints(mode: number, v: Uint8Array, at: number, pair: Int32Array, to: number): void {
  switch (mode) {
    case 0:
      return gray(v[at], v[at + 1], 0xff, 0xff, pair, to);
    case 1: {
      const low = (v[at] >> 2) | (v[at + 1] & 0xc0);
      return gray(low, Math.min(low + (v[at + 1] & 0x3f), 0xff), 0xff, 0xff, pair, to);
    }
    case 4:
      return gray(v[at], v[at + 1], v[at + 2], v[at + 3], pair, to);
    case 5: {
      const luminance = base(v, at);
      const alpha = base(v, at + 2);
      return gray(luminance, unorm8(luminance + offset(v, at)), alpha, unorm8(alpha + offset(v, at + 2)), pair, to);
    }
    case 6:
      return scaled(v, at, 0xff, 0xff, pair, to);
    case 8:
      return direct(v, at, 0xff, 0xff, pair, to);
    case 9:
      return baseAndOffset(v, at, 0xff, 0xff, pair, to);
    case 10:
      return scaled(v, at, v[at + 4], v[at + 5], pair, to);
    case 12:
      return direct(v, at, v[at + 6], v[at + 7], pair, to);
    case 13: {
      const alpha = base(v, at + 6);
      return baseAndOffset(v, at, alpha, unorm8(alpha + offset(v, at + 6)), pair, to);
    }
  }
}

function gray(l0: number, l1: number, a0: number, a1: number, pair: Int32Array, to: number): void {
  store(l0, l0, l0, a0, pair, to);
  store(l1, l1, l1, a1, pair, to + 4);
}

/** Modes 6, 10: e0 is e1 times v3 / 256. */
function scaled(v: Uint8Array, at: number, a0: number, a1: number, pair: Int32Array, to: number): void {
  const scale = v[at + 3];
  store((v[at] * scale) >> 8, (v[at + 1] * scale) >> 8, (v[at + 2] * scale) >> 8, a0, pair, to);
  store(v[at], v[at + 1], v[at + 2], a1, pair, to + 4);
}

/** Modes 8, 12: if e1 has the smaller sum, the endpoints are exchanged and contracted towards blue. */
function direct(v: Uint8Array, at: number, a0: number, a1: number, pair: Int32Array, to: number): void {
  const r0 = v[at];
  const r1 = v[at + 1];
  const g0 = v[at + 2];
  const g1 = v[at + 3];
  const b0 = v[at + 4];
  const b1 = v[at + 5];
  if (r1 + g1 + b1 >= r0 + g0 + b0) {
    store(r0, g0, b0, a0, pair, to);
    store(r1, g1, b1, a1, pair, to + 4);
  } else {
    storeContracted(r1, g1, b1, a1, pair, to);
    storeContracted(r0, g0, b0, a0, pair, to + 4);
  }
}

/** Modes 9, 13: if the offsets' sum is negative, the endpoints are exchanged and contracted towards blue. */
function baseAndOffset(v: Uint8Array, at: number, a0: number, a1: number, pair: Int32Array, to: number): void {
  const r = base(v, at);
  const g = base(v, at + 2);
  const b = base(v, at + 4);
  const dr = offset(v, at);
  const dg = offset(v, at + 2);
  const db = offset(v, at + 4);
  if (dr + dg + db >= 0) {
    store(r, g, b, a0, pair, to);
    store(unorm8(r + dr), unorm8(g + dg), unorm8(b + db), a1, pair, to + 4);
  } else {
    storeContracted(r + dr, g + dg, b + db, a1, pair, to);
    storeContracted(r, g, b, a0, pair, to + 4);
  }
}

function store(r: number, g: number, b: number, a: number, pair: Int32Array, to: number): void {
  pair[to] = r;
  pair[to + 1] = g;
  pair[to + 2] = b;
  pair[to + 3] = a;
}

/**
 * Stores the result of the specification's blue_contract and clamp_unorm8. The clamp does not change direct endpoints.
 */
function storeContracted(r: number, g: number, b: number, a: number, pair: Int32Array, to: number): void {
  store(unorm8((r + b) >> 1), unorm8((g + b) >> 1), unorm8(b), a, pair, to);
}

/** The even integer after bit_transfer_signed: 0 to 255. */
function base(v: Uint8Array, at: number): number {
  return (v[at] >> 1) | (v[at + 1] & 0x80);
}

/** The odd integer after bit_transfer_signed: bits 6..1 in two's complement, -32 to 31. */
function offset(v: Uint8Array, at: number): number {
  return (v[at + 1] << 25) >> 26;
}

function unorm8(x: number): number {
  return x < 0 ? 0 : x > 0xff ? 0xff : x;
}
