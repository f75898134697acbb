import { BORDER_ADDRESS } from '../rtl-model/footprints.ts';
import { TexelBytes } from '../rtl-model/image.ts';
import { ABSENT, TagArray } from '../rtl-model/texel-cache/tag-array.ts';
import { BlockMap } from './block-map.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { PASS_TAPS } from './in-flight.ts';
import type { MemoryPort } from './memory.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';

/**
 * The prefetching texel cache (Igehy, Eldridge, Proudfoot 1998). The tag stage looks lines up and sends misses out
 * ahead of time; the pass waits in the fragment FIFO; the data stage writes returned lines into the data store and
 * reads texels from it, both in the order of the look-ups. So a slot may be given away at look-up: whoever looked up
 * before reads before the fill lands.
 */
export class CacheStages {
  private readonly parts: StageParts;
  private readonly source: TexelBytes;
  private readonly memory: MemoryPort;
  private readonly input: Fifo;
  private readonly fragments: Fifo;
  private readonly out: Fifo;
  private readonly tags: TagArray;
  private readonly store: TexelBytes;
  private readonly lineShift: number;
  private readonly lineWords: number;
  private readonly bankMask: number;
  /** Of a texture state: where the cache finds its image's texels, null where they lie as they are addressed. */
  private readonly blockMaps: readonly (BlockMap | null)[];
  /** Whether there is any such map. */
  private readonly mapped: boolean;
  /** Of a slot of the data store: the line in it. */
  private readonly holds: Int32Array;

  /** Outstanding misses: requested and not yet written to the data store. */
  private outstanding = 0;
  /** The pass whose lines are being looked up, NOTHING between passes. */
  private looking = NOTHING;
  /** The pass that is being read, and how many of its lines are. */
  private reading = NOTHING;
  private read = 0;
  /** Why the pass could not be read any further in the last cycle. */
  private waitedFor = ACTIVITY.busy;

  constructor(parts: StageParts, source: TexelBytes, memory: MemoryPort, input: Fifo, fragments: Fifo, out: Fifo) {
    const { cache } = parts.design;
    this.parts = parts;
    this.source = source;
    this.blockMaps = parts.paths.map(({ image }) => BlockMap.of(image, cache));
    this.mapped = this.blockMaps.some((map) => map !== null);
    this.holds = new Int32Array(cache.sets * cache.ways).fill(ABSENT);
    this.memory = memory;
    this.input = input;
    this.fragments = fragments;
    this.out = out;
    this.tags = new TagArray(cache);
    this.store = new TexelBytes(cache.sets * cache.ways * cache.lineBytes);
    this.lineShift = 31 - Math.clz32(cache.lineBytes);
    this.lineWords = cache.lineBytes / 4;
    this.bankMask = cache.banks - 1;
  }

  /**
   * Looks up to `tagsPerCycle` lines of a pass up. The pass enters the fragment FIFO with its first line, so that a
   * pass with more misses than the unit may have outstanding still drains.
   *
   * @returns the tag stage's activity in this cycle
   */
  tickTags(cycle: number): number {
    const fresh = this.looking === NOTHING;
    if (fresh) {
      const slot = this.input.head(cycle);
      if (slot === NOTHING || this.fragments.full) return slot === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked;
      this.input.pop();
      this.looking = slot;
      this.collectLines(slot);
      this.parts.announcer?.enterPass(cycle, STAGE.tag, slot);
      this.fragments.push(slot, cycle + this.parts.design.pipeline.latency.tag);
    }
    const looked = this.lookUp(cycle, this.looking);
    const { inFlight } = this.parts;
    if (inFlight.lookedUp[this.looking] === inFlight.lineCount[this.looking]) this.looking = NOTHING;
    return fresh ? ACTIVITY.busy : looked > 0 ? ACTIVITY.tagPorts : ACTIVITY.missSlots;
  }

  /** The distinct lines of a pass, in the order of its taps. */
  private collectLines(slot: number): void {
    const { inFlight } = this.parts;
    const { address } = inFlight.foot;
    const { line: lines, lineOfTap } = inFlight;
    const { lineShift } = this;
    const blocks = this.blocksOf(slot);
    const first = PASS_TAPS * slot;
    let count = 0;
    let last = ABSENT;
    let n = 0;
    let onBorder = 0;
    for (let tap = first; tap < first + PASS_TAPS; tap++) {
      const at = address[tap];
      if (at < 0) {
        if (at === BORDER_ADDRESS) onBorder = 1;
        continue;
      }
      const line = (blocks === null ? at : blocks.cacheAddress(at)) >> lineShift;
      if (line !== last) {
        last = line;
        n = 0;
        while (n < count && lines[first + n] !== line) n++;
        if (n === count) lines[first + count++] = line;
      }
      lineOfTap[tap] = n;
    }
    inFlight.lineCount[slot] = count;
    inFlight.onBorder[slot] = onBorder;
    inFlight.lookedUp[slot] = 0;
  }

  private blocksOf(slot: number): BlockMap | null {
    if (!this.mapped) return null;
    const { inFlight } = this.parts;
    return this.blockMaps[inFlight.state[inFlight.quadOf[slot]]];
  }

  /** @returns how many lines it looked up */
  private lookUp(cycle: number, slot: number): number {
    const { design, inFlight, statistics, announcer } = this.parts;
    const { tagsPerCycle, outstandingMisses, lineBytes } = design.cache;
    const ready = cycle + design.pipeline.latency.tag;
    const before = inFlight.lookedUp[slot];
    const until = Math.min(inFlight.lineCount[slot], before + tagsPerCycle);
    let n = before;
    for (; n < until; n++) {
      const at = PASS_TAPS * slot + n;
      const line = inFlight.line[at];
      let dataSlot = this.tags.find(line);
      if (dataSlot === ABSENT) {
        if (this.outstanding === outstandingMisses) break;
        this.outstanding++;
        dataSlot = this.tags.allocate(line);
        const bytes = this.blocksOf(slot)?.fetchedBytes ?? lineBytes;
        const arrival = this.memory.request(cycle, bytes);
        inFlight.lineMissed[at] = 1;
        inFlight.lineReady[at] = Math.max(ready, arrival);
        statistics.misses++;
        statistics.memoryBytes += bytes;
        announcer?.lookup(cycle, line * lineBytes, false);
        announcer?.miss(cycle, line * lineBytes, arrival);
      } else {
        inFlight.lineMissed[at] = 0;
        inFlight.lineReady[at] = ready;
        announcer?.lookup(cycle, line * lineBytes, true);
      }
      inFlight.lineSlot[at] = dataSlot;
      statistics.lookups++;
    }
    inFlight.lookedUp[slot] = n;
    return n - before;
  }

  /**
   * Writes fills and reads lines of the oldest pass in order, each bank once a cycle.
   *
   * @returns the data stage's activity in this cycle
   */
  tickData(cycle: number): number {
    const fresh = this.reading === NOTHING;
    if (fresh) {
      const slot = this.fragments.head(cycle);
      if (slot === NOTHING || this.out.full) return slot === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked;
      this.fragments.pop();
      this.reading = slot;
      this.read = 0;
      this.parts.announcer?.enterPass(cycle, STAGE.data, slot);
    }
    const { design, inFlight } = this.parts;
    const slot = this.reading;
    const activity = this.readLines(cycle, slot);
    if (this.read < inFlight.lineCount[slot]) return activity;
    if (inFlight.onBorder[slot] !== 0) this.decodeBorder(slot);
    this.reading = NOTHING;
    this.out.push(slot, cycle + design.pipeline.latency.data);
    return activity;
  }

  /** @returns what the cycle counts as: the first lines are the pass's work, later ones had to wait for a reason */
  private readLines(cycle: number, slot: number): number {
    const { inFlight } = this.parts;
    const until = inFlight.lookedUp[slot];
    const before = this.read;
    const waited = this.waitedFor;
    let banksUsed = 0;
    let unread = before;
    while (this.read < until) {
      const at = PASS_TAPS * slot + this.read;
      const bank = 1 << (inFlight.line[at] & this.bankMask);
      const missed = inFlight.lineMissed[at] !== 0;
      if (inFlight.lineReady[at] > cycle) {
        this.waitedFor = missed ? ACTIVITY.memory : ACTIVITY.starved;
        break;
      }
      if ((banksUsed & bank) !== 0) {
        this.waitedFor = ACTIVITY.bankConflict;
        break;
      }
      banksUsed |= bank;
      if (missed) {
        // The fill may take the place of a line that the same pass reads before.
        this.readTaps(slot, unread, this.read);
        unread = this.read;
        this.fill(inFlight.line[at], inFlight.lineSlot[at]);
      }
      this.read++;
    }
    this.readTaps(slot, unread, this.read);
    if (this.read === until && until < inFlight.lineCount[slot]) this.waitedFor = ACTIVITY.starved;
    if (this.read === before && before < inFlight.lineCount[slot]) return this.waitedFor;
    return before === 0 ? ACTIVITY.busy : waited;
  }

  private fill(line: number, dataSlot: number): void {
    const { lineWords } = this;
    const { words } = this.store;
    const source = this.source.words;
    const from = line * lineWords;
    const to = dataSlot * lineWords;
    for (let k = 0; k < lineWords; k++) words[to + k] = source[from + k];
    if (this.mapped) this.holds[dataSlot] = line;
    this.outstanding--;
  }

  /**
   * Decodes the taps that the pass reads from its lines `from` to `until`. The bytes are those of the data store as it
   * stands now, which is why the decoder is called here; its stage, further on, is when the texels are there.
   */
  private readTaps(slot: number, from: number, until: number): void {
    if (from === until) return;
    const { inFlight, paths } = this.parts;
    const { lineOfTap, lineSlot, foot } = inFlight;
    const { address } = foot;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    const { store, lineShift } = this;
    const lineMask = (1 << lineShift) - 1;
    const first = PASS_TAPS * slot;
    if (this.blocksOf(slot)?.compressed === true) {
      this.readBlocks(slot, from, until);
      return;
    }
    for (let tap = first; tap < first + PASS_TAPS; tap++) {
      const at = address[tap];
      const line = lineOfTap[tap];
      if (at < 0 || line < from || line >= until) continue;
      decoder.decodeTap(foot, tap, (lineSlot[first + line] << lineShift) | (at & lineMask), store);
    }
  }

  /**
   * The same of compressed blocks, whose texels the texel memory holds decoded.
   *
   * @throws Error when the data store does not hold the block's line: a fault of the timing
   */
  private readBlocks(slot: number, from: number, until: number): void {
    const { inFlight, paths } = this.parts;
    const { lineOfTap, lineSlot, line: lines, foot } = inFlight;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    const first = PASS_TAPS * slot;
    for (let tap = first; tap < first + PASS_TAPS; tap++) {
      const at = foot.address[tap];
      const line = lineOfTap[tap];
      if (at < 0 || line < from || line >= until) continue;
      if (this.holds[lineSlot[first + line]] !== lines[first + line]) {
        throw new Error(`line ${lines[first + line]} is read before it is in the data store`);
      }
      decoder.decodeTap(foot, tap, at, this.source);
    }
  }

  /** The taps of a pass that read no line. */
  private decodeBorder(slot: number): void {
    const { inFlight, paths } = this.parts;
    const { foot } = inFlight;
    const { address } = foot;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    for (let tap = PASS_TAPS * slot; tap < PASS_TAPS * (slot + 1); tap++) {
      if (address[tap] === BORDER_ADDRESS) decoder.decodeTap(foot, tap, BORDER_ADDRESS, this.store);
    }
  }
}
