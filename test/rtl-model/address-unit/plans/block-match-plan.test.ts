import { expect, it } from 'vitest';
import { BlockMatchPlan } from '../../../../rtl-model/address-unit/plans/block-match-plan.ts';
import { wrap } from '../../../../rtl-model/address-unit/wrap.ts';
import { BORDER_ADDRESS, Footprints } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { BlockMatch } from '../../../../rtl-model/state/instruction.ts';
import { Dice } from '../../../oracle/dice.ts';
import { bound } from '../../../oracle/numbered-image.ts';
import { EXPLICIT } from '../../../oracle/instructions.ts';

const [WIDTH, HEIGHT] = [6, 5];
const FORMS = ['single', 'window', 'gather'] as const;

/** The matches of each form, by how far the target's block is moved (Vulkan: Block Matching ... Operation). */
function moves(form: BlockMatch['form'], [width, height]: readonly [number, number]): [number, number][] {
  if (form === 'single') return [[0, 0]];
  const [columns, rows] = form === 'window' ? [width, height] : [4, 1];
  return Array.from({ length: columns }, (_, x) =>
    Array.from({ length: rows }, (__, y): [number, number] => [x, y]),
  ).flat();
}

it.each(FORMS)('pairs four texels of the target with the same four of the reference, match after match: %s', (form) => {
  const dice = new Dice(0xb1);
  for (let n = 0; n < 60; n++) {
    const windowExtent = [dice.integer(1, 3), dice.integer(1, 3)] as const;
    const sampler = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_border', windowExtent } as const;
    const shape = { width: WIDTH, height: HEIGHT, layers: 1 };
    const target = bound(shape, sampler, {}, 'linear', { ...EXPLICIT, blockMatch: { metric: 'sad', form } });
    // The reference is level 1, of 3 x 2 texels.
    const reference = bound(shape, { addressModeU: 'repeat' }, { baseMipLevel: 1, levelCount: 1 });
    const plan = new BlockMatchPlan(target.binding, reference.binding);
    const [lanes, foot] = [new LaneRegisters(2), new Footprints(2)];
    const [i, j, width, height] = [dice.integer(-2, 6), dice.integer(-2, 6), dice.integer(0, 4), dice.integer(0, 4)];
    const [referenceI, referenceJ] = [dice.integer(-2, 4), dice.integer(-2, 4)];
    for (const [name, value] of Object.entries({
      i,
      j,
      blockWidth: width,
      blockHeight: height,
      referenceI,
      referenceJ,
    })) {
      lanes[name as 'i'][1] = value;
    }
    const texels = Array.from({ length: width * height }, (_, t) => [t % width, Math.floor(t / width)] as const);
    const groups = Array.from({ length: Math.ceil(texels.length / 4) }, (_, g) => texels.slice(4 * g, 4 * g + 4));
    const ofTarget = (x: number, y: number) =>
      y < 0 || y >= HEIGHT ? BORDER_ADDRESS : y * WIDTH + wrap(x, WIDTH, 'clamp_to_edge');
    // The reference has no address modes: beyond it is the border.
    const ofReference = (x: number, y: number) =>
      x < 0 || x >= 3 || y < 0 || y >= 2 ? BORDER_ADDRESS : WIDTH * HEIGHT + y * 3 + x;
    const expected = moves(form, windowExtent).flatMap(([dx, dy]) =>
      groups.flatMap((group) => [
        { plane: 0, texels: group.map(([x, y]) => ofTarget(i + dx + x, j + dy + y)) },
        { plane: 1, texels: group.map(([x, y]) => ofReference(referenceI + x, referenceJ + y)) },
      ]),
    );
    lanes.passes[1] = plan.passes(lanes, 1);
    const found = Array.from({ length: lanes.passes[1] }, (_, pass) => {
      plan.footprints(lanes, 1, foot, 1, 1, pass);
      const addresses = Array.from(foot.address.subarray(4, 4 + foot.tapCount[1]), (address) => target.number(address));
      return { plane: foot.plane[1], texels: addresses };
    });
    // A block without texels takes a pass that reads none.
    const passes = expected.length === 0 ? [{ plane: 0, texels: [] }] : expected;
    const input = { i, j, width, height, referenceI, referenceJ, windowExtent };
    expect([input, found]).toEqual([input, passes]);
  }
});
