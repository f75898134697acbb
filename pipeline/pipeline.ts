import type { Design, MemoryDesign } from '../rtl-model/design.ts';
import type { TexelMemory } from '../rtl-model/image.ts';
import type { QuadBatch } from '../rtl-model/quad-batch.ts';
import { type TextureState, type UnitPath, unitPaths } from '../rtl-model/texture-unit.ts';
import { type Account, causeTable, causeTimeline, stageTable, type Utilization } from './account.ts';
import { AddressStage } from './address-stage.ts';
import { CacheStages } from './cache-stages.ts';
import { DecodeStage, FilterStage } from './filter-stages.ts';
import { Fifo } from './fifo.ts';
import { InFlight } from './in-flight.ts';
import { MemoryPort } from './memory.ts';
import { Announcer } from './announcer.ts';
import type { PipelineObserver } from './observer.ts';
import { FrontEndStage, LodStage, type QuadSink, ResultStage } from './quad-stages.ts';
import { Attribution } from './attribution.ts';
import { BusHistory } from './bus-history.ts';
import { ACTIVITY_BITS, STAGE, StageClock, wordOf } from './stage-clock.ts';
import { Statistics } from './statistics.ts';
import { Timeline } from './timeline.ts';

export type { QuadSink } from './quad-stages.ts';

export interface PipelineOptions {
  /**
   * Whether cycles in which nothing can happen are passed over, true if left out: the account and the results are the
   * same. An observer sees every cycle.
   */
  readonly skip?: boolean;
}

/** The memory, and when its bus moves data. */
class WatchedPort extends MemoryPort {
  private readonly bus: BusHistory;

  constructor(memory: MemoryDesign, bus: BusHistory) {
    super(memory);
    this.bus = bus;
  }

  override request(cycle: number, address: number, bytes: number): number {
    const before = this.busyCycles;
    const end = super.request(cycle, address, bytes);
    this.bus.moves(end - (this.busyCycles - before), end);
    return end;
  }
}

/**
 * The cycle mode. Quads go from stage to stage through FIFOs; each stage calls its unit of rtl-model for the values
 * (the decoder where the data store is read) and decides only when. Texels are read from the cache's data store, after the fills that must come first: a result
 * that differs from the functional mode's shows a fault in the timing.
 */
export class Pipeline {
  private readonly design: Design;
  private readonly clock: StageClock;
  private readonly statistics = new Statistics();
  private readonly memory: MemoryPort;
  private readonly timeline: Timeline;
  private readonly announcer: Announcer | undefined;
  private readonly frontEnd: FrontEndStage;
  private readonly lod: LodStage;
  private readonly address: AddressStage;
  private readonly cache: CacheStages;
  private readonly decode: DecodeStage;
  private readonly filter: FilterStage;
  private readonly result: ResultStage;
  /** In front of the tag and the data stage. */
  private readonly addressed: Fifo;
  private readonly fragments: Fifo;
  private readonly skips: boolean;
  private cycle = 0;
  private passedOver = 0;

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
    options: PipelineOptions = {},
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

    this.design = design;
    this.addressed = addressed;
    this.fragments = fragments;
    this.skips = (options.skip ?? true) && observer === undefined;
    const bus = new BusHistory();
    this.timeline = new Timeline();
    this.clock = new StageClock(new Attribution(design, this.timeline, bus));
    this.memory = new WatchedPort(port, bus);
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

  /** The cycle that the clock stands at: for a sink, the one in which the quad is out. */
  get now(): number {
    return this.cycle;
  }

  /** Cycles that were passed over because nothing could happen in them. */
  get skipped(): number {
    return this.passedOver;
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
    this.clock.settle(this.cycle);
    return {
      cycles: this.cycle,
      stages: stageTable(this.clock.totals),
      causes: causeTable(this.timeline),
      timeline: causeTimeline(this.timeline, this.cycle),
      utilization: this.utilization(),
      ...this.statistics.totals(),
      cacheLevels: this.cache.totals(),
      memoryBusyCycles: this.memory.busyCycles,
      memory: this.memory.totals(),
    };
  }

  private utilization(): Utilization {
    const { samples, lookups } = this.statistics;
    const { filter, cache } = this.design;
    const cycles = Math.max(1, this.cycle);
    return {
      filter: samples / (cycles * filter.samplesPerCycle),
      tagPorts: lookups / (cycles * cache.tagsPerCycle),
      dataBanks: lookups / (cycles * cache.banks),
      memoryBus: this.memory.busyCycles / cycles,
    };
  }

  /** One cycle: the stages from the last to the first, so that a slot that is freed can be filled in the same cycle. */
  private step(): void {
    const { cycle, announcer } = this;
    announcer?.arrivals(cycle);
    const result = this.result.tick(cycle);
    announcer?.activity(cycle, STAGE.result, result);
    const filter = this.filter.tick(cycle);
    announcer?.activity(cycle, STAGE.filter, filter);
    const decode = this.decode.tick(cycle);
    announcer?.activity(cycle, STAGE.decode, decode);
    const data = this.cache.tickData(cycle);
    announcer?.activity(cycle, STAGE.data, data);
    const tag = this.cache.tickTags(cycle);
    announcer?.activity(cycle, STAGE.tag, tag);
    const address = this.address.tick(cycle);
    announcer?.activity(cycle, STAGE.address, address);
    const lod = this.lod.tick(cycle);
    announcer?.activity(cycle, STAGE.lod, lod);
    const frontEnd = this.frontEnd.tick(cycle);
    announcer?.activity(cycle, STAGE.frontEnd, frontEnd);
    const word = wordOf(frontEnd, lod, address, tag, data, decode, filter, result);
    this.clock.record(cycle, word);
    const next = this.skips && isIdle(word) ? this.wakeAt(cycle) : cycle + 1;
    this.passedOver += next - cycle - 1;
    this.cycle = next;
    this.result.deliver(next);
  }

  /** The first cycle after `cycle` in which any stage does anything else than in `cycle`. */
  private wakeAt(cycle: number): number {
    const wake = Math.min(
      this.result.wakeAt(cycle),
      this.filter.wakeAt(cycle),
      this.decode.wakeAt(cycle),
      this.addressed.arrivalAfter(cycle),
      this.fragments.arrivalAfter(cycle),
      this.cache.wakeAt(cycle),
      this.address.wakeAt(cycle),
      this.lod.wakeAt(cycle),
      this.frontEnd.wakeAt(cycle),
    );
    if (wake === Infinity) throw new Error(`no stage can go on after cycle ${cycle}`);
    return wake;
  }
}

/** Stages whose work on an item takes one cycle: none of them is busy where nothing is taken in. */
const ONE_CYCLE_STAGES = ['result', 'decode', 'data', 'tag', 'lod', 'frontEnd'] as const;
const ONE_CYCLE = ONE_CYCLE_STAGES.reduce((word, stage) => word | (1 << (STAGE[stage] * ACTIVITY_BITS)), 0);

/** Whether all of them do something else than `busy`, which is number 0. */
function isIdle(word: number): boolean {
  return ((word | (word >> 1) | (word >> 2)) & ONE_CYCLE) === ONE_CYCLE;
}
