import { describe, expect, it } from 'vitest';
import { BlockMap } from '../../../pipeline/cache/block-map.ts';
import { Surface } from '../../../rtl-model/address-unit/surface.ts';
import { withBlocks } from '../../../rtl-model/memory/store-blocks.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { floatToHalf } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../rtl-model/registers/footprints.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { PLAIN_SAMPLING, type UnitSampling, unitWidths } from '../../../src/forms/parameters/unit-widths.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { BLOCK_SAMPLING, FLOAT32_SAMPLING, UNIT_DESIGNS, WIDE_SAMPLING } from '../units/unit-designs.ts';
import { unitLeaf } from '../units/unit-leaf.ts';
import { anyBindings } from '../units/unit-states.ts';
import { float32Pattern, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 48;
const TAPS = 16;

/** The sampling of a unit that reads depths among other texels. */
const COMPARES: UnitSampling = { ...PLAIN_SAMPLING, comparison: true };

function leaf(design: Design, sampling = PLAIN_SAMPLING): Leaf {
  const { codeBits } = unitWidths(design, STATES, sampling);
  return unitLeaf(
    'pass_decoder',
    design,
    anyBindings(design, STATES, sampling),
    [
      { name: 'words', width: 32, count: TAPS },
      { name: 'place', width: 2, count: TAPS },
      { name: 'border', width: 1, count: TAPS },
    ],
    [{ name: 'texel', width: codeBits, count: 4 * TAPS, signed: true, sometimes: true }],
    sampling,
  );
}

/** Random taps in the texels of an image, on the border, and none. */
function vectors(design: Design, sampling = PLAIN_SAMPLING): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES, sampling);
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
        if (bindings[state].view.format.name === 'd32_sfloat' && address !== NO_TAP) {
          const bits = address >= 0 ? data.words[Math.floor(address / 4)] : floatBits(foot.texel[4 * tap]);
          values.set([bits % 2 ** 16, Math.floor(bits / 2 ** 16)], 1 + 3 * TAPS + 4 * tap);
        }
      }
    },
  };
}

function blockLeaf(design: Design, sampling = BLOCK_SAMPLING): Leaf {
  const { texelBits, tapBits, tapPlaceBits } = unitWidths(design, STATES, sampling);
  return unitLeaf(
    'pass_decoder',
    design,
    anyBindings(design, STATES, sampling),
    [
      { name: 'words', width: 32, count: (tapBits / 32) * TAPS },
      { name: 'place', width: tapPlaceBits, count: TAPS },
      { name: 'border', width: 1, count: TAPS },
    ],
    [{ name: 'texel', width: texelBits, count: 4 * TAPS, signed: true, sometimes: true }],
    sampling,
  );
}

/**
 * The same taps in the texels of images some of which have blocks, which the words have as they are stored, or wide texels. Every
 * NaN stands for any.
 */
function blockVectors(design: Design, sampling = BLOCK_SAMPLING): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES, sampling);
  const { tapBits, floatBits } = unitWidths(design, STATES, sampling);
  const tapWords = tapBits / 32;
  const pattern = (x: number) => (Number.isNaN(x) ? NaN : floatBits === 16 ? floatToHalf(x) : float32Pattern(x));
  const decoders = bindings.map((binding) => planeDecoder(binding));
  const surfaces = bindings.map(({ image }) => new Surface(image));
  const maps = bindings.map(({ image }) => BlockMap.of([image], design.cache));
  const stored = new Uint32Array(withBlocks(bindings[0].memory).slice().buffer);
  const foot = new Footprints(QUAD_LANES);
  return {
    count: RANDOM / 25,
    fill: (n, values) => {
      const state = n % STATES;
      const { image, memory } = bindings[state];
      values[0] = state;
      const [places, borders, texels] = [0, 1, 2].map((port) => 1 + (tapWords + port) * TAPS);
      const isFloat = bindings[state].view.format.componentType === 'sfloat';
      for (let tap = 0; tap < TAPS; tap++) {
        const level = dice.integer(0, image.levels.length - 1);
        const { width, height } = image.levels[level];
        const [i, j, layer] = [width, height, image.layers].map((size) => dice.integer(0, size - 1));
        const texel = surfaces[state].address(level, layer, i, j, 0, 0);
        const address = dice.chance(0.15) ? dice.pick([BORDER_ADDRESS, NO_TAP]) : texel;
        decoders[state].decodeTap(foot, tap, address, memory.data);
        const at = maps[state]?.cacheAddress(texel) ?? texel;
        const inBlock = maps[state] === null ? dice.integer(0, 15) : 4 * (j % 4) + (i % 4);
        for (let word = 0; word < tapWords; word++) {
          values[1 + tapWords * tap + word] = stored[tapWords * Math.floor(at / (4 * tapWords)) + word];
        }
        values[places + tap] = (sampling.blocks ? 16 * inBlock : 0) + (at % (4 * tapWords));
        values[borders + tap] = Number(address === BORDER_ADDRESS);
        for (let c = 4 * tap; c < 4 * (tap + 1); c++) {
          values[texels + c] = address === NO_TAP ? NaN : isFloat ? pattern(foot.texel[c]) : foot.texel[c];
        }
      }
    },
  };
}

describe('pass_decoder', () => {
  it.each(UNIT_DESIGNS)('of $name decodes the taps as the texel decoder does', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    expect(await firstDifference(leaf(design, COMPARES), vectors(design, COMPARES))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });
  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, COMPARES), vectors(design, COMPARES)];
  }, ' with depths');

  const mutants: readonly Mutant[] = [
    ['all taps have the offset of the first', ['.byte_offset(place[tap]', '.byte_offset(place[0]']],
    ['a tap takes the word of its neighbour', ['word = words[tap];', 'word = words[tap^1];']],
    ['the border is read', ['.border(border[tap])', ".border(1'b0)"]],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });

  const ofDepths: readonly Mutant[] = [
    ['a depth begins with its word', ["depth = word >> {place[tap][1:0], 3'b000}", 'depth = word']],
    ['the border is a depth that is read', ['(d16 || d32) && !border[tap]', 'd16 || d32']],
    ['every texel is a depth', ['state.components == texel_format_pkg::D16', "1'b1"]],
    ['floats are codes', ['d32 && !border[tap]) texel[4*tap+1]', "1'b0) texel[4*tap+1]"]],
  ];
  itFinds(ofDepths, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, COMPARES), vectors(design, COMPARES)];
  });
});

describe('pass_decoder with blocks', () => {
  it.each(UNIT_DESIGNS)('of $name decodes blocks and uncompressed texels side by side', async (design) => {
    expect(await firstDifference(blockLeaf(design), blockVectors(design))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [blockLeaf(design), blockVectors(design)];
  });

  const mutants: readonly Mutant[] = [
    ['blocks of 8 bytes are the low half', ['words[tap] >> {place[tap][3], ', "words[tap] >> {1'b0, "]],
    ['a texel is in the low word', ['words[tap][{place[tap][BYTE_BITS-1:2], ', "words[tap][{2'd0, "]],
    ['columns are rows', ['place[tap][7:4]', '{place[tap][5:4], place[tap][7:6]}']],
    ['the border is that of words', ['is_block(components) && !border[tap] ?', 'is_block(components) ?']],
    ['blocks are read as words', ['is_block(components) &&', "is_block(components) && 1'b0 &&"]],
    ['linear light is that of words', ['texture_unit_pkg::SRGB_6_BITS_FILE', 'texture_unit_pkg::SRGB_FILE']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [blockLeaf(design), blockVectors(design)];
  });
});

describe('pass_decoder with wide components', () => {
  const withBlocks = { ...FLOAT32_SAMPLING, blocks: true };

  it.each(UNIT_DESIGNS.slice(0, 3))('of $name decodes them beside others, and with blocks', async (design) => {
    expect(await firstDifference(blockLeaf(design, WIDE_SAMPLING), blockVectors(design, WIDE_SAMPLING))).toBeNull();
    expect(await firstDifference(blockLeaf(design, withBlocks), blockVectors(design, withBlocks))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    [
      'wide texels are in the low bits',
      ['words[tap] >> {place[tap][BYTE_BITS-1:0], ', "words[tap] >> {BYTE_BITS'(0), "],
    ],
    [
      'words are in the low ones',
      ['words[tap][{place[tap][BYTE_BITS-1:2], ', "words[tap][{place[0][BYTE_BITS-1:2] & '0, "],
    ],
    ['the border is read', ['is_wide(components) && !border[tap]', 'is_wide(components)']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [blockLeaf(design, WIDE_SAMPLING), blockVectors(design, WIDE_SAMPLING)];
  });
});
