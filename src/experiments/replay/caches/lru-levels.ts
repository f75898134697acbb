import type { CacheDesign } from '../../../../rtl-model/design/design.ts';
import { sumOfRecords } from '../../../../pipeline/counters/statistics.ts';
import { CacheLevels } from '../../../../rtl-model/texel-cache/cache-levels.ts';
import { MemoryTraffic } from '../../../../rtl-model/texel-cache/memory-traffic.ts';
import { PolicyLevels } from './policy-levels.ts';
import { type LevelTotals, type LookupLevels, type Outcomes, type ReplayDesign } from './lookup-levels.ts';
import { WasmModule } from '../../../../rtl-model/simd/wasm-module.ts';
import { KERNEL_MODULE } from './kernel-module.ts';

/**
 * The levels of a design whose caches are LRU, with the set index modulo, lines of one sector, and no victim buffer.
 * The misses of one level go to the next as a batch. From the first write on, `PolicyLevels` go on with the lines that are
 * held then.
 */
export class LruLevels implements LookupLevels {
  private readonly lineBytes = this.cache.lineBytes;
  private readonly tags = new LruTags(this.cache.sets, this.cache.ways);
  /** The L2 if it keeps what it misses, and its tags. */
  private readonly keeping = this.cache.l2?.allocation === 'on-miss' ? this.cache.l2 : null;
  private readonly l2 = this.keeping && new LruTags(this.keeping.sets, this.keeping.ways);
  /** The bytes of a request to memory, and the bytes that memory transfers for it. */
  private readonly fetchBytes = (this.keeping ?? this.cache).lineBytes;
  private readonly movedBytes = Math.max(this.fetchBytes, this.memory.burstBytes);
  /** Null if every request costs the same, so that a count is enough. */
  private readonly traffic = this.memory.rows === null ? null : new MemoryTraffic(this.memory);
  /** The look-ups of a batch that miss, the L2 lines that they need, and those of them that miss in the L2. */
  private missed = new Int32Array(0);
  private l2Lines = new Float64Array(0);
  private l2Missed = new Int32Array(0);
  private lookups = 0;
  private misses = 0;
  private l2Misses = 0;
  /** The levels since the first write, null before. */
  private written: PolicyLevels | null = null;

  constructor(
    private readonly cache: CacheDesign,
    private readonly memory: ReplayDesign['memory'],
  ) {}

  lookUp(lines: Float64Array, count: number, outcomes: Outcomes | null, marked = false): void {
    if (marked) this.written ??= this.policyLevels();
    if (this.written !== null) {
      this.written.lookUp(lines, count, outcomes, marked);
      return;
    }
    if (this.missed.length < count) this.missed = new Int32Array(count);
    const { missed } = this;
    const misses = this.tags.lookUp(lines, count, missed);
    this.lookups += count;
    this.misses += misses;
    if (outcomes !== null) for (let k = 0; k < misses; k++) outcomes.missed[missed[k]] = 1;
    if (this.l2 !== null) this.lookUpL2(this.l2, lines, misses, outcomes);
    else if (this.traffic !== null || outcomes !== null) {
      for (let k = 0; k < misses; k++) this.fetch(lines[missed[k]], missed[k], outcomes);
    }
  }

  totals(): LevelTotals {
    const { lookups, misses, lineBytes, movedBytes } = this;
    const requests = this.l2 === null ? misses : this.l2Misses;
    const ofL2 = { l2Hits: misses - requests, l2Misses: requests, l2ReadBytes: misses * lineBytes };
    const cache = {
      ...new CacheLevels(this.cache).totals(),
      hits: lookups - misses,
      lineMisses: misses,
      ...(this.cache.l2 !== null && ofL2),
    };
    const unrowed = { ...new MemoryTraffic(this.memory).totals(), requests, bytes: requests * movedBytes };
    if (this.written === null) return { lookups, cache, memory: this.traffic?.totals() ?? unrowed };
    const since = this.written.totals();
    return {
      lookups: lookups + since.lookups,
      cache: sumOfRecords([cache, since.cache]),
      memory: this.traffic?.totals() ?? sumOfRecords([unrowed, since.memory]),
    };
  }

  private policyLevels(): PolicyLevels {
    const levels = new CacheLevels(this.cache);
    for (const line of this.tags.held()) levels.hold(line);
    for (const line of this.l2?.held() ?? []) levels.holdInL2(line);
    return new PolicyLevels(this.cache, this.memory, levels, this.traffic ?? undefined);
  }

  private lookUpL2(l2: LruTags, lines: Float64Array, misses: number, outcomes: Outcomes | null): void {
    if (this.l2Lines.length < misses) {
      this.l2Lines = new Float64Array(misses);
      this.l2Missed = new Int32Array(misses);
    }
    const { missed, l2Lines, l2Missed } = this;
    const ratio = this.lineBytes / this.fetchBytes;
    for (let k = 0; k < misses; k++) l2Lines[k] = Math.floor(lines[missed[k]] * ratio);
    const l2Misses = l2.lookUp(l2Lines, misses, l2Missed);
    this.l2Misses += l2Misses;
    if (this.traffic === null && outcomes === null) return;
    for (let k = 0; k < l2Misses; k++) this.fetch(l2Lines[l2Missed[k]], missed[l2Missed[k]], outcomes);
  }

  /**
   * @param line number of the line in the last level before memory
   * @param n index of the look-up that needs the line
   */
  private fetch(line: number, n: number, outcomes: Outcomes | null): void {
    const { fetchBytes } = this;
    this.traffic?.request(line * fetchBytes, fetchBytes);
    if (outcomes !== null) outcomes.memoryBytes[n] = this.movedBytes;
  }
}

/** Lines that are looked up together by the kernel. */
const BLOCK = 8192;

/** The tag of a way without a line. */
const EMPTY = -1;

/**
 * The tags of a set-associative LRU cache whose set is the line's number modulo the sets. The ways of a set are ordered
 * by use, the latest first. A look-up therefore moves tags, and no time stamps are kept.
 */
export class LruTags {
  private readonly tags: Float64Array;
  private readonly kernel: TagKernel | null;

  /**
   * @param sets a power of two
   * @param wasm false to do without the kernel for four ways
   */
  constructor(
    private readonly sets: number,
    private readonly ways: number,
    wasm = true,
  ) {
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
