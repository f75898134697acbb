import { describe, expect, it } from 'vitest';
import { BORDER, wrap } from '../../../rtl-model/address-unit/wrap.ts';
import { ADDRESS_MODES } from '../../../rtl-model/state/sampler.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyInteger, type Draw, everyInput, type Expected, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(indexBits: number, sizeBits: number): Leaf {
  return {
    module: 'wrap',
    sources: ['address-unit/address_unit_pkg.sv', 'address-unit/wrap.sv'],
    parameters: { INDEX_BITS: indexBits, SIZE_BITS: sizeBits },
    inputs: [
      { name: 'i', width: indexBits, signed: true },
      { name: 'size', width: sizeBits },
      { name: 'address_mode', width: 3 },
    ],
    outputs: [
      { name: 'texel', width: sizeBits },
      { name: 'border', width: 1 },
    ],
  };
}

/** Sizes of 0 and modes beyond the five do not occur: others stand for them. */
const expected: Expected = (values) => {
  values[1] = Math.max(1, values[1]);
  values[2] %= ADDRESS_MODES.length;
  const texel = wrap(values[0], values[1], ADDRESS_MODES[values[2]]);
  values[3] = texel === BORDER ? 0 : texel;
  values[4] = Number(texel === BORDER);
};

describe('wrap', () => {
  it.each([
    [7, 7],
    [10, 7],
    [6, 9],
  ])('selects the texel of every index of %i bits in every size of %i bits under every mode', async (i, size) => {
    const module = leaf(i, size);
    expect(await firstDifference(module, everyInput(module, expected))).toBeNull();
  });

  it.each([
    [18, 15],
    [17, 13],
    [32, 18],
  ])('selects the texel of any index of %i bits in sizes of up to %i bits like wrap', async (i, size) => {
    const module = leaf(i, size);
    const [index] = module.inputs;
    const near: Draw = (dice) => integerWithin(-3 * 2 ** size, 3 * 2 ** size)(dice);
    const anySize: Draw = (dice) =>
      dice.chance(0.3) ? 2 ** dice.integer(0, size - 1) : dice.integer(1, 2 ** size - 1);
    for (const draw of [anyInteger(index), i > size + 3 ? near : anyInteger(index)]) {
      const vectors = randomInputs([draw, anySize, integerWithin(0, 4)], expected);
      expect(await firstDifference(module, vectors)).toBeNull();
    }
  });

  itIsSynthesized(() => {
    const module = leaf(9, 7);
    return [module, everyInput(module, expected)];
  });

  const mutants: readonly Mutant[] = [
    ['a mirrored image starts one texel late', ['odd ? last - rest', 'odd ? size - rest']],
    ['repeat does not turn for negative indices', ['negative ? last - rest', "1'b0 ? last - rest"]],
    ['the last row of the division is missing', ['bit_index >= 0', 'bit_index > 0']],
    ['the edge is one texel too far', ['>= WIDER', '> WIDER']],
    ['the border is texel 0', ['border = negative || outside', 'border = outside']],
  ];
  itFinds(mutants, () => {
    const mutant = leaf(7, 5);
    return [mutant, everyInput(mutant, expected)];
  });
});
