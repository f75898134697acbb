import { describe, expect, it } from 'vitest';
import { DesignError } from '../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../rtl-model/path/bind-units.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { Dice } from '../oracle/dice.ts';
import { draws } from '../oracle/draws.ts';
import { PRESETS } from '../oracle/presets.ts';
import { randomDesign, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';

const QUADS = 8;
const LANES = QUAD_LANES * QUADS;

/** Registers as units share them. */
const registers = () => ({ lanes: new LaneRegisters(LANES), foot: new Footprints(LANES) });
type UnitRegisters = ReturnType<typeof registers>;

/** Every entry is a number that some state may have left. */
function usedRegisters(dice: Dice): UnitRegisters {
  const used = registers();
  for (const storage of [used.lanes, used.foot]) {
    for (const array of Object.values(storage)) for (const n of array.keys()) array[n] = dice.pick([-3, 7, 0.37, 1e-9]);
  }
  return used;
}

const FORMATS = [...TEXEL_FORMATS.values()].filter(({ planes, block }) => planes === null && block === null);
/** Formats whose sums may need more than a float64. */
const WIDE = FORMATS.filter(({ componentBits }) => componentBits >= 16);
const FLOATS = FORMATS.filter(({ componentType, componentBits }) => componentType === 'sfloat' && componentBits === 32);
const SIDE = 4;

/** A random state with its quads. @returns what it samples in registers, or null where its design is refused */
function randomState(dice: Dice): ((shared: UnitRegisters) => readonly (readonly number[])[]) | null {
  const design = randomDesign(dice, dice.pick(PRESETS));
  const format = dice.pick(dice.pick([FORMATS, WIDE, FLOATS]));
  const shape = dice.pick([{ type: '2d' }, { type: '2d' }, { type: '3d', depth: SIDE }] as const);
  const bytes = SIDE ** (shape.type === '3d' ? 3 : 2) * format.texelBytes;
  const levels = [Uint8Array.from({ length: bytes }, () => dice.integer(0, 255))];
  const memory = layOutImages([{ format, ...shape, width: SIDE, height: SIDE, layers: 1, levels }], 'linear');
  const random = randomSampler(dice);
  const sampler = dice.chance(0.3) ? ({ ...random, magFilter: 'cubic', minFilter: 'cubic' } as const) : random;
  const instruction = randomInstruction(dice);
  const batch = randomQuads(dice, QUADS, SIDE, SIDE);
  try {
    const path = unitPath(design, memory, { image: 0, sampler, instruction });
    return ({ lanes, foot }) => {
      path.frontEnd.load(batch, 0, QUADS, lanes, 0);
      path.lodUnit.select(lanes, 0, LANES);
      path.filterPasses(0, LANES, lanes, foot, memory.data);
      return Array.from(lanes.passes, (passes, lane) =>
        passes === 0 ? [] : [...lanes.colorBits.subarray(4 * lane, 4 * lane + 4)],
      );
    };
  } catch (error) {
    if (error instanceof DesignError) return null;
    throw error;
  }
}

describe('units that share registers', () => {
  it('sample what they do in registers of their own, after any other states', () => {
    let compared = 0;
    for (let n = 0; n < draws(800); n++) {
      const dice = new Dice(n + 1);
      const shared = usedRegisters(dice);
      for (let k = 0; k < 6; k++) randomState(dice)?.(shared);
      const state = randomState(dice);
      if (state === null) continue;
      expect(state(shared), `draw ${n}`).toEqual(state(registers()));
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });
});
