import type { StepNode } from '../step.ts';

/** The types of steps in a shader: integers of 32 and of 64 bits, float64 that holds every float, and masks. */
export type ShaderType = 'int' | 'wide' | 'float' | 'bool';

export function shaderType(step: StepNode): ShaderType {
  if (step.kind === 'mask') return 'bool';
  if (step.kind !== 'integer') return 'float';
  const [low, high] = stepRange(step);
  return low >= -(2 ** 31) && high < 2 ** 31 ? 'int' : 'wide';
}

type Range = readonly [low: number, high: number];

const RANGES = new WeakMap<StepNode, Range>();

/**
 * The range of an integer: narrower than that of the graph where a step wraps an index. Otherwise the addresses of designs with
 * wide coordinates would be integers of 64 bits.
 */
export function stepRange(step: StepNode): Range {
  const known = RANGES.get(step);
  if (known !== undefined) return known;
  const [low, high] = derivedRange(step);
  const range = [Math.max(low, step.low), Math.min(high, step.high)] as const;
  RANGES.set(step, range);
  return range;
}

function derivedRange(step: StepNode): Range {
  const { operands, low, high } = step;
  const of = (n: number) => stepRange(operands[n]);
  switch (step.step) {
    case 'select':
      return union(of(1), of(2));
    case 'when':
      return union(of(1), inside(operands[0], operands[2]) ?? of(2));
    case 'add':
      return [of(0)[0] + of(1)[0], of(0)[1] + of(1)[1]];
    case 'subtract': {
      const divisor = divisorOf(step);
      return divisor === null ? [of(0)[0] - of(1)[1], of(0)[1] - of(1)[0]] : [0, stepRange(divisor)[1] - 1];
    }
    case 'multiply': {
      const ends = of(0).flatMap((a) => of(1).map((b) => a * b));
      return [Math.min(...ends), Math.max(...ends)];
    }
    default:
      return [low, high];
  }
}

function union([low, high]: Range, other: Range): Range {
  return [Math.min(low, other[0]), Math.max(high, other[1])];
}

/** The range of a value where a mask fails that says it is below a bound or above another one. */
function inside(mask: StepNode, value: StepNode): Range | null {
  if (mask.step !== 'or') return null;
  const [below, above] = mask.operands;
  if (below.step !== 'less' || above.step !== 'less') return null;
  if (below.operands[0] !== value || above.operands[1] !== value) return null;
  return [stepRange(below.operands[1])[0], stepRange(above.operands[0])[1]];
}

/** b of a - floor(a / b) b, which is 0 to b - 1; null for other differences. */
function divisorOf({ operands: [a, taken] }: StepNode): StepNode | null {
  if (taken.step !== 'multiply') return null;
  const [images, b] = taken.operands;
  const [floor] = images.operands;
  if (images.step !== 'toInteger' || floor.step !== 'floor' || floor.operands[0].step !== 'divide') return null;
  const [dividend, divisor] = floor.operands[0].operands.map(({ step, operands }) =>
    step === 'double' ? operands[0] : null,
  );
  return dividend === a && divisor === b ? b : null;
}
