import type { Design } from '../../../rtl-model/design/design.ts';

/** Most entries of a table are those of log2, 2^indexBits: shaders hold them as constants. */
const MOST_INDEX_BITS = 12;

/** The fields of a design whose values have no shader, with what they are and what is expected. */
export function fieldsWithoutShader(design: Design): readonly string[] {
  const { indexBits } = design.lod.log2Table;
  const { sum, guardBits, weightScale } = design.filter;
  const lacks: readonly (readonly [boolean, string])[] = [
    // A sum over 2^n - 1 is divided.
    [
      weightScale === 'all-ones',
      `filter.weightScale: ${weightScale}, expected power-of-two or all-ones-over-power-of-two`,
    ],
    // Lanes that take one texel lerp between levels: without guard bits the sum of both is the same.
    [sum === 'rounded-products' && guardBits > 0, `filter.guardBits: ${guardBits}, expected 0 beside ${sum}`],
    [indexBits > MOST_INDEX_BITS, `lod.log2Table.indexBits: ${indexBits}, expected at most ${MOST_INDEX_BITS}`],
  ];
  return lacks.filter(([is]) => is).map(([, text]) => text);
}
