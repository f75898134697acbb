import type { Design } from '../design/design.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Instruction, LodSource } from '../state/instruction.ts';
import { quadDerivatives } from './derivatives.ts';

/** Brings quads in: projection, then derivatives (Vulkan: Projection Operation, Derivative Image Operations). */
export class FrontEnd {
  private readonly projected: boolean;
  private readonly lod: LodSource;
  private readonly fine: boolean;

  constructor(design: Design, instruction: Instruction) {
    this.projected = instruction.projected;
    this.lod = instruction.lod;
    this.fine = design.lod.derivatives === 'fine';
  }

  /** Loads `count` quads of the batch, from quad `firstQuad` on, into the registers from lane `first` on. */
  load(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    const { u, v, layer, lodOperand, minLod, offsetU, offsetV, passes } = lanes;
    for (let quad = 0; quad < count; quad++) {
      const from = QUAD_LANES * (firstQuad + quad);
      const to = first + QUAD_LANES * quad;
      const active = batch.active[firstQuad + quad];
      const quadOffsetU = batch.offsetU[firstQuad + quad];
      const quadOffsetV = batch.offsetV[firstQuad + quad];
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        u[to + lane] = batch.s[from + lane];
        v[to + lane] = batch.t[from + lane];
        layer[to + lane] = batch.layer[from + lane];
        lodOperand[to + lane] = batch.lod[from + lane];
        minLod[to + lane] = batch.minLod[from + lane];
        offsetU[to + lane] = quadOffsetU;
        offsetV[to + lane] = quadOffsetV;
        passes[to + lane] = (active >> lane) & 1;
      }
      if (this.projected) this.project(batch, from, lanes, to);
      if (this.lod === 'implicit') {
        quadDerivatives(lanes.u, to, this.fine, lanes.dudx, lanes.dudy);
        quadDerivatives(lanes.v, to, this.fine, lanes.dvdx, lanes.dvdy);
      } else if (this.lod === 'gradient') {
        this.loadGradients(batch, from, lanes, to);
      }
    }
  }

  private project(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      lanes.u[to + lane] = batch.s[from + lane] / batch.q[from + lane];
      lanes.v[to + lane] = batch.t[from + lane] / batch.q[from + lane];
    }
  }

  private loadGradients(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      lanes.dudx[to + lane] = batch.dsdx[from + lane];
      lanes.dvdx[to + lane] = batch.dtdx[from + lane];
      lanes.dudy[to + lane] = batch.dsdy[from + lane];
      lanes.dvdy[to + lane] = batch.dtdy[from + lane];
    }
  }
}
