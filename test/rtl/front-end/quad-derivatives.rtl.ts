import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { difference } from '../../../rtl-model/front-end/derivatives.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { NeighborLanes } from '../../../rtl-model/steps/steps.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, float32Pattern, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const SOURCES = ['fixed_point_pkg', 'round_shift', 'float_unpack', 'float_pack', 'float_add'];
const LANES = 4;

function leaf(fine: boolean): Leaf {
  const lanes = { width: 32, count: LANES };
  return {
    module: 'quad_derivatives',
    sources: [...SOURCES.map((name) => `fixed-point/${name}.sv`), 'front-end/quad_derivatives.sv'],
    parameters: { FINE: Number(fine) },
    inputs: [{ name: 'value', ...lanes }],
    outputs: [
      { name: 'dx', ...lanes },
      { name: 'dy', ...lanes },
    ],
  };
}

function vectors(fine: boolean): Vectors {
  const value = new Float32Array(LANES);
  return randomInputs(new Array(LANES).fill(anyFloat32(-5, 3)), (values) => {
    for (let lane = 0; lane < LANES; lane++) value[lane] = bitsToFloat(values[lane]);
    for (let lane = 0; lane < LANES; lane++) {
      const ofLane = (lanes: NeighborLanes) => value[lanes[lane]];
      values[LANES + lane] = float32Pattern(difference(PLAIN, ofLane, fine ? 'fine' : 'coarse', 'x'));
      values[2 * LANES + lane] = float32Pattern(difference(PLAIN, ofLane, fine ? 'fine' : 'coarse', 'y'));
    }
  });
}

describe('quad_derivatives', () => {
  it.each([false, true])('takes the differences of derivatives.ts (fine: %s)', async (fine) => {
    expect(await firstDifference(leaf(fine), vectors(fine))).toBeNull();
  });

  itIsSynthesized(() => [leaf(true), vectors(true)]);

  const mutants: readonly Mutant[] = [
    ['both rows have the difference of the first', ['{bottom, bottom, top, top}', '{top, top, top, top}']],
    ['both columns have the difference of the first', ['{right, left, right, left}', '{left, left, left, left}']],
  ];
  itFinds(mutants, () => [leaf(true), vectors(true)]);
});
