import type { TexelLayout } from '../design/design.ts';

/**
 * The positions of a level's texels, counted in texels from its start. Every layout is separable: texel (i, j) is at
 * column[i] + row[j], so an address costs two look-ups in any layout.
 */
export interface LevelLayout {
  readonly column: Int32Array;
  readonly row: Int32Array;
  /** Size of the level in texels, padding included. */
  readonly texels: number;
}

/** @param width,height size in texels, at least 1 */
export function layOutLevel(layout: TexelLayout, width: number, height: number): LevelLayout {
  switch (layout) {
    case 'linear':
      return separable(
        width,
        height,
        (i) => i,
        (j) => j * width,
        width * height,
      );
    case 'morton':
      return morton(width, height);
    default: {
      const [across, down] = tileOf(layout);
      return tiled(width, height, across, down);
    }
  }
}

function tileOf(layout: TexelLayout): readonly [number, number] {
  const [, across, down] = /^tiled-(\d+)x(\d+)$/.exec(layout)!;
  return [Number(across), Number(down)];
}

/** A layout of tiles in row-major order, with the texels of a tile in row-major order. */
function tiled(width: number, height: number, across: number, down: number): LevelLayout {
  const tilesAcross = Math.ceil(width / across);
  const tileTexels = across * down;
  return separable(
    width,
    height,
    (i) => Math.floor(i / across) * tileTexels + (i % across),
    (j) => Math.floor(j / down) * tilesAcross * tileTexels + (j % down) * across,
    tilesAcross * Math.ceil(height / down) * tileTexels,
  );
}

/**
 * Z-order within the largest power-of-two square that the padded level holds. The squares follow each other along the
 * longer side. Bits of i and j don't overlap, so the sum of the two parts is the interleaved index.
 */
function morton(width: number, height: number): LevelLayout {
  const bits = Math.min(ceilLog2(width), ceilLog2(height));
  const side = 2 ** bits;
  const part = (n: number, bit: number) => spread(n & (side - 1)) * 2 ** bit + (n >> bits) * side * side;
  return separable(
    width,
    height,
    (i) => part(i, 0),
    (j) => part(j, 1),
    2 ** (ceilLog2(width) + ceilLog2(height)),
  );
}

function separable(
  width: number,
  height: number,
  column: (i: number) => number,
  row: (j: number) => number,
  texels: number,
): LevelLayout {
  return { column: positions(width, column), row: positions(height, row), texels };
}

function positions(count: number, of: (n: number) => number): Int32Array {
  const all = new Int32Array(count);
  for (let n = 0; n < count; n++) all[n] = of(n);
  return all;
}

/** Bit k of n moved to bit 2k. `n` has at most 15 bits. */
function spread(n: number): number {
  let spaced = 0;
  for (let bit = 0; n >> bit !== 0; bit++) spaced |= ((n >> bit) & 1) << (2 * bit);
  return spaced;
}

function ceilLog2(n: number): number {
  return n <= 1 ? 0 : 32 - Math.clz32(n - 1);
}
