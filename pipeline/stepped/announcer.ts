import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { InFlight } from '../cache/in-flight.ts';
import type { UnknownCycles } from '../memory/unknown-cycles.ts';
import type { PassView, PipelineObserver } from '../stages/observer.ts';
import { ACTIVITIES, type Item, STAGE_RECORDS, STAGES } from '../stages/stages.ts';
import { SOURCE } from '../cache/texel-cache.ts';

/** Reports to the observer what happens to quads and passes, with one view that is filled anew for each call. */
export class Announcer {
  private readonly view: PassView;
  /** The sectors that come back, in the order of time. */
  private readonly fills: { readonly cycle: number; readonly address: number }[] = [];

  /** @param unknown arrivals that the memory does not know yet */
  constructor(
    private readonly observer: PipelineObserver,
    private readonly inFlight: InFlight,
    /** The FIFOs, in the order of the stages that fill them. */
    private readonly fifos: readonly Fifo[],
    private readonly unknown: UnknownCycles,
  ) {
    const { lanes, foot } = inFlight;
    this.view = { quad: 0, pass: 0, passes: 0, state: 0, x: 0, y: 0, active: 0, lanes, lane: 0, foot, footLane: 0 };
  }

  /** The quad or pass in the slot begins its work in the stage. */
  enter(cycle: number, stage: number, slot: number): void {
    const name = STAGES[stage];
    this.observer.enter(cycle, name, this.viewItem(STAGE_RECORDS[name].works, slot));
  }

  activity(cycle: number, stage: number, activity: number): void {
    this.observer.activity(cycle, STAGES[stage], ACTIVITIES[activity]);
  }

  /** Entry `at` of the passes' sectors, of an address, has been looked up. @param way of its set */
  lookedUp(cycle: number, at: number, address: number, way: number): void {
    const { observer, inFlight, unknown } = this;
    const source = inFlight.sectorSource[at];
    const fetched = source === SOURCE.moved || source === SOURCE.fetched;
    observer.lookup(cycle, address, !fetched, way);
    if (!fetched) return;
    observer.miss(cycle, address);
    unknown.whenKnown(inFlight.sectorReady[at], () => this.comesBack(inFlight.sectorReady[at], address));
  }

  private comesBack(cycle: number, address: number): void {
    const { fills } = this;
    const before = fills.findLastIndex((fill) => fill.cycle <= cycle);
    fills.splice(before + 1, 0, { cycle, address });
  }

  /** Reports of the items that reach the end of a stage, and of the lines that come back from memory, in this cycle. */
  arrivals(cycle: number): void {
    while (this.fills.length > 0 && this.fills[0].cycle <= cycle) {
      this.observer.fill(cycle, this.fills.shift()!.address);
    }
    for (let stage = this.fifos.length - 1; stage >= 0; stage--) {
      const name = STAGES[stage];
      const fifo = this.fifos[stage];
      for (let item = fifo.nextArrival(cycle); item !== NOTHING; item = fifo.nextArrival(cycle)) {
        this.observer.leave(cycle, name, this.viewItem(STAGE_RECORDS[name].gives, item));
      }
    }
  }

  end(cycles: number): void {
    this.observer.end(cycles);
  }

  private viewItem(item: Item, slot: number): PassView {
    return item === 'quads' ? this.viewQuad(slot) : this.viewPass(slot);
  }

  private viewQuad(slot: number): PassView {
    const { inFlight, view } = this;
    view.quad = inFlight.quad[slot];
    view.pass = 0;
    view.passes = inFlight.passes[slot];
    view.state = inFlight.state[slot];
    view.x = inFlight.x[slot];
    view.y = inFlight.y[slot];
    view.active = inFlight.active[slot];
    view.lane = QUAD_LANES * slot;
    return view;
  }

  private viewPass(slot: number): PassView {
    const view = this.viewQuad(this.inFlight.quadOf[slot]);
    view.pass = this.inFlight.pass[slot];
    view.footLane = QUAD_LANES * slot;
    return view;
  }
}
