import type { CacheDesign, TlbDesign } from '../design/design.ts';
import { L2Tags } from './l2-tags.ts';
import { ABSENT, TagArray } from './tag-array.ts';

/** The place in which `take` has found a sector. */
export const FOUND_IN = { victimBuffer: 0, l2: 1, memory: 2, prefetchBuffer: 3, l3: 4 } as const;

/** The tags that the texel caches of several units share: of an L2 that keeps what it misses, of the TLB, of the L3. */
export interface SharedTags {
  readonly l2?: L2Tags | undefined;
  readonly pages?: TagArray | undefined;
  readonly l3?: TagArray | undefined;
}

/** The tags of a TLB: its lines are pages. */
export function pagesOf({ pageBytes, sets, ways }: TlbDesign): TagArray {
  const rule = { lineBytes: pageBytes, sets, setIndex: 'modulo', indexBits: null } as const;
  return new TagArray({ ...rule, ways, replacement: 'lru', rrpvBits: 1 });
}

/**
 * The levels below the texel cache and its buffers: the TLB, an L2 that keeps what it misses, the L3 and memory. Requests and
 * writes go through them in the order of the calls.
 */
export class LowerLevels {
  /** The request of the last `take` or `prefetch`: to the L3 or memory if its sector was there, to the L2 otherwise. */
  fetchAddress = 0;
  fetchBytes = 0;
  /** The request to memory of the last `take` that found its sector there. */
  memoryAddress = 0;
  memoryBytes = 0;
  /**
   * Results of the last `take` that reached the L2: the bytes over its link, and the slot of an L2 that keeps its
   * misses.
   */
  linkBytes = 0;
  l2Slot = ABSENT;
  /** Results of the last `take` or `prefetch` that reached the TLB: the slot of its page, and true if that was there. */
  tlbSlot = 0;
  tlbHit = false;
  /** Writes to memory of the last call: dirty sectors, or lines of the L2, that have lost their place, or what is written through. */
  readonly writeAddress: number[] = [];
  readonly writeBytes: number[] = [];
  writeCount = 0;
  /**
   * Bytes that the last call sent over the L2's link: written sectors, dirty ones that an inclusive L2 took back, and all of
   * a line that moves to an L2 of victims.
   */
  linkWriteBytes = 0;

  protected readonly sectorBytes: number;
  protected readonly hasL2: boolean;
  protected readonly l2LineBytes: number;
  /** The L2 that keeps what it misses; null with another, or without one. */
  protected readonly l2: L2Tags | null;
  protected readonly inclusive: boolean;
  /** The pages of the TLB, each as a line; null without one. */
  private readonly pages: TagArray | null;
  private readonly pageBytes: number;
  private readonly l3: TagArray | null;
  private readonly l3LineBytes: number;

  protected l2Hits = 0;
  protected l2Misses = 0;
  protected l2ReadBytes = 0;
  protected l2Bypasses = 0;
  protected l2Probes = 0;
  protected l3Hits = 0;
  protected l3Misses = 0;
  protected tlbHits = 0;
  protected tlbMisses = 0;
  protected writeBackBytes = 0;

  constructor({ lineBytes, sectorBytes, tlb, l2, l3 }: CacheDesign, shared: SharedTags) {
    this.sectorBytes = sectorBytes;
    this.hasL2 = l2 !== null;
    this.l2LineBytes = l2?.lineBytes ?? lineBytes;
    this.l2 = l2?.allocation === 'on-miss' ? (shared.l2 ?? new L2Tags(l2)) : null;
    this.inclusive = l2?.inclusive === true;
    this.pages = tlb && (shared.pages ?? pagesOf(tlb));
    this.pageBytes = tlb?.pageBytes ?? 1;
    this.l3 = l3 && (shared.l3 ?? new TagArray(l3));
    this.l3LineBytes = l3?.lineBytes ?? 1;
  }

  /** Puts a line into an L2 that keeps its misses. No count changes. */
  holdInL2(line: number): void {
    this.l2!.allocate(line);
  }

  /** Writes the dirty lines of an L2 that keeps what it misses to memory, after the `flush` of all texel caches. */
  flushL2(): void {
    this.writeCount = 0;
    const { l2 } = this;
    if (l2 === null) return;
    const lines: number[] = [];
    l2.dirty.forEach((dirty, slot) => dirty === 1 && lines.push(l2.lineIn(slot)));
    for (const line of lines.sort((a, b) => a - b)) this.writeMemory(line * this.l2LineBytes, this.l2LineBytes);
    l2.dirty.fill(0);
  }

  /** Fetches a sector that is in neither the texel cache nor among its victims, from below. @returns FOUND_IN */
  protected fetch(address: number, bytes: number, bypasses: boolean): number {
    this.fetchAddress = address;
    this.fetchBytes = bytes;
    this.translate(address);
    if (!this.hasL2) return this.fetchBelowL2();
    this.linkBytes = bytes;
    this.l2ReadBytes += bytes;
    if (this.l2 !== null) {
      const line = Math.floor(address / this.l2LineBytes);
      this.l2Slot = this.l2.find(line);
      if (this.l2Slot !== ABSENT) {
        this.l2Hits++;
        return FOUND_IN.l2;
      }
      if (bypasses) this.l2Bypasses++;
      else {
        this.keepInL2(this.l2, line);
        this.fetchAddress = line * this.l2LineBytes;
        this.fetchBytes = this.l2LineBytes;
      }
    }
    this.l2Misses++;
    return this.fetchBelowL2();
  }

  /** Gives a line that the L2 has missed a place in it. */
  private keepInL2(l2: L2Tags, line: number): void {
    const slot = (this.l2Slot = l2.allocate(line));
    if (this.inclusive && l2.evicted !== ABSENT) this.l2Probes++;
    const back = l2.dropEvicted();
    this.linkWriteBytes += back;
    this.writeBackBytes += back;
    if (l2.dirty[slot] === 1 || back > 0) this.writeMemory(l2.evicted * this.l2LineBytes, this.l2LineBytes);
    l2.dirty[slot] = 0;
  }

  /** Fetches what neither the texel cache nor the L2 has from the L3 or memory. @returns FOUND_IN */
  private fetchBelowL2(): number {
    this.memoryAddress = this.fetchAddress;
    this.memoryBytes = this.fetchBytes;
    const { l3, l3LineBytes } = this;
    if (l3 === null) return FOUND_IN.memory;
    const line = Math.floor(this.fetchAddress / l3LineBytes);
    if (l3.find(line) !== ABSENT) {
      this.l3Hits++;
      return FOUND_IN.l3;
    }
    this.l3Misses++;
    l3.allocate(line);
    this.memoryAddress = line * l3LineBytes;
    this.memoryBytes = l3LineBytes;
    return FOUND_IN.memory;
  }

  /** Looks the page of a request up. One that is absent takes its place at once. */
  protected translate(address: number): void {
    const { pages } = this;
    if (pages === null) return;
    const page = Math.floor(address / this.pageBytes);
    const slot = pages.find(page);
    this.tlbHit = slot !== ABSENT;
    this.tlbSlot = this.tlbHit ? slot : pages.allocate(page);
    if (this.tlbHit) this.tlbHits++;
    else this.tlbMisses++;
  }

  /** Writes a sector into an L2 that has its line, or to memory. */
  protected put(address: number): void {
    this.writeBackBytes += this.sectorBytes;
    const slot = this.l2 === null ? ABSENT : this.l2.find(Math.floor(address / this.l2LineBytes));
    if (slot === ABSENT) this.writeMemory(address, this.sectorBytes);
    else this.l2!.dirty[slot] = 1;
  }

  private writeMemory(address: number, bytes: number): void {
    this.writeAddress[this.writeCount] = address;
    this.writeBytes[this.writeCount++] = bytes;
  }
}
