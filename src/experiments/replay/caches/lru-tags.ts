import { WasmModule } from '../../../../rtl-model/simd/wasm-module.ts';
import { KERNEL_MODULE } from './kernel-module.ts';

/** Lines that are looked up together by the kernel. */
const BLOCK = 8192;

/** The tag of a way without a line. */
const EMPTY = -1;

/**
 * The tags of a set-associative LRU cache whose set is the line's number modulo the sets. The ways of a set are ordered
 * by use, the latest first. A look-up therefore moves tags, and no time stamps are kept.
 */
export class LruTags {
  private readonly sets: number;
  private readonly ways: number;
  private readonly tags: Float64Array;
  private readonly kernel: TagKernel | null;

  /**
   * @param sets a power of two
   * @param wasm false to do without the kernel for four ways
   */
  constructor(sets: number, ways: number, wasm = true) {
    this.sets = sets;
    this.ways = ways;
    this.kernel = ways === 4 && wasm ? tagKernel(sets) : null;
    this.tags = (this.kernel?.tags ?? new Float64Array(sets * ways)).fill(EMPTY);
  }

  /**
   * Looks lines up and fetches those that miss.
   *
   * @param lines exact integers from 0 to 2^53 - 1; the first `count` are looked up
   * @param missed receives the indices of the misses, in order
   * @returns the number of misses
   */
  lookUp(lines: Float64Array, count: number, missed: Int32Array): number {
    return this.kernel === null ? this.lookUpAny(lines, count, missed) : this.kernel.lookUp(lines, count, missed);
  }

  /** The lines that are held, those of a set from the least to the most recently used. */
  *held(): Generator<number> {
    const { tags, sets, ways } = this;
    for (let set = 0; set < sets; set++) {
      for (let way = ways - 1; way >= 0; way--) if (tags[ways * set + way] !== EMPTY) yield tags[ways * set + way];
    }
  }

  private lookUpAny(lines: Float64Array, count: number, missed: Int32Array): number {
    const { tags, sets, ways } = this;
    const perSet = 1 / sets;
    let misses = 0;
    for (let n = 0; n < count; n++) {
      const line = lines[n];
      const first = ways * (line - Math.floor(line * perSet) * sets);
      const last = first + ways - 1;
      let way = first;
      let tag = tags[way];
      if (tag === line) continue;
      // The tags before the line's move back by one way, up to the line's place or that of the least recently used tag.
      tags[first] = line;
      while (way < last) {
        const next = tags[++way];
        tags[way] = tag;
        tag = next;
        if (tag === line) break;
      }
      if (tag !== line) missed[misses++] = n;
    }
    return misses;
  }
}

/** The exports of the module in assembly/. Addresses are byte addresses in its memory. */
interface LookUps {
  /** Look-ups in four ways per set. @returns the number of misses */
  lookUpFourWays(lines: number, count: number, tags: number, sets: number, missed: number): number;
}

const LOOK_UPS = new WasmModule<LookUps>(KERNEL_MODULE);

/** The tags in a WebAssembly memory, and the look-up in it. */
interface TagKernel {
  readonly tags: Float64Array;
  readonly lookUp: (lines: Float64Array, count: number, missed: Int32Array) => number;
}

/** Null where WebAssembly, or memory for it, cannot be had. */
function tagKernel(sets: number): TagKernel | null {
  const linesAt = 32 * sets;
  const missedAt = linesAt + 8 * BLOCK;
  const made = LOOK_UPS.on(missedAt + 4 * (BLOCK + 1));
  if (made === null) return null;
  const { kernels, memory } = made;
  const block = new Float64Array(memory.buffer, linesAt, BLOCK);
  const found = new Int32Array(memory.buffer, missedAt, BLOCK);
  const lookUp = (lines: Float64Array, count: number, missed: Int32Array): number => {
    let misses = 0;
    for (let from = 0; from < count; from += BLOCK) {
      const length = Math.min(BLOCK, count - from);
      block.set(lines.subarray(from, from + length));
      const some = kernels.lookUpFourWays(linesAt, length, 0, sets, missedAt);
      for (let k = 0; k < some; k++) missed[misses + k] = from + found[k];
      misses += some;
    }
    return misses;
  };
  return { tags: new Float64Array(memory.buffer, 0, 4 * sets), lookUp };
}
