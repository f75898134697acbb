import { type RoundingMode, roundShift } from '../fixed-point/rounding.ts';
import type { NumberKind, StepKind, StepNode, StepRange, StepRegion, StepType } from './step.ts';
import type { ConstantTable, NeighborLanes } from './steps.ts';

/** A number of every level of an image: one value for each, or a table that is placed when the state is bound. */
export interface LevelValues {
  readonly name: string;
  readonly kind: Exclude<NumberKind, 'mask'>;
  readonly values: ArrayLike<number>;
  /**
   * Where the image is a copy whose texels take more room, addresses of texels and numbers of bytes change: they are known
   * when the state is in a memory.
   */
  readonly place?: 'texels' | 'size';
}

/** A table of every level: its entries, and the index of the first. */
export interface LevelTable {
  readonly name: string;
  readonly tables: readonly { readonly entries: Int32Array; readonly first: number }[];
}

/** A table as it is placed, byte by byte. */
export type PlacedTable = Int32Array | Float32Array | Float64Array | Uint16Array | Uint8Array;

/** The steps of numbers of lanes in a graph. Constants fold and equal steps are one while it is built. */
export abstract class LaneGraph {
  readonly outermost: StepRegion = { steps: [], known: new Map(), around: null };
  readonly levels: LevelValues[] = [];
  readonly tables: LevelTable[] = [];
  readonly placed: { readonly name: string; readonly table: () => PlacedTable }[] = [];
  /** True if what a level has is a run-time value, even where it is known and the same for all. */
  readonly atRunTime: boolean;
  private region = this.outermost;
  /** The steps so far. */
  protected count = 0;

  constructor(atRunTime = false) {
    this.atRunTime = atRunTime;
  }

  // Operands.

  /** A value that a form may show by its name in docs/arithmetic.md; the value itself. */
  shown(name: string, value: StepNode): StepNode {
    if (this.atRunTime) this.make('shown', value, [value], name, value);
    return value;
  }

  constant(value: number, kind: NumberKind = 'integer'): StepNode {
    return this.make('constant', NUMBERS[kind], [], value, { low: value, high: value });
  }

  /** A number of the state: a constant where the state is known. */
  ofState(name: string, value: number, kind: NumberKind = 'integer'): StepNode {
    if (!this.atRunTime) return this.constant(value, kind);
    return this.make('ofState', NUMBERS[kind], [], name, kind === 'integer' ? ANY : ALL);
  }

  /** A colour's mask that a state has at run time: true for some of the components. */
  maskOfState(name: string): StepNode {
    return this.make('ofState', COLORS.mask, [], name, TRUTH);
  }

  /** A register of every lane. */
  register(name: string, kind: NumberKind, low = -Infinity, high = Infinity): StepNode {
    return this.make('register', NUMBERS[kind], [], name, { low, high });
  }

  /** A register of every quad. */
  quadRegister(name: string, low: number, high: number): StepNode {
    return this.make('quadRegister', NUMBERS.integer, [], name, { low, high });
  }

  /** True for the lanes that want a result: bit l of a quad's register for lane l. */
  activeLanes(): StepNode {
    return this.make('activeLanes', NUMBERS.mask, [], null, TRUTH);
  }

  /** The pass that a form is called for. @param most the greatest */
  passNumber(most: number): StepNode {
    return this.make('passNumber', NUMBERS.integer, [], null, { low: 0, high: most });
  }

  /** The entry of `values` for the lane's level; the value itself where it is the same for all levels. */
  ofLevel(level: StepNode, of: LevelValues): StepNode {
    const { kind, name, values, place } = of;
    const all = Array.from(values);
    const low = place === undefined ? Math.min(...all) : 0;
    const high = place === undefined ? Math.max(...all) : 2 ** 31 - 1;
    const folds = place === undefined && !this.atRunTime;
    if (folds && low === high) return this.constant(low, kind);
    if (folds && level.step === 'constant') return this.constant(all[level.low], kind);
    if (!this.levels.some((known) => known.name === name)) this.levels.push(of);
    return this.make('ofLevel', NUMBERS[kind], [level], name, { low, high });
  }

  // Integers and floats of lanes.

  add(a: StepNode, b: StepNode): StepNode {
    // A sum of floats with 0 changes -0.
    if (a.kind === 'integer' && isValue(b, 0)) return a;
    if (a.kind === 'integer' && isValue(a, 0)) return b;
    return this.arithmetic('add', a, b, (x, y) => x + y);
  }

  subtract(a: StepNode, b: StepNode): StepNode {
    if (isValue(b, 0) && !Object.is(b.low, -0)) return a;
    return this.arithmetic('subtract', a, b, (x, y) => x - y);
  }

  multiply(a: StepNode, b: StepNode): StepNode {
    if (isValue(b, 1)) return a;
    if (a.kind === 'integer' && !a.color && (isValue(a, 0) || isValue(b, 0))) return this.constant(0);
    return this.arithmetic('multiply', a, b, (x, y) => x * y);
  }

  /** The lesser of two; of floats `a`, unless `b` is less: with a NaN as `a` the result is NaN, with one as `b` it is `a`. */
  least(a: StepNode, b: StepNode): StepNode {
    return this.make('least', a, [a, b], null, { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) });
  }

  greatest(a: StepNode, b: StepNode): StepNode {
    return this.make('greatest', a, [a, b], null, { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) });
  }

  held(a: StepNode, low: number, high: number): StepNode {
    return this.greatest(this.least(a, this.constant(high, a.kind)), this.constant(low, a.kind));
  }

  /** floor(a / 2^bits). */
  shiftRight(a: StepNode, bits: number): StepNode {
    if (bits === 0) return a;
    const scale = 2 ** bits;
    if (a.step === 'constant') return this.constant(Math.floor(a.low / scale));
    return this.make('shiftRight', { kind: 'integer', color: a.color }, [a], bits, {
      low: Math.floor(a.low / scale),
      high: Math.floor(a.high / scale),
    });
  }

  /** The larger of two floats, NaN if one is NaN. */
  larger(a: StepNode, b: StepNode): StepNode {
    return this.make('larger', a, [a, b], null, { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) });
  }

  smaller(a: StepNode, b: StepNode): StepNode {
    return this.make('smaller', a, [a, b], null, { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) });
  }

  divide(a: StepNode, b: StepNode): StepNode {
    return this.make('divide', a, [a, b], null, ALL);
  }

  squareRoot(a: StepNode): StepNode {
    return this.make('squareRoot', a, [a], null, { low: 0, high: Infinity });
  }

  absolute(a: StepNode): StepNode {
    return this.make('absolute', a, [a], null, { low: 0, high: Math.max(-a.low, a.high) });
  }

  negate(a: StepNode): StepNode {
    return this.make('negate', a, [a], null, { low: -a.high, high: -a.low });
  }

  ceil(a: StepNode): StepNode {
    return this.make('ceil', a, [a], null, a);
  }

  /** A float32, or an integer, as float64. */
  double(a: StepNode): StepNode {
    return this.make('double', NUMBERS.float64, [a], null, a);
  }

  /** A float64 rounded to float32. */
  single(a: StepNode): StepNode {
    return this.make('single', NUMBERS.float32, [a], null, a);
  }

  /** The bits of a float32 as an integer. */
  bits(a: StepNode): StepNode {
    return this.make('bits', NUMBERS.integer, [a], null, ANY);
  }

  /** The weight of the leading bit of a float64, 2^floor(log2 |x|); 0 for 0. */
  leadingBit(a: StepNode): StepNode {
    return this.make('leadingBit', NUMBERS.float64, [a], null, { low: 0, high: Infinity });
  }

  /** A float64 as a multiple of a power of two, with the bits below cut off; 0 cuts nothing off. */
  cutBelow(a: StepNode, last: StepNode): StepNode {
    return this.make('cutBelow', NUMBERS.float64, [a, last], null, a);
  }

  /** A float with float32's denormals flushed to zeros of the same sign. */
  flushed(a: StepNode): StepNode {
    return this.make('flushed', a, [a], null, a);
  }

  /** The byte address of a table that is placed when the state is bound. */
  address(name: string, table: () => PlacedTable): StepNode {
    if (!this.placed.some((one) => one.name === name)) this.placed.push({ name, table });
    return this.make('address', NUMBERS.integer, [], name, { low: 0, high: 2 ** 31 - 1 });
  }

  /** Entry `index` of a table of int32, or of float32. */
  lookUp(
    table: StepNode,
    index: StepNode,
    low: number,
    high: number,
    kind: 'integer' | 'float32' = 'integer',
  ): StepNode {
    const place = this.add(table, this.multiply(index, this.constant(4)));
    return this.make('lookUp', NUMBERS[kind], [place], null, { low, high });
  }

  entryOf(table: ConstantTable, index: StepNode, low: number, high: number): StepNode {
    return this.lookUp(this.placedTable(table), index, low, high);
  }

  entryOfTwo(table: ConstantTable, index: StepNode, n: 0 | 1, low: number, high: number): StepNode {
    const place = this.add(this.placedTable(table), this.multiply(index, this.constant(4)));
    return this.make('entry', NUMBERS.integer, [place], n, { low, high });
  }

  protected placedTable(table: ConstantTable): StepNode {
    return this.address(table.name, () => table.entries);
  }

  /** A register's value in another lane of the quad: `lanes` says for each lane which. */
  neighbor(register: StepNode, lanes: NeighborLanes): StepNode {
    return this.make('neighbor', register, [register], lanes.join(' '), register);
  }

  /** The bits of `a` that `mask` has, an integer of 0 or more, or those of two masks. */
  and(a: StepNode, mask: StepNode): StepNode {
    if (a.kind === 'mask') {
      if (a.step === 'constant') return a.low !== 0 ? mask : a;
      return this.make('and', NUMBERS.mask, [a, mask], null, TRUTH);
    }
    return this.make('and', NUMBERS.integer, [a, mask], null, { low: 0, high: mask.high });
  }

  lowBits(a: StepNode, bits: number): StepNode {
    return this.and(a, this.constant(2 ** bits - 1));
  }

  or(a: StepNode, b: StepNode): StepNode {
    return this.make('or', NUMBERS.mask, [a, b], null, TRUTH);
  }

  not(a: StepNode): StepNode {
    return this.make('not', NUMBERS.mask, [a], null, TRUTH);
  }

  /** a < b, of two integers or two floats; false with NaN. */
  less(a: StepNode, b: StepNode): StepNode {
    if (a.step === 'constant' && b.step === 'constant') return this.always(a.low < b.low);
    return this.make('less', NUMBERS.mask, [a, b], null, TRUTH);
  }

  equal(a: StepNode, b: StepNode): StepNode {
    return this.make('equal', NUMBERS.mask, [a, b], null, TRUTH);
  }

  select(mask: StepNode, yes: StepNode, no: StepNode): StepNode {
    if (yes === no) return yes;
    if (mask.step === 'constant') return mask.low !== 0 ? yes : no;
    const low = Math.min(yes.low, no.low);
    const detail = yes.color && yes.kind === 'float64' ? yes.detail : null;
    return this.make('select', yes, [mask, yes, no], detail, { low, high: Math.max(yes.high, no.high) });
  }

  always(value: boolean): StepNode {
    return this.make('constant', NUMBERS.mask, [], Number(value), { low: Number(value), high: Number(value) });
  }

  floor(a: StepNode): StepNode {
    return this.make('floor', a, [a], null, a);
  }

  truncate(a: StepNode, unit: number): StepNode {
    const units = this.multiply(a, this.constant(1 / unit, a.kind));
    const whole = this.make('truncate', a, [units], null, units);
    return this.multiply(whole, this.constant(unit, a.kind));
  }

  /** A float32 to the nearest integer, ties to even, still a float32. */
  nearestInteger(a: StepNode): StepNode {
    return this.make('nearestInteger', a, [a], null, a);
  }

  /** A whole float32 as an integer. @param low,high what it can be; beyond, any integer */
  toInteger(a: StepNode, low: number, high: number): StepNode {
    if (a.step === 'constant') return this.constant(a.low);
    return this.make('toInteger', NUMBERS.integer, [a], 'near', { low, high });
  }

  /** A whole float as an integer, the nearest int32 for those beyond; 0 for NaN. */
  saturated(a: StepNode, low: number = ANY.low, high: number = ANY.high): StepNode {
    return this.make('toInteger', NUMBERS.integer, [a], 'saturated', { low, high });
  }

  /** a / 2^bits, rounded: the one narrowing. */
  round(a: StepNode, bits: number, mode: RoundingMode): StepNode {
    if (bits === 0 && a.kind === 'integer') return a;
    const of = (value: number) => (Math.abs(value) < 2 ** 51 ? roundShift(value, bits, mode) : value);
    return this.make('round', a, [a], { bits, mode }, { low: of(a.low), high: of(a.high) });
  }

  fixed(a: StepNode, bits: number, mode: RoundingMode, low: number, high: number): StepNode {
    const scaled = this.multiply(a, this.constant(2 ** bits, 'float32'));
    return this.toInteger(this.nearest(scaled, mode), low, high);
  }

  /** A whole float: of two modes a float32, of others a float64. */
  private nearest(a: StepNode, mode: RoundingMode): StepNode {
    if (mode === 'nearest-even') return this.nearestInteger(a);
    if (mode !== 'nearest-up') return this.round(this.double(a), 0, mode);
    const [none, half, one] = [0, 0.5, 1].map((value) => this.constant(value, 'float32'));
    const floor = this.floor(a);
    return this.add(floor, this.select(this.less(this.subtract(a, floor), half), none, one));
  }

  /**
   * The integers are added to the rounded product: even ones for nearest-even, and no rounding depends on a sign. States at
   * run time have no bounds.
   */
  scaled(a: StepNode, whole: StepNode, scale: StepNode, added: StepNode, mode: RoundingMode, most: number): StepNode {
    if (this.atRunTime) {
      const near = this.held(this.multiply(this.double(a), scale), -most, most);
      const shift = this.subtract(this.double(added), this.multiply(this.double(whole), scale));
      return this.toInteger(this.roundedSum(near, shift, mode), -most, most);
    }
    const product =
      mode === 'nearest-even'
        ? this.make('scaled', NUMBERS.integer, [a, scale], null, { low: -most, high: most })
        : this.toInteger(this.round(this.multiply(this.double(a), scale), 0, mode), -most, most);
    const times = Math.ceil(most / scale.high);
    const taken = this.multiply(this.toInteger(whole, -times, times), this.toInteger(scale, scale.low, scale.high));
    return this.add(product, this.subtract(added, taken));
  }

  /** A float64 plus a whole one, rounded once to a whole float64: the sum may need more bits than a float64 has. */
  private roundedSum(a: StepNode, whole: StepNode, mode: RoundingMode): StepNode {
    return this.make('roundedSum', NUMBERS.float64, [a, whole], mode, ALL);
  }

  // Addresses.

  /** The entries `index` and `index` + 1 of the level's table. */
  entries(table: LevelTable, level: StepNode, index: StepNode): readonly [StepNode, StepNode] {
    if (!this.tables.some(({ name }) => name === table.name)) this.tables.push(table);
    const at = this.ofLevel(level, { name: table.name, kind: 'integer', values: [], place: 'size' });
    const place = this.add(at, this.multiply(index, this.constant(4)));
    return [this.make('entry', NUMBERS.integer, [place], 0, ANY), this.make('entry', NUMBERS.integer, [place], 1, ANY)];
  }

  /** Leaves lanes to the units: a root of the forms that do. */
  leave(mask: StepNode): StepNode {
    return this.make('leave', NUMBERS.mask, [mask], null, TRUTH);
  }

  /**
   * The value of `build`, which is that of `otherwise` where the mask fails: a form skips its steps where no lane has use for
   * them, and need not skip them for each lane.
   */
  when(mask: StepNode, build: () => StepNode, otherwise: StepNode): StepNode {
    const { region, result } = this.inside(build);
    const low = Math.min(result.low, otherwise.low);
    const high = Math.max(result.high, otherwise.high);
    const detail = result.kind === 'float64' ? result.detail : null;
    return this.make('when', result, [mask, result, otherwise], detail, { low, high }, region);
  }

  /** The same of several numbers of a lane. */
  whenAll(mask: StepNode, build: () => readonly StepNode[], otherwise: readonly StepNode[]): readonly StepNode[] {
    const { region, result } = this.inside(build);
    const all = this.make('when', NUMBERS.integer, [mask, ...result, ...otherwise], null, ANY, region);
    return result.map(({ kind, low, high }, n) => {
      const other = otherwise[n];
      return this.make('part', NUMBERS[kind], [all], n, {
        low: Math.min(low, other.low),
        high: Math.max(high, other.high),
      });
    });
  }

  protected inside<Result>(build: () => Result): { region: StepRegion; result: Result } {
    const region: StepRegion = { steps: [], known: new Map(), around: this.region };
    this.region = region;
    const result = build();
    this.region = region.around!;
    return { region, result };
  }

  private arithmetic(step: StepKind, a: StepNode, b: StepNode, of: (x: number, y: number) => number): StepNode {
    if (a.step === 'constant' && b.step === 'constant') {
      const value = of(a.low, b.low);
      return this.constant(a.kind === 'float32' ? Math.fround(value) : value, a.kind);
    }
    const ends = [of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)];
    if (ends.some((end) => Number.isNaN(end))) ends.push(-Infinity, Infinity);
    return this.make(step, { kind: a.kind, color: a.color || b.color }, [a, b], null, {
      low: least(ends),
      high: greatest(ends),
    });
  }

  protected make(
    step: StepKind,
    { kind, color }: StepType,
    operands: readonly StepNode[],
    detail: unknown,
    { low, high }: StepRange,
    region: StepRegion | null = null,
  ): StepNode {
    const key = `${step} ${kind} ${operands.map(({ id }) => id).join(' ')} ${typeof detail === 'number' ? numberKey(detail) : JSON.stringify(detail)} ${region ? this.count : ''}`;
    for (let at: StepRegion | null = this.region; at !== null; at = at.around) {
      const known = at.known.get(key);
      if (known !== undefined) return known;
    }
    const made: StepNode = { id: this.count++, step, kind, color, operands, detail, low, high, region };
    this.region.known.set(key, made);
    this.region.steps.push(made);
    return made;
  }
}

/** Another text for every number, -0 and those that are not finite included. */
const numberKey = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

const least = (values: readonly number[]) => Math.min(...values.filter((value) => !Number.isNaN(value)));
const greatest = (values: readonly number[]) => Math.max(...values.filter((value) => !Number.isNaN(value)));

/** The numbers of lanes, and colours, of each kind. */
export const [NUMBERS, COLORS] = [false, true].map((color): Readonly<Record<NumberKind, StepType>> => {
  const of = (kind: NumberKind): StepType => ({ kind, color });
  return { integer: of('integer'), float32: of('float32'), float64: of('float64'), mask: of('mask') };
});

export const ALL: StepRange = { low: -Infinity, high: Infinity };

/** The range of a mask. */
const TRUTH: StepRange = { low: 0, high: 1 };

/** The range of any int32. */
const ANY: StepRange = { low: -(2 ** 31), high: 2 ** 31 - 1 };

function isValue(step: StepNode, value: number): boolean {
  return step.step === 'constant' && step.low === value && step.kind !== 'mask';
}
