import type { FilterWidths } from '../design/filter-widths.ts';

/**
 * Widths for codes that have the fraction bits of a cube's corner. A step that narrows drops them as well. Where none does,
 * samples and results have as many more.
 */
export function cornerWidths(widths: FilterWidths, ofTexels: number, ofOnes: boolean, isSplit: boolean) {
  const { droppedU, droppedV, droppedLevel, afterSlice, afterLevel } = widths;
  // A sum of weights that are no power of two is narrowed even where no bit is dropped.
  const narrowsRows = ofOnes || droppedU > 0;
  const ofRows = narrowsRows ? 0 : ofTexels;
  // A sum of weights that are no products has only as many bits as a row.
  const ofSamples = droppedV > 0 && !isSplit ? 0 : ofRows;
  return {
    ...widths,
    droppedU: narrowsRows ? droppedU + ofTexels : 0,
    droppedV: droppedV > 0 ? droppedV + ofRows : 0,
    droppedLevel: droppedLevel > 0 ? droppedLevel + ofSamples : 0,
    afterSlice: afterSlice + ofSamples,
    afterLevel: afterLevel + ofSamples,
    ofTexels,
    ofSamples,
  };
}
