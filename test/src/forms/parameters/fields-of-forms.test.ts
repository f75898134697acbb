import { describe, expect, it } from 'vitest';
import { BASES } from '../../../../src/designs/bases.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';
import { fieldsWithout } from '../../../../src/forms/parameters/fields-of-forms.ts';
import { fieldsWithoutShader } from '../../../../src/forms/shader/without-shader.ts';

const FULL = BASES.get('full-quality')!;
const scaled = (scale: string) => withFields(FULL, [['filter.weightScale', scale]]);

describe('fields that a form of a design lacks', () => {
  it('are named with what is expected', () => {
    const table = Array.from({ length: 256 }, (_, code) => code);
    const design = withFields(BASES.get('sony-psp')!, [
      ['address.gatherRounding', 'ceil'],
      ['address.mirroredFraction', 'complemented'],
      ['lod.levelWeightSlopes', [1, 1.5]],
      ['filter.srgbTable', table],
      ['filter.sum', 'rounded-products'],
      ['filter.texelBits', 16],
      ['filter.signedGuardBits', 3],
      ['filter.alignedSum', { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' }],
    ]);
    expect(fieldsWithout('c', design)).toEqual([]);
    const guarded = withFields(design, [['filter.guardBits', 3]]);
    expect(fieldsWithoutShader(design)).toEqual([]);
    expect(fieldsWithoutShader(guarded)).toEqual(['filter.guardBits: 3, expected 0 beside rounded-products']);
    expect(fieldsWithout('benches', design)).toEqual([
      'address.gatherRounding: ceil, expected same',
      'address.mirroredFraction: complemented, expected kept',
      'lod.levelWeightSlopes: a table, expected null',
      'decoder.codeBits: 8, expected stored',
      'decoder.bc: a table, expected null',
      'filter.sum: rounded-products, expected lerps',
      'filter.texelBits: 16, expected stored',
      'filter.signedGuardBits: 3, expected stored',
      'filter.srgbTable: a table, expected null',
      'filter.alignedSum: a table, expected null',
    ]);
  });

  it('are none of a design of plain arithmetic', () => {
    for (const form of ['benches', 'c', 'shaders'] as const) expect(fieldsWithout(form, FULL)).toEqual([]);
    expect(fieldsWithoutShader(FULL)).toEqual([]);
  });

  it('are those whose step a form lacks: a shader has no division, and the benches have one of all ones alone', () => {
    const over = 'all-ones-over-power-of-two';
    expect([scaled('all-ones'), scaled(over)].map((design) => fieldsWithout('c', design))).toEqual([[], []]);
    expect(fieldsWithoutShader(scaled(over))).toEqual([]);
    expect(fieldsWithoutShader(scaled('all-ones'))).toEqual([
      `filter.weightScale: all-ones, expected power-of-two or ${over}`,
    ]);
    expect(fieldsWithout('benches', scaled('all-ones'))).toEqual([]);
    expect(fieldsWithout('benches', scaled(over))).toEqual([
      `filter.weightScale: ${over}, expected power-of-two or all-ones`,
    ]);
  });

  it('are none of old consoles, and of a new chip', () => {
    for (const name of [
      'sony-psp',
      'sony-ps2',
      'xbox-nv2a',
      'gamecube-flipper',
      'voodoo1',
      'n64-rdp',
      'rasterix',
      'nvidia-rtx3060',
    ]) {
      expect([fieldsWithout('c', BASES.get(name)!), fieldsWithoutShader(BASES.get(name)!)], name).toEqual([[], []]);
    }
  });
});
