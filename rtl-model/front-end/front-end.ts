import { unitOf } from '../fixed-point/truncation.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { copiedOperands } from '../registers/operands.ts';
import type { Binding } from '../state/binding.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { NeighborLanes, Steps } from '../steps/steps.ts';
import { alongFace, cubeFace, coordinatesOnFace, derivativesOnFace, type FaceVector } from './cube-face.ts';
import { type DerivativeLanes, difference } from './derivatives.ts';
import { quotient } from './quotient.ts';

/** Derivatives of a batch, under the names of registers. */
const GRADIENT_OPERANDS = {
  dudx: 'dsdx',
  dvdx: 'dtdx',
  dwdx: 'drdx',
  dudy: 'dsdy',
  dvdy: 'dtdy',
  dwdy: 'drdy',
} as const;

/** The operands of a lane that the front end changes, float32. */
export interface FrontEndOperands<V> {
  /** A coordinate after projection. @param lanes the lanes of the quad that each lane takes it of; its own if not given */
  coordinate(axis: Axis, lanes?: NeighborLanes): V;
  /** A derivative that the instruction has. */
  gradient(name: `d${Axis}d${'x' | 'y'}`): V;
}

type Axis = 'u' | 'v' | 'w';

/** The lane's place on a cube. */
export interface OnCube<V> {
  readonly face: V;
  readonly u: V;
  readonly v: V;
  readonly dudx: V | null;
  readonly dvdx: V | null;
  readonly dudy: V | null;
  readonly dvdy: V | null;
}

/**
 * Brings quads in: operands, projection, derivatives and the faces of cubes (Vulkan: Normalized Texel Coordinate
 * Operations).
 */
export class FrontEnd {
  readonly projects: boolean;
  /** The last bits of the quotients by q and by the major axis of a cube, as `quotient` takes them. */
  private readonly projectionUnit: number;
  private readonly cubeUnit: number;
  private readonly implicit: boolean;
  private readonly gradient: boolean;
  private readonly derivatives: DerivativeLanes;
  private readonly laneOffsets: boolean;
  private readonly cube: boolean;
  private readonly compares: boolean;
  private readonly writes: boolean;
  /** True if the operation returns which lanes have texels that are not all bound. */
  private readonly tracksResidency: boolean;
  /** Coordinates that the view has; the others count as 0, whatever the request holds. */
  private readonly axes: number;
  /** The operands that are copied, with their registers. */
  private readonly operands;

  constructor(binding: Binding) {
    const { design, image, instruction, op, cube, dimensions } = binding;
    const takesLod = op === 'sample' || op === 'footprint';
    const { projectionBits, cubeDivideBits } = design.frontEnd;
    this.projects = instruction.projected;
    this.projectionUnit = unitOf(projectionBits);
    this.cubeUnit = unitOf(cubeDivideBits);
    this.implicit = op === 'query_lod' || (takesLod && instruction.lod === 'implicit');
    this.gradient = takesLod && instruction.lod === 'gradient';
    this.derivatives = design.lod.derivatives;
    this.laneOffsets = instruction.laneOffsets ?? false;
    this.cube = cube;
    this.compares = instruction.dref ?? false;
    this.writes = op === 'write' || op === 'atomic';
    this.tracksResidency = image.unbound.length > 0 || (instruction.sparse ?? false);
    this.axes = cube ? 3 : dimensions;
    this.operands = copiedOperands(binding).map((operand) => ({
      operand,
      register: operand === 'lod' ? ('lodOperand' as const) : operand,
    }));
  }

  /** Loads `count` quads of the batch, from quad `firstQuad` on, into the registers from lane `first` on. */
  load(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    const from = QUAD_LANES * firstQuad;
    const laneCount = QUAD_LANES * count;
    this.loadOperands(batch, firstQuad, count, lanes, first);
    if (this.compares) this.loadCoordinate(batch.dref, batch.q, from, lanes.dref, first, laneCount);
    if (!this.cube) {
      this.loadPlane(batch, from, lanes, first, laneCount);
      return;
    }
    for (let n = 0; n < laneCount; n += QUAD_LANES) this.loadCube(batch, from + n, lanes, first + n);
  }

  /** The part of `load` that copies: what coordinates, derivatives and references are not. */
  loadOperands(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    const from = QUAD_LANES * firstQuad;
    const laneCount = QUAD_LANES * count;
    for (const { operand, register } of this.operands) copy(batch[operand], from, lanes[register], first, laneCount);
    this.loadOffsets(batch, firstQuad, count, lanes, first);
    if (this.tracksResidency) lanes.resident.fill(1, first, first + laneCount);
    if (this.writes) copy(batch.writeBits, 4 * from, lanes.colorBits, 4 * first, 4 * laneCount);
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
    const { axes } = this;
    const { u, v, w, dudx, dvdx, dwdx, dudy, dvdy, dwdy } = lanes;
    this.loadCoordinate(batch.s, batch.q, from, u, to, count);
    if (axes > 1) this.loadCoordinate(batch.t, batch.q, from, v, to, count);
    else v.fill(0, to, to + count);
    if (axes > 2) this.loadCoordinate(batch.r, batch.q, from, w, to, count);
    if (this.implicit) {
      this.differentiate(u, to, count, dudx, dudy);
      this.differentiate(v, to, count, dvdx, dvdy);
      if (axes > 2) this.differentiate(w, to, count, dwdx, dwdy);
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

  private differentiate(value: Float32Array, first: number, count: number, dx: Float32Array, dy: Float32Array): void {
    const { derivatives } = this;
    // All lanes have those of lane 0, but for fine ones.
    const step = derivatives === 'fine' ? 1 : QUAD_LANES;
    let quad = first;
    let lane = 0;
    const ofLane = (lanes: NeighborLanes) => value[quad + lanes[lane]];
    for (; quad < first + count; quad += QUAD_LANES) {
      for (lane = 0; lane < QUAD_LANES; lane += step) {
        const x = difference(PLAIN, ofLane, derivatives, 'x');
        const y = difference(PLAIN, ofLane, derivatives, 'y');
        for (let at = quad + lane; at < quad + lane + step; at++) {
          dx[at] = x;
          dy[at] = y;
        }
      }
    }
  }

  /** Coordinates and derivatives on the faces that the lanes' directions meet. */
  private loadCube(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number): void {
    const operands = new BatchOperands(this, batch, from);
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      operands.lane = lane;
      const { face, u, v, dudx, dvdx, dudy, dvdy } = this.onCube(PLAIN, operands);
      const at = to + lane;
      lanes.face[at] = face;
      lanes.u[at] = u;
      lanes.v[at] = v;
      if (dudx === null || dvdx === null || dudy === null || dvdy === null) continue;
      lanes.dudx[at] = dudx;
      lanes.dvdx[at] = dvdx;
      lanes.dudy[at] = dudy;
      lanes.dvdy[at] = dvdy;
    }
  }

  private loadCoordinate(
    values: Float32Array,
    q: Float32Array,
    from: number,
    register: Float32Array,
    to: number,
    count: number,
  ): void {
    for (let n = 0; n < count; n++) register[to + n] = this.projected(PLAIN, values[from + n], q[from + n]);
  }

  // The description.

  /** A coordinate, or the reference depth, after projection (Vulkan: Projection Operation). */
  projected<V>(s: Steps<V>, value: V, q: V): V {
    return this.projects ? quotient(s, value, q, this.projectionUnit) : value;
  }

  /** A derivative of a coordinate: the instruction's, or a difference between the lanes of a quad. */
  derivative<V>(s: Steps<V>, operands: FrontEndOperands<V>, axis: Axis, along: 'x' | 'y'): V {
    if (this.gradient) return operands.gradient(GRADIENTS[axis][along]);
    const ofLanes = (lanes: NeighborLanes) => operands.coordinate(axis, lanes);
    return difference(s, ofLanes, this.derivatives, along);
  }

  /** Face, coordinates and derivatives of a cube; the latter are null where a LOD is given. */
  onCube<V>(s: Steps<V>, operands: FrontEndOperands<V>): OnCube<V> {
    const direction: FaceVector<V> = [operands.coordinate('u'), operands.coordinate('v'), operands.coordinate('w')];
    const face = cubeFace(s, direction);
    const along = alongFace(s, face, direction);
    const [u, v] = coordinatesOnFace(s, along, this.cubeUnit);
    if (!this.implicit && !this.gradient) return { face, u, v, dudx: null, dvdx: null, dudy: null, dvdy: null };
    const change = (x: 'x' | 'y'): FaceVector<V> => [
      this.derivative(s, operands, 'u', x),
      this.derivative(s, operands, 'v', x),
      this.derivative(s, operands, 'w', x),
    ];
    const [dudx, dvdx] = derivativesOnFace(s, face, along, change('x'), this.cubeUnit);
    const [dudy, dvdy] = derivativesOnFace(s, face, along, change('y'), this.cubeUnit);
    return { face, u, v, dudx, dvdx, dudy, dvdy };
  }
}

const GRADIENTS = {
  u: { x: 'dudx', y: 'dudy' },
  v: { x: 'dvdx', y: 'dvdy' },
  w: { x: 'dwdx', y: 'dwdy' },
} as const;

/** The operands of a lane of a quad in a batch. */
export class BatchOperands implements FrontEndOperands<number> {
  lane = 0;

  /** @param first lane of the quad */
  constructor(
    private readonly frontEnd: FrontEnd,
    private readonly batch: QuadBatch,
    private readonly first: number,
  ) {}

  coordinate(axis: Axis, lanes?: NeighborLanes): number {
    const { batch, lane, first } = this;
    const at = first + (lanes === undefined ? lane : lanes[lane]);
    const value = axis === 'u' ? batch.s[at] : axis === 'v' ? batch.t[at] : batch.r[at];
    return this.frontEnd.projected(PLAIN, value, batch.q[at]);
  }

  gradient(name: keyof typeof GRADIENT_OPERANDS): number {
    return this.batch[GRADIENT_OPERANDS[name]][this.first + this.lane];
  }
}

type Numbers = Float32Array | Float64Array | Int32Array | Int16Array | Uint8Array | Uint16Array;

function copy(values: Numbers, from: number, register: Numbers, to: number, count: number): void {
  for (let n = 0; n < count; n++) register[to + n] = values[from + n];
}
