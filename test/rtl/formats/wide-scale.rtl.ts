import { describe, expect, it } from 'vitest';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { wideFormat } from '../../../src/forms/rtl/unit-state.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { WIDE_FORMATS } from '../units/unit-states.ts';

const LEAF: Leaf = {
  module: 'wide_scale',
  sources: ['formats/texel_format_pkg.sv', 'formats/wide_scale.sv'],
  inputs: [
    { name: 'components', width: 5 },
    { name: 'component_type', width: 2 },
  ],
  outputs: [{ name: 'one', width: 16, count: 4 }],
};

const ROWS = WIDE_FORMATS.filter(({ componentType }) => componentType !== 'sfloat').map((format) => {
  const { components, componentType } = wideFormat(format)!;
  return [components, componentType, ...componentScales(format, 0).map(({ one }) => one)];
});
const EVERY: Vectors = { count: ROWS.length, fill: (n, values) => values.set(ROWS[n]) };

describe('wide_scale', () => {
  it('gives the codes of 1 of UNORM and SNORM of 16 bits', async () => {
    expect(ROWS).toHaveLength(6);
    expect(await firstDifference(LEAF, EVERY)).toBeNull();
  });

  itIsSynthesized(() => [LEAF, EVERY]);

  const mutants: readonly Mutant[] = [
    ['SNORM counts its sign', ["ONE_BITS'(16'h7fff) :", "ONE_BITS'(16'hffff) :"]],
    ['a component is missing', ["3'(component) >= count", "3'(component) + 3'd1 >= count"]],
  ];
  itFinds(mutants, () => [LEAF, EVERY]);
});
