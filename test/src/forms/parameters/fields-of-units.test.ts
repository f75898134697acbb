import { describe, expect, it } from 'vitest';
import { BASES } from '../../../../src/designs/bases.ts';
import { fieldsOfUnitsAlone } from '../../../../src/forms/parameters/fields-of-units.ts';
import { fieldsWithoutShader } from '../../../../src/forms/shader/without-shader.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';

const FULL = BASES.get('full-quality')!;

describe('fields that the units alone have', () => {
  it('are named with what is expected', () => {
    const table = Array.from({ length: 256 }, (_, code) => code);
    const design = withFields(BASES.get('sony-psp')!, [
      ['address.gatherRounding', 'ceil'],
      ['address.mirroredFraction', 'complemented'],
      ['lod.levelWeightSlopes', [1, 1.5]],
      ['filter.srgbTable', table],
      ['filter.sum', 'products'],
      ['filter.texelBits', 16],
      ['filter.alignedSum', { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' }],
    ]);
    expect(fieldsOfUnitsAlone(design)).toEqual([
      'address.gatherRounding: ceil, expected same',
      'address.mirroredFraction: complemented, expected kept',
      'lod.levelWeightSlopes: a table, expected null',
      'decoder.codeBits: 8, expected stored',
      'decoder.bc: a table, expected null',
      'filter.sum: products, expected lerps',
      'filter.texelBits: 16, expected stored',
      'filter.srgbTable: a table, expected null',
      'filter.alignedSum: a table, expected null',
    ]);
    expect(fieldsWithoutShader(design)).toEqual(fieldsOfUnitsAlone(design));
  });

  it('are none of a design of plain arithmetic', () => {
    expect(fieldsOfUnitsAlone(FULL)).toEqual([]);
    expect(fieldsWithoutShader(FULL)).toEqual([]);
    const scaled = (scale: string) => withFields(FULL, [['filter.weightScale', scale]]);
    expect(fieldsOfUnitsAlone(scaled('all-ones'))).toEqual([]);
    expect(fieldsWithoutShader(scaled('all-ones'))).toEqual(['filter.weightScale: all-ones, expected power-of-two']);
    const over = ['filter.weightScale: all-ones-over-power-of-two, expected power-of-two'];
    expect(fieldsOfUnitsAlone(scaled('all-ones-over-power-of-two'))).toEqual(over);
    expect(fieldsWithoutShader(scaled('all-ones-over-power-of-two'))).toEqual(over);
  });
});
