import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../rtl-model/registers/footprints.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { unitWidths } from '../../../src/forms/parameters/unit-widths.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { UNIT_DESIGNS } from '../units/unit-designs.ts';
import { unitLeaf } from '../units/unit-leaf.ts';
import { anyBindings } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 48;
const TAPS = 16;

function leaf(design: Design): Leaf {
  const { codeBits } = unitWidths(design, STATES);
  return unitLeaf(
    'pass_decoder',
    design,
    anyBindings(design, STATES),
    [
      { name: 'words', width: 32, count: TAPS },
      { name: 'byte_offset', width: 2, count: TAPS },
      { name: 'border', width: 1, count: TAPS },
    ],
    [{ name: 'texel', width: codeBits, count: 4 * TAPS, signed: true, sometimes: true }],
  );
}

/** Random taps in the texels of an image, on the border, and none. */
function vectors(design: Design): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES);
  const decoders = bindings.map((binding) => planeDecoder(binding));
  const foot = new Footprints(QUAD_LANES);
  return {
    count: RANDOM / 25,
    fill: (n, values) => {
      const state = n % STATES;
      const { image, memory } = bindings[state];
      const { data } = memory;
      const last = image.levels.at(-1)!;
      const texels = (last.base + image.layers * last.layerBytes - image.levels[0].base) / image.texelStride;
      values[0] = state;
      for (let tap = 0; tap < TAPS; tap++) {
        const texel = image.levels[0].base + image.texelStride * dice.integer(0, texels - 1);
        const address = dice.chance(0.15) ? dice.pick([BORDER_ADDRESS, NO_TAP]) : texel;
        decoders[state].decodeTap(foot, tap, address, data);
        values[1 + tap] = address >= 0 ? data.words[Math.floor(address / 4)] : dice.bits();
        values[1 + TAPS + tap] = address >= 0 ? address % 4 : dice.integer(0, 3);
        values[1 + 2 * TAPS + tap] = Number(address === BORDER_ADDRESS);
        for (let c = 4 * tap; c < 4 * (tap + 1); c++) {
          values[1 + 3 * TAPS + c] = address === NO_TAP ? NaN : foot.texel[c];
        }
      }
    },
  };
}

describe('pass_decoder', () => {
  it.each(UNIT_DESIGNS)('of $name decodes the taps as the texel decoder does', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });

  const mutants: readonly Mutant[] = [
    ['all taps have the offset of the first', ['byte_offset[tap]', 'byte_offset[0]']],
    ['a tap takes the word of its neighbour', ['.word(words[tap])', '.word(words[tap^1])']],
    ['the border is read', ['.border(border[tap])', ".border(1'b0)"]],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });
});
