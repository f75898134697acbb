import type { TexelBytes } from '../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { BlockWork } from '../block-work.ts';
import type { Clockwork, QuadSink } from '../clockwork.ts';
import { InFlight } from '../in-flight.ts';
import type { PipelineObserver } from '../observer.ts';
import type { RunParts } from '../run-parts.ts';
import { Warps } from '../warps.ts';
import { capacities, type Item, STAGE, STAGE_RECORDS, STAGES } from '../stages.ts';
import { AddressStage } from './address-stage.ts';
import { Announcer } from './announcer.ts';
import { Attribution } from './attribution.ts';
import { CacheStages } from './cache-stages.ts';
import { Fifo } from './fifo.ts';
import { FilterStage } from './filter-stage.ts';
import { FrontEndStage, LodStage, ResultStage } from './quad-stages.ts';
import { SlotPool } from './slot-pool.ts';
import { StageWork } from './stage-work.ts';
import { type StageParts, SteppedStage } from './stepped-stage.ts';

/**
 * The clock that steps cycle by cycle. Quads go from stage to stage through FIFOs, and each stage decides when. Where an
 * observer watches, each stage works at its own time: texels are read from the cache's data store as it stands in that
 * cycle, after the fills that must come first. A result that differs from the functional mode's therefore shows a fault
 * in the timing.
 */
export class SteppedClockwork implements Clockwork {
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
  private cycle = 0;

  constructor(run: RunParts, source: TexelBytes, sink: QuadSink, observer?: PipelineObserver) {
    const capacity = capacities(run.design.pipeline);
    const passes = room('passes', capacity);
    const quads = passes + room('quads', capacity);
    const watched = observer !== undefined;
    const inFlight = new InFlight(watched ? quads : BlockWork.slots(quads), passes);
    const fifos = capacity.map((items) => new Fifo(items));
    const [taken, selected, addressed, fragments, fetched, decoded, filtered, returned] = fifos;
    this.announcer = observer && new Announcer(observer, inFlight, fifos);
    const parts: StageParts = {
      ...run,
      inFlight,
      work: watched ? new StageWork(run, inFlight, source) : new BlockWork(run, inFlight, source),
      passSlots: new SlotPool(passes),
      announcer: this.announcer,
      warps: new Warps(run.design.pipeline.shader),
    };
    this.parts = parts;
    this.attribution = new Attribution(run);
    this.frontEnd = new FrontEndStage(parts, taken);
    this.lod = new LodStage(parts, taken, selected);
    this.address = new AddressStage(parts, selected, addressed);
    this.cache = new CacheStages(parts, addressed, fragments, fetched);
    this.decode = new SteppedStage('decode', parts, fetched, decoded);
    this.filter = new FilterStage(parts, decoded, filtered);
    this.result = new ResultStage(parts, filtered, returned, sink);
  }

  get now(): number {
    return this.cycle;
  }

  run(batch: QuadBatch): void {
    this.frontEnd.offer(batch);
    while (this.frontEnd.waiting) this.step();
  }

  drain(): number {
    while (this.parts.statistics.quads > this.result.returned) this.step();
    this.announcer?.arrivals(this.cycle);
    this.announcer?.end(this.cycle);
    return this.cycle;
  }

  stageCycles(): Float64Array {
    return this.attribution.stageCycles;
  }

  cacheTotals() {
    return this.cache.totals();
  }

  /** One cycle. The stages go from the last to the first, so that a freed slot can be filled in the same cycle. */
  private step(): void {
    const { cycle } = this;
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
