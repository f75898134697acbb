import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import { mostPasses, type UnitPath } from '../../rtl-model/path/unit-path.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { type InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import { type BatchWork, QuadWork } from '../stages/quad-work.ts';
import type { EvaluatedParts } from '../cache/run-parts.ts';
import { FilledCache } from './filled-cache.ts';
import { TapReader } from './tap-reader.ts';

/**
 * The work of each stage at the stage's own time, quad by quad and pass by pass. Texels are read from the cache's data
 * store as it is in that cycle: a wrong result shows a fault in the timing.
 */
export class StageWork extends QuadWork implements BatchWork {
  private readonly paths: readonly UnitPath[];
  readonly cache: FilledCache;
  private readonly taps: TapReader;
  private next = 0;

  constructor(run: EvaluatedParts, inFlight: InFlight, source: TexelBytes) {
    super(run, inFlight);
    this.paths = run.paths;
    this.cache = new FilledCache(run, inFlight, source);
    this.taps = new TapReader(run.paths, inFlight, this.cache.sectors, this.cache.store, source);
  }

  load(batch: QuadBatch, quad: number): number {
    const { inFlight } = this;
    const slot = this.next;
    this.next = slot + 1 === inFlight.quad.length ? 0 : slot + 1;
    inFlight.note(batch, quad, 1, slot);
    this.enter(slot);
    inFlight.passes[slot] = 0;
    this.paths[batch.state[quad]].frontEnd.load(batch, quad, 1, inFlight.lanes, QUAD_LANES * slot);
    return slot;
  }

  override select(quad: number): void {
    const { inFlight } = this;
    const lane = QUAD_LANES * quad;
    this.paths[inFlight.state[quad]].lodUnit.select(inFlight.lanes, lane, QUAD_LANES);
    // A quad without active lanes still travels, as one empty pass.
    inFlight.passes[quad] = Math.max(1, mostPasses(inFlight.lanes, lane, QUAD_LANES));
  }

  override address(quad: number, pass: number, slot: number): number {
    const { lanes, foot, state } = this.inFlight;
    const first = QUAD_LANES * slot;
    this.paths[state[quad]].addressUnit.footprints(lanes, QUAD_LANES * quad, foot, first, QUAD_LANES, pass);
    let taps = 0;
    let samples = 0;
    for (let lane = first; lane < first + QUAD_LANES; lane++) {
      taps += foot.tapCount[lane];
      if (foot.tapCount[lane] !== 0) samples++;
    }
    this.count(quad, pass, slot, taps, samples);
    return taps;
  }

  override collect(slot: number): void {
    const { inFlight, cache } = this;
    const first = PASS_TAPS * slot;
    const { quadOf, foot } = inFlight;
    inFlight.sectorCount[slot] = cache.sectors.list(quadOf[slot], foot.address, first, inFlight, first);
    inFlight.lookedUp[slot] = 0;
  }

  override read(slot: number, from: number, until: number): void {
    this.taps.read(slot, from, until);
  }

  override readBorder(slot: number): void {
    this.taps.readBorder(slot);
  }

  override write(at: number): void {
    this.cache.write(at);
  }

  override filter(slot: number): void {
    const { lanes, foot, state, quadOf, pass, passes } = this.inFlight;
    const quad = quadOf[slot];
    const lane = QUAD_LANES * quad;
    const { filter } = this.paths[state[quad]];
    filter.accumulate(foot, QUAD_LANES * slot, lanes, lane, QUAD_LANES, pass[slot]);
    if (pass[slot] === passes[quad] - 1) filter.finish(lanes, lane, QUAD_LANES);
  }
}
