import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../rtl-model/registers/footprints.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { Dice } from '../../oracle/dice.ts';
import { UNIT_DESIGNS } from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { anyBindings, anyImages } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { elements, firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 48;
const TAPS = 16;

function bindingsOf(design: Design): readonly Binding[] {
  const dice = new Dice(1);
  return anyBindings(design, anyImages(design, dice), dice, STATES);
}

const footprintsOf = (design: Design) => structPort(design, STATES, 'footprints', 'pass_t');
const texelsOf = (design: Design) => structPort(design, STATES, 'texels', 'texels_t', ['texel']);

function leaf(design: Design): Leaf {
  const words = { name: 'words', width: 32, count: TAPS };
  return unitLeaf('decode_unit', design, bindingsOf(design), [footprintsOf(design), words], [texelsOf(design)]);
}

/** Random taps in the texels of an image, on the border, and none. What travels with a pass goes through. */
function vectors(design: Design): Vectors {
  const dice = new Dice(2);
  const bindings = bindingsOf(design);
  const decoders = bindings.map((binding) => planeDecoder(binding));
  const foot = new Footprints(QUAD_LANES);
  const sampleBits = elements(footprintsOf(design))
    .filter(({ name }) => name.includes('_sample_'))
    .map(({ width }) => width);
  return {
    count: RANDOM / 10,
    fill: (n, values) => {
      const state = n % STATES;
      const { image, memory } = bindings[state];
      const { data } = memory;
      const last = image.levels.at(-1)!;
      const texels = (last.base + image.layers * last.layerBytes - image.levels[0].base) / image.texelStride;
      const taps = Array.from({ length: TAPS }, () =>
        dice.chance(0.15)
          ? dice.pick([BORDER_ADDRESS, NO_TAP])
          : image.levels[0].base + image.texelStride * dice.integer(0, texels - 1),
      );
      taps.forEach((address, tap) => decoders[state].decodeTap(foot, tap, address, data));
      let at = 0;
      const put = (...ports: readonly ArrayLike<number>[]) => {
        for (const port of ports) for (let k = 0; k < port.length; k++) values[at++] = port[k];
      };
      const sample = sampleBits.map((width) => dice.integer(0, 2 ** Math.min(width, 31) - 1));
      put(
        [state],
        taps.map((address) => Number(address >= 0)),
      );
      put(taps.map((address) => (address >= 0 ? Math.floor(address / 4) : dice.integer(0, 1000))));
      put(taps.map((address) => (address >= 0 ? address % 4 : dice.integer(0, 3))));
      put(
        taps.map((address) => Number(address === BORDER_ADDRESS)),
        sample,
      );
      put(taps.map((address) => (address >= 0 ? data.words[Math.floor(address / 4)] : dice.bits())));
      put(
        Array.from(foot.texel, (code, k) => (taps[Math.floor(k / 4)] === NO_TAP ? NaN : code)),
        sample,
      );
    },
  };
}

describe('decode_unit', () => {
  it.each(UNIT_DESIGNS)('of $name decodes the taps as the texel decoder does', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const [, design] = UNIT_DESIGNS;
    expect(await firstDifference({ ...leaf(design), netlist: true }, vectors(design))).toBeNull();
  });

  const mutants: [string, [string, string]][] = [
    ['all taps have the offset of the first', ['footprints.byte_offset[tap]', 'footprints.byte_offset[0]']],
    ['a tap takes the word of its neighbour', ['.word(words[tap])', '.word(words[tap^1])']],
    ['the border is read', ['.border(footprints.border[tap])', ".border(1'b0)"]],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    const [design] = UNIT_DESIGNS;
    expect(await firstDifference({ ...leaf(design), replace }, vectors(design))).toMatch(/got .*\n.*expected/);
  });
});
