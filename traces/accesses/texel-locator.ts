import { LevelGrid } from './level-grid.ts';
import type { TracedImage, TracedLevel } from './image-table.ts';

/** A level's place in the address space. */
interface LevelRange {
  readonly image: number;
  readonly level: number;
  readonly from: number;
  readonly to: number;
  readonly traced: TracedImage;
  readonly size: TracedLevel;
  readonly grid: LevelGrid;
}

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

function rangeOf(traced: TracedImage, image: number, size: TracedLevel, level: number): LevelRange {
  const [across, down] = traced.block;
  const grid = new LevelGrid(traced.layout, Math.ceil(size.width / across), Math.ceil(size.height / down));
  return { image, level, from: size.base, to: size.base + traced.layers * size.layerBytes, traced, size, grid };
}
