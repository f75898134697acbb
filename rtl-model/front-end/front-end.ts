import { quotient, unitOf } from '../fixed-point/truncation.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import { transformCube, transformCubeDerivatives } from './cube-face.ts';
import { quadDerivatives } from './derivatives.ts';
import { operandsOf } from './operands.ts';

/**
 * Brings quads in: operands, projection, derivatives and the faces of cubes (Vulkan: Normalized Texel Coordinate
 * Operations).
 */
export class FrontEnd {
  private readonly projected: boolean;
  /** The last bits of the quotients by q and by the major axis of a cube, as `quotient` takes them. */
  private readonly projectionUnit: number;
  private readonly cubeUnit: number;
  private readonly implicit: boolean;
  private readonly gradient: boolean;
  private readonly fine: boolean;
  private readonly laneOffsets: boolean;
  private readonly cube: boolean;
  private readonly compares: boolean;
  private readonly writes: boolean;
  /** True if the operation returns which lanes have texels that are not all bound. */
  private readonly tracksResidency: boolean;
  /** Coordinates that the view has; the others count as 0, whatever the request holds. */
  private readonly axes: number;
  private readonly operands: ReturnType<typeof operandsOf>;
  /** Direction vectors of the lanes of the quad that was loaded last, for cubes, and their derivatives along x and y. */
  readonly direction = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly dx = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly dy = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly ofLane = new Float32Array(6);

  constructor(binding: Binding) {
    const { design, image, instruction, op, cube, dimensions } = binding;
    const takesLod = op === 'sample' || op === 'footprint';
    const { projectionBits, cubeDivideBits } = design.frontEnd;
    this.projected = instruction.projected;
    this.projectionUnit = unitOf(projectionBits);
    this.cubeUnit = unitOf(cubeDivideBits);
    this.implicit = op === 'query_lod' || (takesLod && instruction.lod === 'implicit');
    this.gradient = takesLod && instruction.lod === 'gradient';
    this.fine = design.lod.derivatives === 'fine';
    this.laneOffsets = instruction.laneOffsets ?? false;
    this.cube = cube;
    this.compares = instruction.dref ?? false;
    this.writes = op === 'write' || op === 'atomic';
    this.tracksResidency = image.unbound.length > 0 || (instruction.sparse ?? false);
    this.axes = cube ? 3 : dimensions;
    this.operands = operandsOf(binding);
  }

  /** Loads `count` quads of the batch, from quad `firstQuad` on, into the registers from lane `first` on. */
  load(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    const from = QUAD_LANES * firstQuad;
    const laneCount = QUAD_LANES * count;
    for (const { operand, register } of this.operands) copy(batch[operand], from, lanes[register], first, laneCount);
    this.loadOffsets(batch, firstQuad, count, lanes, first);
    if (this.tracksResidency) lanes.resident.fill(1, first, first + laneCount);
    if (this.writes) copy(batch.writeBits, 4 * from, lanes.colorBits, 4 * first, 4 * laneCount);
    if (this.compares) this.loadCoordinate(batch.dref, batch.q, from, lanes.dref, first, laneCount);
    if (!this.cube) {
      this.loadPlane(batch, from, lanes, first, laneCount);
      return;
    }
    for (let n = 0; n < laneCount; n += QUAD_LANES) this.loadCube(batch, from + n, lanes, first + n);
  }

  /** Active lanes and texel offsets. */
  private loadOffsets(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    const { offsetU, offsetV, offsetW, passes } = lanes;
    const { laneOffset } = batch;
    for (let quad = firstQuad; quad < firstQuad + count; quad++) {
      const active = batch.active[quad];
      const u = batch.offsetU[quad];
      const v = batch.offsetV[quad];
      const w = batch.offsetW[quad];
      const to = first + QUAD_LANES * (quad - firstQuad);
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        const at = 3 * (QUAD_LANES * quad + lane);
        offsetU[to + lane] = this.laneOffsets ? u + laneOffset[at] : u;
        offsetV[to + lane] = this.laneOffsets ? v + laneOffset[at + 1] : v;
        offsetW[to + lane] = this.laneOffsets ? w + laneOffset[at + 2] : w;
        passes[to + lane] = (active >> lane) & 1;
      }
    }
  }

  private loadPlane(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number, count: number): void {
    const { axes, fine } = this;
    const { u, v, w, dudx, dvdx, dwdx, dudy, dvdy, dwdy } = lanes;
    this.loadCoordinate(batch.s, batch.q, from, u, to, count);
    if (axes > 1) this.loadCoordinate(batch.t, batch.q, from, v, to, count);
    else v.fill(0, to, to + count);
    if (axes > 2) this.loadCoordinate(batch.r, batch.q, from, w, to, count);
    if (this.implicit) {
      for (let quad = to; quad < to + count; quad += QUAD_LANES) {
        quadDerivatives(u, quad, fine, dudx, dudy);
        quadDerivatives(v, quad, fine, dvdx, dvdy);
        if (axes > 2) quadDerivatives(w, quad, fine, dwdx, dwdy);
      }
    } else if (this.gradient) {
      copy(batch.dsdx, from, dudx, to, count);
      copy(batch.dsdy, from, dudy, to, count);
      if (axes > 1) {
        copy(batch.dtdx, from, dvdx, to, count);
        copy(batch.dtdy, from, dvdy, to, count);
      } else {
        dvdx.fill(0, to, to + count);
        dvdy.fill(0, to, to + count);
      }
      if (axes > 2) {
        copy(batch.drdx, from, dwdx, to, count);
        copy(batch.drdy, from, dwdy, to, count);
      }
    }
  }

  /** Coordinates and derivatives on the faces that the lanes' directions meet. */
  private loadCube(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number): void {
    const { direction, dx, dy, ofLane } = this;
    const [x, y, z] = direction;
    this.loadCoordinate(batch.s, batch.q, from, x, 0, QUAD_LANES);
    this.loadCoordinate(batch.t, batch.q, from, y, 0, QUAD_LANES);
    this.loadCoordinate(batch.r, batch.q, from, z, 0, QUAD_LANES);
    if (this.implicit) {
      for (let axis = 0; axis < 3; axis++) {
        quadDerivatives(direction[axis], 0, this.fine, dx[axis], dy[axis]);
      }
    } else if (this.gradient) {
      copy(batch.dsdx, from, dx[0], 0, QUAD_LANES);
      copy(batch.dtdx, from, dx[1], 0, QUAD_LANES);
      copy(batch.drdx, from, dx[2], 0, QUAD_LANES);
      copy(batch.dsdy, from, dy[0], 0, QUAD_LANES);
      copy(batch.dtdy, from, dy[1], 0, QUAD_LANES);
      copy(batch.drdy, from, dy[2], 0, QUAD_LANES);
    }
    const [xdx, ydx, zdx] = dx;
    const [xdy, ydy, zdy] = dy;
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      transformCube(lanes, to + lane, x[lane], y[lane], z[lane], this.cubeUnit);
      if (!this.implicit && !this.gradient) continue;
      ofLane[0] = xdx[lane];
      ofLane[1] = ydx[lane];
      ofLane[2] = zdx[lane];
      ofLane[3] = xdy[lane];
      ofLane[4] = ydy[lane];
      ofLane[5] = zdy[lane];
      transformCubeDerivatives(lanes, to + lane, x[lane], y[lane], z[lane], ofLane, this.cubeUnit);
    }
  }

  /** A coordinate, or the reference depth, after projection (Vulkan: Projection Operation). */
  private loadCoordinate(
    values: Float32Array,
    q: Float32Array,
    from: number,
    register: Float32Array,
    to: number,
    count: number,
  ): void {
    const { projectionUnit } = this;
    if (this.projected) {
      for (let n = 0; n < count; n++) register[to + n] = quotient(values[from + n], q[from + n], projectionUnit);
    } else for (let n = 0; n < count; n++) register[to + n] = values[from + n];
  }
}

type Numbers = Float32Array | Float64Array | Int32Array | Int16Array | Uint8Array | Uint16Array;

function copy(values: Numbers, from: number, register: Numbers, to: number, count: number): void {
  for (let n = 0; n < count; n++) register[to + n] = values[from + n];
}
