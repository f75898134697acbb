import { describe, expect, it } from 'vitest';
import { everyInput, randomInputs, anyInteger } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(rootWidth: number): Leaf {
  return {
    module: 'square_root',
    sources: ['fixed-point/square_root.sv'],
    parameters: { ROOT_WIDTH: rootWidth },
    inputs: [{ name: 'radicand', width: 2 * rootWidth }],
    outputs: [{ name: 'root', width: rootWidth }],
  };
}

/** A float64 root of an integer of 52 bits is never rounded up to the next integer. */
function expected(values: Float64Array): void {
  values[1] = Math.floor(Math.sqrt(values[0]));
}

describe('square_root', () => {
  it('is that of every integer of 20 bits, rounded down', async () => {
    const module = leaf(10);
    expect(await firstDifference(module, everyInput(module, expected))).toBeNull();
  });

  it('is that of integers of 52 bits', async () => {
    const module = leaf(26);
    expect(await firstDifference(module, randomInputs([anyInteger(module.inputs[0])], expected))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const module = { ...leaf(8), netlist: true };
    expect(await firstDifference(module, everyInput(module, expected))).toBeNull();
  });

  const mutants: [string, [string, string]][] = [
    ['squares have too small a root', ['remainder >= trial', 'remainder > trial']],
    ['the last digit is missing', ['digit < ROOT_WIDTH', 'digit < ROOT_WIDTH - 1']],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    const module = { ...leaf(6), replace };
    expect(await firstDifference(module, everyInput(module, expected))).toMatch(/got .*\n.*expected/);
  });
});
