import type { TexelLayout } from '../../rtl-model/design/design.ts';
import type { TracedImage, TracedLevel } from './image-table.ts';

/** Finder of the texel at a byte address, after the image table of a trace. Allocates nothing. */
export class TexelLocator {
  /** The result of the last call of `locate`: numbers of the image and the level, the layer, the texel. */
  image = 0;
  level = 0;
  layer = 0;
  /** The texel; the first texel of the block where blocks are addressed. */
  x = 0;
  y = 0;
  z = 0;
  /** Byte of the texel, or of the block. */
  byte = 0;
  private readonly ranges: readonly LevelRange[];
  private last: LevelRange | undefined;

  /** @throws RangeError when levels overlap */
  constructor(images: readonly TracedImage[]) {
    this.ranges = images
      .flatMap((traced, image) => traced.levels.map((size, level) => rangeOf(traced, image, size, level)))
      .sort((a, b) => a.from - b.from);
    this.ranges.forEach(({ from, traced, level }, n) => {
      const before = this.ranges[n - 1];
      if (n === 0 || before.to <= from) return;
      throw new RangeError(
        `level ${level} of "${traced.name}" begins within level ${before.level} of "${before.traced.name}"`,
      );
    });
    this.last = this.ranges[0];
  }

  /** @returns false where there is no texel: outside of every image, or in the padding of a level */
  locate(address: number): boolean {
    const range = this.rangeAt(address);
    if (range === undefined) return false;
    const { traced, size, grid } = range;
    const ofLevel = address - range.from;
    this.layer = Math.floor(ofLevel / size.layerBytes);
    const ofLayer = ofLevel - this.layer * size.layerBytes;
    this.z = Math.floor(ofLayer / size.sliceBytes);
    const ofSlice = ofLayer - this.z * size.sliceBytes;
    const unit = Math.floor(ofSlice / traced.stride);
    this.byte = ofSlice - unit * traced.stride;
    this.image = range.image;
    this.level = range.level;
    const [across, down] = traced.block;
    const inBlock = traced.addressed === 'blocks' ? 0 : unit % (across * down);
    const block = traced.addressed === 'blocks' ? unit : (unit - inBlock) / (across * down);
    if (this.z >= size.depth || !grid.locate(block)) return false;
    this.x = grid.column * across + (inBlock % across);
    this.y = grid.row * down + Math.floor(inBlock / across);
    return this.x < size.width && this.y < size.height;
  }

  private rangeAt(address: number): LevelRange | undefined {
    const { ranges, last } = this;
    if (last === undefined || (address >= last.from && address < last.to)) return last;
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ranges[middle].from <= address) low = middle;
      else high = middle - 1;
    }
    const found = ranges[low];
    if (address < found.from || address >= found.to) return undefined;
    this.last = found;
    return found;
  }
}

type LevelRange = ReturnType<typeof rangeOf>;

/** A level's place in the address space. */
function rangeOf(traced: TracedImage, image: number, size: TracedLevel, level: number) {
  const [across, down] = traced.block;
  const grid = new LevelGrid(traced.layout, Math.ceil(size.width / across), Math.ceil(size.height / down));
  return { image, level, from: size.base, to: size.base + traced.layers * size.layerBytes, traced, size, grid };
}

/**
 * From the place that a layout gives to a texel (or block) of a level back to its column and row: the inverse of the
 * layouts of rtl-model/memory/texel-layout.ts, by arithmetic, so that large levels need no table.
 */
export class LevelGrid {
  /** The result of the last call of `locate`. */
  column = 0;
  row = 0;
  /** Sides of a tile; of a Z-order square for morton. */
  private readonly across: number;
  private readonly down: number;
  private readonly tilesAcross: number;
  private readonly morton = this.layout === 'morton';

  /** @param width,height of the level, in what is laid out */
  constructor(
    private readonly layout: TexelLayout,
    readonly width: number,
    readonly height: number,
  ) {
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
