import { expect, it } from 'vitest';
import { count, judgedDevice } from './judged-table.ts';

it.each([
  ['NaN as a far coordinate', 'nan_coordinate_far', 'specials'],
  ['an infinite coordinate as zero', 'infinite_coordinate_as_zero', 'specials'],
  ['an infinite coordinate on the other side', 'infinite_coordinate_negated', 'specials'],
  ['an average without its NaN', 'filter_drops_nan', 'freedoms'],
  ['the least of a number and NaN as NaN', 'reduction_nan_wins', 'freedoms'],
  ['the least of NaN alone as zero', 'reduction_nan_as_zero', 'freedoms'],
  ['a reference that is not a code', 'compare_reference_not_rounded', 'comparisons'],
  ['a denormal depth as more than zero', 'compare_keeps_denormals', 'freedoms'],
  ['samples far beyond the footprint', 'anisotropy_twice_as_long', 'anisotropy'],
  ['derivatives in half precision', 'derivative_half_precision', 'special quads'],
] as const)('%s is wrong by D3D11.3', (_, fault, scene) => {
  expect(count(judgedDevice('d3d11', 1, 1, [scene], {}, [fault]).lanes, 'wrong')).toBeGreaterThan(0);
});
