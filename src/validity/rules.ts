import { BLOCK_MATCH_RULES } from './block-match-rules.ts';
import { BORDER_RULES } from './border-rules.ts';
import { COMPARE_RULES } from './compare-rules.ts';
import { FILTER_RULES } from './filter-rules.ts';
import { IMAGE_RULES } from './image-rules.ts';
import { INSTRUCTION_RULES } from './instruction-rules.ts';
import { PROCESSING_RULES } from './processing-rules.ts';
import { REQUEST_RULES } from './request-rules.ts';
import type { StateRule } from './rule.ts';
import { SAMPLER_RULES } from './sampler-rules.ts';
import { UNNORMALIZED_RULES } from './unnormalized-rules.ts';
import { VIEW_RULES } from './view-rules.ts';
import { WEIGHT_RULES } from './weight-rules.ts';
import { YCBCR_RULES } from './ycbcr-rules.ts';

/** Rules of texture states in the order of their checks: objects come before their uses. */
const STATE_GROUPS = [
  { title: 'Samplers', rules: SAMPLER_RULES },
  { title: 'Images', rules: IMAGE_RULES },
  { title: 'Views', rules: VIEW_RULES },
  { title: 'Instructions', rules: INSTRUCTION_RULES },
  { title: 'Comparisons', rules: COMPARE_RULES },
  { title: 'Filters', rules: FILTER_RULES },
  { title: 'Border colours', rules: BORDER_RULES },
  { title: 'Unnormalized coordinates', rules: UNNORMALIZED_RULES },
  { title: "Y'CbCr conversions", rules: YCBCR_RULES },
  { title: 'Image processing', rules: PROCESSING_RULES },
  { title: 'Weight images', rules: WEIGHT_RULES },
  { title: 'Block matches', rules: BLOCK_MATCH_RULES },
];

export const STATE_RULES: readonly StateRule[] = STATE_GROUPS.flatMap(({ rules }) => rules);

/** All rules, as the documentation shows them. */
export const RULE_GROUPS = [...STATE_GROUPS, { title: 'Requests', rules: REQUEST_RULES }];
