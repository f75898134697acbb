import { unitOf } from '../fixed-point/truncation.ts';
import type { LodUnit } from '../lod-unit/lod-unit.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import {
  LANE_ACTIVE,
  LANE_DUDX,
  LANE_DUDY,
  LANE_DVDX,
  LANE_DVDY,
  LANE_LOD_OPERAND,
  LANE_MIN_LOD,
  LANE_Q,
  LANE_U,
  LANE_V,
} from './kernel-layout.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { fitsLanes, writeLodRecord } from './lod-record.ts';

/**
 * Front end and LOD unit of one texture state as WebAssembly kernels: from the operands of a batch to levels, weights,
 * filters, samples and passes, with the bits of `FrontEnd` and `LodUnit`.
 */
export class LodKernel {
  private readonly binding: Binding;
  private readonly unit: LodUnit;
  private record = 0;

  /** The kernel of a state, or null where its lanes do not hold every step. */
  static of(binding: Binding, unit: LodUnit): LodKernel | null {
    return fitsLanes(binding, unit) ? new LodKernel(binding, unit) : null;
  }

  private constructor(binding: Binding, unit: LodUnit) {
    this.binding = binding;
    this.unit = unit;
  }

  /** Brings the state into the memory, whose tables are new or gone. */
  place(memory: KernelMemory): void {
    this.record = writeLodRecord(memory, this.binding, this.unit);
  }

  /**
   * Fills the lane registers of the block for `count` quads of the batch, from quad `first` on, after `place`.
   *
   * @param count at most BLOCK_LANES / 4
   * @returns the most passes of a lane
   */
  select(memory: KernelMemory, batch: QuadBatch, first: number, count: number): number {
    const { block, kernels } = memory;
    const { design, instruction } = this.binding;
    const from = QUAD_LANES * first;
    const lanes = QUAD_LANES * count;
    load(memory, LANE_U, batch.s, from, lanes);
    load(memory, LANE_V, batch.t, from, lanes);
    load(memory, LANE_LOD_OPERAND, batch.lod, from, lanes);
    load(memory, LANE_MIN_LOD, batch.minLod, from, lanes);
    memory.all.integers.set(batch.active.subarray(first, first + count), (block + LANE_ACTIVE) / 4);
    if (instruction.projected) {
      load(memory, LANE_Q, batch.q, from, lanes);
      kernels.project(block, lanes, unitOf(design.frontEnd.projectionBits));
    }
    if (instruction.lod === 'gradient') {
      load(memory, LANE_DUDX, batch.dsdx, from, lanes);
      load(memory, LANE_DVDX, batch.dtdx, from, lanes);
      load(memory, LANE_DUDY, batch.dsdy, from, lanes);
      load(memory, LANE_DVDY, batch.dtdy, from, lanes);
    } else if (instruction.lod === 'implicit') {
      if (design.lod.derivatives === 'fine') kernels.deriveFine(block, lanes);
      else kernels.deriveCoarse(block, lanes);
    }
    return kernels.selectLods(this.record, block, lanes);
  }
}

function load({ all, block }: KernelMemory, register: number, values: Float32Array, from: number, count: number): void {
  all.floats.set(values.subarray(from, from + count), (block + register) / 4);
}
