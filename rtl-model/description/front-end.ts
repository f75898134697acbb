import { unitOf } from '../fixed-point/truncation.ts';
import type { Binding } from '../state/binding.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import type { DerivativeSteps } from './lod.ts';

/** A vector of three numbers of a lane. */
type Vector = readonly [StepNode, StepNode, StepNode];
/** For each lane of a quad another one. */
type Lanes = readonly [number, number, number, number];

/**
 * The front end as a graph of steps: projection, the faces of cubes and derivatives (Vulkan: Normalized Texel Coordinate
 * Operations).
 */
export class FrontEndSteps {
  private readonly steps: StepGraph;
  private readonly binding: Binding;

  constructor(steps: StepGraph, binding: Binding) {
    this.steps = steps;
    this.binding = binding;
  }

  /** The registers that change before the LOD unit, with what they become; none for coordinates that are taken as they are. */
  changed(): readonly (readonly [string, StepNode])[] {
    const { instruction, dimensions, cube } = this.binding;
    const dref: (readonly [string, StepNode])[] =
      instruction.projected && instruction.dref === true ? [['dref', this.coordinate('dref')]] : [];
    if (cube) return [...dref, ...Object.entries(this.onCube())];
    if (!instruction.projected) return [];
    return [...dref, ...['u', 'v', 'w'].slice(0, dimensions).map((name) => [name, this.coordinate(name)] as const)];
  }

  /** Derivatives that the instruction has, or differences between the lanes of a quad; 0 along axes that are not there. */
  derivatives(): DerivativeSteps {
    const { steps: s } = this;
    const { instruction, cube, dimensions } = this.binding;
    const none = s.constant(0, 'float32');
    const along = (axis: number, given: string, difference: (x: StepNode) => StepNode) => {
      if (axis >= (cube ? 2 : dimensions)) return none;
      if (cube || instruction.lod === 'gradient') return s.register(given, 'float32');
      return difference(s.register('uvw'[axis], 'float32'));
    };
    return {
      dudx: along(0, 'dudx', (x) => this.alongX(x)),
      dvdx: along(1, 'dvdx', (x) => this.alongX(x)),
      dwdx: along(2, 'dwdx', (x) => this.alongX(x)),
      dudy: along(0, 'dudy', (x) => this.alongY(x)),
      dvdy: along(1, 'dvdy', (x) => this.alongY(x)),
      dwdy: along(2, 'dwdy', (x) => this.alongY(x)),
    };
  }

  /** Vulkan: Derivative Operations; D3D11.3 22.5.2-22.5.5. Coarse: one difference for the quad, taken at lane 0. */
  private alongX(x: StepNode): StepNode {
    return this.isFine()
      ? this.difference(x, [0, 0, 2, 2], [1, 1, 3, 3])
      : this.difference(x, [0, 0, 0, 0], [1, 1, 1, 1]);
  }

  private alongY(x: StepNode): StepNode {
    return this.isFine()
      ? this.difference(x, [0, 1, 0, 1], [2, 3, 2, 3])
      : this.difference(x, [0, 0, 0, 0], [2, 2, 2, 2]);
  }

  private isFine(): boolean {
    return this.binding.design.lod.derivatives === 'fine';
  }

  private difference(x: StepNode, from: Lanes, to: Lanes): StepNode {
    const { steps: s } = this;
    return s.subtract(s.neighbor(x, to), s.neighbor(x, from));
  }

  /** A coordinate, or the reference depth, after projection (Vulkan: Projection Operation). */
  private coordinate(register: string): StepNode {
    const { steps: s } = this;
    const { instruction, design } = this.binding;
    const value = s.register(register, 'float32');
    if (!instruction.projected) return value;
    return this.quotient(value, s.register('q', 'float32'), unitOf(design.frontEnd.projectionBits));
  }

  /** a / b with the significant bits of `unit` (truncation.ts). */
  private quotient(a: StepNode, b: StepNode, unit: number): StepNode {
    const { steps: s } = this;
    if (unit === 0) return s.divide(a, b);
    const quotient = s.divide(s.flushed(s.double(a)), s.flushed(s.double(b)));
    const cut = s.cutBelow(quotient, s.multiply(s.leadingBit(quotient), s.constant(unit, 'float64')));
    const finite = s.less(s.absolute(quotient), s.constant(Infinity, 'float64'));
    return s.single(s.flushed(s.select(finite, cut, quotient)));
  }

  /** Face, coordinates and derivatives on it (Vulkan: Cube Map Face Selection, Coordinate and Derivative Transformation). */
  private onCube(): Readonly<Record<string, StepNode>> {
    const { steps: s } = this;
    const { instruction, design } = this.binding;
    const unit = unitOf(design.frontEnd.cubeDivideBits);
    const real = (value: number) => s.constant(value, 'float32');
    const direction = ['u', 'v', 'w'].map((name) => this.coordinate(name)) as unknown as Vector;
    const face = this.face(direction);
    const [sc, tc, rc] = this.alongFace(face, direction);
    const major = s.absolute(rc);
    const onFace = (minor: StepNode) => s.add(s.multiply(real(0.5), this.quotient(minor, major, unit)), real(0.5));
    const coordinates = { face, u: onFace(sc), v: onFace(tc) };
    if (instruction.lod === 'explicit') return coordinates;
    const square = s.multiply(major, major);
    const gradient = instruction.lod === 'gradient';
    const derivative = (name: 'x' | 'y'): readonly [StepNode, StepNode] => {
      const d = direction.map((x, axis) => {
        if (gradient) return s.register(`d${'uvw'[axis]}d${name}`, 'float32');
        return name === 'x' ? this.alongX(x) : this.alongY(x);
      }) as unknown as Vector;
      const [ds, dt, dr] = this.alongFace(face, d);
      // |r_c| rises with the component on faces of its own sign, +x, +y and +z.
      const odd = s.less(s.constant(0), s.and(face, s.constant(1)));
      const dMajor = s.select(odd, s.negate(dr), dr);
      const half = (minor: StepNode, dMinor: StepNode) => {
        const change = s.subtract(s.multiply(major, dMinor), s.multiply(minor, dMajor));
        return s.multiply(real(0.5), this.quotient(change, square, unit));
      };
      return [half(sc, ds), half(tc, dt)];
    };
    const [dudx, dvdx] = derivative('x');
    const [dudy, dvdy] = derivative('y');
    return { ...coordinates, dudx, dvdx, dudy, dvdy };
  }

  /** 0 to 5 for +x, -x, +y, -y, +z, -z. Of equal magnitudes z wins over y, and y over x; a NaN counts as 0. */
  private face([x, y, z]: Vector): StepNode {
    const { steps: s } = this;
    const none = s.constant(0, 'float32');
    const size = (a: StepNode) => s.select(s.equal(a, a), s.absolute(a), none);
    const [ax, ay, az] = [size(x), size(y), size(z)];
    const sided = (a: StepNode, face: number) => s.select(s.less(a, none), s.constant(face + 1), s.constant(face));
    const isZ = s.not(s.or(s.less(az, ay), s.less(az, ax)));
    return s.select(isZ, sided(z, 4), s.select(s.less(ay, ax), sided(x, 0), sided(y, 2)));
  }

  /** s_c, t_c and r_c of a vector on a face. */
  private alongFace(face: StepNode, [x, y, z]: Vector): Vector {
    const { steps: s } = this;
    const isX = s.less(face, s.constant(2));
    const isZ = s.less(s.constant(3), face);
    const odd = s.less(s.constant(0), s.and(face, s.constant(1)));
    const [minusX, minusY, minusZ] = [s.negate(x), s.negate(y), s.negate(z)];
    const ofX = s.select(odd, z, minusZ);
    const ofZ = s.select(odd, minusX, x);
    const sc = s.select(isX, ofX, s.select(isZ, ofZ, x));
    const tc = s.select(s.or(isX, isZ), minusY, s.select(odd, minusZ, z));
    return [sc, tc, s.select(isX, x, s.select(isZ, z, y))];
  }
}
