import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import { EvaluatedPath } from '../../rtl-model/path/evaluated-path.ts';
import { mostPasses, type UnitPath } from '../../rtl-model/path/unit-path.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import { PassSectors } from '../cache/pass-sectors.ts';
import type { StateFacts } from '../cache/run-parts.ts';

/** The most quads that go through the units together. */
const BLOCK_QUADS = 32;

/** The units of each texture state, and the facts of the states. */
export interface EvaluatedStates {
  readonly paths: readonly UnitPath[];
  readonly states: readonly StateFacts[];
}

/**
 * Quads whose results are found ahead of their times, a block at once, with texels of the texel memory. What their times
 * depend on is kept of each: the passes, and the taps, samples and sectors of each pass.
 */
export class QuadBlocks {
  // The blocks of the oldest and of the youngest of the quads are among them.
  readonly inFlight = new InFlight(this.earlier + 2 * BLOCK_QUADS, this.passSlots);
  private readonly sectors = new PassSectors(this.cache, this.evaluated.states, this.inFlight);
  /** True if all taps of a pass in one sector are one read of the data store. */
  readonly shared = this.sectors.shared;
  private readonly foot = new Footprints(QUAD_LANES * BLOCK_QUADS);
  private readonly paths: readonly EvaluatedPath[];
  /** Slots of quads, which blocks take in turn. */
  private readonly slots = this.inFlight.quad.length;
  /** The slot of the next block. */
  private next = 0;
  /** First slot and quads of the last block. */
  first = 0;
  private quads = 0;
  /** Taps, samples and sectors of pass p of quad slot k, at p * slots + k. */
  private taps = new Uint8Array(0);
  private samples = new Uint8Array(0);
  private sectorCount = new Uint8Array(0);
  /** The distinct sectors of pass p of quad slot k, from 16 (p * slots + k) on, in the order of look-up. */
  private listed = {
    sector: new Int32Array(0),
    sectorReads: new Uint8Array(0),
    sectorOfTap: new Uint8Array(PASS_TAPS * BLOCK_QUADS),
  };

  /** @param earlier the most quads in flight that are of earlier blocks */
  constructor(
    private readonly evaluated: EvaluatedStates,
    private readonly cache: CacheDesign,
    bytes: TexelBytes,
    private readonly earlier = 0,
    private readonly passSlots = 1,
  ) {
    const watch = (pass: number) => this.notePass(pass);
    const work = { foot: this.foot, bytes, watch, filters: true };
    this.paths = evaluated.paths.map((path) => new EvaluatedPath(path, work));
    this.reserve(1);
  }

  /**
   * Takes the next quads of the batch in, from quad `from` on: all of one state. They are in the slots from `first`
   * on.
   *
   * @returns how many
   */
  evaluate(batch: QuadBatch, from: number): number {
    const { inFlight } = this;
    const path = this.paths[batch.state[from]];
    const count = sameState(batch, from);
    if (this.next + count > this.slots) this.next = 0;
    const first = this.next;
    const lane = QUAD_LANES * first;
    this.first = first;
    this.next = first + count;
    this.quads = count;
    inFlight.note(batch, from, count, first);
    // A quad without active lanes still travels, as one empty pass.
    this.sectorCount.fill(0, first, first + count);
    this.samples.fill(0, first, first + count);
    this.taps.fill(0, first, first + count);
    path.evaluate(batch, from, count, inFlight.lanes, lane);
    for (let slot = first; slot < first + count; slot++) {
      inFlight.passes[slot] = Math.max(1, mostPasses(inFlight.lanes, QUAD_LANES * slot, QUAD_LANES));
    }
    return count;
  }

  /** Taps, and lanes with a sample, of a pass of the quad in slot `quad`. */
  tapsOf(quad: number, pass: number): number {
    return this.taps[pass * this.slots + quad];
  }

  samplesOf(quad: number, pass: number): number {
    return this.samples[pass * this.slots + quad];
  }

  /** Lists the sectors of the pass that is in a slot. */
  collect(slot: number): void {
    const { inFlight } = this;
    const { sector, sectorReads } = this.listed;
    const at = inFlight.pass[slot] * this.slots + inFlight.quadOf[slot];
    const count = this.sectorCount[at];
    for (let n = 0; n < count; n++) inFlight.sector[PASS_TAPS * slot + n] = sector[PASS_TAPS * at + n];
    if (!this.shared) {
      for (let n = 0; n < count; n++) inFlight.sectorReads[PASS_TAPS * slot + n] = sectorReads[PASS_TAPS * at + n];
    }
    inFlight.sectorCount[slot] = count;
    inFlight.lookedUp[slot] = 0;
  }

  private reserve(passes: number): void {
    const entries = passes * this.slots;
    if (entries <= this.taps.length) return;
    this.taps = grown(this.taps, new Uint8Array(entries));
    this.samples = grown(this.samples, new Uint8Array(entries));
    this.sectorCount = grown(this.sectorCount, new Uint8Array(entries));
    const { sector, sectorReads, sectorOfTap } = this.listed;
    this.listed = {
      sector: grown(sector, new Int32Array(PASS_TAPS * entries)),
      sectorReads: grown(sectorReads, new Uint8Array(PASS_TAPS * entries)),
      sectorOfTap,
    };
  }

  /** Notes a pass of the block, whose footprints are formed. */
  private notePass(pass: number): void {
    this.reserve(pass + 1);
    const { first, quads, slots, taps, samples, sectors, listed, sectorCount } = this;
    const { tapCount, address } = this.foot;
    for (let n = 0; n < quads; n++) {
      const at = pass * slots + first + n;
      const lane = QUAD_LANES * n;
      const a = tapCount[lane];
      const b = tapCount[lane + 1];
      const c = tapCount[lane + 2];
      const d = tapCount[lane + 3];
      taps[at] = a + b + c + d;
      samples[at] = Number(a !== 0) + Number(b !== 0) + Number(c !== 0) + Number(d !== 0);
      const [slot, tap] = [first + n, PASS_TAPS * n];
      sectorCount[at] = sectors.list(slot, address, tap, listed, PASS_TAPS * at);
    }
  }
}

function grown<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The number of quads from `from` on that have one state, BLOCK_QUADS at most. */
function sameState({ state, count }: QuadBatch, from: number): number {
  const last = Math.min(count, from + BLOCK_QUADS);
  let end = from + 1;
  while (end < last && state[end] === state[from]) end++;
  return end - from;
}
