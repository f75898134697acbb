import type { Cause } from '../../../../pipeline/counters/causes.ts';
import type { Activity, Stage } from '../../../../pipeline/stages/stages.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';

/** The requests of a picture or of a trace, which can be run again and again. */
export interface RepeatableRequests {
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  /** Names of the images; numbers if left out. */
  readonly names?: readonly string[];
  /** Batches in the order of the requests; each holds until the next one. */
  readonly batches: () => Iterable<QuadBatch>;
}

/** Cycles `from` to `to - 1` in which a stage does the same, for the same pass of a quad if it is busy. */
export interface StageSlice {
  readonly stage: Stage;
  readonly from: number;
  readonly to: number;
  readonly activity: Activity;
  /** The pass that last began its work, and its quad; null in a stage that is not busy. */
  readonly work: { readonly quad: number; readonly pass: number } | null;
}

/** A value that changes at certain cycles: [cycle, value from then on]. */
export type WindowSteps = readonly (readonly [cycle: number, value: number])[];

/** The pipeline in the cycles `from` to `to - 1`. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
  /** Slices of each stage tile the window, in the order of cycles. */
  readonly slices: readonly StageSlice[];
  /** Entries of the FIFO after each stage. */
  readonly fifos: readonly { readonly stage: Stage; readonly levels: WindowSteps }[];
  /** Lines on their way from memory. */
  readonly misses: WindowSteps;
  /** The cycle of each request of a line to memory. */
  readonly missed: readonly number[];
  readonly causes: readonly { readonly cause: Cause; readonly from: number; readonly to: number }[];
  /** The quads that the slices name: pixel of lane 0, active lanes. */
  readonly quads: ReadonlyMap<number, { readonly x: number; readonly y: number; readonly active: number }>;
}

/** The slice of each stage at a cycle of the window. */
export function slicesAt({ slices }: TimeWindow, cycle: number): ReadonlyMap<Stage, StageSlice> {
  const there = slices.filter(({ from, to }) => from <= cycle && cycle < to);
  return new Map(there.map((slice) => [slice.stage, slice]));
}

/** The value at a cycle; undefined before the first one. */
export function valueAtCycle(steps: WindowSteps, cycle: number): number | undefined {
  return steps.findLast(([from]) => from <= cycle)?.[1];
}
