import { selectLayer } from '../address-unit/array-layer.ts';
import { Coordinates } from '../address-unit/coordinates.ts';
import { CUBE_FACES, SEAMS } from '../address-unit/cube-edge.ts';
import { FAR_COORDINATE } from '../address-unit/texel-coordinate.ts';
import { clampCoordinate, wholePeriods } from '../address-unit/range-reduction.ts';
import type { Binding } from '../state/binding.ts';
import { ADDRESS_MODES, type AddressMode } from '../state/sampler.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import { ConstantTable } from '../steps/steps.ts';
import { type Placed, type PlacedLanes, sampleCoordinates } from './placing.ts';
import type { Places } from './sampling.ts';

const AXES = [
  { size: 'width', mode: 'addressModeU', offset: 'offsetU', pitch: 'texelBytes' },
  { size: 'height', mode: 'addressModeV', offset: 'offsetV', pitch: 'rowPitch' },
  { size: 'depth', mode: 'addressModeW', offset: 'offsetW', pitch: 'slicePitch' },
] as const;

/** Edges of a face: left, right, top, bottom. */
const EDGES = 4;
/** The seams of edge e of face f as entry EDGES f + e: face, edge and direction of the neighbour. */
const SEAM_TABLE = new ConstantTable('seams', () =>
  Int32Array.from(SEAMS.flat(), ([face, edge, reversed]) => (face * EDGES + edge) * 2 + Number(reversed)),
);

/** The address of a texel that is not in the image. */
const OUTSIDE = -2;

/** Products beyond every coordinate format: they saturate. */
const LARGEST_PRODUCT = 2 ** 50;

/**
 * The address unit of states that are known at run time: sizes, pitches, address modes and layers are values. It leaves no
 * coordinate out, and needs no table of an image.
 */
export class RunTimePlacing implements Places {
  readonly cubic = null;
  private readonly s: StepGraph;
  private readonly binding: Binding;
  private readonly lanes: PlacedLanes;
  private readonly coordinates: Coordinates;
  /** True for cubes whose faces continue over their edges. */
  private readonly seamless: boolean;

  constructor(steps: StepGraph, binding: Binding, lanes: PlacedLanes) {
    this.s = steps;
    this.binding = binding;
    this.lanes = lanes;
    this.coordinates = new Coordinates(binding);
    this.seamless = binding.cube && !binding.sampler.nonSeamlessCubeMap;
  }

  place(level: StepNode, index: StepNode | null): Placed {
    const { s, binding } = this;
    const axes = sampleCoordinates(s, binding, this.lanes.samples, index).map((coordinate, n) =>
      this.axis(n, coordinate, level),
    );
    if (this.seamless) return this.placeOnCube(level, axes);
    const start = this.start(level, this.layer());
    const [x, y, z] = axes;
    const at = (n: number, tap: number) => axes[n].texels[tap];
    const square = (...slice: readonly StepNode[]) =>
      [0, 1, 2, 3].map((tap) =>
        this.address(level, start, [at(0, tap & 1), ...(y === undefined ? [] : [at(1, tap >> 1)]), ...slice]),
      );
    const none = s.constant(0);
    return {
      squares: z === undefined ? [square()] : z.texels.map((slice) => square(slice)),
      alpha: x.weight,
      beta: y?.weight ?? none,
      gamma: z?.weight ?? null,
      missing: [0, 1, 2, 3].map(() => s.always(false)),
      leave: [],
    };
  }

  /** The byte address of the texel that a fetch names; OUTSIDE where there is none (D3D11.3 ld). */
  placeTexel(): StepNode {
    const { s, binding } = this;
    const register = (name: string) => s.register(name, 'integer', -(2 ** 31), 2 ** 31 - 1);
    const isIndex = (n: StepNode, count: StepNode) => s.and(s.not(s.less(n, s.constant(0))), s.less(n, count));
    const [level, layer] = [register('level'), register('integerLayer')];
    const last = s.ofState('lastLevel', 0);
    const first = s.ofState('firstLevel', 0);
    const inView = isIndex(level, s.add(s.subtract(last, first), s.constant(1)));
    const known = s.select(inView, s.add(first, level), first);
    const layers = s.ofState('layers', 1);
    const array = s.select(s.ofState('layered', 0, 'mask'), layer, s.constant(0));
    const texel = ['i', 'j', 'k'].slice(0, binding.dimensions).map((name, n) => s.add(register(name), this.offset(n)));
    const inside = texel
      .map((i, n) => isIndex(i, this.size(n, known)))
      .reduce((a, b) => s.and(a, b), s.and(inView, isIndex(array, layers)));
    return s.select(inside, this.address(known, this.start(known, array), texel), s.constant(OUTSIDE));
  }

  placeCubic(): never {
    throw new RangeError('cubic filters have no place at run time');
  }

  /** Taps beyond an edge are on the neighbouring face, those beyond a corner are missing (Vulkan: Cube Map Edge Handling). */
  private placeOnCube(level: StepNode, [x, y]: readonly { texels: readonly StepNode[]; weight: StepNode }[]): Placed {
    const { s, lanes } = this;
    const [none, one] = [s.constant(0), s.constant(1)];
    const last = s.subtract(this.size(0, level), one);
    const face = s.register('face', 'integer', 0, CUBE_FACES - 1);
    const cube = s.multiply(this.selected(), s.constant(CUBE_FACES));
    const inFace = (i: StepNode) => s.greatest(none, s.least(last, i));
    const isOutside = (i: StepNode) => s.and(lanes.linear, s.or(s.less(i, none), s.less(last, i)));
    const on = (which: StepNode, i: StepNode, j: StepNode) =>
      this.address(level, this.start(level, s.add(cube, which)), [i, j]);
    const beyond = (i: StepNode, j: StepNode) => {
      const sideways = isOutside(i);
      const [across, along] = [s.select(sideways, i, j), s.select(sideways, inFace(j), inFace(i))];
      const before = s.less(across, none);
      const side = s.select(before, none, one);
      const edge = s.add(s.multiply(face, s.constant(EDGES)), s.select(sideways, side, s.add(side, s.constant(2))));
      const seam = s.entryOf(SEAM_TABLE, edge, 0, 2 * EDGES * CUBE_FACES - 1);
      const depth = s.select(before, s.subtract(s.constant(-1), across), s.subtract(s.subtract(across, last), one));
      // A level may be smaller than the footprint: beyond the neighbouring face its last texel is taken.
      const deep = s.least(last, depth);
      const reversed = s.equal(s.and(seam, one), one);
      const at = s.select(reversed, s.subtract(last, along), along);
      const other = s.and(s.shiftRight(seam, 1), s.constant(EDGES - 1));
      const far = s.equal(s.and(other, one), one);
      const inward = s.select(far, s.subtract(last, deep), deep);
      const upright = s.less(one, other);
      return on(s.shiftRight(seam, 3), s.select(upright, at, inward), s.select(upright, inward, at));
    };
    const taps = [0, 1, 2, 3].map((tap) => [x.texels[tap & 1], y.texels[tap >> 1]] as const);
    const square = taps.map(([i, j]) =>
      s.when(s.or(isOutside(i), isOutside(j)), () => beyond(i, j), on(face, inFace(i), inFace(j))),
    );
    const missing = taps.map(([i, j]) => s.and(isOutside(i), isOutside(j)));
    return { squares: [square], alpha: x.weight, beta: y.weight, gamma: null, missing, leave: [] };
  }

  /** Both texels of an axis, and the weight of the second. */
  private axis(n: number, coordinate: StepNode, level: StepNode) {
    const { s, lanes, coordinates } = this;
    const x = this.snap(n, coordinate, level);
    const first = coordinates.index(s, x);
    return {
      texels: [first, s.add(first, s.constant(1))].map((i) => (this.seamless ? i : this.wrap(n, i, level))),
      weight: s.select(lanes.linear, coordinates.weight(s, x), s.constant(0)),
    };
  }

  /** D3D11.3 7.18.6 to 7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation. */
  private snap(n: number, u: StepNode, level: StepNode): StepNode {
    const { s, binding, lanes, coordinates } = this;
    const { scalePrecision, rounding, rangeReduction } = binding.design.address;
    const { one, min, max } = coordinates.format;
    const f = s.float32;
    const wide = (value: number) => s.constant(value, 'float64');
    const shift = s.double(s.multiply(this.offset(n), s.constant(one)));
    const [repeats, mirrors] = (['repeat', 'mirrored_repeat'] as const).map((mode) => this.isMode(n, mode));
    const tiles = s.or(repeats, mirrors);
    let near = u;
    let periods = f.constant(0);
    if (rangeReduction) {
      const far = s.not(s.less(s.absolute(u), f.constant(FAR_COORDINATE)));
      const tiled = s.select(far, f.subtract(u, wholePeriods(s, u, 'mirror')), u);
      const clamped = clampCoordinate(s, u);
      near = s.select(tiles, tiled, clamped);
      periods = s.select(
        repeats,
        wholePeriods(s, near, 'repeat'),
        s.select(mirrors, wholePeriods(s, near, 'mirror'), f.constant(0)),
      );
    }
    const size = this.size(n, level);
    const half = s.select(lanes.linear, f.constant(0.5), f.constant(0));
    const held = (x: StepNode) => s.larger(wide(min), s.smaller(wide(max), x));
    let snapped: StepNode;
    if (scalePrecision === 'exact') {
      const width = s.multiply(s.double(size), wide(one));
      const product = s.multiply(s.double(near), width);
      const scaled = s.larger(wide(-LARGEST_PRODUCT), s.smaller(product, wide(LARGEST_PRODUCT)));
      const taken = s.add(s.multiply(s.double(periods), width), s.multiply(s.double(half), wide(one)));
      snapped = s.roundedSum(scaled, s.subtract(shift, taken), rounding);
    } else {
      const reduced = f.subtract(near, periods);
      const texels = f.subtract(f.multiply(reduced, s.single(s.double(size))), half);
      const fixedPoint = s.round(held(s.multiply(s.double(texels), wide(one))), 0, rounding);
      snapped = s.add(s.select(s.equal(texels, texels), fixedPoint, wide(0)), shift);
    }
    // NaN, and what a reduction makes of an infinity, count as 0.
    const finite = s.less(s.absolute(near), f.constant(Infinity));
    const infinite = s.select(
      s.equal(near, near),
      s.round(held(s.multiply(s.double(near), wide(one))), 0, rounding),
      wide(0),
    );
    const kept = s.select(finite, snapped, s.add(infinite, shift));
    const x = s.saturated(held(kept), min, max);
    if (!this.seamless || binding.op === 'gather') return x;
    return coordinates.onFace(s, x, s.subtract(s.multiply(size, s.constant(one)), s.constant(one / 2)));
  }

  private offset(n: number): StepNode {
    return this.s.quadRegister(AXES[n].offset, -(2 ** 15), 2 ** 15);
  }

  private size(n: number, level: StepNode): StepNode {
    return this.s.ofLevel(level, { name: AXES[n].size, kind: 'integer', values: [1, 2 ** 20] });
  }

  private isMode(n: number, mode: AddressMode): StepNode {
    const { s } = this;
    if (this.seamless) return s.always(mode === 'clamp_to_edge');
    return s.equal(s.ofState(AXES[n].mode, 0), s.constant(ADDRESS_MODES.indexOf(mode)));
  }

  /** The texel of an index, negative on the border (D3D11.3 7.18.9; Vulkan: Wrapping Operation). */
  private wrap(n: number, i: StepNode, level: StepNode): StepNode {
    const { s } = this;
    const [none, one] = [s.constant(0), s.constant(1)];
    const size = this.size(n, level);
    const last = s.subtract(size, one);
    const mirrors = this.isMode(n, 'mirrored_repeat');
    const tiles = s.or(this.isMode(n, 'repeat'), mirrors);
    const period = s.select(mirrors, s.add(size, size), size);
    const outside = s.or(s.less(i, none), s.less(last, i));
    const clamped = () => {
      const mirrored = s.select(s.less(i, none), s.subtract(s.constant(-1), i), i);
      const once = s.select(this.isMode(n, 'mirror_clamp_to_edge'), mirrored, i);
      const held = s.greatest(none, s.least(last, once));
      return s.select(this.isMode(n, 'clamp_to_border'), s.constant(-1), held);
    };
    const tiled = () => {
      const images = s.floor(s.divide(s.double(i), s.double(period)));
      const rest = s.subtract(i, s.multiply(s.saturated(images, -(2 ** 30), 2 ** 30), period));
      return s.select(s.less(last, rest), s.subtract(s.subtract(period, one), rest), rest);
    };
    return s.when(outside, () => s.when(tiles, tiled, clamped()), i);
  }

  /** The byte address of a texel, negative on the border. */
  private address(level: StepNode, start: StepNode, texel: readonly StepNode[]): StepNode {
    const { s } = this;
    const bordered = texel.map((i) => s.less(i, s.constant(0))).reduce((a, b) => s.or(a, b));
    const places = texel.map((i, n) => s.multiply(i, this.pitch(level, AXES[n].pitch)));
    return s.select(
      bordered,
      s.constant(-1),
      places.reduce((sum, place) => s.add(sum, place), start),
    );
  }

  private pitch(level: StepNode, name: (typeof AXES)[number]['pitch']): StepNode {
    const { s } = this;
    return name === 'texelBytes'
      ? s.ofState(name, 1)
      : s.ofLevel(level, { name, kind: 'integer', values: [0, 2 ** 31] });
  }

  /** The byte address of a layer, or a face, in its level. */
  private start(level: StepNode, layer: StepNode): StepNode {
    const { s, binding } = this;
    const start = s.ofLevel(level, { name: 'start', kind: 'integer', values: [0, 2 ** 31] });
    return binding.dimensions === 3 ? start : s.add(start, s.multiply(layer, this.pitch(level, 'slicePitch')));
  }

  /** The layer of the view that the lane reads: a cube whose faces do not continue is an array of faces. */
  private layer(): StepNode {
    const { s, binding } = this;
    if (binding.dimensions === 1) return this.selected();
    return s.add(s.multiply(this.selected(), s.ofState('faces', 1)), s.register('face', 'integer', 0, CUBE_FACES - 1));
  }

  private selected(): StepNode {
    const { s, binding } = this;
    const last = s.ofState('lastLayer', 0, 'float32');
    return selectLayer(s, s.register('layer', 'float32'), last, 2 ** 20, binding.design.address.layerRounding);
  }
}
