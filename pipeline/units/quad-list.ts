import { type InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import type { Tally } from '../stages/clockwork.ts';
import { QuadWork, type QuadSource } from '../stages/quad-work.ts';
import { TexelCache } from '../cache/texel-cache.ts';

/** The slot in which the passes of a quad are listed, one after the other. */
const SLOT = 0;

/** Quads whose work has been found. */
export interface ListedWork extends Pick<QuadWork, 'address' | 'collect'> {
  readonly inFlight: InFlight;
}

/**
 * The quads that wait in front of one of several units, with the work that was found when they were evaluated: the
 * passes, and the taps, samples and sectors of each. They are evaluated in the order of the requests, so that results
 * don't depend on the units.
 */
export class QuadList extends QuadWork implements QuadSource {
  readonly cache = new TexelCache(this.run, this.inFlight);
  /** Of each quad: cycle, warp, serial number, state, active mask and number of passes. */
  private readonly quads = new NumberQueue();
  /** Of each pass: taps, samples, number of sectors, and then each sector with its reads. */
  private readonly passes = new NumberQueue();
  private next = 0;

  get waiting(): boolean {
    return !this.quads.empty;
  }

  get cycle(): number {
    return this.quads.first;
  }

  get warp(): number {
    return this.quads.second;
  }

  /**
   * Adds a quad after the others.
   *
   * @param work has evaluated the quad, which is in slot `quad`
   */
  add(cycle: number, warp: number, work: ListedWork, quad: number): void {
    const { quads, passes } = this;
    const { inFlight } = work;
    quads.push(cycle);
    quads.push(warp);
    quads.push(inFlight.quad[quad]);
    quads.push(inFlight.state[quad]);
    quads.push(inFlight.active[quad]);
    quads.push(inFlight.passes[quad]);
    for (let pass = 0; pass < inFlight.passes[quad]; pass++) {
      passes.push(work.address(quad, pass, SLOT));
      passes.push(inFlight.samples[SLOT]);
      work.collect(SLOT);
      const count = inFlight.sectorCount[SLOT];
      passes.push(count);
      for (let n = 0; n < count; n++) {
        passes.push(inFlight.sector[n]);
        passes.push(inFlight.sectorReads[n]);
      }
    }
  }

  take(): number {
    const { quads, inFlight, next: slot } = this;
    this.next = slot + 1 === inFlight.quad.length ? 0 : slot + 1;
    quads.shift();
    quads.shift();
    inFlight.quad[slot] = quads.shift();
    inFlight.state[slot] = quads.shift();
    inFlight.active[slot] = quads.shift();
    inFlight.passes[slot] = quads.shift();
    this.enter(slot);
    return slot;
  }

  override select(): void {}

  override address(quad: number, pass: number, slot: number): number {
    const { passes, inFlight } = this;
    const taps = passes.shift();
    this.count(quad, pass, slot, taps, passes.shift());
    const count = passes.shift();
    for (let at = PASS_TAPS * slot; at < PASS_TAPS * slot + count; at++) {
      inFlight.sector[at] = passes.shift();
      inFlight.sectorReads[at] = passes.shift();
    }
    inFlight.sectorCount[slot] = count;
    return taps;
  }

  override collect(slot: number): void {
    this.inFlight.lookedUp[slot] = 0;
  }

  override filter(): void {}
}

/** Units that work on lists of quads. */
export interface Units {
  /** The quads in front of each unit. */
  readonly lists: readonly QuadList[];
  /** The cycle that has been reached. */
  readonly now: number;
  /** Works on as long as every unit has a quad in front of it. A unit without one might get a quad at any time. */
  advance(): void;
  /** Lets every quad out. */
  finish(): void;
  tallies(): readonly Tally[];
}

/** Numbers, first in, first out, without a bound. */
class NumberQueue {
  private numbers = new Float64Array(1024);
  private head = 0;
  private tail = 0;

  get empty(): boolean {
    return this.head === this.tail;
  }

  /** The oldest number, and the one after it. */
  get first(): number {
    return this.numbers[this.head];
  }

  get second(): number {
    return this.numbers[this.head + 1];
  }

  push(value: number): void {
    if (this.tail === this.numbers.length) this.makeRoom();
    this.numbers[this.tail++] = value;
  }

  /** Takes the oldest number out. There must be one. */
  shift(): number {
    return this.numbers[this.head++];
  }

  /** Moves the numbers to the begin. Where they take more than half of the room, the room doubles. */
  private makeRoom(): void {
    const { numbers, head, tail } = this;
    if (tail - head > numbers.length / 2) this.numbers = new Float64Array(2 * numbers.length);
    this.numbers.set(numbers.subarray(head, tail));
    this.head = 0;
    this.tail = tail - head;
  }
}
