import { describe, expect, it } from 'vitest';
import { type Design, DesignError, type FilterDesign } from '../../../rtl-model/design/design.ts';
import { checkFilterWidths } from '../../../rtl-model/design/filter-ranges.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';

function filtered(changes: Partial<FilterDesign>): Design {
  return { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, ...changes } };
}

/** The field that a design is rejected for. */
function culprit(design: Design): string {
  try {
    checkFilterWidths(design);
  } catch (error) {
    if (error instanceof DesignError) return error.field;
    throw error;
  }
  return 'none';
}

describe('filter widths', () => {
  it('narrow nothing when the guard bits hold every product', () => {
    expect(filterWidths(FULL_QUALITY)).toEqual({
      weightBits: 8,
      levelWeightBits: 8,
      afterU: 8,
      afterV: 16,
      afterSlice: 16,
      afterLevel: 24,
      droppedU: 0,
      droppedV: 0,
      droppedSlice: 8,
      droppedLevel: 0,
    });
  });

  it('have a lerp between slices in a volume', () => {
    const { afterV, afterSlice, afterLevel } = filterWidths(filtered({ guardBits: 30 }), 3);
    expect([afterV, afterSlice, afterLevel]).toEqual([16, 24, 30]);
    const { droppedSlice, droppedLevel } = filterWidths(filtered({ guardBits: 20 }), 3);
    expect([droppedSlice, droppedLevel]).toEqual([4, 8]);
  });

  it('drop what each lerp adds beyond the guard bits', () => {
    const { afterU, afterV, afterLevel, droppedU, droppedV, droppedLevel } = filterWidths(filtered({ guardBits: 10 }));
    expect([afterU, afterV, afterLevel]).toEqual([8, 10, 10]);
    expect([droppedU, droppedV, droppedLevel]).toEqual([0, 6, 8]);
  });

  it('drop all fraction bits without guard bits', () => {
    const { afterU, afterV, afterLevel, droppedU, droppedV, droppedLevel } = filterWidths(filtered({ guardBits: 0 }));
    expect([afterU, afterV, afterLevel]).toEqual([0, 0, 0]);
    expect([droppedU, droppedV, droppedLevel]).toEqual([8, 8, 8]);
  });

  it('of every preset fit', () => {
    expect(PRESETS.map(culprit)).toEqual(PRESETS.map(() => 'none'));
  });

  it('that outgrow exact integers name the guard bits', () => {
    const wide = filtered({ guardBits: 40, weightBits: 8, accumulatorBits: 64 });
    const design = { ...wide, lod: { ...wide.lod, format: { integerBits: 9, fractionBits: 20 } } };
    expect(culprit(design)).toBe('filter.guardBits');
  });

  it('that outgrow the accumulator name it, one bit below what the sum needs', () => {
    // 17 bits of code with its sign, 16 of fraction, 4 for 16 samples.
    expect(culprit(filtered({ accumulatorBits: 37 }))).toBe('none');
    expect(culprit(filtered({ accumulatorBits: 36 }))).toBe('filter.accumulatorBits');
  });

  it('that leave no room for the reciprocal name it', () => {
    expect(culprit(filtered({ reciprocalBits: 14 }))).toBe('none');
    expect(culprit(filtered({ reciprocalBits: 15 }))).toBe('filter.reciprocalBits');
  });
});
