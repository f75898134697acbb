import { fieldsOfUnitsAlone } from '../parameters/fields-of-units.ts';
import type { Design } from '../../../rtl-model/design/design.ts';

/** Most entries of a table are those of log2, 2^indexBits: shaders hold them as constants. */
const MOST_INDEX_BITS = 12;

/** The fields of a design whose values have no shader, with what they are and what is expected. */
export function fieldsWithoutShader(design: Design): readonly string[] {
  const { filter, lod } = design;
  const { indexBits } = lod.log2Table;
  const lacks: readonly (readonly [boolean, string])[] = [
    [filter.weightScale === 'all-ones', `filter.weightScale: ${filter.weightScale}, expected power-of-two`],
    [indexBits > MOST_INDEX_BITS, `lod.log2Table.indexBits: ${indexBits}, expected at most ${MOST_INDEX_BITS}`],
  ];
  return [...fieldsOfUnitsAlone(design), ...lacks.filter(([is]) => is).map(([, text]) => text)];
}
