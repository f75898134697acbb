import type { Footprints } from '../rtl-model/registers/footprints.ts';
import type { LaneRegisters } from '../rtl-model/registers/lane-registers.ts';
import type { Activity, Stage } from './stages.ts';

/**
 * A quad or one of its passes, as an observer sees it: where its values stand. One record is reused for every call;
 * its contents hold only until the call returns.
 */
export interface PassView {
  /** Serial number of the quad in the run, from 0. */
  quad: number;
  /** Pass of the quad, from 0; 0 in the stages that hold whole quads. */
  pass: number;
  /** Passes of the quad in all; 0 before the LOD stage has finished. */
  passes: number;
  /** Texture state, pixel of lane 0 and active lanes, as in the QuadBatch. */
  state: number;
  x: number;
  y: number;
  active: number;
  /** The four lanes' registers start at lane `lane` of `lanes`. */
  lanes: LaneRegisters;
  lane: number;
  /** The pass's footprints start at lane `footLane` of `foot`; filled from the address stage on. */
  foot: Footprints;
  footLane: number;
}

/** Who watches a run. Calls come in the order of cycles; within a cycle from the last stage to the first. */
export interface PipelineObserver {
  /** A quad or pass begins its work in a stage. Its values of that stage are computed. */
  enter(cycle: number, stage: Stage, view: PassView): void;
  /**
   * It leaves the stage's last register: it is in the FIFO behind from this cycle on. The filter takes passes in and
   * lets whole quads out.
   */
  leave(cycle: number, stage: Stage, view: PassView): void;
  /** What the stage did in the cycle: once a stage and cycle. */
  activity(cycle: number, stage: Stage, activity: Activity): void;
  /** A line goes out to memory, and is back. `address` is the line's first byte. */
  miss(cycle: number, address: number): void;
  fill(cycle: number, address: number): void;
  /** A tag look-up: `address` is the line's first byte, `way` the one of its set that it is in, or comes into. */
  lookup(cycle: number, address: number, hit: boolean, way: number): void;
  /** The run is over: `cycles` in all. */
  end(cycles: number): void;
}
