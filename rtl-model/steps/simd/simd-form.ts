import type { StepRegion, StepNode } from '../step.ts';
import type { StepGraph } from '../step-graph.ts';
import type { Parts, TexelCodes } from '../texel-codes.ts';
import { AlignedSteps } from './aligned-steps.ts';
import { CodeSteps, isWide, type NarrowingRule } from './code-steps.ts';
import { ExtremeSteps } from './extreme-steps.ts';
import { FloatParts, HALF_LIMIT } from './float-parts.ts';
import { FloatSteps } from './float-steps.ts';
import { LaneSteps } from './lane-steps.ts';
import { sumsPairs } from './near-sums.ts';
import { LANES, SimdEmitter, type Locals } from './simd-emitter.ts';
import { RegisterSteps } from './register-steps.ts';
import { stateRecord } from './state-record.ts';
import { TexelRange } from './texel-range.ts';
import { isSplit, TexelSteps } from './texel-steps.ts';
import * as SIMD from './simd-opcodes.ts';
import { I32, SCALAR, V128 } from './wasm-code.ts';

/** Where a module finds what is not in its code: byte offsets in the block of registers and in the state's record. */
export interface SimdPlaces {
  /** A lane register's offset in the block, entry l at 4 * l; a quad register's, entry q at 4 * q. */
  register(name: string): number;
  /** The number of the function that decodes a texel: from its address and the record to four codes of 16 bits. */
  readonly decode: number;
}

/** Parameters of a function: the block, the state's record, the lanes, and the pass for those that have one. */
export const FORM_PARAMETERS = [I32, I32, I32, I32] as const;
const BLOCK = 0;
const STATE = 1;
const LANES_END = 2;
const PASS = 3;

/** The steps of a graph in 128-bit SIMD: four lanes of a quad at once, and four components of a lane. */
export class SimdForm extends SimdEmitter {
  private readonly needed = new Set<StepNode>();
  /** A local: the address of four entries of each lane. */
  readonly to = this.code.local(I32);
  private readonly left = this.code.local(V128);
  /** The lanes of all quads that are left to the units. */
  private readonly anyLeft = this.code.local(V128);
  private readonly parts = new FloatParts(this);
  private readonly lanes = new LaneSteps(this);
  private readonly floatSteps = new FloatSteps(this, this.parts, (masks) => this.leaveUnless(masks));
  private readonly alignedSteps = new AlignedSteps(this, (masks) => this.leaveUnless(masks));
  private readonly registers: RegisterSteps;
  private readonly texels: TexelSteps;
  private readonly codes: CodeSteps;
  private readonly extremes: ExtremeSteps;
  /** The mask of the lanes that take part; null for all. */
  private taking: StepNode | null = null;

  constructor(
    private readonly steps: StepGraph,
    private readonly places: SimdPlaces,
  ) {
    super(FORM_PARAMETERS.length, LANES_END);
    this.registers = new RegisterSteps(this, stateRecord(steps), STATE, (name) => places.register(name));
    this.texels = new TexelSteps(this, this.parts, STATE, places.decode);
    this.codes = new CodeSteps(this, this.texels);
    this.extremes = new ExtremeSteps(this, this.parts, this.texels);
  }

  /**
   * A loop over the quads of the block, which leaves on the stack whether a lane is left to the units.
   *
   * @param roots steps that `store` reads
   * @param active null where every lane takes part
   */
  loop(
    roots: readonly StepNode[],
    active: StepNode | null,
    left: string | null,
    store: (form: this) => void,
    byQuads = false,
  ): void {
    const { code } = this;
    this.taking = active;
    this.registers.byQuads = byQuads;
    this.need(roots);
    if (active !== null) this.need([active]);
    code.get(BLOCK);
    code.tee(this.registers.lane);
    code.tee(this.registers.quad);
    code.set(this.to);
    code.get(LANES_END);
    code.integer(2);
    code.op(SCALAR.shiftLeft);
    code.get(BLOCK);
    code.op(SCALAR.add);
    code.set(LANES_END);
    code.loop(() => {
      this.splatInteger(0);
      code.set(this.left);
      code.block(() => {
        const range = (this.floatSteps.range = TexelRange.of(this, this.needed));
        this.floatSteps.inPairs = sumsPairs(this.needed);
        range?.begin();
        this.region(this.steps.outermost, active, () => code.breakIf(0));
        store(this);
        if (range === null) return;
        range.isLeft();
        code.branch(() => this.inside(() => this.inParts(store)));
      });
      if (left !== null) {
        code.get(this.registers.lane);
        code.get(this.left);
        code.memory(SIMD.store, this.places.register(left));
      }
      code.get(this.anyLeft);
      code.get(this.left);
      code.simd(SIMD.or);
      code.set(this.anyLeft);
      this.advance(this.registers.lane, byQuads ? 64 : 16);
      this.advance(this.registers.quad, byQuads ? 16 : 4);
      this.advance(this.to, 64);
      code.get(this.registers.lane);
      code.get(LANES_END);
      code.op(SCALAR.lessUnsigned);
      code.breakIf(0);
    });
    code.get(this.anyLeft);
    code.simd(SIMD.anyTrue);
  }

  /** The colours again, with the sums of floats in parts. */
  private inParts(store: (form: this) => void): void {
    const known = new Set(this.steps.outermost.steps.filter(({ color }) => !color));
    for (const step of this.values.keys()) if (!known.has(step)) this.values.delete(step);
    this.floatSteps.range = null;
    this.region(this.steps.outermost);
    store(this);
  }

  /** Stores a number in a register of the lanes. */
  storeRegister(value: StepNode, register: string): void {
    const { code } = this;
    const [local] = this.value(value);
    const offset = this.places.register(register);
    if (!this.registers.byQuads) {
      code.get(this.registers.lane);
      code.get(local);
      code.memory(SIMD.store, offset);
      return;
    }
    for (const quad of LANES) {
      code.get(this.registers.lane);
      this.splatLane(local, quad);
      code.memory(SIMD.store, offset + 16 * quad);
    }
  }

  /** Stores a colour of float32. */
  storeColor(color: StepNode, offset: number): void {
    const { code } = this;
    this.lanesOf(color).forEach((local, lane) => {
      code.get(this.to);
      code.get(local);
      code.memory(SIMD.store, offset + 16 * lane);
    });
  }

  /** The components of each lane of a colour, constants among them. */
  private lanesOf(color: StepNode): Locals {
    const { plane } = this;
    const value = this.value(color);
    if (plane === null) return value;
    const { constants } = { constants: [0, 0, 0, 0], ...(color.detail as object | null) };
    return LANES.map((lane) => {
      this.shuffle32(
        value[0],
        this.floats(constants),
        plane.map((is, c) => (is ? lane : 4 + c)),
      );
      return this.kept();
    });
  }

  private advance(local: number, by: number): void {
    const { code } = this;
    code.get(local);
    code.integer(by);
    code.op(SCALAR.add);
    code.set(local);
  }

  private need(roots: readonly StepNode[]): void {
    const mark = (step: StepNode): void => {
      if (this.needed.has(step)) return;
      this.needed.add(step);
      if (step.step === 'square') this.takeTexels(step.detail as TexelCodes);
      step.operands.forEach(mark);
      step.region?.steps.filter(({ step: kind }) => kind === 'leave').forEach(mark);
    };
    roots.forEach(mark);
  }

  private takeTexels({ planar, places }: TexelCodes): void {
    this.plane = planar ? places.map((place) => place >= 0) : null;
  }

  /** @param skip is called when the mask of the lanes that take part is known, and none does */
  private region(region: StepRegion, active: StepNode | null = null, skip?: () => void): void {
    const { code } = this;
    for (const step of region.steps) {
      if (!this.needed.has(step) || this.values.has(step)) continue;
      this.emit(step, region);
      if (step === active && skip !== undefined) {
        code.get(this.value(step)[0]);
        code.simd(SIMD.anyTrue);
        code.op(SCALAR.isZero);
        skip();
      }
    }
  }

  // Steps.

  private emit(step: StepNode, region: StepRegion): void {
    const found = this.lowered(step, region);
    if (found !== null) this.values.set(step, found);
  }

  private lowered(step: StepNode, region: StepRegion): Locals | null {
    const { code } = this;
    const { operands, kind } = step;
    const [a, b, c] = operands.map((operand) => this.values.get(operand) ?? []);
    switch (step.step) {
      case 'constant':
        return [this.lanes.constantOf(step)];
      case 'multiply':
        return kind === 'integer' ? [this.lanes.product(step, a, b)] : this.lanes.lanewise(step);
      case 'ofState':
      case 'roundedSum':
      case 'roundedCodes':
      case 'shown':
        throw new RangeError(`${step.step} is a step of states at run time`);
      case 'register':
        return [this.registers.ofLanes(step.detail as string)];
      case 'quadRegister':
        return [this.registers.ofQuads(step.detail as string)];
      case 'ofLevel':
        this.registers.fieldsOf(step, region, this.needed);
        return null;
      case 'shiftRight':
        return a.map((local) => this.shifted(SIMD.shiftRight32, local, step.detail as number));
      case 'and':
        return [this.binary(SIMD.and, a[0], b[0])];
      case 'or':
        return [this.binary(SIMD.or, a[0], b[0])];
      case 'not':
        return [this.unary(SIMD.not, a[0])];
      case 'less':
      case 'equal':
        return [this.lanes.compare(step)];
      case 'select':
        if (isWide(step))
          return this.selectColor(a[0], this.codes.inDoubles(operands[1]), this.codes.inDoubles(operands[2]));
        if (step.color) return this.selectColor(a[0], b, c);
        if (kind === 'float64') return this.lanes.selectDoubles(a[0], b, c);
        if (kind === 'float32' && operands[1].step === 'negate' && operands[1].operands[0] === operands[2]) {
          return [this.lanes.negatedWhere(a[0], c[0])];
        }
        return [this.select(a[0], b[0], c[0])];
      case 'toInteger':
        return [operands[0].kind === 'float64' ? this.integersOfDoubles(a) : this.lanes.integerOf(step, a[0])];
      case 'double':
        return this.lanes.doublesOfLanes(operands[0], a[0]);
      case 'single':
        return [this.lanes.singles(a)];
      case 'bits':
        return a;
      case 'leadingBit':
        return a.map((local) => this.binary(SIMD.and, local, this.twice(0, 0x7ff00000)));
      case 'cutBelow':
        return this.lanes.cutBelow(a, b);
      case 'flushed':
        return kind === 'float32' ? [this.parts.flushed(a[0])] : a.map((local) => this.lanes.flushedDouble(local));
      case 'address':
        code.get(STATE);
        code.memory(SIMD.load32Splat, this.registers.record.address(step.detail as string));
        return [this.kept()];
      case 'lookUp':
        this.gather(this.addresses(a[0]), 32, 0);
        return [this.kept()];
      case 'neighbor':
        return [this.registers.neighbor(step, a[0])];
      case 'scaled':
        return [this.lanes.scaled(a[0], operands[1], b)];
      case 'entry':
        return this.lanes.entry(step, a[0]);
      case 'leave':
        code.get(this.left);
        code.get(a[0]);
        code.simd(SIMD.or);
        code.set(this.left);
        return [];
      case 'square':
        return this.texels.square(step, this.floatSteps.range !== null || this.floatSteps.inPairs);
      case 'compared':
        return this.texels.compared(step, a, b[0]);
      case 'tap':
        if (kind !== 'float32' && !isSplit(operands[0])) return a;
        return this.vectors.map(
          (n) => a[this.vectors.length * ((step.detail as number) >> Number(this.floatSteps.inPairs)) + n],
        );
      case 'cornered': {
        const missing = operands.slice(1).map((mask) => this.value(mask)[0]);
        return kind === 'float32' ? this.floatSteps.cornered(step, a, missing) : this.codes.cornered(step, a, missing);
      }
      case 'gathered':
        return this.texels.gathered(step, a);
      case 'extreme':
        return this.extremes.extreme(step, a, b[0], c[0]);
      case 'extremeOf':
        return this.extremes.extremeOf(step, a, b);
      case 'weighted':
        return this.floatSteps.weighted(step, a, b[0], c[0]);
      case 'weightedTexels':
        return this.floatSteps.weightedTexels(step);
      case 'aligned':
        return this.alignedSteps.aligned(step);
      case 'light':
        return this.codes.inFloats(step, a);
      case 'ofComponents': {
        const own = this.integers((step.detail as readonly boolean[]).map((is) => (is ? -1 : 0)));
        return a.map((local, n) => this.select(own, local, b[n]));
      }
      case 'extremeTexel':
        return this.extremes.extremeTexel(step);
      case 'amongTexels':
        return this.extremes.amongTexels(step, a);
      case 'alone':
        return this.floatSteps.alone(step, a, null);
      case 'mixed':
        return this.floatSteps.mixed(step, a, b, c[0]);
      case 'rounded':
        return this.floatSteps.roundedOnce(step, a, b[0]);
      case 'bounded':
        // Exact sums are finite, or left.
        if (operands[0].step === 'rounded' || operands[0].step === 'weighted') return a;
        this.leaveUnless(
          this.vectors.map((vector) =>
            this.parts.within(this.texelsOf(a, vector), step.detail === 'infinite' ? Infinity : HALF_LIMIT),
          ),
        );
        return a;
      case 'completed':
        if (this.plane !== null) return a;
        return a.map((local) =>
          this.binary(
            SIMD.or,
            local,
            this.floats((step.detail as { readonly constants: readonly number[] }).constants),
          ),
        );
      case 'lerp':
        return kind === 'float32' ? this.floatSteps.lerpOfFloats(step) : this.codes.lerp(step);
      case 'dot':
        return this.codes.dot(step);
      case 'round':
        if (kind === 'float64' || isWide(step))
          return a.map((local) => this.codes.roundedDoubles(local, step.detail as NarrowingRule));
        return a.map((local) => this.codes.rounded(local, step.detail as NarrowingRule, operands[0]));
      case 'lifted':
        return this.codes.lifted(step, a);
      case 'known':
        return a;
      case 'withConstant':
        return this.codes.withConstant(a, (step.detail as string).split(' ').map(Number));
      case 'average':
        return kind === 'float32' ? this.floatSteps.averageOfFloats(a, b[0]) : this.codes.average(step, b[0]);
      case 'quotient':
        return this.codes.quotient(step, a);
      case 'when':
        return this.when(step);
      case 'part':
        return [a[step.detail as number]];
      case 'sum':
      case 'extremeOver':
        return this.overSamples(step);
      case 'index':
        return this.value(step);
      case 'activeLanes':
        return [this.registers.activeLanes()];
      case 'passNumber':
        code.get(PASS);
        code.simd(SIMD.splat32);
        return [this.kept()];
      default:
        return this.lanes.lanewise(step);
    }
  }

  /** Leaves lanes to the units whose part of the masks of a colour's vectors has a bit that is not set, and that take part. */
  private leaveUnless(masks: Locals): void {
    const { code, taking } = this;
    if (this.plane !== null) {
      code.get(this.left);
      code.get(taking === null ? this.integers(-1) : this.value(taking)[0]);
      code.get(masks[0]);
      code.simd(SIMD.andNot);
      code.simd(SIMD.or);
      code.set(this.left);
      return;
    }
    code.get(masks.reduce((a, b) => this.binary(SIMD.and, a, b)));
    code.simd(SIMD.allTrue32);
    code.op(SCALAR.isZero);
    code.branch(() => {
      masks.forEach((mask, lane) => {
        code.get(mask);
        code.simd(SIMD.allTrue32);
        code.op(SCALAR.isZero);
        code.branch(() => {
          const own = this.integers(LANES.map((n) => (n === lane ? -1 : 0)));
          code.get(this.left);
          code.get(own);
          if (taking !== null) {
            code.get(this.value(taking)[0]);
            code.simd(SIMD.and);
          }
          code.simd(SIMD.or);
          code.set(this.left);
        });
      });
    });
  }

  // Regions.

  private when({ operands: [mask, ...values], region }: StepNode): Locals {
    const { code } = this;
    const results = values.slice(0, values.length / 2);
    const others = values.slice(results.length);
    const wide = results.map((result, n) => isWide(result) || isWide(others[n]));
    const found = results.map((result, n) => this.locals(wide[n] ? 2 * this.vectors.length : this.localsOf(result)));
    const keep = (steps: readonly StepNode[]) =>
      steps.forEach((step, n) => {
        const value = wide[n] ? this.codes.inDoubles(step) : this.value(step);
        found[n].forEach((local, k) => {
          code.get(value[k]);
          code.set(local);
        });
      });
    code.get(this.value(mask)[0]);
    code.simd(SIMD.anyTrue);
    code.branch(
      () =>
        this.inside(() => {
          this.region(region!);
          keep(results);
        }),
      () => this.inside(() => keep(others)),
    );
    return found.flat();
  }

  /** The sum of the samples of each lane, or the least or the greatest. Exact sums of floats begin with -0, integers with 0. */
  private overSamples(step: StepNode): Locals {
    const { code } = this;
    const [count, result, index] = step.operands;
    const wide = isWide(step);
    const found = this.locals(wide ? 8 : this.localsOf(result));
    const length = found.length / LANES.length;
    const k = code.local(V128);
    this.values.set(index, [k]);
    this.splatInteger(0);
    code.set(k);
    const { pairs = 0 } = (result.detail ?? {}) as Partial<Parts>;
    found.forEach((local, n) => {
      this.splatDouble(n % length < pairs ? -0 : 0);
      code.set(local);
    });
    const [counts] = this.value(count);
    const body = () => {
      this.region(step.region!);
      const value = wide ? this.codes.inDoubles(result) : this.value(result);
      const counted = this.binary(SIMD.greater32, counts, k);
      for (const lane of LANES) {
        this.splatLane(counted, lane);
        const own = (of: Locals) => of.slice(length * lane, length * lane + length);
        this.withSample(step, own(found), own(value), this.kept(), k).forEach((local, n) => {
          code.get(local);
          code.set(own(found)[n]);
        });
      }
      code.get(counts);
      code.get(k);
      this.splatInteger(1);
      code.simd(SIMD.add32);
      code.tee(k);
      code.simd(SIMD.greater32);
      code.simd(SIMD.anyTrue);
      code.breakIf(0);
    };
    code.loop(() => this.inside(body));
    return found;
  }

  /** The sum with one sample more, where a lane counts it. The first sample of float32, or of extremes, stays as it is. */
  private withSample(step: StepNode, found: Locals, value: Locals, counted: number, k: number): Locals {
    if (step.step === 'sum' && step.kind === 'integer') {
      const add = isWide(step) ? SIMD.addF64 : SIMD.add32;
      return found.map((local, n) => this.binary(add, local, this.binary(SIMD.and, value[n], counted)));
    }
    const { parts } = this;
    const added =
      step.kind === 'float64'
        ? this.floatSteps.added(found, value)
        : step.step === 'sum'
          ? [parts.sum(found[0], value[0])]
          : this.extremes.extremeOf(step, found, value);
    const first = step.kind === 'float64' ? null : this.binary(SIMD.equal32, k, this.integers(0));
    return added.map((local, n) =>
      this.select(counted, first === null ? local : this.select(first, value[n], local), found[n]),
    );
  }

  private localsOf({ kind, color, detail }: StepNode): number {
    if (!color) return kind === 'float64' ? 2 : 1;
    if (kind !== 'float64') return this.vectors.length;
    return this.vectors.length * this.floatSteps.parts * (detail as Parts).pairs;
  }
}
