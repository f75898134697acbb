import type { Design } from '../rtl-model/design.ts';
import type { TexelMemory } from '../rtl-model/image.ts';
import type { QuadBatch } from '../rtl-model/quad-batch.ts';
import { type TextureState, type UnitPath, unitPaths } from '../rtl-model/texture-unit.ts';
import { type Account, stageTable } from './account.ts';
import { AddressStage } from './address-stage.ts';
import { CacheStages } from './cache-stages.ts';
import { DecodeStage, FilterStage } from './filter-stages.ts';
import { Fifo } from './fifo.ts';
import { InFlight } from './in-flight.ts';
import { MemoryPort } from './memory.ts';
import { Announcer } from './announcer.ts';
import type { PipelineObserver } from './observer.ts';
import { FrontEndStage, LodStage, type QuadSink, ResultStage } from './quad-stages.ts';
import { STAGE, StageClock } from './stage-clock.ts';
import { Statistics } from './statistics.ts';

export type { QuadSink } from './quad-stages.ts';

/**
 * The cycle mode. Quads go from stage to stage through FIFOs; each stage calls its unit of rtl-model for the values
 * (the decoder where the data store is read) and decides only when. Texels are read from the cache's data store, after the fills that must come first: a result
 * that differs from the functional mode's shows a fault in the timing.
 */
export class Pipeline {
  private readonly clock: StageClock;
  private readonly statistics = new Statistics();
  private readonly memory: MemoryPort;
  private readonly announcer: Announcer | undefined;
  private readonly frontEnd: FrontEndStage;
  private readonly lod: LodStage;
  private readonly address: AddressStage;
  private readonly cache: CacheStages;
  private readonly decode: DecodeStage;
  private readonly filter: FilterStage;
  private readonly result: ResultStage;
  private cycle = 0;

  /**
   * @param sink receives every quad in request order
   * @throws DesignError, RangeError as `unitPaths`
   */
  constructor(
    design: Design,
    memory: TexelMemory,
    states: readonly TextureState[],
    sink: QuadSink,
    observer?: PipelineObserver,
  ) {
    const paths: readonly UnitPath[] = unitPaths(design, memory, states);
    const { fifoDepth: depth, latency, memory: port } = design.pipeline;
    const inFlight = new InFlight(design);
    const quads = new Fifo(depth.lod, latency.frontEnd);
    const selected = new Fifo(depth.address, latency.lod);
    const addressed = new Fifo(depth.tag, latency.address);
    const fragments = new Fifo(depth.fragment, latency.tag);
    const fetched = new Fifo(depth.decode, latency.data);
    const decoded = new Fifo(depth.filter, latency.decode);
    const filtered = new Fifo(depth.result, latency.filter);
    const returned = new Fifo(1, latency.result);

    this.clock = new StageClock(observer);
    this.memory = new MemoryPort(port.latency, port.bytesPerCycle);
    this.announcer =
      observer &&
      new Announcer(observer, inFlight, [quads, selected, addressed, fragments, fetched, decoded, filtered, returned]);
    const parts = {
      design,
      paths,
      inFlight,
      statistics: this.statistics,
      announcer: this.announcer,
    };
    this.frontEnd = new FrontEndStage(parts, quads);
    this.lod = new LodStage(parts, quads, selected);
    this.address = new AddressStage(parts, selected, addressed);
    this.cache = new CacheStages(parts, memory.data, this.memory, addressed, fragments, fetched);
    this.decode = new DecodeStage(parts, fetched, decoded);
    this.filter = new FilterStage(parts, decoded, filtered);
    this.result = new ResultStage(parts, filtered, returned, sink);
  }

  /** Steps the clock until every quad of the batch has been taken in; the batch may be reused afterwards. */
  run(batch: QuadBatch): void {
    this.frontEnd.offer(batch);
    while (this.frontEnd.waiting) this.step();
  }

  /**
   * Steps the clock until the pipeline is empty, tells the observer, and returns the account of everything so far.
   * More batches may follow, the cache keeps its lines; a run that is observed finishes once.
   */
  finish(): Account {
    while (this.statistics.quads > this.result.returned) this.step();
    this.announcer?.arrivals(this.cycle);
    this.announcer?.end(this.cycle);
    return {
      cycles: this.cycle,
      stages: stageTable(this.clock.countsBefore(this.cycle)),
      ...this.statistics.totals(),
      memoryBusyCycles: this.memory.busyCycles,
    };
  }

  /** One cycle: the stages from the last to the first, so that a slot that is freed can be filled in the same cycle. */
  private step(): void {
    const { cycle, clock } = this;
    this.announcer?.arrivals(cycle);
    clock.record(cycle, STAGE.result, this.result.tick(cycle));
    clock.record(cycle, STAGE.filter, this.filter.tick(cycle));
    clock.record(cycle, STAGE.decode, this.decode.tick(cycle));
    clock.record(cycle, STAGE.data, this.cache.tickData(cycle));
    clock.record(cycle, STAGE.tag, this.cache.tickTags(cycle));
    clock.record(cycle, STAGE.address, this.address.tick(cycle));
    clock.record(cycle, STAGE.lod, this.lod.tick(cycle));
    clock.record(cycle, STAGE.frontEnd, this.frontEnd.tick(cycle));
    this.cycle++;
    this.result.deliver(this.cycle);
  }
}
