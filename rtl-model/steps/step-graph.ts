import { type NearestRounding, roundToInteger } from '../fixed-point/rounding.ts';
import { ALL, COLORS, LaneGraph, NUMBERS } from './lane-graph.ts';
import { type ResultFloat, type StepNode, TO_FLOAT32 } from './step.ts';
import type { AverageRule, ConstantTable, Float32Steps, LerpRule, Steps } from './steps.ts';
import { type CornerRule, isFloat, type LightCodes, type Parts, partsOf, type TexelCodes } from './texel-codes.ts';

/** Texels, and the integer that each counts for. */
export interface WeightedTexels {
  readonly texels: readonly StepNode[];
  readonly weights: readonly StepNode[];
}

/** Steps of float32 are those of their operands. A class, whose methods are the same functions for all graphs: V8 inlines them. */
class GraphFloats implements Float32Steps<StepNode> {
  constructor(private readonly steps: StepGraph) {}

  constant(value: number): StepNode {
    return this.steps.constant(value, 'float32');
  }

  add(a: StepNode, b: StepNode): StepNode {
    return this.steps.add(a, b);
  }

  subtract(a: StepNode, b: StepNode): StepNode {
    return this.steps.subtract(a, b);
  }

  multiply(a: StepNode, b: StepNode): StepNode {
    return this.steps.multiply(a, b);
  }

  divide(a: StepNode, b: StepNode): StepNode {
    return this.steps.divide(a, b);
  }

  lerp(a: StepNode, b: StepNode, weight: StepNode, rule: LerpRule): StepNode {
    return this.steps.lerp(a, b, weight, rule);
  }

  lifted(a: StepNode): StepNode {
    return a;
  }

  average(sum: StepNode, samples: StepNode, rule: AverageRule, one: StepNode): StepNode {
    return this.steps.average(sum, samples, { ...rule, reciprocals: null }, one);
  }
}

/** The graph of the steps of one state: those of lanes, and those of texels and colours. */
export class StepGraph extends LaneGraph implements Steps<StepNode> {
  readonly float32: Float32Steps<StepNode> = new GraphFloats(this);

  // Texels and colours.

  /**
   * The codes of four texels at byte addresses: (i0, j0), (i1, j0), (i0, j1), (i1, j1).
   *
   * @param border the address of the border's texel, for negative addresses; null where none is
   */
  square(addresses: readonly StepNode[], codes: TexelCodes, border: StepNode | null): StepNode {
    const kind = isFloat(codes) ? 'float32' : 'integer';
    return this.make('square', COLORS[kind], [...addresses, ...(border === null ? [] : [border])], codes, codes);
  }

  // Floats.

  /** The exact sum of the four texels of a square, weighted; of lanes that are not linear the first one. */
  weighted(square: StepNode, alpha: StepNode, beta: StepNode, linear: StepNode, bits: number): StepNode {
    const detail = { bits, ...partsOf(square.detail as TexelCodes), once: false };
    return this.make('weighted', COLORS.float64, [square, alpha, beta, linear], detail, ALL);
  }

  /** The same of halves, rounded once to float32, where every lane is linear. */
  filtered(square: StepNode, alpha: StepNode, beta: StepNode, linear: StepNode, bits: number): StepNode {
    const detail = { bits, ...partsOf(square.detail as TexelCodes), once: true };
    return this.make('weighted', COLORS.float32, [square, alpha, beta, linear], detail, ALL);
  }

  /**
   * The sum of any number of float texels times integers over 2^bits: exact, or of float64 and rounded once to float32.
   *
   * @param most the magnitudes of the weights together, over 2^bits
   */
  weightedTexels({ texels, weights }: WeightedTexels, bits: number, exact: boolean, most: number): StepNode {
    const [square] = texels[0].operands;
    const detail = { bits, most, ...(exact && partsOf(square.detail as TexelCodes)) };
    return this.make('weightedTexels', COLORS[exact ? 'float64' : 'float32'], [...texels, ...weights], detail, ALL);
  }

  /** The least or the greatest of any number of texels, of those whose weights are not 0. */
  extremeTexel({ texels, weights }: WeightedTexels, least: boolean): StepNode {
    return this.make('extremeTexel', texels[0], [...texels, ...weights], least, texels[0]);
  }

  /** A value held between the least and the greatest of those texels. @param bits fraction bits that texels lack */
  amongTexels(value: StepNode, { texels, weights }: WeightedTexels, bits: number): StepNode {
    const range = texels[0].kind === 'integer' ? this.lifted(texels[0], bits) : ALL;
    const detail = { ...(value.detail as object), lift: bits };
    return this.make('amongTexels', value, [value, ...texels, ...weights], detail, range);
  }

  /** The first texel of a square, as a sum. */
  alone(square: StepNode): StepNode {
    return this.make('alone', COLORS.float64, [square], partsOf(square.detail as TexelCodes), ALL);
  }

  /**
   * The exact lerp between two sums.
   *
   * @param taken false if a weight of 0 takes nothing of its sum, so that a zero beside it is +0
   */
  mixed(first: StepNode, second: StepNode, weight: StepNode, bits: number, taken: boolean): StepNode {
    const { single, pairs } = first.detail as Parts;
    return this.make('mixed', COLORS.float64, [first, second, weight], { single, pairs, bits, taken }, ALL);
  }

  /** A sum over a number of samples, rounded once to a float. */
  rounded(sum: StepNode, samples: StepNode, to: ResultFloat = TO_FLOAT32): StepNode {
    return this.make('rounded', COLORS.float32, [sum, samples], to, ALL);
  }

  /**
   * A square of four texels that are cut, toward zero, to the greatest exponent of those with a weight.
   *
   * @param rule the bits that are kept of the greatest, and of floats those below their own; `single` for float32
   */
  aligned({ texels, weights }: WeightedTexels, rule: { kept: number; guardBits: number; single: boolean }): StepNode {
    const [square] = texels[0].operands;
    const detail = { ...(square.detail as TexelCodes), ...rule };
    return this.make('aligned', COLORS.float32, [...texels, ...weights], detail, ALL);
  }

  /**
   * The same of codes of 0 or more. Each group of codes has two integers in the table: its least code, and the exponent.
   *
   * @param kept bits of the greatest one  @param bits fraction bits of the codes
   */
  alignedCodes({ texels, weights }: WeightedTexels, groups: ConstantTable, kept: number, bits: number): StepNode {
    const detail = { kept, bits, last: groups.entries.length - 2 };
    return this.make('aligned', COLORS.integer, [...texels, ...weights, this.placedTable(groups)], detail, texels[0]);
  }

  /** A sum of codes with `bits` fraction bits, over the number of samples and the code of 1, rounded once to a half. */
  roundedCodes(sum: StepNode, samples: StepNode, bits: number, ties: NearestRounding): StepNode {
    return this.make('roundedCodes', COLORS.float32, [sum, samples], { bits, ties }, ALL);
  }

  /** The texels of a square of codes as float32. @param codes the same as floats */
  light(square: StepNode, codes: LightCodes): StepNode {
    return this.make('light', COLORS.float32, [square], codes, ALL);
  }

  /** The components of `a` that are true, and those of `b`. */
  ofComponents(a: StepNode, b: StepNode, ofA: readonly boolean[]): StepNode {
    return this.make('ofComponents', a, [a, b], ofA, ALL);
  }

  /** The colour or square itself; lanes with a NaN, or with a magnitude of `limit` or more, are left to the units. */
  bounded(color: StepNode, limit: number): StepNode {
    return this.make('bounded', COLORS.float32, [color], limit === Infinity ? 'infinite' : limit, ALL);
  }

  /** A colour whose missing components become constants. */
  completed(color: StepNode, constants: readonly number[]): StepNode {
    return constants.every((value) => Object.is(value, 0))
      ? color
      : this.make('completed', COLORS.float32, [color], { constants }, ALL);
  }

  /** The codes of a square, compared with a reference. */
  compared(square: StepNode, reference: StepNode, comparison: object, one: number): StepNode {
    return this.make('compared', COLORS.integer, [square, reference], comparison, { low: 0, high: one });
  }

  /** The texels of a square with fraction bits; for lanes that lack one it is the average of the others. */
  cornered(square: StepNode, missing: readonly StepNode[], rule: CornerRule): StepNode {
    const one = 2 ** rule.bits;
    return this.make('cornered', square, [square, ...missing], rule, {
      low: square.low * one,
      high: square.high * one,
    });
  }

  /** The first component of the texels of a square as a colour, in the order of a gather: (i0, j1), (i1, j1), (i1, j0), (i0, j0). */
  gathered(square: StepNode): StepNode {
    return this.make('gathered', square, [square], null, square);
  }

  /** The least or the greatest of the texels of a square whose weights are not 0. */
  extreme(square: StepNode, alpha: StepNode, beta: StepNode, bits: number, least: boolean): StepNode {
    return this.make('extreme', square, [square, alpha, beta], { bits, least }, square);
  }

  /** The least or the greatest of two colours. */
  extremeOf(a: StepNode, b: StepNode, least: boolean): StepNode {
    return this.make('extremeOf', COLORS[a.kind], [a, b], least, {
      low: Math.min(a.low, b.low),
      high: Math.max(a.high, b.high),
    });
  }

  /** Texel n of a square: (i0, j0), (i1, j0), (i0, j1), (i1, j1). */
  tap(square: StepNode, n: number): StepNode {
    return this.make('tap', square, [square], n, square);
  }

  lerp(a: StepNode, b: StepNode, weight: StepNode, rule: LerpRule): StepNode {
    const one = 2 ** (rule.bits - rule.dropped);
    // Weights may add up to less than 1.
    const low = Math.min(a.low, b.low, rule.scale === 'all-ones-over-power-of-two' ? 0 : a.low) * one;
    const high = Math.max(a.high, b.high) * one;
    return this.make('lerp', a, [a, b, weight], rule, { low, high });
  }

  /**
   * The sum of the products of colours and weights, integers.
   *
   * @param most the greatest sum of the weights above 0, and of the magnitudes of those below
   * @param constants the values of components that the colours have as 0
   */
  dot(
    colors: readonly StepNode[],
    weights: readonly StepNode[],
    most: { readonly above: number; readonly below: number },
    constants: readonly number[] = [0, 0, 0, 0],
  ): StepNode {
    const low = Math.min(0, ...colors.map((color) => color.low), ...constants);
    const high = Math.max(0, ...colors.map((color) => color.high), ...constants);
    const { above, below } = most;
    const range = { low: low * above - high * below, high: high * above - low * below };
    return this.make('dot', COLORS.integer, [...colors, ...weights], { constants, ...most }, range);
  }

  lifted(a: StepNode, bits: number): StepNode {
    if (bits === 0) return a;
    return this.make('lifted', { kind: 'integer', color: a.color }, [a], bits, {
      low: a.low * 2 ** bits,
      high: a.high * 2 ** bits,
    });
  }

  /** A colour whose constant components, which are 0, become these. */
  withConstant(a: StepNode, values: readonly number[]): StepNode {
    if (values.every((value) => value === 0)) return a;
    const low = Math.min(a.low, ...values);
    return this.make('withConstant', COLORS.integer, [a], values.join(' '), { low, high: Math.max(a.high, ...values) });
  }

  /** A colour that is known to have the range of another one. */
  known(a: StepNode, { low, high }: StepNode): StepNode {
    return this.make('known', COLORS[a.kind], [a], null, { low: Math.max(a.low, low), high: Math.min(a.high, high) });
  }

  average(
    sum: StepNode,
    samples: StepNode,
    { reciprocals, mode, dropped }: AverageRule,
    { low, high }: StepNode,
  ): StepNode {
    if (reciprocals === null) {
      return this.make('average', sum, [sum, samples], { bits: dropped, mode }, { low, high });
    }
    const { bits, table, most } = reciprocals;
    // The least n times 1 / n is 0 or more.
    const [least, greatest] = [Math.min(0, low), Math.max(0, high)].map((end) => roundToInteger(end * most, mode));
    const detail = { bits: bits + dropped, mode };
    return this.make('average', sum, [sum, samples, this.placedTable(table)], detail, { low: least, high: greatest });
  }

  /**
   * A colour over the value of 1 of each component, rounded to float32.
   *
   * @param ones integers  @param constants the components that the colour has as 0
   */
  quotient(a: StepNode, ones: readonly number[], constants: readonly number[]): StepNode {
    return this.make('quotient', { kind: 'float32', color: a.color }, [a], { ones, constants }, ALL);
  }

  /** The sum of `build` for 0 to `count` - 1. @param most the greatest count */
  sum(count: StepNode, most: number, build: (index: StepNode) => StepNode): StepNode {
    const { region, result, index } = this.repeated(most, build);
    const low = Math.min(result.low, result.low * most);
    const high = Math.max(result.high, result.high * most);
    const detail = result.kind === 'float64' ? result.detail : null;
    return this.make('sum', COLORS[result.kind], [count, result, index], detail, { low, high }, region);
  }

  /** The least or the greatest of them. */
  extremeOver(count: StepNode, most: number, build: (index: StepNode) => StepNode, least: boolean): StepNode {
    const { region, result, index } = this.repeated(most, build);
    const { kind, low, high } = result;
    return this.make('extremeOver', COLORS[kind], [count, result, index], least, { low, high }, region);
  }

  private repeated(most: number, build: (index: StepNode) => StepNode) {
    let index!: StepNode;
    const inside = this.inside(() => {
      index = this.make('index', NUMBERS.integer, [], this.count, { low: 0, high: most - 1 });
      return build(index);
    });
    return { ...inside, index };
  }
}
