import { describe, expect, it } from 'vitest';
import { checkWidths } from '../../../../rtl-model/design/widths.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { minimize, type Minimum, NotConforming } from '../../../../src/checker/minimize/minimize.ts';
import { PARAMETERS } from '../../../../src/checker/minimize/parameters.ts';
import { D3D11_3 } from '../../../../src/checker/profiles.ts';
import { type Effort, type Rule, verdictOf } from '../../../../src/checker/rule.ts';
import { preset } from '../../../pipeline/random-work.ts';

/** A rule that asks a sum of widths to reach a number of bits. */
function demand(id: string, bits: number, sum: (design: Design) => number): Rule {
  return {
    id,
    specification: 'D3D11.3',
    section: '0',
    title: `${id} of ${bits} bits`,
    limit: `${bits} bits`,
    method: 'looks',
    unit: 'bits',
    applies: () => true,
    // oxlint-disable-next-line require-yield
    *check({ design }) {
      const measured = sum(design);
      return {
        verdict: verdictOf(measured >= bits),
        required: bits,
        measured,
        margin: measured - bits,
        witness: null,
        cases: { tried: 1, exhaustive: true, seed: null },
      };
    },
  };
}

function run(start: Design, rules: readonly Rule[], effort: Effort = 'quick'): Minimum {
  const steps = minimize(start, D3D11_3, rules, effort);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const START = preset('d3d11.3-minimum');
const RULES = [
  demand('weights', 5, ({ filter }) => filter.weightBits),
  demand('coordinate', 6, ({ address }) => address.coordinate.fractionBits),
  demand('lod', 7, ({ lod }) => lod.format.fractionBits),
  demand('table', 14, ({ lod }) => lod.log2Table.indexBits + lod.log2Table.entryBits),
  demand('multiplier', 9, ({ lod }) => lod.log2Table.indexBits + lod.log2Table.interpolationBits),
];

function widths(design: Design): Record<string, number | null> {
  return Object.fromEntries(PARAMETERS.map((parameter) => [parameter.field, parameter.value(design)]));
}

describe('minimize', () => {
  it('finds the narrowest value of each parameter while the others stay', () => {
    const { alone } = run(START, RULES);
    const narrowest = Object.fromEntries(alone.map(({ parameter, narrowest: value }) => [parameter.field, value]));
    expect(narrowest).toMatchObject({
      'filter.weightBits': 5,
      'address.coordinate.fractionBits': 6,
      'lod.format.fractionBits': 7,
      'lod.log2Table.entryBits': 8,
      'lod.log2Table.indexBits': 1,
      'lod.log2Table.interpolationBits': 3,
    });
  });

  it('ends at a design that passes, and names the rule that one step less breaks', () => {
    const { design, together } = run(START, RULES);
    for (const rule of RULES)
      expect(rule.check({ design } as never, D3D11_3, 'quick').next().value).toMatchObject({ verdict: 'pass' });
    expect(() => checkWidths(design)).not.toThrow();
    for (const { parameter, narrowest, obstacle } of together) {
      expect(parameter.value(design)).toBe(narrowest);
      const narrower = parameter.with(design, narrowest - 1);
      if (obstacle === null) {
        expect(narrowest).toBe(parameter.least);
      } else if (obstacle.verdict === null) {
        expect(() => checkWidths(narrower)).toThrow(obstacle.reason);
      } else {
        const { rule } = obstacle.verdict;
        expect(rule.check({ design: narrower } as never, D3D11_3, 'quick').next().value).toMatchObject({
          verdict: 'fail',
        });
      }
    }
    expect(widths(design)).toMatchObject({ 'filter.weightBits': 5, 'address.coordinate.fractionBits': 6 });
  });

  it('narrows the multiplier of the log2 table before the table: the index stays as it was', () => {
    expect(run(START, RULES).design.lod.log2Table).toMatchObject({ indexBits: 6, entryBits: 8, interpolationBits: 3 });
  });

  it('counts only mantissa bits that exist', () => {
    const all = { ...START, lod: { ...START.lod, log2Table: { ...START.lod.log2Table, interpolationBits: 23 } } };
    const [alone] = run(all, RULES).alone.filter(({ parameter }) => parameter.field.endsWith('interpolationBits'));
    expect([alone.start, alone.narrowest]).toEqual([17, 3]);
  });

  it('leaves a log2 table without interpolation where no rule asks for it', () => {
    const rules = RULES.filter(({ id }) => id !== 'multiplier');
    expect(run(START, rules).design.lod.log2Table.interpolationBits).toBe(0);
  });

  it('makes the design claim the limits that its widths support', () => {
    const { limits } = run(START, RULES).design;
    expect(limits).toMatchObject({ subTexelPrecisionBits: 5, mipmapPrecisionBits: 7 });
  });

  it('refuses a start that does not conform, with the rule that it breaks', () => {
    const rules = [...RULES, demand('more', 99, ({ filter }) => filter.weightBits)];
    expect(() => run(START, rules)).toThrow(NotConforming);
    expect(() => run(START, rules)).toThrow('does not conform: more: more of 99 bits');
  });

  it('keeps no width of a full search that passes only a quick check', () => {
    const lenient = demand('weights', 5, ({ filter }) => filter.weightBits);
    const strict = demand('weights', 6, ({ filter }) => filter.weightBits);
    const rule: Rule = {
      ...lenient,
      check: (subject, profile, effort) => (effort === 'full' ? strict : lenient).check(subject, profile, effort),
    };
    expect(run(START, [rule]).design.filter.weightBits).toBe(5);
    const { design, alone } = run(START, [rule], 'full');
    expect(design.filter.weightBits).toBe(6);
    const { narrowest, obstacle, trials } = alone.find(({ parameter }) => parameter.field === 'filter.weightBits')!;
    expect([narrowest, obstacle?.verdict?.finding.required]).toEqual([6, 6]);
    expect(trials.map(({ value, obstacle: against }) => [value, against === null])).toEqual([
      [8, true],
      [7, true],
      [6, true],
      [5, false],
      [4, false],
    ]);
  });

  it('checks in full only where the search ends', () => {
    const counts = { quick: 0, full: 0 };
    const rule = demand('weights', 5, ({ filter }) => filter.weightBits);
    const counted: Rule = {
      ...rule,
      *check(subject, profile, effort) {
        counts[effort]++;
        return yield* rule.check(subject, profile, effort);
      },
    };
    run(START, [counted], 'full');
    // The start, 7, 6, 5 and 4 in quick ones; of them the start and 5 in full ones.
    expect(counts).toEqual({ quick: 5, full: 2 });
  });
});
