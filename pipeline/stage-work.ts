import { QUAD_LANES, type QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { mostPasses, type UnitPath } from '../rtl-model/path/unit-path.ts';
import type { InFlight } from './in-flight.ts';
import type { RunParts } from './run-parts.ts';
import type { Statistics } from './statistics.ts';

/** The work of the stages on quads and passes, without times: each calls its unit. The cache's work is `TexelCache`. */
export class StageWork {
  private readonly paths: readonly UnitPath[];
  private readonly statistics: Statistics;
  private readonly inFlight: InFlight;

  constructor({ paths, statistics }: RunParts, inFlight: InFlight) {
    this.paths = paths;
    this.statistics = statistics;
    this.inFlight = inFlight;
  }

  /**
   * Front end: loads `count` quads of the batch, from quad `from` on, all of one state, into the slots from `slot` on.
   */
  load(batch: QuadBatch, from: number, count: number, slot: number): void {
    const { inFlight, statistics } = this;
    for (let n = 0; n < count; n++) {
      const active = batch.active[from + n];
      inFlight.quad[slot + n] = statistics.quads++;
      inFlight.state[slot + n] = batch.state[from + n];
      inFlight.x[slot + n] = batch.x[from + n];
      inFlight.y[slot + n] = batch.y[from + n];
      inFlight.active[slot + n] = active;
      inFlight.passes[slot + n] = 0;
      statistics.pixels += LANES_IN[active];
    }
    this.paths[batch.state[from]].frontEnd.load(batch, from, count, inFlight.lanes, QUAD_LANES * slot);
  }

  /** LOD unit: selects levels and passes of the quads in `count` slots from `slot` on, all of one state. */
  select(slot: number, count: number): void {
    const { inFlight } = this;
    const { lanes } = inFlight;
    this.paths[inFlight.state[slot]].lodUnit.select(lanes, QUAD_LANES * slot, QUAD_LANES * count);
    for (let quad = slot; quad < slot + count; quad++) {
      // A quad without active lanes still travels, as one empty pass.
      inFlight.passes[quad] = Math.max(1, mostPasses(lanes, QUAD_LANES * quad, QUAD_LANES));
    }
  }

  /** Address unit: forms the footprints of a pass of the quad, in the slot. @returns the number of its taps */
  address(quad: number, pass: number, slot: number): number {
    const { inFlight, statistics } = this;
    const { lanes, foot } = inFlight;
    const first = QUAD_LANES * slot;
    inFlight.quadOf[slot] = quad;
    inFlight.pass[slot] = pass;
    const { addressUnit } = this.paths[inFlight.state[quad]];
    addressUnit.footprints(lanes, QUAD_LANES * quad, foot, first, QUAD_LANES, pass);
    const { tapCount } = foot;
    let taps = 0;
    let samples = 0;
    for (let lane = first; lane < first + QUAD_LANES; lane++) {
      taps += tapCount[lane];
      if (tapCount[lane] !== 0) samples++;
    }
    inFlight.samples[slot] = samples;
    statistics.passes++;
    statistics.samples += samples;
    statistics.taps += taps;
    return taps;
  }

  /** Filter unit: adds the decoded pass to its quad, and finishes the quad with its last pass. */
  filter(slot: number): void {
    const { inFlight } = this;
    const { lanes, foot } = inFlight;
    const quad = inFlight.quadOf[slot];
    const pass = inFlight.pass[slot];
    const lane = QUAD_LANES * quad;
    const { filter } = this.paths[inFlight.state[quad]];
    filter.accumulate(foot, QUAD_LANES * slot, lanes, lane, QUAD_LANES, pass);
    if (pass === inFlight.passes[quad] - 1) filter.finish(lanes, lane, QUAD_LANES);
  }
}

/** The number of lanes in each active mask. */
const LANES_IN = Uint8Array.from(
  { length: 16 },
  (_, mask) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + (mask >> 3),
);
