import { describe, expect, it } from 'vitest';
import { fixed, type FixedFormat, saturate, unsignedFixed } from '../../../rtl-model/fixed-point/format.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { everyInput, type Expected } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(width: number, format: FixedFormat): Leaf {
  return {
    module: 'saturate',
    sources: ['fixed-point/saturate.sv'],
    parameters: { WIDTH: width, SATURATED_WIDTH: format.width, SIGNED: Number(format.signed) },
    inputs: [{ name: 'value', width, signed: true }],
    outputs: [{ name: 'saturated', width: format.width, signed: format.signed }],
  };
}

function expected(format: FixedFormat): Expected {
  return (values) => {
    values[1] = saturate(values[0], format);
  };
}

describe('saturate', () => {
  const formats = [1, 5, 11, 12, 15].flatMap((bits) => [fixed('signed', bits, 0), unsignedFixed('unsigned', bits, 0)]);
  it.each(formats)('holds every value of 12 bits in a $name format of $width bits like saturate', async (format) => {
    const module = leaf(12, format);
    expect(await firstDifference(module, everyInput(module, expected(format)))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const format = fixed('', 6, 0);
    const module = { ...leaf(12, format), netlist: true };
    expect(await firstDifference(module, everyInput(module, expected(format)))).toBeNull();
  });

  const mutants: readonly Mutant<[FixedFormat]>[] = [
    [
      'a bit above the format is ignored',
      fixed('', 6, 0),
      ['value[WIDTH-1:MAGNITUDE_BITS] != {', 'value[WIDTH-1:MAGNITUDE_BITS+1] != {'],
    ],
    [
      'negative values become the largest',
      unsignedFixed('', 6, 0),
      ['{SATURATED_WIDTH{!negative}}', "{SATURATED_WIDTH{1'b1}}"],
    ],
    ['negative values of a wide format wrap', unsignedFixed('', 14, 0), ['!SIGNED && value < 0', "1'b0"]],
  ];
  itFinds(mutants, (format) => {
    const module = leaf(12, format);
    return [module, everyInput(module, expected(format))];
  });
});
