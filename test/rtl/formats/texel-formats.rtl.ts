import { describe, expect, it } from 'vitest';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { fieldsOf, PLAIN_PATH_FORMATS } from './plain-path-formats.ts';

const FIELDS: Leaf = {
  module: 'texel_fields',
  sources: ['formats/texel_format_pkg.sv', 'formats/texel_fields.sv'],
  inputs: [{ name: 'components', width: 5 }],
  outputs: [
    { name: 'fields', width: 36 },
    { name: 'texel_size', width: 2 },
  ],
};

/** D16 and D32 of components_e: depths have no fields, and texels of two and of four bytes. */
const DEPTHS = [
  [23, 0, 1],
  [24, 0, 2],
];

const FIELD_ROWS = PLAIN_PATH_FORMATS.map(({ format, components }) => [
  components,
  fieldsOf(format),
  Math.log2(format.texelBytes),
]).concat(DEPTHS);

const EVERY_FIELDS: Vectors = { count: FIELD_ROWS.length, fill: (n, values) => values.set(FIELD_ROWS[n]) };

function scaleLeaf(srgbLinearBits: number, alpha: boolean): Leaf {
  const oneBits = Math.max(8, srgbLinearBits);
  return {
    module: 'component_scale',
    sources: ['formats/texel_format_pkg.sv', 'formats/component_scale.sv'],
    parameters: { ALPHA: Number(alpha), SRGB_ONE: 2 ** srgbLinearBits - 1, ONE_BITS: oneBits },
    inputs: [
      { name: 'component_type', width: 2 },
      { name: 'bits', width: 4 },
    ],
    outputs: [{ name: 'one', width: oneBits }],
  };
}

/** The red, green and blue of every format, or the alpha. */
function everyScale(srgbLinearBits: number, alpha: boolean): Vectors {
  const components = alpha ? [3] : [0, 1, 2];
  const rows = PLAIN_PATH_FORMATS.flatMap(({ format, componentType }) =>
    components.map((component) => {
      const stored = format.order.indexOf(component);
      const bits = stored < 0 ? 0 : format.bits[stored];
      return [componentType, bits, componentScales(format, srgbLinearBits)[component].one];
    }),
  );
  return { count: rows.length, fill: (n, values) => values.set(rows[n]) };
}

describe('texel_fields', () => {
  it('gives the places of the components of every format of 8-bit components and of packed 16 bits, none of depths', async () => {
    expect(PLAIN_PATH_FORMATS).toHaveLength(29);
    expect(await firstDifference(FIELDS, EVERY_FIELDS)).toBeNull();
  });

  itIsSynthesized(() => [FIELDS, EVERY_FIELDS]);

  const mutants: readonly Mutant[] = [
    [
      'red and blue are exchanged',
      ["{{5'd11, 4'd5}, {5'd5, 4'd6}, {5'd0, 4'd5}, NONE}", "{{5'd0, 4'd5}, {5'd5, 4'd6}, {5'd11, 4'd5}, NONE}"],
    ],
    ['a texel has twice its bytes', ['texel_format_pkg::R4G4: texel_size', 'texel_format_pkg::R4G4B4A4: texel_size']],
    [
      'a depth of 32 bits has two bytes',
      ['texel_format_pkg::B8G8R8X8, texel_format_pkg::D32', 'texel_format_pkg::B8G8R8X8'],
    ],
  ];
  itFinds(mutants, () => [FIELDS, EVERY_FIELDS]);
});

describe('component_scale', () => {
  it.each([
    [12, false],
    [8, false],
    [16, true],
  ])('gives the code of 1 with %i bits of linear light (alpha: %s)', async (...design) => {
    expect(await firstDifference(scaleLeaf(...design), everyScale(...design))).toBeNull();
  });

  itIsSynthesized(() => [scaleLeaf(12, false), everyScale(12, false)]);

  const mutants: readonly Mutant<[boolean]>[] = [
    ['SNORM counts its sign', false, ['one = one >> 1', 'one = one']],
    ['alpha is sRGB', true, [' && !ALPHA', '']],
  ];
  itFinds(mutants, (alpha) => [scaleLeaf(12, alpha), everyScale(12, alpha)]);
});
