import type { BlockMatch } from '../../../rtl-model/state/instruction.ts';
import { type Answer, OPEN, type ResultRange } from '../answers/answer.ts';
import { FLOAT32_ERROR, LARGEST_FLOAT32, LEAST_NORMAL } from '../exact/float32.ts';
import { interval, type Interval, point } from '../exact/interval.ts';
import { fusedQuotient, TEXEL_BITS, type WholeRange } from '../filtering/fused-sum.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { swizzled } from '../state/result-components.ts';
import type { SampleState } from '../state/state.ts';

/**
 * OpImageBlockMatch*QCOM (Vulkan: Block Matching Operation, Block Matching Window Operation, Block Matching Gather
 * Operation): exact sums of differences, rounded to float32 once, which is what a window compares. Floats on the path
 * `float32-steps` have a rounding in each step.
 *
 * @param reference null for a null descriptor, whose texels read as zero
 */
export function matchedBlocks(target: SampleState, reference: SampleState | null, lane: Lane): Answer {
  const { form } = target.instruction.blockMatch!;
  const { batch } = lane;
  const at = operandIndex(lane);
  if (batch.blockWidth[at] === 0 || batch.blockHeight[at] === 0) return OPEN;
  const ways = waysOf(form, target, (x, y) => blockError(target, reference, lane, x, y));
  return { type: 'float', ways };
}

/** The error of a match for r, g, b, a; undefined where a texel is not finite. */
type Match = (x: number, y: number) => ResultRange | undefined;

function waysOf(form: BlockMatch['form'], { texels, view, sampler }: SampleState, match: Match): Answer['ways'] {
  switch (form) {
    case 'single': {
      const errors = match(0, 0)?.map((error, c) => (texels.stored.includes(c) ? error : point(c < 3 ? 0 : 1)));
      return errors && [swizzled(errors, view.components, point(0), point(1))];
    }
    case 'gather': {
      const errors = [0, 1, 2, 3].flatMap((x) => match(x, 0)?.[0] ?? []);
      return errors.length < 4 ? undefined : [errors];
    }
    case 'window':
      return bestOf(sampler.windowExtent, sampler.windowCompareMode, match);
  }
}

/** The first of the window's best, x by x and in each y by y: each that may be it. */
function bestOf([width, height]: readonly [number, number], mode: 'min' | 'max', match: Match): Answer['ways'] {
  const found: { readonly error: Interval; readonly x: number; readonly y: number }[] = [];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const error = match(x, y)?.[0];
      if (error === undefined) return undefined;
      found.push({ error, x, y });
    }
  }
  const better = (a: number, b: number) => (mode === 'min' ? a < b : a > b);
  const [best, worst] = mode === 'min' ? (['lower', 'upper'] as const) : (['upper', 'lower'] as const);
  return found.flatMap(({ error, x, y }, n) => {
    const mayWin = found.every((other, m) => {
      return m < n ? better(error[best], other.error[worst]) : !better(other.error[worst], error[best]);
    });
    return mayWin ? [[error, point(x), point(y), point(0)]] : [];
  });
}

const NOTHING = [0, 0, 0, 0];

/** The metric of one match, its target moved by x and y. */
function blockError(target: SampleState, reference: SampleState | null, lane: Lane, x: number, y: number) {
  const { batch } = lane;
  const at = operandIndex(lane);
  const pairs: (readonly [readonly number[], readonly number[]])[] = [];
  for (let row = 0; row < batch.blockHeight[at]; row++) {
    for (let column = 0; column < batch.blockWidth[at]; column++) {
      const ours = texelOf(target, batch.i[at] + x + column, batch.j[at] + y + row);
      const theirs =
        reference === null ? NOTHING : texelOf(reference, batch.referenceI[at] + column, batch.referenceJ[at] + row);
      pairs.push([ours, theirs]);
    }
  }
  if (!pairs.flat(2).every(Number.isFinite)) return undefined;
  const power = target.instruction.blockMatch!.metric === 'ssd' ? 2 : 1;
  const { kind, ones } = target.texels;
  return ones.map((one, c) => {
    const differences = pairs.map(([ours, theirs]) => difference(ours[c], theirs[c], kind === 'float'));
    const total = combined(differences, target.sampler.reductionMode, BigInt(power));
    const exact = fusedQuotient(total, (power - 1) * TEXEL_BITS, one ** power);
    return kind === 'float' ? withSteps(exact, target, pairs.length, power) : exact;
  });
}

/** |a - b| in units of 2^-149. Denormals of a float format may be flushed before it (D3D11.3 3.1.3.2). */
function difference(a: number, b: number, float: boolean): WholeRange {
  const whole = (x: number) => BigInt(x * 2 ** TEXEL_BITS);
  const values = (x: number) => (float && Math.abs(x) < LEAST_NORMAL ? [whole(x), 0n] : [whole(x)]);
  const all = values(a).flatMap((x) => values(b).map((y) => (x < y ? y - x : x - y)));
  return { lower: all.reduce(lesser), upper: all.reduce(greater) };
}

/** The sum of the differences' powers, or the power of the least or the greatest. */
function combined(differences: readonly WholeRange[], mode: string, power: bigint): WholeRange {
  const of = (end: 'lower' | 'upper') => {
    const ends = differences.map((range) => range[end]);
    if (mode === 'min') return ends.reduce(lesser) ** power;
    if (mode === 'max') return ends.reduce(greater) ** power;
    return ends.reduce((sum, x) => sum + x ** power, 0n);
  };
  return { lower: of('lower'), upper: of('upper') };
}

/**
 * The roundings of a float's match. The least or greatest of n differences is not summed: its difference, its square and
 * the result are rounded. `float32-steps` rounds each sum, too, and every step may flush a denormal.
 */
function withSteps(exact: Interval, { design, sampler }: SampleState, n: number, power: number): Interval {
  const extreme = sampler.reductionMode === 'min' || sampler.reductionMode === 'max';
  if (!extreme && design.filter.floatPath === 'fused') return exact;
  const steps = extreme ? 3 : n + power + 1;
  const [lower, largest] = [exact.lower, exact.upper].map((x) => Math.min(x, LARGEST_FLOAT32));
  const distance = ((1 + FLOAT32_ERROR) ** steps - 1) * largest + 4 * n * LEAST_NORMAL;
  return interval(Math.fround(Math.max(0, lower - distance)), Math.fround(exact.upper + distance));
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function texelOf({ texels, view }: SampleState, i: number, j: number): readonly number[] {
  return texels.at(view.baseMipLevel, view.baseArrayLayer, i, j);
}
