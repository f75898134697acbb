import type { CacheDesign } from '../rtl-model/design.ts';
import type { CompressedLevel, Image } from '../rtl-model/image.ts';

/**
 * Where the cache finds the texels of a block-compressed image. Texel addresses are those of the decoded image. A cache of
 * compressed blocks keeps the blocks' own lines; one of decoded texels keeps lines of those, and fetches the blocks that a
 * sector is made of.
 */
export class BlockMap {
  /** Whether the data store holds blocks, so that the decoder stands behind it. */
  readonly compressed: boolean;
  /** Bytes that are fetched for a sector. */
  readonly fetchedBytes: number;
  private readonly levels: readonly CompressedLevel[];

  private constructor(levels: readonly CompressedLevel[], { blocks, sectorBytes }: CacheDesign) {
    const [{ blockBytes, decodedBytes }] = levels;
    this.levels = levels;
    this.compressed = blocks === 'compressed';
    this.fetchedBytes = this.compressed
      ? sectorBytes
      : Math.max(1, Math.floor(sectorBytes / decodedBytes)) * blockBytes;
  }

  /** Of an image without blocks there is none. */
  static of({ compressed }: Image, cache: CacheDesign): BlockMap | null {
    return compressed === null ? null : new BlockMap(compressed, cache);
  }

  /** @param at of a decoded texel  @returns the byte address by which the cache knows it */
  cacheAddress(at: number): number {
    return this.compressed ? this.blockAddress(at) : at;
  }

  /** @param at the byte address by which the cache knows a sector  @returns where it is fetched from */
  memoryAddress(at: number): number {
    return this.compressed ? at : this.blockAddress(at);
  }

  private blockAddress(at: number): number {
    const { levels } = this;
    let l = 0;
    while (at >= levels[l].decodedEnd || at < levels[l].decodedBase) l++;
    const { base, decodedBase, decodedBytes, blockBytes } = levels[l];
    return base + Math.floor((at - decodedBase) / decodedBytes) * blockBytes;
  }
}
