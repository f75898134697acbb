import type { Design } from '../../rtl-model/design/design.ts';
import type { QuadSink, Tally } from '../stages/clockwork.ts';
import type { PipelineObserver } from '../stages/observer.ts';
import type { QuadSource, QuadWork } from '../stages/quad-work.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { Warps } from '../stages/warps.ts';
import { capacities, type Item, STAGE, STAGE_RECORDS, STAGES } from '../stages/stages.ts';
import { AddressStage } from './address-stage.ts';
import { Announcer } from './announcer.ts';
import { Attribution } from './attribution.ts';
import { CacheStages } from './cache-stages.ts';
import { Fifo, NOTHING } from './fifo.ts';
import { FilterStage } from './filter-stage.ts';
import { FrontEndStage, LodStage, ResultStage } from './quad-stages.ts';
import { SlotPool } from './slot-pool.ts';
import { type StageParts, SteppedStage } from './stepped-stage.ts';

/** A texture unit whose clock is stepped. Quads go from stage to stage through FIFOs, and each stage decides when. */
export class SteppedUnit {
  private readonly parts: StageParts;
  private readonly announcer: Announcer | undefined;
  private readonly attribution: Attribution;
  private readonly frontEnd: FrontEndStage;
  private readonly lod: LodStage;
  private readonly address: AddressStage;
  private readonly cache: CacheStages;
  /** The time of the decoder, one pass a cycle. `TapReader` decodes the values. */
  private readonly decode: SteppedStage;
  private readonly filter: FilterStage;
  private readonly result: ResultStage;
  cycle = 0;

  /** The numbers of quads and passes that a unit's work needs slots for. */
  static slots({ pipeline }: Design): readonly [quads: number, passes: number] {
    const capacity = capacities(pipeline);
    const passes = room('passes', capacity);
    return [passes + room('quads', capacity), passes];
  }

  /** @param work with `slots` for the design */
  constructor(run: RunParts, work: QuadWork, source: QuadSource, sink: QuadSink, observer?: PipelineObserver) {
    const capacity = capacities(run.design.pipeline);
    const { inFlight } = work;
    const fifos = capacity.map((items) => new Fifo(items));
    const [taken, selected, addressed, fragments, fetched, decoded, filtered, returned] = fifos;
    if (observer !== undefined) run.memory.watch = (...request) => observer.request(...request);
    this.announcer = observer && new Announcer(observer, inFlight, fifos, run.memory.unknown);
    const parts: StageParts = {
      ...run,
      inFlight,
      work,
      passSlots: new SlotPool(room('passes', capacity)),
      announcer: this.announcer,
      warps: new Warps(run.design.pipeline.shader),
    };
    this.parts = parts;
    this.attribution = new Attribution(run);
    this.frontEnd = new FrontEndStage(parts, source, taken);
    this.lod = new LodStage(parts, taken, selected);
    this.address = new AddressStage(parts, selected, addressed);
    this.cache = new CacheStages(parts, addressed, fragments, fetched);
    this.decode = new SteppedStage('decode', parts, fetched, decoded);
    this.filter = new FilterStage(parts, decoded, filtered);
    this.result = new ResultStage(parts, filtered, returned, sink);
  }

  /** Quads that have been taken in and are not out. */
  get inside(): number {
    return this.parts.statistics.quads - this.result.returned;
  }

  /** The serial number of the quad whose sectors are looked up in this cycle, Infinity for none. */
  get looking(): number {
    const slot = this.cache.looksUp(this.cycle);
    const { quad, quadOf } = this.parts.inFlight;
    return slot === NOTHING ? Infinity : quad[quadOf[slot]];
  }

  /** Reports the end to the observer. */
  end(): void {
    this.announcer?.arrivals(this.cycle);
    this.announcer?.end(this.cycle);
  }

  tally(): Tally {
    const { statistics, timeline } = this.parts;
    return { statistics, timeline, stageCycles: this.attribution.stageCycles, cache: this.parts.work.cache };
  }

  /** One cycle. The stages go from the last to the first, so that a freed slot can be filled in the same cycle. */
  step(): void {
    const { cycle } = this;
    (this.parts.turns ?? this.parts.memory).settle(cycle);
    this.announcer?.arrivals(cycle);
    this.did(STAGE.result, this.result.tick(cycle));
    this.did(STAGE.filter, this.filter.tick(cycle));
    this.did(STAGE.decode, this.decode.tick(cycle));
    this.did(STAGE.data, this.cache.tickData(cycle));
    this.did(STAGE.tag, this.cache.tickTags(cycle));
    this.did(STAGE.address, this.address.tick(cycle));
    this.did(STAGE.lod, this.lod.tick(cycle));
    this.did(STAGE.frontEnd, this.frontEnd.tick(cycle));
    this.attribution.attribute(cycle);
    this.cycle = cycle + 1;
    this.result.deliver(this.cycle);
  }

  private did(stage: number, activity: number): void {
    this.attribution.did(stage, activity);
    this.announcer?.activity(this.cycle, stage, activity);
  }
}

/** Slots for all items of a kind: those in each stage's registers and FIFO, and one that the next stage works on. */
function room(item: Item, capacity: readonly number[]): number {
  return STAGES.reduce((sum, stage, s) => sum + (STAGE_RECORDS[stage].gives === item ? capacity[s] + 1 : 0), 0);
}
