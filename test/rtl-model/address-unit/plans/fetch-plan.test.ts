import { expect, it } from 'vitest';
import { FetchPlan } from '../../../../rtl-model/address-unit/plans/fetch-plan.ts';
import { Footprints, ZERO_ADDRESS } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import type { Operation } from '../../../../rtl-model/state/instruction.ts';
import { bound, type Shape } from '../../../oracle/numbered-image.ts';

type Operands = Partial<
  Record<'i' | 'j' | 'k' | 'integerLayer' | 'sample' | 'level' | 'offsetU' | 'offsetV' | 'offsetW', number>
>;

/** The number of the texel that a fetch reads, or ZERO_ADDRESS. */
function fetched(shape: Shape, operands: Operands, view: Partial<ImageView> = {}): number {
  const { binding, number } = bound(shape, {}, view, 'linear', { lod: 'explicit', projected: false, op: 'fetch' });
  const [lanes, foot] = [new LaneRegisters(4), new Footprints(4)];
  for (const [name, value] of Object.entries(operands)) lanes[name as 'i'].fill(value);
  lanes.passes.fill(1);
  new FetchPlan(binding).footprints(lanes, 0, foot, 0, 4, 0);
  expect([...foot.tapCount.subarray(0, 4)]).toEqual([1, 1, 1, 1]);
  return number(foot.address[0]);
}

const SQUARE: Shape = { width: 4, height: 4, layers: 1 };
const VOLUME: Shape = { type: '3d', width: 4, height: 4, depth: 4, layers: 1 };

it('reads the texel of its integers, each with its offset', () => {
  expect(fetched(SQUARE, { i: 1, j: 2, offsetU: 2, offsetV: -1 })).toBe(7);
  expect(fetched(VOLUME, { i: 1, j: 2, k: 2, offsetU: -1, offsetV: 1, offsetW: 1 })).toBe(60);
  expect(fetched({ ...SQUARE, samples: 4 }, { i: 1, j: 1, sample: 3 })).toBe(23);
  expect(fetched({ ...SQUARE, layers: 3 }, { i: 1, j: 1, integerLayer: 2 })).toBe(37);
});

it('takes no account of integers that its view does not have', () => {
  const others = { k: 9, offsetW: 9, integerLayer: 9, sample: 9 };
  expect(fetched(SQUARE, { i: 1, j: 1, ...others })).toBe(5);
  expect(fetched({ type: '1d', width: 4, height: 1, layers: 1 }, { i: 1, j: 9, offsetV: 9, ...others })).toBe(1);
});

it('reads zero outside of the level, the layers and the samples', () => {
  for (const outside of [-1, 4]) {
    expect(fetched(SQUARE, { i: outside })).toBe(ZERO_ADDRESS);
    expect(fetched(SQUARE, { j: outside })).toBe(ZERO_ADDRESS);
    expect(fetched(VOLUME, { k: outside })).toBe(ZERO_ADDRESS);
    expect(fetched({ ...SQUARE, layers: 4 }, { integerLayer: outside })).toBe(ZERO_ADDRESS);
    expect(fetched({ ...SQUARE, samples: 4 }, { sample: outside })).toBe(ZERO_ADDRESS);
  }
});

it('reads zero of levels that the view does not have, and below the whole part of its minimum LOD', () => {
  expect([-1, 0, 1, 2].map((level) => fetched(SQUARE, { level }))).toEqual([ZERO_ADDRESS, 0, 16, ZERO_ADDRESS]);
  const second = { baseMipLevel: 1, levelCount: 1 };
  expect([-1, 0, 1].map((level) => fetched(SQUARE, { level }, second))).toEqual([ZERO_ADDRESS, 16, ZERO_ADDRESS]);
  expect([0, 1].map((level) => fetched(SQUARE, { level }, { minLod: 0.75 }))).toEqual([0, 16]);
  expect([0, 1].map((level) => fetched(SQUARE, { level }, { minLod: 1 }))).toEqual([ZERO_ADDRESS, 16]);
});

it.each(['fetch', 'write', 'atomic'] as const)(
  'has the bits to write in its own footprint, and none to read: %s',
  (op: Operation) => {
    const { binding } = bound(SQUARE, {}, {}, 'linear', { lod: 'explicit', projected: false, op });
    const [lanes, foot] = [new LaneRegisters(2), new Footprints(2)];
    lanes.colorBits.set([1, 2, 3, 4, 5, 6, 7, 8]);
    lanes.passes.set([1, 0]);
    new FetchPlan(binding).footprints(lanes, 0, foot, 0, 2, 0);
    expect([...foot.texelBits.subarray(0, 5)]).toEqual(op === 'fetch' ? [0, 0, 0, 0, 0] : [1, 2, 3, 4, 0]);
    expect([...foot.tapCount]).toEqual([1, 0]);
  },
);
