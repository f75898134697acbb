import { describe, expect, it } from 'vitest';
import { BlockMatchFilter } from '../../../rtl-model/filter-unit/block-match-filter.ts';
import type { BlockMatch } from '../../../rtl-model/state/instruction.ts';
import type { ReductionMode } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { FOOT, footprintOf, LANE, resultOf, stateOf, type State, usedLanes } from './made-footprint.ts';

const FORMS = ['single', 'window', 'gather'] as const;
const METRICS = ['sad', 'ssd'] as const;
const REDUCTIONS = ['weighted_average', 'min', 'max'] as const;
type Texel = readonly number[];

const [SWIZZLED, WINDOW] = [
  ['g', 'r', 'identity', 'a'],
  [3, 2],
] as const;

interface Asked extends BlockMatch {
  readonly reduction: ReductionMode;
  readonly compare: 'min' | 'max';
  readonly format?: string;
  readonly reference?: State;
}

/** The result of a block of so many texels: of each match the target's texels and the reference's. */
function matched(
  asked: Asked,
  matches: readonly (readonly [target: Texel[], reference: Texel[]])[],
  size: number,
): number[] {
  const { reduction, compare, format = 'r8g8b8a8_unorm', reference, ...blockMatch } = asked;
  const state: State = {
    format,
    view: { components: SWIZZLED },
    sampler: { reductionMode: reduction, windowCompareMode: compare, windowExtent: WINDOW },
    instruction: { op: 'block_match', blockMatch },
  };
  const unit = new BlockMatchFilter(stateOf(state), stateOf({ format, ...reference }));
  const lanes = usedLanes();
  lanes.blockWidth[LANE] = size;
  lanes.blockHeight[LANE] = 1;
  const groups = Math.ceil(size / 4);
  lanes.passes[LANE] = Math.max(1, 2 * groups * matches.length);
  matches.forEach(([targets, references], match) => {
    for (let group = 0; group < groups; group++) {
      const pass = 2 * (match * groups + group);
      [targets, references].forEach((texels, side) => {
        const foot = footprintOf({ texels: texels.slice(4 * group, 4 * group + 4), addresses: [0, 0, 0, 0] });
        unit.accumulate(foot, FOOT, lanes, LANE, 1, pass + side);
      });
    }
  });
  unit.finish(lanes, LANE - 1, 2);
  return resultOf(lanes);
}

/** Vulkan: Block Matching Operation, of one component, with the reduction of the differences. */
function error(
  { metric, reduction }: Asked,
  target: readonly Texel[],
  reference: readonly Texel[],
  c: number,
  one: number,
): number {
  const apart = target.map((texel, n) => Math.abs(texel[c] - reference[n][c]) ** (metric === 'ssd' ? 2 : 1));
  const code = metric === 'ssd' ? one * one : one;
  if (reduction === 'min') return Math.fround(Math.min(...apart) / code);
  if (reduction === 'max') return Math.fround(Math.max(...apart) / code);
  return Math.fround(apart.reduce((a, b) => a + b, 0) / code);
}

const CASES = FORMS.flatMap((form) =>
  METRICS.flatMap((metric) => REDUCTIONS.map((reduction) => ({ form, metric, reduction }))),
);

describe('a block match', () => {
  it.each(CASES)('sums what its texels are apart, or takes the least or greatest: %o', (of) => {
    const dice = new Dice(0xb3);
    for (let n = 0; n < 24; n++) {
      const asked: Asked = { ...of, compare: dice.pick(['min', 'max']) };
      const size = dice.integer(1, 9);
      const texels = (): Texel[] =>
        Array.from({ length: size }, () => [0, 1, 2, 3].map(() => dice.integer(0, dice.pick([3, 255]))));
      const count = { single: 1, window: WINDOW[0] * WINDOW[1], gather: 4 }[of.form];
      const matches = Array.from({ length: count }, () => [texels(), texels()] as const);
      const errors = matches.map(([a, b]) => [0, 1, 2, 3].map((c) => error(asked, a, b, c, 255)));
      const reds = errors.map(([red]) => red);
      const best = reds.indexOf(asked.compare === 'min' ? Math.min(...reds) : Math.max(...reds));
      const [red, green, blue, alpha] = errors[0];
      const expected = {
        single: [green, red, blue, alpha],
        // The first best match, in columns from left to right.
        window: [reds[best], Math.floor(best / WINDOW[1]), best % WINDOW[1], 0],
        gather: reds,
      }[of.form];
      expect([asked, matches, matched(asked, matches, size)]).toEqual([asked, matches, expected]);
    }
  });

  it('has 1 for the alpha that the format lacks, where r, g, b and a are matched', () => {
    const asked: Asked = { form: 'single', metric: 'sad', reduction: 'weighted_average', compare: 'min' };
    const match = [[[9, 8, 0, 1]], [[4, 6, 0, 1]]] as const;
    const result = matched({ ...asked, format: 'r8g8_unorm' }, [[[...match[0]], [...match[1]]]], 1);
    expect(result).toEqual([2 / 255, 5 / 255, 0, 1].map(Math.fround));
  });

  it.each(FORMS)('of no texels differs in nothing: %s', (form) => {
    const asked: Asked = { form, metric: 'sad', reduction: 'weighted_average', compare: 'min' };
    expect(matched(asked, [], 0)).toEqual([0, 0, 0, 0]);
  });
});
