import type { Binding } from '../state/binding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { transformCube, transformCubeDerivatives } from './cube-face.ts';
import { quadDerivatives } from './derivatives.ts';

/**
 * The front end for every image operation: operands, projection, derivatives and the faces of cubes (Vulkan:
 * Normalized Texel Coordinate Operations).
 */
export class OperationFrontEnd {
  private readonly projected: boolean;
  private readonly implicit: boolean;
  private readonly gradient: boolean;
  private readonly fine: boolean;
  private readonly laneOffsets: boolean;
  private readonly cube: boolean;
  /** Coordinates that the view has; the others count as 0, whatever the request holds. */
  private readonly axes: number;
  /** s, t, r of the quad's lanes and their derivatives along x and y; for cubes the direction vector. */
  private readonly coordinate = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly dx = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly dy = [0, 1, 2].map(() => new Float32Array(QUAD_LANES));
  private readonly ofLane = new Float32Array(6);

  constructor({ design, instruction, op, cube, dimensions }: Binding) {
    const takesLod = op === 'sample' || op === 'footprint';
    this.projected = instruction.projected;
    this.implicit = op === 'query_lod' || (takesLod && instruction.lod === 'implicit');
    this.gradient = takesLod && instruction.lod === 'gradient';
    this.fine = design.lod.derivatives === 'fine';
    this.laneOffsets = instruction.laneOffsets ?? false;
    this.cube = cube;
    this.axes = cube ? 3 : dimensions;
  }

  /** Loads `count` quads of the batch, from quad `firstQuad` on, into the registers from lane `first` on. */
  load(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void {
    for (let quad = 0; quad < count; quad++) {
      const to = first + QUAD_LANES * quad;
      this.loadOperands(batch, firstQuad + quad, lanes, to);
      this.loadCoordinates(batch, QUAD_LANES * (firstQuad + quad), lanes, to);
      this.derive(batch, QUAD_LANES * (firstQuad + quad));
      for (let lane = 0; lane < QUAD_LANES; lane++) this.place(lanes, to + lane, lane);
    }
  }

  private loadOperands(batch: QuadBatch, quad: number, lanes: LaneRegisters, first: number): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const from = QUAD_LANES * quad + lane;
      const to = first + lane;
      lanes.layer[to] = batch.layer[from];
      lanes.lodOperand[to] = batch.lod[from];
      lanes.minLod[to] = batch.minLod[from];
      const own = this.laneOffsets ? 1 : 0;
      lanes.offsetU[to] = batch.offsetU[quad] + own * batch.laneOffset[3 * from];
      lanes.offsetV[to] = batch.offsetV[quad] + own * batch.laneOffset[3 * from + 1];
      lanes.offsetW[to] = batch.offsetW[quad] + own * batch.laneOffset[3 * from + 2];
      lanes.i[to] = batch.i[from];
      lanes.j[to] = batch.j[from];
      lanes.k[to] = batch.k[from];
      lanes.integerLayer[to] = batch.integerLayer[from];
      lanes.sample[to] = batch.sample[from];
      lanes.level[to] = batch.level[from];
      lanes.referenceI[to] = batch.referenceI[from];
      lanes.referenceJ[to] = batch.referenceJ[from];
      lanes.boxWidth[to] = batch.boxWidth[from];
      lanes.boxHeight[to] = batch.boxHeight[from];
      lanes.blockWidth[to] = batch.blockWidth[from];
      lanes.blockHeight[to] = batch.blockHeight[from];
      lanes.passes[to] = (batch.active[quad] >> lane) & 1;
      lanes.resident[to] = 1;
      lanes.axisU[to] = 0;
      lanes.axisV[to] = 0;
      clearSums(lanes, to);
      for (let c = 0; c < 4; c++) lanes.colorBits[4 * to + c] = batch.writeBits[4 * from + c];
    }
  }

  private loadCoordinates(batch: QuadBatch, from: number, lanes: LaneRegisters, to: number): void {
    const [s, t, r] = this.coordinate;
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = from + lane;
      const q = this.projected ? batch.q[at] : 1;
      s[lane] = batch.s[at] / q;
      t[lane] = this.axes > 1 ? batch.t[at] / q : 0;
      r[lane] = this.axes > 2 ? batch.r[at] / q : 0;
      lanes.dref[to + lane] = batch.dref[at] / q;
    }
  }

  private derive(batch: QuadBatch, from: number): void {
    if (this.implicit) {
      for (let axis = 0; axis < 3; axis++) {
        quadDerivatives(this.coordinate[axis], 0, this.fine, this.dx[axis], this.dy[axis]);
      }
    } else if (this.gradient) {
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        const at = from + lane;
        this.dx[0][lane] = batch.dsdx[at];
        this.dx[1][lane] = this.axes > 1 ? batch.dtdx[at] : 0;
        this.dx[2][lane] = this.axes > 2 ? batch.drdx[at] : 0;
        this.dy[0][lane] = batch.dsdy[at];
        this.dy[1][lane] = this.axes > 1 ? batch.dtdy[at] : 0;
        this.dy[2][lane] = this.axes > 2 ? batch.drdy[at] : 0;
      }
    }
  }

  /** Coordinates and derivatives into the lane's registers: as they are, or on the face of the cube that is met. */
  private place(lanes: LaneRegisters, to: number, lane: number): void {
    const { coordinate, dx, dy, ofLane } = this;
    if (this.cube) {
      const x = coordinate[0][lane];
      const y = coordinate[1][lane];
      const z = coordinate[2][lane];
      transformCube(lanes, to, x, y, z);
      lanes.dwdx[to] = 0;
      lanes.dwdy[to] = 0;
      for (let axis = 0; axis < 3; axis++) {
        ofLane[axis] = dx[axis][lane];
        ofLane[3 + axis] = dy[axis][lane];
      }
      transformCubeDerivatives(lanes, to, x, y, z, ofLane);
      return;
    }
    lanes.face[to] = 0;
    lanes.u[to] = coordinate[0][lane];
    lanes.v[to] = coordinate[1][lane];
    lanes.w[to] = coordinate[2][lane];
    lanes.dudx[to] = dx[0][lane];
    lanes.dvdx[to] = dx[1][lane];
    lanes.dwdx[to] = dx[2][lane];
    lanes.dudy[to] = dy[0][lane];
    lanes.dvdy[to] = dy[1][lane];
    lanes.dwdy[to] = dy[2][lane];
  }
}

function clearSums({ sumHi, sumLo, part, least, greatest }: LaneRegisters, lane: number): void {
  for (let at = 4 * lane; at < 4 * lane + 4; at++) {
    sumHi[at] = 0;
    sumLo[at] = 0;
    part[at] = 0;
    least[at] = 0;
    greatest[at] = 0;
  }
}
