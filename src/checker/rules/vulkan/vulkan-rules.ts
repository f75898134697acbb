import type { Rule } from '../../rule.ts';
import { VULKAN_CLAIMS } from '../kinds/claimed-limits.ts';
import { ANISOTROPY_RULES } from './levels/anisotropy.ts';
import { LAYER_RULES, WRAPPING_RULES } from './texels/wrapping.ts';
import { CHROMA_RULES, YCBCR_CONVERSION } from './texels/ycbcr.ts';
import { CUBE_RULES, NON_SEAMLESS_CUBE } from './levels/cube-map.ts';
import { CUBIC_RULES } from './cubic-filtering.ts';
import { CUBE_DERIVATIVES } from './levels/derivatives.ts';
import { QUAD_DERIVATIVES } from '../kinds/quad-derivatives.ts';
import { PROJECTION } from './levels/projection.ts';
import { CORNER_SAMPLED_RULES } from './texels/corner-sampled.ts';
import { FOOTPRINT } from './footprint.ts';
import { IMAGE_QUERIES } from './image-queries.ts';
import { ACCESS_RULES } from './texels/texel-access.ts';
import { RESIDENCY } from './texels/sparse-residency.ts';
import { FORMAT_RULES } from './texels/format-conversion.ts';
import { GATHER_RULES } from './gather.ts';
import { LEVEL_RULES } from './levels/level-selection.ts';
import { LOD_BIAS_RULES } from './levels/lod-bias.ts';
import { PRECISION_RULES } from './precision-bits.ts';
import { REDUCTION_RULES } from './reduction.ts';
import { SCALE_FACTOR_RULES } from './levels/scale-factor.ts';
import { COORDINATE_RULES } from './texels/texel-coordinates.ts';
import { OFFSET_RULES } from './texels/texel-offsets.ts';
import { TEXEL_VALUE_RULES } from './texels/texel-values.ts';
import { DEPTH_COMPARE_RULES } from './depth-compare.ts';
import { BORDER_COLOR_RULES } from './texels/border-color.ts';
import { IMAGE_PROCESSING_RULES } from './image-processing.ts';

/** Vulkan's demands on image operations, in the order of its chapters: from formats to filtered results. */
export const VULKAN_RULES: readonly Rule[] = Object.freeze([
  VULKAN_CLAIMS,
  ...FORMAT_RULES,
  ...TEXEL_VALUE_RULES,
  ...ACCESS_RULES,
  ...BORDER_COLOR_RULES,
  ...DEPTH_COMPARE_RULES,
  RESIDENCY,
  ...CHROMA_RULES,
  YCBCR_CONVERSION,
  PROJECTION,
  QUAD_DERIVATIVES,
  ...CUBE_RULES,
  CUBE_DERIVATIVES,
  ...SCALE_FACTOR_RULES,
  ...ANISOTROPY_RULES,
  ...LOD_BIAS_RULES,
  ...LEVEL_RULES,
  ...PRECISION_RULES,
  ...CORNER_SAMPLED_RULES,
  ...COORDINATE_RULES,
  ...LAYER_RULES,
  ...WRAPPING_RULES,
  NON_SEAMLESS_CUBE,
  ...OFFSET_RULES,
  ...GATHER_RULES,
  ...REDUCTION_RULES,
  ...CUBIC_RULES,
  FOOTPRINT,
  ...IMAGE_PROCESSING_RULES,
  IMAGE_QUERIES,
]);
