import type { RoundingMode } from '../../fixed-point/rounding.ts';

/** What is added to an integer before a shift to the right drops its low bits. */
export interface RoundingAddend {
  /** To every integer. */
  readonly add: number;
  /** True if the lowest bit that is kept is added as well. */
  readonly even: boolean;
  /** To negative ones. */
  readonly negative: number;
}

/** The rule that drops `bits` bits by `mode`. */
export function narrowing(bits: number, mode: RoundingMode): RoundingAddend {
  const one = 2 ** bits;
  const half = one / 2;
  const rule = (add: number, even = false, negative = 0) => ({ add, even, negative });
  if (bits === 0) return rule(0);
  switch (mode) {
    case 'nearest-even':
      return rule(half - 1, true);
    case 'nearest-up':
      return rule(half);
    case 'nearest-down':
      return rule(half - 1);
    case 'nearest-away':
      return rule(half, false, -1);
    case 'floor':
      return rule(0);
    case 'ceil':
      return rule(one - 1);
    case 'toward-zero':
      return rule(0, false, one - 1);
    case 'nearest-toward-zero':
      return rule(half - 1, false, 1);
  }
}
