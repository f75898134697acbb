import { selectLayer } from '../address-unit/array-layer.ts';
import { Coordinates } from '../address-unit/coordinates.ts';
import { beyondEdge, CUBE_FACES } from '../address-unit/cube-edge.ts';
import { clampCoordinate, wholePeriods } from '../address-unit/range-reduction.ts';
import { FAR_COORDINATE, LARGEST_PRODUCT } from '../address-unit/texel-coordinate.ts';
import { BORDER, clampedToEdge, isSecondImage, mirroredOnce, tiled } from '../address-unit/wrap.ts';
import type { Binding } from '../state/binding.ts';
import { weightSplit } from '../state/sample-shape.ts';
import { ADDRESS_MODES, type AddressMode, CUBIC_WEIGHTS } from '../state/sampler.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import { cubicAxis, type CubicTable, cubicTable } from './cubic.ts';
import {
  GATHERED,
  type Placed,
  type PlacedCubic,
  type PlacedLanes,
  type PlacedSquares,
  sampleCoordinates,
} from './placing.ts';
import type { Places } from './sampled-levels.ts';

const AXES = [
  { axis: 'U', weight: 'alpha', texels: 'i', size: 'width', pitch: 'texelBytes' },
  { axis: 'V', weight: 'beta', texels: 'j', size: 'height', pitch: 'rowPitch' },
  { axis: 'W', weight: 'gamma', texels: 'k', size: 'depth', pitch: 'slicePitch' },
] as const;

/** Texels in squares: (i0, j0), (i1, j0), (i0, j1), (i1, j1) of each, as (i, j, k). */
type TexelSquares = readonly (readonly (readonly StepNode[])[])[];

/** The address of a texel that is not in the image. */
const OUTSIDE = -2;

/**
 * The address unit of states that are known at run time: sizes, pitches, address modes and layers are values. It leaves no
 * coordinate out, and needs no table of an image.
 */
export class RunTimePlacing implements Places {
  /** The weights of every kind; null for samplers without a cubic filter. */
  readonly cubic: CubicTable | null;
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
    this.cubic = cubicTable(binding, [...CUBIC_WEIGHTS]);
    this.coordinates = new Coordinates(binding);
    this.seamless = binding.cube && !binding.sampler.nonSeamlessCubeMap;
  }

  place(level: StepNode, index: StepNode | null): Placed {
    const { s, binding } = this;
    const axes = this.samples(level, index).map((coordinate, n) => this.axis(n, coordinate, level));
    const [x, y, z] = axes;
    const weights = { alpha: x.weight, beta: y?.weight ?? s.constant(0), gamma: z?.weight ?? null };
    const texels = binding.op === 'gather' ? [x.texels.map((i, tap) => [i, y.texels[tap]])] : inSquares(axes);
    return { ...this.squares(level, texels), ...weights };
  }

  /** The same for a cubic filter. */
  placeCubic(level: StepNode, index: StepNode | null, cubic: CubicTable): PlacedCubic {
    const { s, binding, coordinates } = this;
    const kind = s.ofState('cubicWeights', 0);
    const axes = this.samples(level, index).map((coordinate, n) => {
      const x = this.snap(n, coordinate, level);
      const second = coordinates.index(s, x);
      const snapped = { index: second, weight: this.weight(n, x, second, level) };
      const { first, weights } = cubicAxis(s, cubic, snapped, binding.design.filter.weightBits, kind);
      return {
        texels: this.texels(
          n,
          first,
          level,
          [-1, 0, 1, 2].map((from) => s.constant(from)),
        ),
        weights,
      };
    });
    return { ...this.squares(level, inSquares(axes)), weights: axes.map(({ weights }) => weights) };
  }

  /** The coordinates of a sample. */
  private samples(level: StepNode, index: StepNode | null): readonly StepNode[] {
    const { s, binding, lanes } = this;
    s.shown('levelIndex', level);
    return sampleCoordinates(s, binding, lanes.samples, index).map((coordinate, n) =>
      s.shown(`sample${AXES[n].axis}`, coordinate),
    );
  }

  /** The byte address of the texel that a fetch names; OUTSIDE where there is none (D3D11.3 ld). */
  placeTexel(): StepNode {
    const { s, binding } = this;
    const register = (name: string) => s.register(name, 'integer', -(2 ** 31), 2 ** 31 - 1);
    const [level, layer] = [register('level'), register('integerLayer')];
    const last = s.ofState('lastLevel', 0);
    const first = s.ofState('firstLevel', 0);
    const inView = this.isInside(level, s.add(s.subtract(last, first), s.constant(1)));
    const known = s.select(inView, s.add(first, level), first);
    const layers = s.ofState('layers', 1);
    const array = s.select(s.ofState('layered', 0, 'mask'), layer, s.constant(0));
    const texel = ['i', 'j', 'k'].slice(0, binding.dimensions).map((name, n) => s.add(register(name), this.offset(n)));
    const inside = texel
      .map((i, n) => this.isInside(i, this.size(n, known)))
      .reduce((a, b) => s.and(a, b), s.and(inView, this.isInside(array, layers)));
    return s.select(inside, this.address(known, this.start(known, array), texel), s.constant(OUTSIDE));
  }

  private isInside(i: StepNode, count: StepNode): StepNode {
    const { s } = this;
    return s.and(s.not(s.less(i, s.constant(0))), s.less(i, count));
  }

  /** The addresses of squares of texels. */
  private squares(level: StepNode, texels: TexelSquares): PlacedSquares {
    const { s } = this;
    const none = { missing: [0, 1, 2, 3].map(() => s.always(false)), leave: [] };
    const placed = this.seamless ? this.onCube(level, texels) : { squares: this.inLayer(level, texels) };
    placed.squares.flat().forEach((address, tap) => s.shown(`address${tap}`, address));
    return { ...none, ...placed };
  }

  private inLayer(level: StepNode, texels: TexelSquares) {
    const start = this.start(level, this.layer());
    return texels.map((square) => square.map((texel) => this.address(level, start, texel)));
  }

  /**
   * Taps beyond an edge are on the neighbouring face. Those beyond a corner are missing; a cubic filter takes the corner of
   * the face (Vulkan: Cube Map Edge Handling).
   */
  private onCube(level: StepNode, squares: TexelSquares) {
    const { s, lanes } = this;
    const size = this.size(0, level);
    const face = s.register('face', 'integer', 0, CUBE_FACES - 1);
    const cube = s.multiply(this.selected(), s.constant(CUBE_FACES));
    const isOutside = (i: StepNode) => s.and(lanes.linear, s.not(this.isInside(i, size)));
    const on = (texel: { readonly face: StepNode; readonly i: StepNode; readonly j: StepNode }) =>
      this.address(level, this.start(level, s.add(cube, texel.face)), [texel.i, texel.j]);
    const address = ([i, j]: readonly StepNode[]) => {
      const inFace = on({ face, i: clampedToEdge(s, i, size), j: clampedToEdge(s, j, size) });
      const overEdge = s.not(s.equal(isOutside(i), isOutside(j)));
      return s.when(overEdge, () => on(beyondEdge(s, face, i, j, size)), inFace);
    };
    const missing = { missing: squares[0].map(([i, j]) => s.and(isOutside(i), isOutside(j))) };
    return { squares: squares.map((square) => square.map(address)), ...(this.cubic === null && missing) };
  }

  /** Both texels of an axis, and the weight of the second. */
  private axis(n: number, coordinate: StepNode, level: StepNode) {
    const { s, lanes, coordinates } = this;
    const x = this.snap(n, coordinate, level);
    const ofTap = (tap: number) => s.ofState(`gatherOffsets[${2 * GATHERED.indexOf(tap) + n}]`, 0);
    const offsets = this.binding.op === 'gather' ? [0, 1, 2, 3].map(ofTap) : [0, 1].map((from) => s.constant(from));
    const first = coordinates.index(s, x);
    const weight = this.weight(n, x, first, level);
    const texels = this.texels(n, first, level, offsets);
    const taken = s.select(lanes.linear, this.inside(n, first, level, weight), s.constant(0));
    return { texels, weight: s.shown(AXES[n].weight, taken) };
  }

  /** The texels beside an index; the indices themselves on a seamless cube. */
  private texels(n: number, index: StepNode, level: StepNode, offsets: readonly StepNode[]): readonly StepNode[] {
    const { s } = this;
    const indices = offsets.map((offset) => s.add(index, offset));
    if (this.seamless) return indices;
    return indices.map((i, tap) => s.shown(`${AXES[n].texels}${tap}`, this.wrap(n, i, level)));
  }

  /** The weight, 0 for a coordinate that is clamped to a texel where weights are products that are rounded. */
  private inside(n: number, index: StepNode, level: StepNode, weight: StepNode): StepNode {
    const { s, binding } = this;
    if (weightSplit(binding.design.filter) !== 'rounded-products' || this.seamless) return weight;
    const last = s.subtract(this.size(n, level), s.constant(1));
    const clamped = s.and(this.isMode(n, 'clamp_to_edge'), s.not(this.isInside(index, last)));
    return s.select(clamped, s.constant(0), weight);
  }

  /** The weight of a coordinate, or of its complement in a period that is mirrored where the design has that. */
  private weight(n: number, x: StepNode, i: StepNode, level: StepNode): StepNode {
    const { s, binding, coordinates } = this;
    if (binding.design.address.mirroredFraction === 'kept' || this.seamless) return coordinates.weight(s, x);
    const isSecond = s.and(this.isMode(n, 'mirrored_repeat'), isSecondImage(s, i, this.size(n, level)));
    const isBefore = s.and(this.isMode(n, 'mirror_clamp_to_edge'), s.less(i, s.constant(0)));
    return coordinates.weight(s, s.select(s.or(isSecond, isBefore), s.subtract(s.constant(-1), x), x));
  }

  /**
   * D3D11.3 7.18.6 to 7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation.
   *
   * @param inTexels true for coordinates in texels, which go without repeating modes
   */
  snap(n: number, u: StepNode, level: StepNode, inTexels = this.s.ofState('unnormalized', 0, 'mask')): StepNode {
    const { s, binding, lanes, coordinates } = this;
    const { exact, format } = coordinates.axes[n];
    const { one, min, max } = format;
    const { near, whole } = this.reduced(n, u, inTexels);
    const size = s.select(inTexels, s.constant(1), this.size(n, level));
    const texels = s.multiply(size, s.constant(one));
    const moved = s.multiply(this.offset(n), s.constant(one));
    const centred = binding.op === 'gather' ? s.ofState('gathersLinear', 1, 'mask') : lanes.linear;
    const half = s.select(centred, s.constant(0.5, 'float32'), s.constant(0, 'float32'));
    const inSteps = coordinates.ofFilters(s, n, lanes.linear, (along) =>
      along.inFloat32(s, near, whole, s.single(s.double(size)), half, format),
    );
    let x = s.add(s.held(inSteps, min, max), moved);
    if (exact) {
      const scale = (parts: number) => s.double(s.multiply(size, s.constant(parts)));
      const shift = (parts: number) => s.select(centred, s.constant(parts / 2), s.constant(0));
      const added = (parts: number) => s.subtract(s.multiply(this.offset(n), s.constant(parts)), shift(parts));
      const product = coordinates.ofFilters(s, n, lanes.linear, (along) =>
        along.inProduct(s, near, whole, scale, added, LARGEST_PRODUCT),
      );
      x = s.select(s.less(s.absolute(near), s.constant(Infinity, 'float32')), product, x);
    }
    x = s.held(x, min, max);
    if (this.seamless) x = coordinates.onFace(s, x, s.subtract(texels, s.constant(one / 2)));
    return s.shown(`fixed${AXES[n].axis}`, x);
  }

  /** The coordinate near the image, and the whole periods in it, of the mode that the state has. */
  private reduced(n: number, u: StepNode, inTexels: StepNode) {
    const { s, binding } = this;
    const none = s.constant(0, 'float32');
    if (!binding.design.address.rangeReduction) return { near: u, whole: none };
    const [repeats, mirrors] = (['repeat', 'mirrored_repeat'] as const).map((mode) => this.isMode(n, mode));
    const isNear = s.less(s.absolute(u), s.constant(FAR_COORDINATE, 'float32'));
    const tiles = s.select(isNear, u, s.float32.subtract(u, wholePeriods(s, u, 'mirror')));
    const clamped = s.select(inTexels, u, clampCoordinate(s, u));
    const near = s.select(s.or(repeats, mirrors), tiles, clamped);
    const mirrored = s.select(mirrors, wholePeriods(s, near, 'mirror'), none);
    return { near, whole: s.select(repeats, wholePeriods(s, near, 'repeat'), mirrored) };
  }

  private offset(n: number): StepNode {
    return this.s.register(`offset${AXES[n].axis}`, 'integer', -(2 ** 15), 2 ** 15);
  }

  private size(n: number, level: StepNode): StepNode {
    return this.s.ofLevel(level, { name: AXES[n].size, kind: 'integer', values: [1, 2 ** 20] });
  }

  private isMode(n: number, mode: AddressMode): StepNode {
    const { s } = this;
    if (this.seamless) return s.always(mode === 'clamp_to_edge');
    return s.equal(s.ofState(`addressMode${AXES[n].axis}`, 0), s.constant(ADDRESS_MODES.indexOf(mode)));
  }

  /** The texel of an index, negative on the border (D3D11.3 7.18.9; Vulkan: Wrapping Operation). */
  wrap(n: number, i: StepNode, level: StepNode): StepNode {
    const { s } = this;
    const size = this.size(n, level);
    const mirrors = this.isMode(n, 'mirrored_repeat');
    const tiles = () => tiled(s, i, size, s.select(mirrors, s.add(size, size), size));
    const outside = () => {
      const once = s.select(this.isMode(n, 'mirror_clamp_to_edge'), mirroredOnce(s, i), i);
      const held = s.select(this.isMode(n, 'clamp_to_border'), s.constant(BORDER), clampedToEdge(s, once, size));
      return s.when(s.or(this.isMode(n, 'repeat'), mirrors), tiles, held);
    };
    return s.when(s.not(this.isInside(i, size)), outside, i);
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
    const layer = selectLayer(s, s.register('layer', 'float32'), last, 2 ** 20, binding.design.address.layerRounding);
    return s.shown('layerIndex', layer);
  }
}

/** The texels of the axes in squares: of each slice, those of two rows after those of the rows before. */
function inSquares(axes: readonly { readonly texels: readonly StepNode[] }[]): TexelSquares {
  const pairs = <T>(all: readonly T[]) => [0, 2].slice(0, all.length / 2).map((n) => all.slice(n, n + 2));
  const [columns, rows = [[], []], slices = [[]]] = axes.map(({ texels }) => texels.map((texel) => [texel]));
  return slices.flatMap((deep) =>
    pairs(rows).flatMap((two) =>
      pairs(columns).map((across) => two.flatMap((j) => across.map((i) => [...i, ...j, ...deep]))),
    ),
  );
}
