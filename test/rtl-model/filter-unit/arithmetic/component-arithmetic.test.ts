import { expect, it } from 'vitest';
import { arithmetic } from '../../../../rtl-model/filter-unit/arithmetic/component-arithmetic.ts';
import { FixedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { Float32Arithmetic } from '../../../../rtl-model/filter-unit/arithmetic/float32-arithmetic.ts';
import { FusedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fused-arithmetic.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';

const CODE = { one: 255, bits: 8, signed: false };
const FLOAT = { one: 1, bits: 0, signed: true };

it('codes are filtered as integers, floats on the float path of the design', () => {
  const of = (scales: readonly (typeof CODE)[], floatPath: 'fused' | 'float32-steps') =>
    arithmetic({ ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, floatPath } }, scales, 2);
  expect(of([CODE, CODE, CODE, CODE], 'fused')).toBeInstanceOf(FixedArithmetic);
  expect(of([CODE, FLOAT, CODE, CODE], 'fused')).toBeInstanceOf(FusedArithmetic);
  expect(of([FLOAT, FLOAT, FLOAT, FLOAT], 'float32-steps')).toBeInstanceOf(Float32Arithmetic);
});
