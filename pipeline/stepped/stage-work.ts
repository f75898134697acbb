import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import { mostPasses, type UnitPath } from '../../rtl-model/path/unit-path.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { type InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import { type BatchWork, QuadWork } from '../stages/quad-work.ts';
import type { EvaluatedParts, RunParts } from '../cache/run-parts.ts';
import { SOURCE, TexelCache } from '../cache/texel-cache.ts';
import { ABSENT } from '../../rtl-model/texel-cache/tag-array.ts';
import { DataStore } from './data-store.ts';
import { BORDER_ADDRESS } from '../../rtl-model/registers/footprints.ts';
import type { PassSectors } from '../cache/pass-sectors.ts';

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

/**
 * The texel cache with its data. The data stage writes returned sectors into the data store and reads texels from it,
 * both in the order of the look-ups. A look-up may therefore give a slot away: earlier look-ups read it before the fill
 * lands.
 */
class FilledCache extends TexelCache {
  readonly store: DataStore;

  constructor(parts: RunParts, inFlight: InFlight, source: TexelBytes) {
    super(parts, inFlight);
    const { sectorBytes } = parts.design.cache;
    this.store = new DataStore(sectorBytes, this.levels, source, inFlight.sector.length, this.sectors.mapped);
  }

  override miss(cycle: number, slot: number, at: number): number {
    const source = super.miss(cycle, slot, at);
    if (this.levels.moving) this.store.plan();
    return source;
  }

  protected override placed(sector: number, dataSector: number): void {
    this.store.fill(sector, dataSector);
  }

  /** Brings entry `at`, which was no hit, into the data store. */
  write(at: number): void {
    const { inFlight } = this;
    if (this.levels.moving) this.store.carryOut();
    if (inFlight.sectorSource[at] === SOURCE.fetched) this.store.fill(inFlight.sector[at], inFlight.sectorAt[at]);
  }
}

/**
 * Decodes the taps of passes from the data store. The decoder is called here, and not in its stage further on, because
 * the bytes are those of the store at the time of the call. The decoder's stage says when the texels are there.
 */
class TapReader {
  /** @param source the texel memory, which holds compressed blocks decoded */
  constructor(
    private readonly paths: readonly UnitPath[],
    private readonly inFlight: InFlight,
    private readonly sectors: PassSectors,
    private readonly store: DataStore,
    private readonly source: TexelBytes,
  ) {}

  /** Decodes the taps that the pass reads from its sectors `from` to `until - 1`. */
  read(slot: number, from: number, until: number): void {
    if (from === until) return;
    const { inFlight, paths, store } = this;
    const { sectorOfTap, sectorAt, sector, foot } = inFlight;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    const { sectorShift } = this.sectors;
    const sectorMask = (1 << sectorShift) - 1;
    const ofBlocks = this.sectors.compressed(slot);
    const first = PASS_TAPS * slot;
    const { source } = this;
    for (let tap = first; tap < first + PASS_TAPS; tap++) {
      const at = foot.address[tap];
      const n = sectorOfTap[tap];
      if (at < 0 || n < from || n >= until) continue;
      const held = sectorAt[first + n];
      if (ofBlocks && held !== ABSENT) store.check(sector[first + n], held);
      // A line without a place comes from memory past the data store.
      if (ofBlocks || held === ABSENT) decoder.decodeTap(foot, tap, at, source);
      else decoder.decodeTap(foot, tap, (held << sectorShift) | (at & sectorMask), store.texels);
    }
  }

  /** Decodes the taps of a pass that are on the border. */
  readBorder(slot: number): void {
    const { inFlight, paths } = this;
    const { foot } = inFlight;
    const { address } = foot;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    for (let tap = PASS_TAPS * slot; tap < PASS_TAPS * (slot + 1); tap++) {
      if (address[tap] === BORDER_ADDRESS) decoder.decodeTap(foot, tap, BORDER_ADDRESS, this.store.texels);
    }
  }
}
