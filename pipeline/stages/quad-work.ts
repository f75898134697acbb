import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import type { TexelCache } from '../cache/texel-cache.ts';

/** Work whose quads come in batches. */
export interface BatchWork extends QuadWork {
  /** Front end: takes a quad of the batch in. @returns its slot */
  load(batch: QuadBatch, quad: number): number;
}

/** The quads that wait in front of a unit. */
export interface QuadSource {
  /** True if there is one. */
  readonly waiting: boolean;
  /** The cycle and the warp of the oldest one, as in a QuadBatch. */
  readonly cycle: number;
  readonly warp: number;
  /** Front end: takes the oldest one in. @returns its slot */
  take(): number;
}

/** The work of the stages on quads and passes, without times. Quads come and go in the order of the requests. */
export abstract class QuadWork {
  abstract readonly cache: TexelCache;

  constructor(
    protected readonly run: RunParts,
    readonly inFlight: InFlight,
  ) {}

  /** LOD unit: selects levels and passes of the quad. */
  abstract select(quad: number): void;

  /** Address unit: addresses a pass of the quad, which comes into the slot. @returns the number of its taps */
  abstract address(quad: number, pass: number, slot: number): number;

  /** Tag stage: lists the distinct sectors of the pass, in the order of its taps. */
  abstract collect(slot: number): void;

  /** Data stage: reads the taps that the pass has in its sectors `from` to `until - 1`, where data is kept. */
  read(_slot: number, _from: number, _until: number): void {}

  /** Data stage: reads the taps of the pass that are on the border. */
  readBorder(_slot: number): void {}

  /** Data stage: brings entry `at` of the passes' sectors, which was no hit, into the data store. */
  write(_at: number): void {}

  /** Filter unit: adds the decoded pass to its quad, and finishes the quad with its last pass. */
  abstract filter(slot: number): void;

  /** Counts the quad in the slot, which comes in. */
  enter(slot: number): void {
    const { statistics } = this.run;
    statistics.quads++;
    statistics.pixels += LANES_IN[this.inFlight.active[slot]];
  }

  /** Counts a pass with so many taps and samples, which comes into the slot. */
  protected count(quad: number, pass: number, slot: number, taps: number, samples: number): void {
    const { inFlight } = this;
    const { statistics } = this.run;
    inFlight.quadOf[slot] = quad;
    inFlight.pass[slot] = pass;
    inFlight.samples[slot] = samples;
    statistics.passes++;
    statistics.samples += samples;
    statistics.taps += taps;
  }
}

/** The number of lanes in each active mask. */
export const LANES_IN = Uint8Array.from(
  { length: 16 },
  (_, mask) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + (mask >> 3),
);
