import type { TexelBytes } from '../memory/texel-bytes.ts';
import { BLOCK_BYTES } from './block.ts';
import { instantiate, newMemory, PAGE, type WasmMemory } from './wasm-module.ts';

const FIRST_QUADS = 1024;
/** Quads after which a state gets its module: to make one takes as long as they do without it. */
const STATE_QUADS = 512;
/** Room after the texels that a memory has from the start: pages that nobody touches take no physical memory. */
const FIRST_ROOM = 2 ** 20;
/** The most room for tables and work storage. Beyond it, every user of the memory builds what it needs anew. */
const MOST_ROOM = 2 ** 28;
/** The most of it that copies of texels leave after them, and the addresses up to which they lie, as all texels do. */
const MOST_COPIED = 2 ** 27;
const MOST_ADDRESS = 2 ** 30;

/**
 * A texel memory with the kernels on it. The texels move into a WebAssembly memory, once, where the kernels read them as
 * they are; after them lie the kernels' tables and work storage.
 */
export class KernelMemory {
  /** Byte address of the block of lane registers (block.ts). */
  readonly block: number;
  /** Rises when the tables of every user are gone. */
  generation = 0;
  private readonly firstTable: number;
  private end: number;
  private seenBuffer: ArrayBuffer;
  private views: KernelViews;

  /**
   * The kernels' memory around the texels, or null where WebAssembly, or memory for it, cannot be had. To make one takes as
   * long as some hundred quads do without it, so that texels get theirs after FIRST_QUADS quads.
   *
   * @param quads the number of quads that the caller is about to ask for; left out: the kernels answer the first quads, too
   */
  static of(texels: TexelBytes, quads?: number): KernelMemory | null {
    const known = MEMORIES.get(texels) ?? { asked: 0, memory: null };
    if (known.asked >= FIRST_QUADS) return known.memory;
    const asked = known.asked + (quads ?? FIRST_QUADS);
    const stateQuads = quads === undefined ? 0 : STATE_QUADS;
    const memory = asked < FIRST_QUADS ? null : KernelMemory.make(texels, stateQuads);
    MEMORIES.set(texels, { asked, memory });
    return memory;
  }

  private static make(texels: TexelBytes, stateQuads: number): KernelMemory | null {
    const memory = newMemory(texels.bytes.length + FIRST_ROOM);
    return memory && new KernelMemory(texels, memory, stateQuads);
  }

  private constructor(
    private readonly texels: TexelBytes,
    private readonly memory: WasmMemory,
    /** Quads of a state that the units sample before it gets its module. */
    readonly stateQuads: number,
  ) {
    this.block = aligned(texels.bytes.length, 64);
    this.firstTable = this.block + BLOCK_BYTES;
    this.end = this.firstTable;
    new Uint8Array(memory.buffer).set(texels.bytes);
    texels.moveTo(memory.buffer);
    this.seenBuffer = memory.buffer;
    this.views = viewsOf(memory.buffer);
  }

  /**
   * Takes room after what is taken.
   *
   * @returns its byte address, a multiple of 64
   */
  take(bytes: number): number {
    const at = this.end;
    const end = aligned(at + bytes, 64);
    if (end - this.firstTable > MOST_ROOM && at > this.firstTable) {
      this.generation++;
      this.end = this.firstTable;
      return this.take(bytes);
    }
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      // Growing detaches the buffer: the texels' views move with it.
      this.memory.grow(Math.ceil(Math.max(missing, (end - this.block) / 2) / PAGE));
      this.texels.moveTo(this.memory.buffer);
    }
    this.end = end;
    return at;
  }

  /** Copies a table into the memory. @returns its byte address */
  place({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
    // Reads of two entries may touch what follows.
    const at = this.take(byteLength + 16);
    new Uint8Array(this.memory.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), at);
    return at;
  }

  /** The same for a copy of texels. @returns 0 if there is no room for it */
  room(bytes: number): number {
    const end = this.end + bytes;
    if (end - this.firstTable > MOST_COPIED || end > MOST_ADDRESS) return 0;
    try {
      return this.take(bytes);
    } catch {
      // A RangeError of a memory that the system does not give.
      return 0;
    }
  }

  /** The functions of a module on the memory, or null where the environment refuses it. */
  instantiate(bytes: Uint8Array): unknown {
    return instantiate(bytes, this.memory);
  }

  /** Views of the whole memory; the next `take` may make them invalid. */
  get all(): KernelViews {
    if (this.memory.buffer !== this.seenBuffer) {
      this.seenBuffer = this.memory.buffer;
      this.views = viewsOf(this.seenBuffer);
    }
    return this.views;
  }
}

/** A memory by the widths of its entries. */
export interface KernelViews {
  readonly integers: Int32Array;
  readonly floats: Float32Array;
  readonly view: DataView;
}

/** The quads that sampled the texels, up to FIRST_QUADS, and the memory of the texels from then on. */
const MEMORIES = new WeakMap<TexelBytes, { readonly asked: number; readonly memory: KernelMemory | null }>();

function viewsOf(buffer: ArrayBuffer): KernelViews {
  return {
    integers: new Int32Array(buffer),
    floats: new Float32Array(buffer),
    view: new DataView(buffer),
  };
}

function aligned(value: number, boundary: number): number {
  return Math.ceil(value / boundary) * boundary;
}
