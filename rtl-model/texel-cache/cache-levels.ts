import type { CacheDesign } from '../design/design.ts';
import type { CacheTotals } from './cache-totals.ts';
import { FOUND_IN, LowerLevels, type SharedTags } from './lower-levels.ts';
import { ABSENT, TagArray } from './tag-array.ts';

/** The largest number of lines that move for one look-up. */
const MOST_MOVES = 4;

/**
 * The texel cache with its victim and prefetch buffers, the L2 and the L3: the result of each look-up, the bytes that it fetches,
 * and the lines that move for it. The results depend on the order of the look-ups alone, not on their time.
 *
 * A look-up is for one sector. Its number is byte address / sector bytes, an exact integer from 0 to 2^53 - 1. Data
 * lines are numbered in this order: the texel cache's slots, the victim buffer's, those of an L2 of victims, and a
 * spare line for exchanges. Sector k of data line n is data sector n * sectors of a line + k.
 */
export class CacheLevels extends LowerLevels {
  /** The number of data lines, and of sectors in a line. */
  readonly dataLines: number;
  readonly sectors: number;
  /** True if lines can move between data lines. */
  readonly moving: boolean;

  /** The data sector that holds the sector of the last `take`. */
  dataSector = ABSENT;
  /** The entry of the prefetch buffer that the last `take` has found its sector in, or the last `prefetch` has filled. */
  prefetchEntry = ABSENT;
  /** Moves of the last `take`, in this order: from data line moves[2n] to data line moves[2n + 1]. */
  readonly moves = new Int32Array(2 * MOST_MOVES);
  moveCount = 0;

  private readonly tags: TagArray;
  private readonly victims: TagArray | null;
  /** The L2 that keeps the victims of the texel cache; null with another, or without one. */
  private readonly exclusive: TagArray | null;
  /** The sectors of the prefetch buffer, each as a line. A sector is never in it and in another place of these. */
  private readonly ahead: TagArray | null;
  private readonly bypassWrites: boolean;
  private readonly through: boolean;
  private readonly firstVictim: number;
  private readonly firstExclusive: number;
  private readonly spare: number;
  /** 1 for each data sector that holds the data its line's tag names, 0 for others. */
  private readonly present: Uint8Array;
  /** 1 for each data sector with data newer than in memory. */
  private readonly dirty: Uint8Array;
  /** The L2 line of each data sector, and of each entry of the prefetch buffer, below an inclusive L2; empty otherwise. */
  private readonly origin: Float64Array;
  private readonly aheadOrigin: Float64Array;

  private hits = 0;
  private victimHits = 0;
  private sectorMisses = 0;
  private lineMisses = 0;
  private l2WriteBytes = 0;
  private l2Drops = 0;
  private prefetches = 0;
  private prefetchHits = 0;
  private prefetchBytes = 0;

  /** @param shared the tags that several texel caches have in front of them; those of this one alone if left out */
  constructor(cache: CacheDesign, shared: SharedTags = {}) {
    super(cache, shared);
    const { sets, ways, lineBytes, sectorBytes, victimLines, prefetch, l2 } = cache;
    this.sectors = lineBytes / sectorBytes;
    this.tags = new TagArray(cache);
    const one = { ...cache, sets: 1, setIndex: 'modulo', indexBits: null } as const;
    this.victims = victimLines === 0 ? null : new TagArray({ ...one, ways: victimLines, replacement: 'lru' });
    this.ahead = prefetch === null ? null : new TagArray({ ...one, ways: prefetch.sectors, replacement: 'fifo' });
    this.bypassWrites = l2?.bypass === 'written';
    this.through = cache.writes === 'through';
    this.exclusive = l2?.allocation === 'victim' ? new TagArray(l2) : null;
    this.firstVictim = sets * ways;
    this.firstExclusive = this.firstVictim + victimLines;
    this.spare = this.firstExclusive + (l2?.allocation === 'victim' ? l2.sets * l2.ways : 0);
    this.moving = this.victims !== null || this.exclusive !== null;
    this.dataLines = this.spare + (this.moving ? 1 : 0);
    this.present = new Uint8Array(this.dataLines * this.sectors);
    this.dirty = new Uint8Array(this.present.length);
    this.origin = new Float64Array(this.inclusive ? this.present.length : 0).fill(ABSENT);
    this.aheadOrigin = new Float64Array(this.inclusive ? (prefetch?.sectors ?? 0) : 0).fill(ABSENT);
    if (this.inclusive) this.l2!.drops.push((line) => this.drop(line));
  }

  /**
   * The data sector that holds the sector, or ABSENT. A find counts as a use and a hit. After ABSENT, `take` may
   * follow.
   */
  find(sector: number): number {
    const { sectors } = this;
    const line = this.lineOf(sector);
    const slot = this.tags.find(line);
    if (slot === ABSENT) return ABSENT;
    const dataSector = slot * sectors + (sector - line * sectors);
    if (sectors > 1 && this.present[dataSector] === 0) return ABSENT;
    this.hits++;
    return dataSector;
  }

  /** The data sector that holds the sector, or ABSENT. It does not count as a use. */
  locate(sector: number): number {
    const line = this.lineOf(sector);
    const slot = this.tags.locate(line);
    const dataSector = slot === ABSENT ? ABSENT : this.sectorAt(slot, sector, line);
    return dataSector === ABSENT || this.present[dataSector] === 0 ? ABSENT : dataSector;
  }

  /** Puts a line with all its sectors into the texel cache. No count changes. */
  hold(line: number): void {
    const slot = this.tags.allocate(line);
    this.present.fill(1, slot * this.sectors, (slot + 1) * this.sectors);
  }

  /**
   * Asks for a sector that `find` has not found, as `take` does, but leaves its line without a place until `place`. Lines
   * have one sector, and the texel cache has no victims.
   *
   * @returns FOUND_IN
   */
  ask(sector: number, address: number, bytes: number, writes: boolean): number {
    this.moveCount = 0;
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    this.lineMisses++;
    return this.fetchUnlessAhead(sector, address, bytes, writes);
  }

  /** Counts a look-up of a line that has been asked for and has no place yet: a hit. */
  join(): void {
    this.hits++;
  }

  /** Gives the line that was asked for a place. @returns its data sector */
  place(line: number): number {
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    const slot = this.tags.allocate(line);
    this.replace(line, slot, this.tags.evicted);
    this.present[slot] = 1;
    return slot;
  }

  /**
   * Notes that a sector of the texel cache, in a data sector, is written after the `take` or `place` that brought it there:
   * it is dirty, or is written through, with what the `take` has given up.
   */
  write(sector: number, dataSector: number): void {
    if (!this.through) {
      this.dirty[dataSector] = 1;
      return;
    }
    if (this.hasL2) this.linkWriteBytes += this.sectorBytes;
    this.put(sector * this.sectorBytes);
  }

  /** The same for a sector that was there. */
  writeHit(sector: number, dataSector: number): void {
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    this.write(sector, dataSector);
  }

  /** True if the victim buffer holds the sector. */
  buffered(sector: number): boolean {
    return this.hasAmong(this.victims, this.firstVictim, sector, this.lineOf(sector));
  }

  /**
   * Gets a sector that `find` has not found.
   *
   * @param address byte address of the sector's bytes in memory
   * @param bytes the number of those bytes
   * @param writes true if the access writes
   * @returns FOUND_IN
   */
  take(sector: number, address: number, bytes: number, writes = false): number {
    this.moveCount = 0;
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    const { present } = this;
    const line = this.lineOf(sector);
    let slot = this.sectors === 1 ? ABSENT : this.tags.find(line);
    const held = slot !== ABSENT;
    let swapped = false;
    let fromL2 = 0;
    if (!held) {
      slot = this.tags.allocate(line);
      const { evicted } = this.tags;
      swapped = this.victims !== null && this.swap(line, slot, evicted);
      if (!swapped) fromL2 = this.replace(line, slot, evicted);
    }
    this.dataSector = this.sectorAt(slot, sector, line);
    const arrived = present[this.dataSector] === 1;
    present[this.dataSector] = 1;
    if (this.inclusive) this.origin[this.dataSector] = Math.floor(address / this.l2LineBytes);
    if (swapped && arrived) {
      this.victimHits++;
      return FOUND_IN.victimBuffer;
    }
    if (held || swapped) this.sectorMisses++;
    else this.lineMisses++;
    if (arrived) {
      this.l2Hits++;
      this.fetchAddress = address;
      this.translate(address);
      this.linkBytes = fromL2;
      this.l2ReadBytes += fromL2;
      return FOUND_IN.l2;
    }
    return this.fetchUnlessAhead(sector, address, bytes, writes);
  }

  /** Takes a sector out of the prefetch buffer, or fetches it. @returns FOUND_IN */
  private fetchUnlessAhead(sector: number, address: number, bytes: number, writes: boolean): number {
    this.prefetchEntry = this.ahead === null ? ABSENT : this.ahead.locate(sector);
    if (this.prefetchEntry === ABSENT) return this.fetch(address, bytes, writes && this.bypassWrites);
    this.ahead!.remove(this.prefetchEntry);
    this.prefetchHits++;
    return FOUND_IN.prefetchBuffer;
  }

  /**
   * Fetches a sector into the prefetch buffer, unless the texel cache or one of its buffers has it.
   *
   * @param address,bytes as of `take`
   * @returns FOUND_IN, or ABSENT if nothing is fetched
   */
  prefetch(sector: number, address: number, bytes: number): number {
    const ahead = this.ahead!;
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    if (ahead.locate(sector) !== ABSENT || this.has(sector)) return ABSENT;
    this.prefetchEntry = ahead.allocate(sector);
    if (this.inclusive) this.aheadOrigin[this.prefetchEntry] = Math.floor(address / this.l2LineBytes);
    this.prefetches++;
    this.prefetchBytes += bytes;
    return this.fetch(address, bytes, false);
  }

  /** Writes all dirty sectors back, by address: into an L2 that has their line, or to memory. All lines stay. */
  flush(): void {
    this.writeCount = 0;
    this.linkWriteBytes = 0;
    const held = [
      ...this.dirtyLines(this.tags, 0),
      ...this.dirtyLines(this.victims, this.firstVictim),
      ...this.dirtyLines(this.exclusive, this.firstExclusive),
    ];
    for (const { line, dataLine } of held.sort((a, b) => a.line - b.line)) {
      if (this.hasL2 && dataLine < this.firstExclusive) this.linkWriteBytes += this.dirtyBytesIn(dataLine);
      this.writeBack(line, dataLine);
      this.dirty.fill(0, dataLine * this.sectors, (dataLine + 1) * this.sectors);
    }
  }

  totals(): CacheTotals {
    const { hits, victimHits, sectorMisses, lineMisses, l2Hits, l2Misses } = this;
    const { l2ReadBytes, l2WriteBytes, writeBackBytes, l2Bypasses, prefetches, prefetchHits, prefetchBytes } = this;
    const { tlbHits, tlbMisses, l2Probes, l2Drops, l3Hits, l3Misses } = this;
    return {
      hits,
      victimHits,
      sectorMisses,
      lineMisses,
      l2Hits,
      l2Misses,
      l2ReadBytes,
      l2WriteBytes,
      writeBackBytes,
      l2Bypasses,
      prefetches,
      prefetchHits,
      prefetchBytes,
      tlbHits,
      tlbMisses,
      l2Probes,
      l2Drops,
      l3Hits,
      l3Misses,
    };
  }

  /** True if the texel cache, its victim buffer or an L2 of victims has the sector. It does not count as a use. */
  private has(sector: number): boolean {
    const line = this.lineOf(sector);
    return (
      this.hasAmong(this.tags, 0, sector, line) ||
      this.hasAmong(this.victims, this.firstVictim, sector, line) ||
      this.hasAmong(this.exclusive, this.firstExclusive, sector, line)
    );
  }

  private hasAmong(tags: TagArray | null, first: number, sector: number, line: number): boolean {
    const entry = tags === null ? ABSENT : tags.locate(line);
    return entry !== ABSENT && this.present[this.sectorAt(first + entry, sector, line)] === 1;
  }

  /**
   * Exchanges the line of the slot with that of the victim buffer. A slot has no line to give where an inclusive L2 has
   * taken one.
   *
   * @returns true if the buffer has the line
   */
  private swap(line: number, slot: number, evicted: number): boolean {
    const victims = this.victims!;
    const entry = victims.locate(line);
    if (entry === ABSENT) return false;
    const from = this.firstVictim + entry;
    if (evicted === ABSENT) {
      victims.remove(entry);
      this.move(from, slot);
      this.clear(from);
      return true;
    }
    victims.exchange(entry, evicted);
    this.move(from, this.spare);
    this.move(slot, from);
    this.move(this.spare, slot);
    return true;
  }

  /**
   * Gives up the slot's old line, and takes the new one out of an L2 of victims.
   *
   * @returns the bytes that come with the new line
   */
  private replace(line: number, slot: number, evicted: number): number {
    const { exclusive } = this;
    const entry = exclusive === null ? ABSENT : exclusive.locate(line);
    if (entry !== ABSENT) {
      // This comes before the old line moves in, because that line may need the place.
      exclusive!.remove(entry);
      this.move(this.firstExclusive + entry, this.spare);
    }
    if (evicted !== ABSENT) this.giveUp(evicted, slot);
    if (entry === ABSENT) {
      this.clear(slot);
      return 0;
    }
    this.move(this.spare, slot);
    return this.bytesIn(slot);
  }

  private giveUp(line: number, slot: number): void {
    const { victims } = this;
    if (victims === null) {
      this.spill(line, slot);
      return;
    }
    const to = this.firstVictim + victims.allocate(line);
    if (victims.evicted !== ABSENT) this.spill(victims.evicted, to);
    this.move(slot, to);
  }

  private spill(line: number, from: number): void {
    if (this.exclusive === null) {
      if (this.hasL2) this.linkWriteBytes = this.dirtyBytesIn(from);
      this.writeBack(line, from);
      return;
    }
    const to = this.firstExclusive + this.exclusive.allocate(line);
    if (this.exclusive.evicted !== ABSENT) this.writeBack(this.exclusive.evicted, to);
    this.linkWriteBytes = this.bytesIn(from);
    this.l2WriteBytes += this.linkWriteBytes;
    this.move(from, to);
  }

  /** Writes the dirty sectors of a line that loses its place back: into an L2 that has their line, or to memory. */
  private writeBack(line: number, from: number): void {
    const { sectors, sectorBytes, dirty } = this;
    for (let k = 0; k < sectors; k++) {
      if (dirty[from * sectors + k] === 0) continue;
      this.put((line * sectors + k) * sectorBytes);
    }
  }

  /** The lines of the tags that have dirty sectors, and their data lines. */
  private dirtyLines(tags: TagArray | null, first: number) {
    const held: { readonly line: number; readonly dataLine: number }[] = [];
    if (tags === null) return held;
    for (let entry = 0; entry < tags.slots; entry++) {
      const line = tags.lineIn(entry);
      if (line !== ABSENT && this.dirtyBytesIn(first + entry) > 0) held.push({ line, dataLine: first + entry });
    }
    return held;
  }

  /** Takes the sectors of a line that an inclusive L2 gives up out of the texel cache and its buffers. @returns the dirty bytes */
  private drop(l2Line: number): number {
    const { origin, aheadOrigin, present, dirty, sectors, firstVictim } = this;
    let dirtySectors = 0;
    for (let at = 0; at < this.spare * sectors; at++) {
      if (origin[at] !== l2Line || present[at] === 0) continue;
      dirtySectors += dirty[at];
      present[at] = dirty[at] = 0;
      this.l2Drops++;
      const slot = Math.floor(at / sectors);
      if (this.countIn(present, slot) > 0) continue;
      if (slot < firstVictim) this.tags.remove(slot);
      else this.victims!.remove(slot - firstVictim);
    }
    for (let entry = 0; entry < aheadOrigin.length; entry++) {
      if (aheadOrigin[entry] !== l2Line || this.ahead!.lineIn(entry) === ABSENT) continue;
      this.ahead!.remove(entry);
      this.l2Drops++;
    }
    return dirtySectors * this.sectorBytes;
  }

  private move(from: number, to: number): void {
    const { sectors } = this;
    this.moves[2 * this.moveCount] = from;
    this.moves[2 * this.moveCount + 1] = to;
    this.moveCount++;
    this.present.copyWithin(to * sectors, from * sectors, (from + 1) * sectors);
    this.dirty.copyWithin(to * sectors, from * sectors, (from + 1) * sectors);
    if (this.inclusive) this.origin.copyWithin(to * sectors, from * sectors, (from + 1) * sectors);
  }

  private clear(dataLine: number): void {
    for (let at = dataLine * this.sectors; at < (dataLine + 1) * this.sectors; at++) {
      this.present[at] = this.dirty[at] = 0;
    }
  }

  private bytesIn(dataLine: number): number {
    return this.countIn(this.present, dataLine) * this.sectorBytes;
  }

  private dirtyBytesIn(dataLine: number): number {
    return this.countIn(this.dirty, dataLine) * this.sectorBytes;
  }

  /** The sectors of a data line that are marked. */
  private countIn(marks: Uint8Array, dataLine: number): number {
    let count = 0;
    for (let at = dataLine * this.sectors; at < (dataLine + 1) * this.sectors; at++) count += marks[at];
    return count;
  }

  private lineOf(sector: number): number {
    return this.sectors === 1 ? sector : Math.floor(sector / this.sectors);
  }

  private sectorAt(dataLine: number, sector: number, line: number): number {
    return dataLine * this.sectors + (sector - line * this.sectors);
  }
}
