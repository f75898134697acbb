import type { Rule } from '../../rule.ts';
import { D3D11_CLAIMS } from '../kinds/claimed-limits.ts';
import { D3D11_QUAD_DERIVATIVES } from '../kinds/quad-derivatives.ts';
import { ABSENT_TEXEL_RULES } from './absent-texels.ts';
import { ADDRESSING_RULES } from './addressing.ts';
import { ADDRESSING_PRECISION_RULES } from './addressing-precision.ts';
import { BLOCK_DECODING_RULES } from './block-decoding.ts';
import { CODE_CONVERSION_RULES } from './code-conversions.ts';
import { COMPARISON_FILTERING_RULES } from './comparison-filtering.ts';
import { CUBE_MAP_RULES } from './cube-maps.ts';
import { FILTER_PRECISION_RULES } from './filter-precision.ts';
import { FLOAT_TO_FIXED_RULES } from './float-to-fixed.ts';
import { GATHER4_RULES } from './gather.ts';
import { INVARIANT_RULES } from './invariants.ts';
import { LEVEL_SELECTION_RULES } from './level-selection.ts';
import { LOD_CLAMP_RULES } from './lod-clamps.ts';
import { LOD_FORMULA_RULES } from './lod-formulas.ts';

/** The groups by file. Rules of one section are in the order of the groups. */
const GROUPS: readonly (readonly Rule[])[] = [
  FLOAT_TO_FIXED_RULES,
  ADDRESSING_RULES,
  ABSENT_TEXEL_RULES,
  LEVEL_SELECTION_RULES,
  LOD_FORMULA_RULES,
  LOD_CLAMP_RULES,
  [D3D11_QUAD_DERIVATIVES],
  CUBE_MAP_RULES,
  ADDRESSING_PRECISION_RULES,
  FILTER_PRECISION_RULES,
  INVARIANT_RULES,
  CODE_CONVERSION_RULES,
  BLOCK_DECODING_RULES,
  GATHER4_RULES,
  COMPARISON_FILTERING_RULES,
];

/** Numbers of sections: 7.18.9 comes before 7.18.10. */
const SECTION_ORDER = new Intl.Collator('en', { numeric: true });

/** The demands of D3D11.3 on texture sampling: the claims of a design, then section by section. */
export const D3D11_RULES: readonly Rule[] = [
  D3D11_CLAIMS,
  ...GROUPS.flat().toSorted((a, b) => SECTION_ORDER.compare(a.section, b.section)),
];
