import { describe, expect, it } from 'vitest';
import { selectLayer } from '../../../rtl-model/address-unit/array-layer.ts';
import type { LayerRounding } from '../../../rtl-model/design/design.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant, type Vectors } from '../verilated.ts';

const SOURCES = ['fixed_point_pkg', 'round_shift', 'saturate', 'float_unpack', 'float_to_fixed'];

function leaf(layerBits: number, rounding: LayerRounding): Leaf {
  return {
    module: 'array_layer',
    sources: [...SOURCES.map((name) => `fixed-point/${name}.sv`), 'address-unit/array_layer.sv'],
    parameters: {
      LAYER_BITS: layerBits,
      ROUNDING: roundingConstant(rounding === 'nearest-even' ? 'nearest-even' : 'nearest-up'),
    },
    inputs: [
      { name: 'a', width: 32 },
      { name: 'layers', width: layerBits },
    ],
    outputs: [{ name: 'layer', width: layerBits }],
  };
}

function vectors(layerBits: number, rounding: LayerRounding): Vectors {
  const draws = [anyFloat32(-3, layerBits + 2), integerWithin(1, 2 ** layerBits - 1)];
  return randomInputs(draws, (values) => {
    values[2] = selectLayer(PLAIN, bitsToFloat(values[0]), values[1] - 1, values[1] - 1, rounding);
  });
}

describe('array_layer', () => {
  it.each([
    [12, 'nearest-even'],
    [9, 'floor-plus-half'],
    [17, 'nearest-even'],
    [1, 'floor-plus-half'],
  ] as const)('selects the layer of any float32 like selectLayer (%i bits, %s)', async (layerBits, rounding) => {
    expect(await firstDifference(leaf(layerBits, rounding), vectors(layerBits, rounding))).toBeNull();
  });

  itIsSynthesized(() => [leaf(9, 'nearest-even'), vectors(9, 'nearest-even')]);

  const mutants: readonly Mutant[] = [
    ['the layer after the last one is selected', ["layers - LAYER_BITS'(1)", 'layers']],
    ['layers are floored', ['.ROUNDING(ROUNDING)\n  ) convert', '.ROUNDING(fixed_point_pkg::FLOOR)\n  ) convert']],
  ];
  itFinds(mutants, () => [leaf(9, 'nearest-even'), vectors(9, 'nearest-even')]);
});
