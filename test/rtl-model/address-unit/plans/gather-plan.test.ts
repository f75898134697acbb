import { expect, it } from 'vitest';
import { GatherPlan } from '../../../../rtl-model/address-unit/plans/gather-plan.ts';
import { CORNER_ADDRESS, Footprints, ZERO_ADDRESS } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { bound } from '../../../oracle/numbered-image.ts';

/** The numbers of the four texels that a gather at texel coordinates (1.25, 2.25) of 4 x 4 texels reads. */
function gathered(instruction: Partial<Instruction>, view: Partial<ImageView> = {}): number[] {
  const gather = { lod: 'explicit', projected: false, op: 'gather', ...instruction } as const;
  const { binding, number } = bound({ width: 4, height: 4, layers: 1 }, {}, view, 'linear', gather);
  const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
  lanes.u.fill(1.25 / 4);
  lanes.v.fill(2.25 / 4);
  const plan = new GatherPlan(binding);
  lanes.passes.fill(plan.passes());
  plan.footprints(lanes, 0, foot, 0, 1, 0);
  expect([...foot.weight]).toEqual([1, 1, 1, 1]);
  return Array.from(foot.address, number);
}

it('starts at the square of linear filtering, or at the nearest texel', () => {
  // In the order (i0, j1), (i1, j1), (i1, j0), (i0, j0) of Vulkan: Texel Gathering.
  expect(gathered({})).toEqual([8, 9, 5, 4]);
  const gatherOffsets: Instruction['gatherOffsets'] = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, -1],
  ];
  expect(gathered({ gatherOffsets })).toEqual([4, 5, 8, 1]);
  expect(gathered({ gatherOffsets, gatherOrigin: 'nearest' })).toEqual([9, 10, 13, 6]);
});

it('reads zero where the minimum LOD of the view is a level further, or beyond its last one', () => {
  const zero = Array(4).fill(ZERO_ADDRESS);
  expect(gathered({}, { minLod: 0.75 })).toEqual([8, 9, 5, 4]);
  expect(gathered({}, { minLod: 1 })).toEqual(zero);
  expect(gathered({}, { levelCount: 1 })).toEqual([8, 9, 5, 4]);
  expect(gathered({}, { levelCount: 1, minLod: 0.25 })).toEqual(zero);
});

it('starts at a texel of the face: a direction through the corner of a cube has one texel that is not there', () => {
  const gather = { lod: 'explicit', projected: false, op: 'gather', gatherOrigin: 'nearest' } as const;
  const cube = { width: 4, height: 4, layers: 6 };
  const { binding, number } = bound(cube, {}, { viewType: 'cube' }, 'linear', gather);
  const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
  // Face +x continues on -z beyond its right edge, and on -y beyond its bottom edge.
  lanes.u.fill(1);
  lanes.v.fill(1);
  new GatherPlan(binding).address(lanes, 0, foot, 0);
  const [below, corner, right, own] = foot.address;
  expect([number(own), number(right), number(below), corner]).toEqual([15, 5 * 16 + 12, 3 * 16 + 15, CORNER_ADDRESS]);
});
