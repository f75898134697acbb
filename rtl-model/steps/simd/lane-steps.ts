import type { NumberKind, StepKind, StepNode } from '../step.ts';
import { localAt, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** 1.5 * 2^52 and 1.5 * 2^23: floats of this size have no fraction bits, and their low bits are an integer. */
const NO_FRACTION64 = 1.5 * 2 ** 52;
const NO_FRACTION32 = 1.5 * 2 ** 23;
const NO_FRACTION32_BITS = 0x4b400000;

/** The instructions of steps that are one, for integers, float32 and float64; -1 where there is none. */
const INSTRUCTIONS: Partial<Record<StepKind, readonly [integer: number, single: number, double: number]>> = {
  add: [SIMD.add32, SIMD.addF32, SIMD.addF64],
  subtract: [SIMD.subtract32, SIMD.subtractF32, SIMD.subtractF64],
  multiply: [-1, SIMD.multiplyF32, SIMD.multiplyF64],
  divide: [-1, SIMD.divideF32, SIMD.divideF64],
  least: [SIMD.min32, SIMD.pminF32, SIMD.pminF64],
  greatest: [SIMD.max32, SIMD.pmaxF32, SIMD.pmaxF64],
  smaller: [SIMD.min32, SIMD.minF32, SIMD.minF64],
  larger: [SIMD.max32, SIMD.maxF32, SIMD.maxF64],
  squareRoot: [-1, SIMD.sqrtF32, SIMD.sqrtF64],
  absolute: [SIMD.abs32, SIMD.absF32, SIMD.absF64],
  negate: [SIMD.neg32, SIMD.negF32, SIMD.negF64],
  floor: [-1, SIMD.floorF32, SIMD.floorF64],
  ceil: [-1, SIMD.ceilF32, SIMD.ceilF64],
  truncate: [-1, SIMD.truncF32, SIMD.truncF64],
  nearestInteger: [-1, SIMD.nearestF32, SIMD.nearestF64],
  less: [SIMD.less32, SIMD.lessF32, SIMD.lessF64],
  equal: [SIMD.equal32, SIMD.equalF32, SIMD.equalF64],
};

function instruction(step: StepKind, kind: NumberKind): number {
  return INSTRUCTIONS[step]![kind === 'float32' ? 1 : kind === 'float64' ? 2 : 0];
}

/** Steps on a number of each lane: four integers or float32 in a vector, or four float64 in two; or on codes of a colour. */
export class LaneSteps {
  constructor(private readonly e: SimdEmitter) {}

  constantOf({ kind, low }: StepNode): number {
    const { e } = this;
    if (kind === 'float32') return e.floats(low);
    if (kind === 'float64') return e.doubles(low);
    const value = kind === 'mask' ? -low : low;
    return e.integers(value);
  }

  /** One instruction of the step's kind on all its locals. */
  lanewise({ step, kind, color, operands }: StepNode): Locals {
    const { e } = this;
    const { code } = e;
    const values = operands.map((operand) => e.values.get(operand)!);
    const opcode = instruction(step, kind);
    const length = color ? e.vectors.length : kind === 'float64' ? 2 : 1;
    return Array.from({ length }, (_, n) => {
      for (const value of values) code.get(value[value.length === 1 ? 0 : n]);
      code.simd(opcode);
      return e.kept();
    });
  }

  /** A comparison as a mask of 32 bits a lane. */
  compare({ step, operands }: StepNode): number {
    const { e } = this;
    const [{ kind }] = operands;
    const [a, b] = operands.map((operand) => e.values.get(operand)!);
    const opcode = instruction(step, kind);
    if (kind !== 'float64') return e.binary(opcode, a[0], b[0]);
    const [low, high] = [0, 1].map((n) => e.binary(opcode, localAt(a, n), localAt(b, n)));
    e.shuffle32(low, high, [0, 2, 4, 6]);
    return e.kept();
  }

  selectDoubles(mask: number, yes: Locals, no: Locals): Locals {
    const { e } = this;
    return e.wideMasks(mask).map((local, n) => e.select(local, localAt(yes, n), localAt(no, n)));
  }

  /** A float32 whose sign changes where the mask is set. */
  negatedWhere(mask: number, a: number): number {
    const { e } = this;
    const signs = e.once(`signs ${mask}`, () => [e.binary(SIMD.and, mask, e.integers(2 ** 31))]);
    return e.binary(SIMD.xor, a, signs[0]);
  }

  doublesOfLanes({ kind }: StepNode, a: number): Locals {
    return kind === 'float32' ? this.e.doublesOfFloats(a) : this.e.doublesOfIntegers(a);
  }

  singles(a: Locals): number {
    const { e } = this;
    const [low, high] = [0, 1].map((n) => e.unary(SIMD.demote, localAt(a, n)));
    e.shuffle32(low, high, [0, 1, 4, 5]);
    return e.kept();
  }

  /** The biased exponents of a power of two and of its reciprocal add up to 2046. */
  cutBelow(a: Locals, last: Locals): Locals {
    const { e } = this;
    const { code } = e;
    const reciprocals = e.once(`reciprocals ${last.join()}`, () =>
      last.map((local) => e.binary(SIMD.subtract64, e.twice(0, 2046 << 20), local)),
    );
    return a.map((local, n) => {
      code.get(local);
      code.get(e.unary(SIMD.truncF64, e.binary(SIMD.multiplyF64, local, localAt(reciprocals, n))));
      code.get(localAt(last, n));
      code.simd(SIMD.multiplyF64);
      code.get(e.once(`none ${localAt(last, n)}`, () => [e.binary(SIMD.equalF64, localAt(last, n), e.doubles(0))])[0]);
      code.simd(SIMD.bitselect);
      return e.kept();
    });
  }

  flushedDouble(a: number): number {
    const { e } = this;
    const { code } = e;
    const least = 2 ** -126;
    code.get(a);
    code.get(e.unary(SIMD.absF64, a));
    code.get(e.doubles(least));
    code.simd(SIMD.lessF64);
    code.get(e.twice(-1, 0x7fffffff));
    code.simd(SIMD.and);
    code.simd(SIMD.andNot);
    return e.kept();
  }

  product(step: StepNode, a: Locals, b: Locals): number {
    const { e } = this;
    const bits = Math.log2(step.operands[1].low);
    if (step.operands[1].step !== 'constant' || !Number.isInteger(bits)) {
      return e.binary(SIMD.multiply32, a[0], b[0]);
    }
    return e.shifted(SIMD.shiftLeft32, a[0], bits);
  }

  integerOf({ low, high, detail }: StepNode, a: number): number {
    const { e } = this;
    if (detail === 'saturated' || low < -(2 ** 22) || high > 2 ** 22) return e.unary(SIMD.truncToInt32, a);
    const moved = e.binary(SIMD.addF32, a, e.floats(NO_FRACTION32));
    const bits = NO_FRACTION32_BITS;
    return e.binary(SIMD.subtract32, moved, e.integers(bits));
  }

  /** The low words of a sum with 1.5 * 2^52 are those of the rounded product. */
  scaled(u: number, scale: StepNode, factor: Locals): number {
    const { e } = this;
    const { code } = e;
    const halves = e.once(`halves ${u}`, () => e.doublesOfFloats(u));
    const rounded = halves.map((half, n) => {
      code.get(half);
      code.get(factor[scale.step === 'constant' ? 0 : n]);
      code.simd(SIMD.multiplyF64);
      e.splatDouble(NO_FRACTION64);
      code.simd(SIMD.addF64);
      return e.kept();
    });
    e.shuffle32(rounded[0], rounded[1], [0, 2, 4, 6]);
    return e.kept();
  }

  /** Two entries of a table that lie side by side are one load for each lane. */
  entry({ operands: [place], detail }: StepNode, at: number): Locals {
    const { e } = this;
    const both = e.once(`entries ${place.id}`, () => {
      const addresses = e.addresses(at);
      const halves = [addresses.slice(0, 2), addresses.slice(2)].map((two) => {
        e.gather(two, 64, 0);
        return e.kept();
      });
      const [low, high] = halves;
      return [
        [0, 2, 4, 6],
        [1, 3, 5, 7],
      ].map((entries) => {
        e.shuffle32(low, high, entries);
        return e.kept();
      });
    });
    return [both[detail as number]];
  }
}
