import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { CompressedLevel, Image } from '../../rtl-model/memory/image.ts';

/**
 * The places of texels in a cache, for images some of which are block-compressed. Texel addresses are those of the
 * decoded image. A cache of compressed blocks keeps the lines of the blocks. A cache of decoded texels keeps lines of
 * texels, and fetches the blocks that a sector is made of. Texels outside of compressed images stay at their addresses.
 */
export class BlockMap {
  /** True if the data store holds blocks, so that the decoder is after it. */
  readonly compressed = this.cache.blocks === 'compressed';

  private constructor(
    private readonly levels: readonly CompressedLevel[],
    private readonly cache: CacheDesign,
  ) {}

  /** The map, or null for images without blocks. */
  static of(images: readonly Image[], cache: CacheDesign): BlockMap | null {
    const levels = images.flatMap(({ compressed }) => compressed ?? []);
    return levels.length === 0 ? null : new BlockMap(levels, cache);
  }

  /** @param at byte address of a texel  @returns the byte address by which the cache knows it */
  cacheAddress(at: number): number {
    return this.compressed ? this.blockAddress(at) : at;
  }

  /** @param at the byte address by which the cache knows a sector  @returns the byte address in memory */
  memoryAddress(at: number): number {
    return this.compressed ? at : this.blockAddress(at);
  }

  /** @param at the byte address by which the cache knows a sector  @returns the bytes that are fetched for it */
  fetchedBytes(at: number): number {
    const { sectorBytes } = this.cache;
    const level = this.compressed ? undefined : this.levelAt(at);
    return level === undefined
      ? sectorBytes
      : Math.max(1, Math.floor(sectorBytes / level.decodedBytes)) * level.blockBytes;
  }

  private blockAddress(at: number): number {
    const level = this.levelAt(at);
    if (level === undefined) return at;
    const { base, decodedBase, decodedBytes, blockBytes } = level;
    return base + Math.floor((at - decodedBase) / decodedBytes) * blockBytes;
  }

  /** The level that holds a texel. It is a loop, not `find`, because every tap comes here. */
  private levelAt(at: number): CompressedLevel | undefined {
    const { levels } = this;
    for (let l = 0; l < levels.length; l++) {
      const level = levels[l];
      if (at >= level.decodedBase && at < level.decodedEnd) return level;
    }
    return undefined;
  }
}
