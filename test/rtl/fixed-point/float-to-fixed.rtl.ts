import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { floatToFixed } from '../../../rtl-model/fixed-point/float-to-fixed.ts';
import { fixed, type FixedFormat, unsignedFixed } from '../../../rtl-model/fixed-point/format.ts';
import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyFloat32, everyInput, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant, type Vectors } from '../verilated.ts';

const SOURCES = ['fixed_point_pkg', 'round_shift', 'saturate', 'float_unpack', 'float_to_fixed'];

function leaf(format: FixedFormat, mode: RoundingMode): Leaf {
  return {
    module: 'float_to_fixed',
    sources: SOURCES.map((name) => `fixed-point/${name}.sv`),
    parameters: {
      INTEGER_BITS: format.integerBits,
      FRACTION_BITS: format.fractionBits,
      SIGNED: Number(format.signed),
      ROUNDING: roundingConstant(mode),
    },
    inputs: [{ name: 'bits', width: 32 }],
    outputs: [{ name: 'value', width: format.width, signed: format.signed }],
  };
}

/** Exponents from below half a unit to beyond the format. */
function vectors(format: FixedFormat, mode: RoundingMode): Vectors {
  return randomInputs([anyFloat32(-format.fractionBits - 4, format.integerBits + 1)], (values) => {
    values[1] = floatToFixed(bitsToFloat(values[0]), format, mode);
  });
}

describe('float_to_fixed', () => {
  const designs: [string, RoundingMode, FixedFormat][] = [
    ['coordinate 16.8', 'nearest-even', fixed('', 16, 8)],
    ['coordinate 17.8', 'floor', fixed('', 17, 8)],
    ['coordinate 16.4', 'nearest-away', fixed('', 16, 4)],
    ['lod 8.8', 'nearest-up', fixed('', 8, 8)],
    ['lod 1.15', 'nearest-down', fixed('', 1, 15)],
    ['clamp 5.8', 'toward-zero', unsignedFixed('', 5, 8)],
    ['layer 11.0', 'nearest-even', unsignedFixed('', 11, 0)],
    ['fraction 0.8', 'ceil', unsignedFixed('', 0, 8)],
    ['widest 31.20', 'nearest-even', fixed('', 31, 20)],
  ];
  it.each(designs)('narrows any float32 like floatToFixed (%s %s)', async (_, mode, format) => {
    expect(await firstDifference(leaf(format, mode), vectors(format, mode))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const format = fixed('', 16, 8);
    const module = { ...leaf(format, 'nearest-even'), netlist: true };
    expect(await firstDifference(module, vectors(format, 'nearest-even'))).toBeNull();
  });

  const mutants: readonly Mutant<[RoundingMode]>[] = [
    ['the bits below one half are lost', 'ceil', ["lost != '0", "1'b0"]],
    ['small numbers are shifted too little', 'nearest-even', ['FARTHEST = WIDTH + 1', 'FARTHEST = WIDTH']],
    ['numbers beyond the format wrap', 'nearest-even', ["infinite || 9'(exponent) > 9'(HIGHEST)", 'infinite']],
    ['NaN saturates', 'nearest-even', ['nan ?', "1'b0 ?"]],
  ];
  itFinds(mutants, (mode) => {
    const format = fixed('coordinate', 16, 8);
    return [leaf(format, mode), vectors(format, mode)];
  });
});

describe('unsigned_to_float', () => {
  const sources = ['fixed_point_pkg', 'round_shift', 'float_pack', 'unsigned_to_float'];

  function leaf(width: number): Leaf {
    return {
      module: 'unsigned_to_float',
      sources: sources.map((name) => `fixed-point/${name}.sv`),
      parameters: { WIDTH: width },
      inputs: [{ name: 'value', width }],
      outputs: [{ name: 'bits', width: 32 }],
    };
  }

  function vectors(module: Leaf): Vectors {
    return everyInput(module, (values) => {
      values[1] = floatBits(values[0]);
    });
  }

  it.each([5, 18, 24, 27])('is the float32 of every integer of %i bits', async (width) => {
    expect(await firstDifference(leaf(width), vectors(leaf(width)))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the exponent is one too large', ['BIAS + WIDTH - 1', 'BIAS + WIDTH']],
    ['the last bit is lost', ['.magnitude({value,', ".magnitude({value[WIDTH-1:1], 1'b0,"]],
  ];
  itFinds(mutants, () => {
    const mutant = leaf(18);
    return [mutant, vectors(mutant)];
  });
});
