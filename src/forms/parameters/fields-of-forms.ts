import { valueAt } from '../../../rtl-model/design/field.ts';
import type { Design } from '../../../rtl-model/design/design.ts';

/** The forms of a design beside the units: the example benches, C, and shaders. */
export type DesignForm = 'benches' | 'c' | 'shaders';

interface FormsOfField {
  /** The value that every form has. */
  readonly usual: unknown;
  /** The forms that have other values as well: those that are listed, or all. */
  readonly also?: Partial<Record<DesignForm, readonly unknown[] | 'all'>>;
}

const DESCRIBED: FormsOfField['also'] = { c: 'all', shaders: 'all' };
const ONES = 'all-ones-over-power-of-two';

/** Fields of real chips, and one whose last value is. */
const FIELDS: Readonly<Record<string, FormsOfField>> = {
  'address.pointRounding': { usual: 'same', also: DESCRIBED },
  'address.gatherRounding': { usual: 'same', also: DESCRIBED },
  'address.mirroredFraction': { usual: 'kept', also: DESCRIBED },
  'lod.derivatives': { usual: 'coarse', also: { benches: ['fine'], ...DESCRIBED } },
  'lod.levelWeightSlopes': { usual: null, also: DESCRIBED },
  'decoder.codeBits': { usual: 'stored', also: DESCRIBED },
  'decoder.bc': { usual: null, also: DESCRIBED },
  'filter.weightScale': { usual: 'power-of-two', also: { benches: ['all-ones'], c: 'all', shaders: [ONES] } },
  'filter.sum': { usual: 'lerps', also: DESCRIBED },
  'filter.texelBits': { usual: 'stored', also: DESCRIBED },
  'filter.signedGuardBits': { usual: 'stored', also: DESCRIBED },
  'filter.srgbTable': { usual: null, also: DESCRIBED },
  'filter.alignedSum': { usual: null, also: DESCRIBED },
};

/** The fields of a design whose values a form lacks, with what they are and what is expected. */
export function fieldsWithout(form: DesignForm, design: Design): readonly string[] {
  return Object.entries(FIELDS).flatMap(([path, { usual, also }]) => {
    const value = valueAt(design, path);
    const others = also?.[form] ?? [];
    if (value === usual || others === 'all' || others.includes(value)) return [];
    const shown = typeof value === 'string' || typeof value === 'number' ? value : 'a table';
    return [`${path}: ${shown}, expected ${[usual, ...others].map(String).join(' or ')}`];
  });
}
