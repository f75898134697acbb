import { describe, expect, it } from 'vitest';
import type { TexelLayout } from '../../../rtl-model/design/design.ts';
import { type LevelLayout, layOutLevel } from '../../../rtl-model/memory/texel-layout.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyInteger, type Expected, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const SIZE_BITS = 15;

/** Width and height of a tile; a linear level has tiles of one texel. */
function tileOf(layout: TexelLayout): readonly [number, number] {
  const [across, down] = layout.startsWith('tiled') ? layout.slice('tiled-'.length).split('x').map(Number) : [1, 1];
  return [across, down];
}

function leaf(layout: TexelLayout): Leaf {
  const [across, down] = tileOf(layout);
  return {
    module: 'texel_layout',
    sources: ['memory/memory_pkg.sv', 'memory/texel_layout.sv'],
    parameters: {
      LAYOUT: `memory_pkg::${layout.split('-')[0].toUpperCase()}`,
      TILE_WIDTH_LOG2: Math.log2(across),
      TILE_HEIGHT_LOG2: Math.log2(down),
      SIZE_BITS,
      PITCH_BITS: 20,
      POSITION_BITS: 28,
    },
    inputs: [
      { name: 'i', width: SIZE_BITS },
      { name: 'j', width: SIZE_BITS },
      { name: 'pitch', width: 20 },
      { name: 'square_bits', width: 4 },
    ],
    outputs: [{ name: 'position', width: 28 }],
  };
}

interface Level extends LevelLayout {
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly squareBits: number;
}

/** A level with the constants that a driver stores for it. */
function levelOf(layout: TexelLayout, width: number, height: number): Level {
  const [across, down] = tileOf(layout);
  const pitch = Math.ceil(width / across) * across * down;
  const squareBits = Math.ceil(Math.log2(Math.min(width, height)));
  return { ...layOutLevel(layout, width, height), width, height, pitch, squareBits };
}

/** Texels of levels of all shapes, their corners more often than by chance. */
function vectors(layout: TexelLayout): Vectors {
  const dice = new Dice(3);
  const corners = [1, 2, 3, 4, 5, 8, 31, 64, 1000, 16384];
  const levels = Array.from({ length: 60 }, () => levelOf(layout, dice.pick(corners), dice.pick(corners)));
  const along = (size: number) => (dice.chance(0.1) ? dice.pick([0, size - 1]) : dice.integer(0, size - 1));
  return randomInputs([() => 0, () => 0, () => 0, () => 0], (values) => {
    const { width, height, pitch, squareBits, column, row } = dice.pick(levels);
    const i = along(width);
    const j = along(height);
    values.set([i, j, pitch, squareBits, column[i] + row[j]]);
  });
}

describe('texel_layout', () => {
  const layouts: TexelLayout[] = ['linear', 'tiled-4x4', 'tiled-1x32', 'tiled-8x2', 'morton'];
  it.each(layouts)('counts texels like layOutLevel (%s)', async (layout) => {
    expect(await firstDifference(leaf(layout), vectors(layout))).toBeNull();
  });

  it.each(['tiled-4x4', 'morton'] as const)('computes the same in the netlist of Yosys (%s)', async (layout) => {
    expect(await firstDifference({ ...leaf(layout), netlist: true }, vectors(layout))).toBeNull();
  });

  const mutants: readonly Mutant<[TexelLayout]>[] = [
    ['the squares of a long level overlap', 'morton', ['square | within_square', 'within_square']],
    ['x and y are exchanged', 'morton', ['interleaved[2*k]   = i[k]', 'interleaved[2*k]   = j[k]']],
    ['a tile has a row too few', 'tiled-4x4', ['(1 << HEIGHT_LOG2) - 1', '(1 << HEIGHT_LOG2) - 2']],
    ['tiles follow each other too closely', 'tiled-8x2', ['<< (WIDTH_LOG2 + HEIGHT_LOG2)', '<< WIDTH_LOG2']],
  ];
  itFinds(mutants, (layout) => [leaf(layout), vectors(layout)]);
});

describe('texel_address', () => {
  const ports = [
    { name: 'base', width: 31 },
    { name: 'layer_bytes', width: 31 },
    { name: 'layer', width: 12 },
    { name: 'position', width: 28 },
    { name: 'stride_log2', width: 3 },
  ];
  const leaf: Leaf = {
    module: 'texel_address',
    sources: ['memory/texel_address.sv'],
    parameters: { ADDRESS_BITS: 31, LAYER_BITS: 12, POSITION_BITS: 28, STRIDE_LOG2_BITS: 3 },
    inputs: ports,
    outputs: [{ name: 'address', width: 31 }],
  };
  // The sum of Surface.address; the port keeps its low 31 bits, and images end before 2^30.
  const expected: Expected = (values) => {
    const [base, layerBytes, layer, position, strideLog2] = values;
    values[5] = base + layer * layerBytes + position * 2 ** strideLog2;
  };
  const vectors = () => randomInputs(ports.map(anyInteger), expected);

  it('adds the parts of an address', async () => {
    expect(await firstDifference(leaf, vectors())).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['texels have one byte', [' << stride_log2', '']],
    ['the layer is missing', ["ADDRESS_BITS'(layer) *", "ADDRESS_BITS'(layer & 0) *"]],
  ];
  itFinds(mutants, () => [leaf, vectors()]);
});
