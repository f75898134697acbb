import { BlockMap } from '../../pipeline/cache/block-map.ts';
import { tapsInOrder } from '../../pipeline/cache/pass-sectors.ts';
import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { Footprints } from '../../rtl-model/registers/footprints.ts';
import type { Image } from '../../rtl-model/memory/image.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { viewedImage } from '../../rtl-model/state/viewed-image.ts';
import type { AccessBatch } from './access-batch.ts';
import { type TracedImage, tracedImages } from './image-table.ts';

/** The memory that the taps of a texture state read. */
interface TapState {
  readonly blocks: BlockMap | null;
  /** Bytes of an access, by `Footprints.plane`; where there is one only, the plane is not looked at. */
  readonly bytes: readonly number[];
  /** 1 if the taps are written, 0 if they are read. */
  readonly write: number;
}

/** The accesses that the taps of a pass make to the cache: byte addresses and numbers of bytes. */
export class TapAccesses {
  /** The image table of the whole memory. */
  readonly images: readonly TracedImage[];
  private readonly states: readonly TapState[];
  private readonly taps: Uint8Array;

  /**
   * @param memory laid out as the cache's design has it
   * @param names of its images
   */
  constructor(memory: TexelMemory, states: readonly TextureState[], cache: CacheDesign, names?: readonly string[]) {
    this.images = tracedImages(memory, cache, names, states);
    this.taps = tapsInOrder(cache);
    this.states = states.map(({ image, view, second, instruction }) => {
      if (image === null) return { blocks: null, bytes: [0], write: 0 };
      const write = instruction.op === 'write' || instruction.op === 'atomic' ? 1 : 0;
      const read = viewedImage(memory.images[image], view).image;
      const parts = second
        ? [read, viewedImage(memory.images[second.image], second.view).image]
        : (read.planes ?? [read]);
      const blocks = BlockMap.of(parts, cache);
      return { blocks, write, bytes: parts.map((part) => accessBytes(part, blocks?.compressed === true)) };
    });
  }

  /** Bytes of each access of a plane that the taps of a state read. */
  bytes(state: number, plane: number): number {
    const { bytes } = this.states[state];
    return bytes.length === 1 ? bytes[0] : bytes[plane];
  }

  /** 1 if the taps of a state are written, 0 if they are read. */
  write(state: number): number {
    return this.states[state].write;
  }

  /** @param at of a tap that reads a texel  @returns the byte address by which the cache knows it */
  address(state: number, at: number): number {
    const { blocks } = this.states[state];
    return blocks === null ? at : blocks.cacheAddress(at);
  }

  /**
   * Appends the accesses of a pass in the order of its look-ups; taps that read no texel make none.
   *
   * @param batch with room for 16
   * @param footLane where the footprints of the pass start
   */
  append(batch: AccessBatch, quad: number, pass: number, state: number, foot: Footprints, footLane: number): void {
    const { blocks, bytes, write } = this.states[state];
    const { address, tapCount, plane } = foot;
    for (const tap of this.taps) {
      const lane = Math.floor(tap / LANE_TAPS);
      const from = footLane + lane;
      const at = address[LANE_TAPS * footLane + tap];
      if (at < 0 || tap % LANE_TAPS >= tapCount[from]) continue;
      const size = bytes.length === 1 ? bytes[0] : bytes[plane[from]];
      batch.push(blocks === null ? at : blocks.cacheAddress(at), size, quad, pass, lane, write);
    }
  }
}

/** Bytes of an access: a whole compressed block, a texel without its padding, or one half of a 4:2:2 pair. */
function accessBytes({ format, stored, texelStride, compressed }: Image, ofBlocks: boolean): number {
  if (ofBlocks && compressed !== null) return compressed[0].blockBytes;
  return format.block !== null && format.codec === null ? texelStride : stored.texelBytes;
}
