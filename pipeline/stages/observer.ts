import type { Footprints } from '../../rtl-model/registers/footprints.ts';
import type { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import type { Activity, Stage } from './stages.ts';

/**
 * A quad or one of its passes, as an observer sees it: the places of its values. One record is reused for every call,
 * so that its contents hold only until the call returns.
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

/** An observer of a run. Calls come in the order of cycles, and within a cycle from the last stage to the first. */
export interface PipelineObserver {
  /** A stage takes a quad or pass in. The stage's values of it are computed. */
  enter(cycle: number, stage: Stage, view: PassView): void;
  /**
   * A quad or pass leaves the stage's last register, and is in the next FIFO from this cycle on. The filter takes
   * passes in and gives whole quads.
   */
  leave(cycle: number, stage: Stage, view: PassView): void;
  /** The activity of a stage in a cycle, reported once for each stage and cycle. */
  activity(cycle: number, stage: Stage, activity: Activity): void;
  /** A line goes out to memory, and is back. `address` is the line's first byte. */
  miss(cycle: number, address: number): void;
  fill(cycle: number, address: number): void;
  /**
   * A tag look-up. `address` is the line's first byte, `way` the way of its set that it is in or comes into,
   * negative where a line gets its way when it comes.
   */
  lookup(cycle: number, address: number, hit: boolean, way: number): void;
  /**
   * Bytes are read from the memory below the caches, or written to it. The memory gets the request in the cycle, which may
   * lie ahead; requests come in the order in which they are made. After the end come those of the writes that the caches
   * still hold.
   */
  request(cycle: number, address: number, bytes: number, write: boolean): void;
  /** The run is over, after `cycles` in all. */
  end(cycles: number): void;
}
