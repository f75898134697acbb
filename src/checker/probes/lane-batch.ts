import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';

/** Sets the operands of case n, which is lane `lane` of the batch. */
export type FillLane = (batch: QuadBatch, lane: number, n: number) => void;

/** The cases from `first` to `first + count - 1`, one a lane; lanes of the last quad that are left over are off. */
export function laneBatch(count: number, fill: FillLane, first = 0): QuadBatch {
  const batch = new QuadBatch(Math.ceil(count / QUAD_LANES));
  batch.count = batch.capacity;
  for (let lane = 0; lane < count; lane++) {
    batch.active[Math.floor(lane / QUAD_LANES)] |= 1 << (lane % QUAD_LANES);
    fill(batch, lane, first + lane);
  }
  return batch;
}
