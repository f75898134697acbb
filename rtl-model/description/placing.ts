import { selectViewLayer } from '../address-unit/array-layer.ts';
import { Coordinates } from '../address-unit/coordinates.ts';
import { beyondEdge, CUBE_FACES, EDGES } from '../address-unit/cube-edge.ts';
import { type AxisEntries, BORDER_OFFSET } from '../address-unit/axis-table.ts';
import type { ImageTables } from '../address-unit/image-tables.ts';
import { alongAxis, anisotropicPositions } from '../address-unit/sample-positions.ts';
import { addressModes } from '../address-unit/texel-wrapper.ts';
import { isMirrored } from '../address-unit/wrap.ts';
import type { Binding } from '../state/binding.ts';
import type { TexelOffset } from '../state/instruction.ts';
import { weightSplit } from '../state/sample-shape.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { StepNode } from '../steps/step.ts';
import type { LevelTable } from '../steps/lane-graph.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import { CUBIC_REACH, cubicAxis, type CubicTable, cubicTable } from './cubic.ts';
import { type EvenAxis, evenAxis, evenOffset } from './even-axis.ts';
import { type Snapped, type SnappedAxis, snapAxis } from './snap.ts';

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

/** Two squares side by side, of a plane also the two below, of a volume those of four slices, and their weights. */
export interface PlacedCubic extends PlacedSquares {
  /** Four weights along each axis. */
  readonly weights: readonly (readonly StepNode[])[];
}

/** Table entries along an axis, and the lanes that the table has. */
interface PlacedAxis {
  readonly entries: readonly StepNode[];
  readonly covered: StepNode;
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

/** The taps of a square in the order of a gather. */
export const GATHERED = [2, 3, 1, 0];
/** Most samples of an anisotropic footprint. */
export const MOST_SAMPLES = 16;

/**
 * The address unit of one state: from coordinates to the addresses and weights of a square of texels (D3D11.3 7.18.6 to
 * 7.18.9; Vulkan: Texel Coordinate Systems, Wrapping Operation, Cube Map Edge Handling).
 */
export class Placing {
  private readonly coordinates: Coordinates;
  private readonly axes: readonly (SnappedAxis & { readonly even: EvenAxis | null })[];
  private readonly base: Int32Array;
  /** The face of a cube that the lane's direction meets; null for other images. */
  private readonly face: StepNode | null;
  private readonly seamless: boolean;
  private readonly none: readonly StepNode[];
  /** The offsets of a gather's texels; null for a square. */
  private readonly offsets: readonly TexelOffset[] | null;
  /** Null for samplers without a cubic filter. */
  readonly cubic: CubicTable | null;

  constructor(
    private readonly steps: StepGraph,
    private readonly binding: Binding,
    { axes, base }: ImageTables,
    private readonly lanes: PlacedLanes,
  ) {
    const { sampler, cube } = binding;
    this.base = base;
    this.none = [0, 1, 2, 3].map(() => steps.always(false));
    this.face = cube ? steps.register('face', 'integer', 0, CUBE_FACES - 1) : null;
    this.seamless = cube && !sampler.nonSeamlessCubeMap;
    this.cubic = cubicTable(binding);
    this.coordinates = new Coordinates(binding);
    const { gatherOffsets, laneOffsets } = binding.instruction;
    this.offsets = (binding.op === 'gather' && gatherOffsets) || null;
    const reach = this.cubic === null ? { before: 0, after: 1 } : CUBIC_REACH;
    const offset = (name: string) =>
      laneOffsets === true
        ? steps.register(name, 'integer', -(2 ** 15), 2 ** 15)
        : steps.quadRegister(name, -(2 ** 15), 2 ** 15);
    this.axes = axes.map(({ sizes, tables }, axis) => {
      const [name, register] = [
        ['columns', 'rows', 'slices'],
        ['offsetU', 'offsetV', 'offsetW'],
      ].map((of) => of[axis]);
      const along = this.offsets?.map((texel) => texel[axis]);
      const around = along && { before: -Math.min(0, ...along), after: Math.max(0, ...along) };
      const table = { name, tables };
      const mode = this.seamless ? 'clamp_to_edge' : addressModes(sampler)[axis];
      return {
        even: evenAxis(name, mode, sizes, tables),
        axis,
        sizes,
        table,
        inFace: this.seamless,
        offset: offset(register),
        mirrored: mirroredTable(binding, axis, sizes, table),
        ...reach,
        ...around,
      };
    });
  }

  /** @param index which of the anisotropic samples of the level; null for the only one */
  place(level: StepNode, index: StepNode | null): Placed {
    const { steps: s } = this;
    const axes = sampleCoordinates(this.steps, this.binding, this.lanes.samples, index).map((position, n) =>
      this.axis(n, position, level),
    );
    const [x, y, z] = axes;
    const weights = { alpha: x.weight, beta: y?.weight ?? s.constant(0), gamma: z?.weight ?? null };
    const rows = this.rows(axes, level);
    const squares =
      this.offsets === null
        ? rows.map((of) => this.square(x.entries, of))
        : [rows[0].map((row, tap) => s.add(x.entries[tap], row))];
    const missed = this.missed(axes);
    if (!this.seamless) return { ...weights, squares, missing: this.none, leave: [this.leave(missed)] };
    const { square, missing, left } = this.overEdges(squares[0], level, x, y);
    return { ...weights, squares: [square], missing, leave: [missed, ...left].map((lanes) => this.leave(lanes)) };
  }

  /** The same for a cubic filter. */
  placeCubic(level: StepNode, index: StepNode | null, cubic: CubicTable): PlacedCubic {
    const axes = sampleCoordinates(this.steps, this.binding, this.lanes.samples, index).map((position, n) =>
      this.cubicAxis(n, position, level, cubic),
    );
    const [{ entries }] = axes;
    const pairs = (all: readonly StepNode[]) => [0, 2].slice(0, all.length / 2).map((n) => all.slice(n, n + 2));
    return {
      squares: this.rows(axes, level).flatMap((rows) =>
        pairs(rows).flatMap((two) => pairs(entries).map((columns) => this.square(columns, two))),
      ),
      weights: axes.map(({ weights }) => weights),
      missing: this.none,
      leave: [this.leave(this.missed(axes))],
    };
  }

  /** The rows of each slice. */
  private rows([, y, z]: readonly PlacedAxis[], level: StepNode): readonly (readonly StepNode[])[] {
    const { steps: s } = this;
    const start = this.start(level);
    if (y === undefined) return [[start, start]];
    if (z === undefined) return [y.entries.map((row) => s.add(row, start))];
    // Two offsets that are on the border count as one, so that the sum of three has 32 bits.
    const border = s.constant(BORDER_OFFSET);
    return z.entries.map((slice) => y.entries.map((row) => s.add(s.greatest(border, s.add(row, slice)), start)));
  }

  private square(columns: readonly StepNode[], rows: readonly StepNode[]): readonly StepNode[] {
    return rows.flatMap((row) => columns.map((column) => this.steps.add(column, row)));
  }

  private missed(axes: readonly PlacedAxis[]): StepNode {
    const { steps: s } = this;
    return s.not(axes.map(({ covered }) => covered).reduce((a, b) => s.and(a, b)));
  }

  private leave(missed: StepNode): StepNode {
    const { steps: s } = this;
    const { active } = this.lanes;
    return s.leave(active === null ? missed : s.and(active, missed));
  }

  /** One axis: the snapped coordinate, two table entries from its index on, and the weight of the second. */
  private axis(n: number, coordinate: StepNode, level: StepNode) {
    const { steps: s } = this;
    const { index, weight, covered } = this.snap(n, coordinate, level);
    // Texel n of a gather is tap GATHERED[n] of a square.
    const entries =
      this.offsets === null
        ? this.offsetsOf(n, level, index)
        : [0, 1, 2, 3].map((tap) => {
            const texel = this.offsets![GATHERED.indexOf(tap)];
            return this.offsetsOf(n, level, s.add(index, s.constant(texel[n])))[0];
          });
    const none = s.constant(0);
    return { index, covered, entries, weight: s.select(this.lanes.linear, this.inside(n, index, level, weight), none) };
  }

  /** The byte offsets of the texels at an index and after it. */
  private offsetsOf(n: number, level: StepNode, index: StepNode): readonly [StepNode, StepNode] {
    const { steps: s } = this;
    const { even, table } = this.axes[n];
    if (even === null) return s.entries(table, level, index);
    const offset = (i: StepNode) => evenOffset(s, even, level, i);
    return [offset(index), offset(s.add(index, s.constant(1)))];
  }

  /** The weight, 0 for a coordinate that is clamped to a texel where weights are products that are rounded. */
  private inside(n: number, index: StepNode, level: StepNode, weight: StepNode): StepNode {
    const { steps: s, binding } = this;
    const { design, sampler } = binding;
    const clamps = addressModes(sampler)[n] === 'clamp_to_edge' && !this.seamless;
    if (weightSplit(design.filter) !== 'rounded-products' || !clamps) return weight;
    const { sizes, table } = this.axes[n];
    const last = s.ofLevel(level, {
      name: `last of ${table.name}`,
      kind: 'integer',
      values: sizes.map((size) => size - 2),
    });
    const outside = s.or(s.less(index, s.constant(0)), s.less(last, index));
    return s.select(outside, s.constant(0), weight);
  }

  /** Four table entries and their weights. */
  private cubicAxis(n: number, coordinate: StepNode, level: StepNode, cubic: CubicTable) {
    const { steps: s } = this;
    const snapped = this.snap(n, coordinate, level);
    const { first, weights } = cubicAxis(s, cubic, snapped, this.binding.design.filter.weightBits);
    return {
      entries: [-1, 1].flatMap((from) => this.offsetsOf(n, level, s.add(first, s.constant(from)))),
      weights,
      covered: snapped.covered,
    };
  }

  private snap(n: number, coordinate: StepNode, level: StepNode): Snapped {
    const { steps: s, binding, lanes } = this;
    const linear = binding.instruction.gatherOrigin === 'nearest' ? s.always(false) : lanes.linear;
    return snapAxis(s, this.coordinates, this.axes[n], coordinate, level, linear);
  }

  /** The byte address of the lane's layer in its level; of cubes that of the face, or of the cube without one. */
  private start(level: StepNode, face: StepNode | null = this.face): StepNode {
    const { steps: s, binding } = this;
    const { image, cube } = binding;
    const selected = selectViewLayer(s, binding, s.register('layer', 'float32'));
    const first = cube ? s.multiply(selected, s.constant(CUBE_FACES)) : selected;
    const layer = face === null ? first : s.add(first, face);
    const start = s.ofLevel(level, { name: 'start', kind: 'integer', values: this.base, place: 'texels' });
    if (layer.step === 'constant') return start;
    const values = image.levels.map(({ layerBytes }) => layerBytes);
    const layerBytes = s.ofLevel(level, { name: 'layer bytes', kind: 'integer', values, place: 'size' });
    return s.add(start, s.multiply(layer, layerBytes));
  }

  /**
   * Taps beside a face of a seamless cube are on the neighbouring one. One beyond a corner is not there.
   */
  private overEdges(inFace: readonly StepNode[], level: StepNode, x: { index: StepNode }, y: { index: StepNode }) {
    const { steps: s, binding } = this;
    const { linear, corners } = this.lanes;
    const { levels } = binding.image;
    const sizes = levels.map(({ width }) => width);
    const size = s.ofLevel(level, { name: 'face size', kind: 'integer', values: sizes });
    const none = s.constant(0);
    const one = s.constant(1);
    const ends = ({ index }: { index: StepNode }) =>
      [s.less(index, none), s.less(s.subtract(size, s.constant(2)), index)].map((end) => s.and(end, linear));
    const [sideways, upright] = [ends(x), ends(y)];
    const anyU = s.or(sideways[0], sideways[1]);
    const anyV = s.or(upright[0], upright[1]);
    const atCorner = s.and(anyU, anyV);
    const corner = corners ? atCorner : s.always(false);
    const seams = {
      name: 'seams',
      tables: levels.map((_, l) => ({ entries: seamTable(binding, l), first: 0 })),
    };
    const overEdge = () => {
      const start = this.start(level, null);
      const face = this.face!;
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
    const missing = inFace.map((_, tap) => s.and(sideways[tap & 1], upright[tap >> 1]));
    return { square, missing, left: corners ? [] : [atCorner] };
  }
}

/** The coordinates of a sample, which may lie on the major axis (Vulkan: Texel Anisotropic Filtering). */
export function sampleCoordinates(
  s: StepGraph,
  binding: Binding,
  samples: StepNode,
  index: StepNode | null,
): readonly StepNode[] {
  const centers = ['u', 'v', 'w'].slice(0, binding.dimensions).map((name) => s.register(name, 'float32'));
  if (index === null) return centers;
  const table = s.address('positions', () => positionTable(binding));
  const last = s.subtract(samples, s.constant(1));
  const place = s.add(s.multiply(samples, s.constant(MOST_SAMPLES)), s.least(index, last));
  const step = s.lookUp(table, place, -1, 1, 'float32');
  const several = s.less(s.constant(1), samples);
  return centers.map((x, n) =>
    s.select(several, alongAxis(s, x, s.register(['axisU', 'axisV'][n], 'float32'), step), x),
  );
}

/** True for the indices whose fraction is complemented, as -1, where an axis table has them; null where none is. */
function mirroredTable(
  { design, sampler, cube }: Binding,
  axis: number,
  sizes: readonly number[],
  { name, tables }: LevelTable,
): LevelTable | null {
  if (design.address.mirroredFraction === 'kept' || (cube && !sampler.nonSeamlessCubeMap)) return null;
  const mode = addressModes(sampler)[axis];
  const ofLevel = ({ entries, first }: AxisEntries, level: number) => ({
    first,
    entries: entries.map((_, n) => -Number(isMirrored(first + n, sizes[level], mode))),
  });
  return { name: `mirrored ${name}`, tables: tables.map(ofLevel) };
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
  const table = new Int32Array(CUBE_FACES * EDGES * size + 1);
  for (let place = 0; place < CUBE_FACES * EDGES * size; place++) {
    const along = place % size;
    const edge = Math.floor(place / size) % EDGES;
    const face = Math.floor(place / size / EDGES);
    const beyond = (edge & 1) === 0 ? -1 : size;
    const texel = beyondEdge(PLAIN, face, edge < 2 ? beyond : along, edge < 2 ? along : beyond, size);
    table[place] = texel.face * layerBytes + (column[texel.i] + row[texel.j]) * image.texelStride;
  }
  return table;
}
