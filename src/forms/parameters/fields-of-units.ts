import { valueAt } from '../../../rtl-model/design/field.ts';
import type { Design } from '../../../rtl-model/design/design.ts';

/** Fields of real chips that the units alone have, and the value that C, shaders and benches have. */
const EXPECTED = {
  'address.pointRounding': 'same',
  'address.gatherRounding': 'same',
  'address.mirroredFraction': 'kept',
  'lod.levelWeightSlopes': null,
  'decoder.codeBits': 'stored',
  'decoder.bc': null,
  'filter.weightScale': 'power-of-two',
  'filter.sum': 'lerps',
  'filter.texelBits': 'stored',
  'filter.srgbTable': null,
  'filter.alignedSum': null,
};

/** Other values that C has as well. */
const ALSO: Readonly<Record<string, string>> = { 'filter.weightScale': 'all-ones' };

/** The fields of a design whose values the units alone have, with what they are and what is expected. */
export function fieldsOfUnitsAlone(design: Design): readonly string[] {
  return Object.entries(EXPECTED).flatMap(([path, expected]) => {
    const value = valueAt(design, path);
    if (value === expected || value === ALSO[path]) return [];
    const shown = typeof value === 'string' || typeof value === 'number' ? value : 'a table';
    return [`${path}: ${shown}, expected ${expected}`];
  });
}
