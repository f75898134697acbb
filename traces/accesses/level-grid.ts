import type { TexelLayout } from '../../rtl-model/design/design.ts';

/**
 * From the place that a layout gives to a texel (or block) of a level back to its column and row: the inverse of the
 * layouts of rtl-model/memory/texel-layout.ts, by arithmetic, so that large levels need no table.
 */
export class LevelGrid {
  readonly width: number;
  readonly height: number;
  /** The result of the last call of `locate`. */
  column = 0;
  row = 0;
  /** Sides of a tile; of a Z-order square for morton. */
  private readonly across: number;
  private readonly down: number;
  private readonly tilesAcross: number;
  private readonly morton: boolean;

  /** @param width,height of the level, in what is laid out */
  constructor(layout: TexelLayout, width: number, height: number) {
    this.width = width;
    this.height = height;
    this.morton = layout === 'morton';
    [this.across, this.down] = this.morton ? mortonSquare(width, height) : tileOf(layout, width);
    // Z-order squares are in a row along the longer side.
    this.tilesAcross = this.morton && height > this.down ? 1 : Math.ceil(width / this.across);
  }

  /**
   * @param place from the level's start, an integer of at least 0
   * @returns false for padding
   */
  locate(place: number): boolean {
    const { across, down } = this;
    const tile = Math.floor(place / (across * down));
    const within = place - tile * across * down;
    const tileRow = Math.floor(tile / this.tilesAcross);
    const row = this.morton ? everySecondBit(within >>> 1) : Math.floor(within / across);
    const column = this.morton ? everySecondBit(within) : within - row * across;
    this.column = (tile - tileRow * this.tilesAcross) * across + column;
    this.row = tileRow * down + row;
    return this.column < this.width && this.row < this.height;
  }
}

/** A linear level is tiled by its rows. */
function tileOf(layout: TexelLayout, width: number): readonly [number, number] {
  const sides = /^tiled-(\d+)x(\d+)$/.exec(layout);
  return sides === null ? [width, 1] : [Number(sides[1]), Number(sides[2])];
}

/** The largest power-of-two square that the level holds, padded. */
function mortonSquare(width: number, height: number): readonly [number, number] {
  let side = 1;
  while (side < width && side < height) side *= 2;
  return [side, side];
}

/** Bits 0, 2, 4 ... of an integer of up to 31 bits, put together. */
function everySecondBit(n: number): number {
  let bits = n & 0x55555555;
  bits = (bits | (bits >>> 1)) & 0x33333333;
  bits = (bits | (bits >>> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >>> 4)) & 0x00ff00ff;
  return (bits | (bits >>> 8)) & 0x0000ffff;
}
