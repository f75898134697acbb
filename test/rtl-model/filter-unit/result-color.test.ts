import { expect, it } from 'vitest';
import { ResultColor } from '../../../rtl-model/filter-unit/result-color.ts';
import { PLAIN_CONVERSION } from '../../oracle/plain-conversion.ts';
import { LANE, resultOf, stateOf, type State, usedLanes } from './made-footprint.ts';

/** A lane's colour, or its integers, after the last steps. */
function finished(state: State, color: readonly number[], integer = false): number[] {
  const result = new ResultColor(stateOf(state));
  const lanes = usedLanes();
  (integer ? lanes.colorBits : lanes.color).set(color, 4 * LANE);
  expect(result.integer).toBe(integer);
  result.finish(lanes, LANE);
  return integer ? [...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)] : resultOf(lanes);
}

const ycbcrConversion = { ...PLAIN_CONVERSION, ycbcrModel: 'ycbcr_identity', ycbcrRange: 'itu_narrow' } as const;

it("a sample leaves Y'CbCr with the bits of its format, or of its first plane", () => {
  for (const [format, bits] of [
    ['r8g8b8a8_unorm', 8],
    ['g8_b8_r8_3plane_420_unorm', 8],
    ['g10x6_b10x6_r10x6_3plane_420_unorm_3pack16', 10],
    ['g16b16g16r16_422_unorm', 16],
  ] as const) {
    const one = 2 ** bits - 1;
    const step = 2 ** (bits - 8);
    // Khronos Data Format: 16 to 235 of Y', 16 to 240 of C_B and C_R, in steps of 8 bits.
    const codes = [128 * step + 112 * step, 16 * step + 219 * step, 128 * step - 112 * step];
    const color = finished({ format, sampler: { ycbcrConversion } }, [...codes.map((code) => code / one), 1]);
    expect([format, color.map((x) => Math.round(x * 2 ** 20) / 2 ** 20)]).toEqual([format, [0.5, 1, -0.5, 1]]);
  }
});

it('other operations leave it alone, and swizzle by the view', () => {
  const view = { components: ['b', 'one', 'r', 'zero'] } as const;
  const color = [0.25, 0.5, 0.75, 1];
  expect(finished({ view }, color)).toEqual([0.75, 1, 0.25, 0]);
  expect(finished({}, color)).toEqual(color);
  const fetch = { sampler: { ycbcrConversion }, instruction: { op: 'fetch' } } as const;
  expect(finished(fetch, color)).toEqual(color);
  expect(finished({ ...fetch, view }, color)).toEqual([0.75, 1, 0.25, 0]);
  expect(finished({ view, format: 'r8g8b8a8_uint' }, [7, 8, 9, 10], true)).toEqual([9, 1, 7, 0]);
});

it('a component swizzled to one is the filtered one where the weights of the filter do not sum to 1', () => {
  const view = { components: ['b', 'one', 'r', 'zero'] } as const;
  const sampler = { minFilter: 'cubic', cubicWeights: 'zero_tangent_cardinal' } as const;
  expect(finished({ view, sampler }, [0.25, 0.875, 0.75, 1])).toEqual([0.75, 0.875, 0.25, 0]);
  expect(finished({ view, sampler: { ...sampler, cubicWeights: 'b_spline' } }, [0.25, 0.875, 0.75, 1])[1]).toBe(1);
});

it('a component has the source that the view gives it', () => {
  const result = new ResultColor(stateOf({ view: { components: ['b', 'one', 'identity', 'zero'] } }));
  expect([0, 1, 2, 3].map((component) => result.sourceOf(component))).toEqual([2, 5, 2, 4]);
});
