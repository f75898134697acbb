import { cubeNeighbor } from '../address-unit/cube-edge.ts';
import { BORDER_OFFSET } from '../address-unit/axis-table.ts';
import type { ImageTables } from '../address-unit/image-tables.ts';
import { REDUCED_LIMIT, reductionOf } from '../address-unit/range-reduction.ts';
import { anisotropicPositions } from '../address-unit/sample-positions.ts';
import type { Binding } from '../state/binding.ts';
import type { AddressMode } from '../state/sampler.ts';
import type { StepNode } from '../steps/step.ts';
import type { LevelTable, StepGraph } from '../steps/step-graph.ts';
import { ConstantTable } from '../steps/steps.ts';
import { CUBIC_REACH, type CubicTable, cubicTable } from './cubic.ts';
import { type SnappedAxis, snapAxis } from './snap.ts';

/** The texels of a sample. */
export interface PlacedSquares {
  /** Byte addresses of the squares: (i0, j0), (i1, j0), (i0, j1), (i1, j1) of each. */
  readonly squares: readonly (readonly StepNode[])[];
  /** True for the lanes in which a cube's corner lacks the tap, of each tap of a square. */
  readonly missing: readonly StepNode[];
  /** Leaves the lanes that the tables do not reach. */
  readonly leave: readonly StepNode[];
}

/** One square, or one in each of two slices, and their weights. */
export interface Placed extends PlacedSquares {
  /** Weights of i1, of j1, and of the second slice. */
  readonly alpha: StepNode;
  readonly beta: StepNode;
  readonly gamma: StepNode | null;
}

/** Two squares side by side, of a plane also the two below, and their weights. */
export interface PlacedCubic extends PlacedSquares {
  /** Four weights along each axis. */
  readonly weights: readonly (readonly StepNode[])[];
}

/** Properties in which the lanes of a state differ, and the lanes that are left. */
export interface PlacedLanes {
  /** True for the lanes that are filtered linearly. */
  readonly linear: StepNode;
  /** Samples of a level. */
  readonly samples: StepNode;
  /** The lanes that want a result; null for all. */
  readonly active: StepNode | null;
  /** False to leave the lanes at a corner of a cube. */
  readonly corners: boolean;
}

/** Most samples of an anisotropic footprint. */
export const MOST_SAMPLES = 16;
/** Faces of a cube, and edges of a face. */
const FACES = 6;
const EDGES = 4;

/**
 * The address unit of one state: from coordinates to the addresses and weights of a square of texels (D3D11.3 7.18.6 to
 * 7.18.9; Vulkan: Texel Coordinate Systems, Wrapping Operation, Cube Map Edge Handling).
 */
export class Placing {
  private readonly steps: StepGraph;
  private readonly binding: Binding;
  private readonly axes: readonly SnappedAxis[];
  private readonly base: Int32Array;
  private readonly linear: StepNode;
  private readonly samples: StepNode;
  private readonly active: StepNode | null;
  private readonly seamless: boolean;
  private readonly corners: boolean;
  private readonly none: readonly StepNode[];
  /** Null for samplers without a cubic filter. */
  readonly cubic: CubicTable | null;

  constructor(
    steps: StepGraph,
    binding: Binding,
    { columns, rows, slices, base }: ImageTables,
    { linear, samples, active, corners }: PlacedLanes,
  ) {
    const { sampler, image, cube } = binding;
    this.steps = steps;
    this.binding = binding;
    this.base = base;
    this.linear = linear;
    this.samples = samples;
    this.active = active;
    this.corners = corners;
    this.none = [0, 1, 2, 3].map(() => steps.always(false));
    this.seamless = cube && !sampler.nonSeamlessCubeMap;
    this.cubic = cubicTable(binding);
    const reach = this.cubic === null ? { before: 0, after: 1 } : CUBIC_REACH;
    const axis = (
      name: string,
      size: 'width' | 'height' | 'depth',
      mode: AddressMode,
      tables: LevelTable['tables'],
    ) => {
      const reduction = this.seamless ? 'clamp' : reductionOf(mode);
      const period = reduction === 'repeat' ? 1 : reduction === 'mirror' ? 2 : 0;
      return { sizes: image.levels.map((level) => level[size]), period, table: { name, tables }, ...reach } as const;
    };
    this.axes = [
      axis('columns', 'width', sampler.addressModeU, columns),
      axis('rows', 'height', sampler.addressModeV, rows),
      ...(slices === null ? [] : [axis('slices', 'depth', sampler.addressModeW, slices)]),
    ];
  }

  /** @param index which of the anisotropic samples of the level; null for the only one */
  place(level: StepNode, index: StepNode | null): Placed {
    const { steps: s, binding } = this;
    const { dimensions } = binding;
    const start = this.start(level);
    const [u, v] = this.coordinates(index);
    const x = this.axis(0, u, level);
    if (dimensions === 1) {
      const [left, right] = x.entries;
      const square = [left, right, left, right].map((column) => s.add(column, start));
      return {
        squares: [square],
        alpha: x.weight,
        beta: s.constant(0),
        gamma: null,
        missing: this.none,
        leave: [this.leave(s.not(x.covered))],
      };
    }
    const y = this.axis(1, v, level);
    const corners = [0, 1, 2, 3].map((tap) => [x.entries[tap & 1], y.entries[tap >> 1]] as const);
    const covered = s.and(x.covered, y.covered);
    const placed = { alpha: x.weight, beta: y.weight, gamma: null, missing: this.none };
    if (dimensions === 3) {
      const z = this.axis(2, s.register('w', 'float32'), level);
      // Two offsets that are on the border count as one, so that the sum of three has 32 bits.
      const squares = z.entries.map((slice) =>
        corners.map(([column, row]) => {
          const across = s.greatest(s.constant(BORDER_OFFSET), s.add(row, slice));
          return s.add(column, s.add(across, start));
        }),
      );
      return { ...placed, squares, gamma: z.weight, leave: [this.leave(s.not(s.and(covered, z.covered)))] };
    }
    const inFace = corners.map(([column, row]) => s.add(column, s.add(row, start)));
    if (!this.seamless) return { ...placed, squares: [inFace], leave: [this.leave(s.not(covered))] };
    const { square, missing, left } = this.overEdges(inFace, level, x, y);
    const leave = [s.not(covered), ...left].map((missed) => this.leave(missed));
    return { ...placed, squares: [square], missing, leave };
  }

  /** The same for a cubic filter, in lines and planes. */
  placeCubic(level: StepNode, cubic: CubicTable): PlacedCubic {
    const { steps: s, binding } = this;
    const start = this.start(level);
    const coordinates = this.coordinates(null).slice(0, binding.dimensions);
    const axes = coordinates.map((coordinate, n) => this.cubicAxis(n, coordinate, level, cubic));
    const [x, y] = axes;
    const rows = y === undefined ? [start, start] : y.entries.map((row) => s.add(row, start));
    const squareAt = (i: number, j: number) =>
      [0, 1, 2, 3].map((tap) => s.add(x.entries[i + (tap & 1)], rows[j + (tap >> 1)]));
    return {
      squares: [0, 2].slice(0, rows.length / 2).flatMap((j) => [squareAt(0, j), squareAt(2, j)]),
      weights: axes.map(({ weights }) => weights),
      missing: this.none,
      leave: [this.leave(s.not(axes.map(({ covered }) => covered).reduce((a, b) => s.and(a, b))))],
    };
  }

  private leave(missed: StepNode): StepNode {
    const { steps: s, active } = this;
    return s.leave(active === null ? missed : s.and(active, missed));
  }

  /** u and v of a sample on the major axis (Vulkan: Texel Anisotropic Filtering). */
  private coordinates(index: StepNode | null): readonly [StepNode, StepNode] {
    const { steps: s, samples } = this;
    const [u, v] = [s.register('u', 'float32'), s.register('v', 'float32')];
    if (index === null) return [u, v];
    const table = s.address('positions', () => positionTable(this.binding));
    const last = s.subtract(samples, s.constant(1));
    const place = s.add(s.multiply(samples, s.constant(MOST_SAMPLES)), s.least(index, last));
    const step = s.lookUp(table, place, -1, 1, 'float32');
    const several = s.less(s.constant(1), samples);
    const moved = (x: StepNode, axis: string) =>
      s.select(several, s.add(x, s.multiply(s.register(axis, 'float32'), step)), x);
    return [moved(u, 'axisU'), moved(v, 'axisV')];
  }

  /** One axis: the snapped coordinate, two table entries from its index on, and the weight of the second. */
  private axis(n: number, coordinate: StepNode, level: StepNode) {
    const { steps: s, linear } = this;
    const snapped = this.snap(n, coordinate, level);
    return {
      ...snapped,
      entries: s.entries(this.axes[n].table, level, snapped.index),
      weight: s.select(linear, snapped.weight, s.constant(0)),
    };
  }

  /** Four table entries and their weights. A weight of 1 of the second texel moves all of them on by one. */
  private cubicAxis(n: number, coordinate: StepNode, level: StepNode, { weights, most }: CubicTable) {
    const { steps: s } = this;
    const { weightBits } = this.binding.design.filter;
    const { index, weight, covered } = this.snap(n, coordinate, level);
    const first = s.add(index, s.shiftRight(weight, weightBits));
    const table = new ConstantTable('cubic weights', () => weights);
    const row = s.multiply(s.and(weight, s.constant(2 ** weightBits - 1)), s.constant(4));
    return {
      entries: [-1, 1].flatMap((from) => s.entries(this.axes[n].table, level, s.add(first, s.constant(from)))),
      weights: [0, 2].flatMap((from) =>
        ([0, 1] as const).map((n) => s.entryOfTwo(table, s.add(row, s.constant(from)), n, -most.below, most.above)),
      ),
      covered,
    };
  }

  /** A snapped coordinate, and its fraction as a weight. */
  private snap(n: number, coordinate: StepNode, level: StepNode) {
    const { steps: s, binding, linear } = this;
    const { address, filter } = binding.design;
    const { fractionBits } = address.coordinate;
    const axis = this.axes[n];
    const of = {
      fractionBits,
      exact: address.scalePrecision === 'exact',
      rounding: address.rounding,
      limit: REDUCED_LIMIT,
      inFace: this.seamless && binding.op !== 'gather',
    };
    const offset = s.quadRegister(['offsetU', 'offsetV', 'offsetW'][n], -(2 ** 15), 2 ** 15);
    const snapped = snapAxis(s, coordinate, level, linear, offset, axis, of);
    return { ...snapped, weight: s.round(snapped.fraction, fractionBits - filter.weightBits, filter.rounding) };
  }

  /** The byte address of the lane's layer, or of its face, in its level. */
  private start(level: StepNode): StepNode {
    const { steps: s } = this;
    const start = s.ofLevel(level, { name: 'start', kind: 'integer', values: this.base, place: 'texels' });
    const layer = this.layer();
    return layer === null ? start : s.add(start, s.multiply(layer, this.layerBytes(level)));
  }

  private layerBytes(level: StepNode): StepNode {
    const values = this.binding.image.levels.map(({ layerBytes }) => layerBytes);
    return this.steps.ofLevel(level, { name: 'layer bytes', kind: 'integer', values, place: 'size' });
  }

  /** The layer of the view that the operand selects; of cubes the face. Null for the only one. */
  private layer(): StepNode | null {
    const { steps: s, binding } = this;
    const { arrayed, view, cube } = binding;
    const face = cube ? s.register('face', 'integer', 0, FACES - 1) : null;
    const layers = cube ? Math.floor(view.layerCount / FACES) : view.layerCount;
    if (!arrayed || layers === 1) return face;
    const selected = this.selectLayer(layers);
    return face === null ? selected : s.add(s.multiply(selected, s.constant(FACES)), face);
  }

  /** Vulkan: Array Layer Selection; D3D11.3 22.4.15. */
  private selectLayer(layers: number): StepNode {
    const { steps: s, binding } = this;
    const operand = s.register('layer', 'float32');
    const real = (value: number) => s.constant(value, 'float32');
    const floor = s.floor(operand);
    const up = s.select(s.less(s.subtract(operand, floor), real(0.5)), real(0), real(1));
    const nearest = binding.design.address.layerRounding === 'nearest-even';
    const rounded = nearest ? s.nearestInteger(operand) : s.add(floor, up);
    // NaN selects the first.
    return s.toInteger(s.least(s.greatest(real(0), rounded), real(layers - 1)), 0, layers - 1);
  }

  /**
   * Taps beside a face of a seamless cube are on the neighbouring one. One beyond a corner is not there. Those of gathers
   * with offsets may be further out: their lanes are left.
   */
  private overEdges(inFace: readonly StepNode[], level: StepNode, x: { index: StepNode }, y: { index: StepNode }) {
    const { steps: s, binding, linear } = this;
    const { levels } = binding.image;
    const sizes = levels.map(({ width }) => width);
    const size = s.ofLevel(level, { name: 'face size', kind: 'integer', values: sizes });
    const none = s.constant(0);
    const one = s.constant(1);
    const [below, right] = [s.less(x.index, none), s.less(s.subtract(size, s.constant(2)), x.index)];
    const [above, bottom] = [s.less(y.index, none), s.less(s.subtract(size, s.constant(2)), y.index)];
    const sideways = [s.and(below, linear), s.and(right, linear)];
    const upright = [s.and(above, linear), s.and(bottom, linear)];
    const anyU = s.or(sideways[0], sideways[1]);
    const anyV = s.or(upright[0], upright[1]);
    const atCorner = s.and(anyU, anyV);
    const corner = this.corners ? atCorner : s.always(false);
    const seams = {
      name: 'seams',
      tables: levels.map((_, l) => ({ entries: seamTable(binding, l), first: 0 })),
    };
    const overEdge = () => {
      const start = this.cubeStart(level);
      const face = s.register('face', 'integer', 0, FACES - 1);
      const beyond = (edge: StepNode, index: StepNode) => {
        const along = s.greatest(none, s.least(s.subtract(size, one), index));
        const place = s.add(s.multiply(s.add(s.multiply(face, s.constant(EDGES)), edge), size), along);
        return s.entries(seams, level, place).map((entry) => s.add(entry, start));
      };
      // Two taps are beyond an edge, side by side along it. Lanes that stay on the face take any place.
      const upper = s.select(upright[1], s.constant(3), s.constant(2));
      const edge = s.select(anyU, s.select(sideways[1], one, none), upper);
      const taps = beyond(edge, s.select(anyU, y.index, x.index));
      // At a corner one tap is beyond the edge at the side, and one beyond the upper or lower one.
      const [over] = beyond(upper, x.index);
      const [rows, columns] = [taps[0], over].map((tap) => taps.map((entry) => s.select(corner, tap, entry)));
      return inFace.map((plain, tap) => {
        const [column, row] = [tap & 1, tap >> 1];
        return s.select(upright[row], columns[column], s.select(sideways[column], rows[row], plain));
      });
    };
    const square = s.whenAll(s.or(anyU, anyV), overEdge, inFace);
    const outside = (i: StepNode) => s.or(s.less(i, s.constant(-1)), s.less(s.subtract(size, one), i));
    const missing = inFace.map((_, tap) => s.and(sideways[tap & 1], upright[tap >> 1]));
    const far = binding.op === 'gather' ? [outside(x.index), outside(y.index)] : [];
    return { square, missing, left: this.corners ? far : [atCorner, ...far] };
  }

  /** The byte address of the lane's cube. */
  private cubeStart(level: StepNode): StepNode {
    const { steps: s, binding } = this;
    const { arrayed, view } = binding;
    const start = s.ofLevel(level, { name: 'start', kind: 'integer', values: this.base, place: 'texels' });
    const cubes = Math.floor(view.layerCount / FACES);
    if (!arrayed || cubes === 1) return start;
    return s.add(start, s.multiply(s.multiply(this.selectLayer(cubes), s.constant(FACES)), this.layerBytes(level)));
  }
}

/** Position k of n samples as entry MOST_SAMPLES n + k. */
function positionTable({ design }: Binding): Float32Array {
  const table = new Float32Array(MOST_SAMPLES * (MOST_SAMPLES + 1));
  anisotropicPositions(design.lod).forEach((places, n) => table.set(places, MOST_SAMPLES * n));
  return table;
}

/**
 * Byte offsets from a cube to the texel beyond an edge: of face f, beyond its left, right, top or bottom edge e, beside
 * place k along it, as entry (4 f + e) size + k; one entry more at the end.
 */
function seamTable({ image }: Binding, level: number): Int32Array {
  const { width: size, column, row, layerBytes } = image.levels[level];
  const texel = new Int32Array(3);
  const table = new Int32Array(FACES * EDGES * size + 1);
  for (let place = 0; place < FACES * EDGES * size; place++) {
    const along = place % size;
    const edge = Math.floor(place / size) % EDGES;
    const face = Math.floor(place / size / EDGES);
    const beyond = (edge & 1) === 0 ? -1 : size;
    cubeNeighbor(face, edge < 2 ? beyond : along, edge < 2 ? along : beyond, size, texel);
    table[place] = texel[0] * layerBytes + (column[texel[1]] + row[texel[2]]) * image.texelStride;
  }
  return table;
}
