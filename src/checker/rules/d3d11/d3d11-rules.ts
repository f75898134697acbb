import type { Rule } from '../../rule.ts';
import { D3D11_CLAIMS } from '../claimed-limits.ts';
import { COORDINATE_RANGE, LOD_BITS, SUBTEXEL_BITS } from './addressing-precision.ts';
import { BC6H_EXACT, BC7_EXACT, BLOCK_TOLERANCE } from './block-decoding.ts';
import { BORDER_COLOR } from './border-color.ts';
import { COMPARISON, COMPARISON_FILTER, COMPARISON_QUANTIZED } from './comparison-filtering.ts';
import { CUBE_CORNER, CUBE_EDGE, CUBE_POINT } from './cube-maps.ts';
import { FIXED_FILTERING, FLOAT_FILTERING, SRGB_FILTERING } from './filter-precision.ts';
import { FLOAT32_UNMODIFIED, SHARED_EXPONENT, SINT_CODES, SMALL_FLOATS, UINT_CODES } from './float-conversions.ts';
import { LINEAR_SNAP, LOD_SNAP, POINT_SNAP } from './float-to-fixed.ts';
import { CONSTANT_COLOR, MONOTONE, WITHIN_TEXELS } from './invariants.ts';
import { GATHER4, GATHER4_COMPARISON, GATHER4_OFFSETS } from './gather.ts';
import { UNORM8_LERPS } from './lerp-precision.ts';
import { LINEAR_WEIGHTS, POINT_SAMPLING } from './addressing.ts';
import { LOD_BIAS, LOD_BIAS_SUM, LOD_CLAMP, LOD_OUT_OF_RANGE, MAGNIFICATION, SPECIAL_LOD } from './lod-clamps.ts';
import { ANISOTROPIC_AREA, ANISOTROPIC_LOD, ELLIPTICAL_LOD, ISOTROPIC_LOD } from './lod-formulas.ts';
import { LOD_INSTRUCTION } from './lod-instruction.ts';
import { MIP_NEAREST, MIP_WEIGHTS } from './mipmap-selection.ts';
import { MISSING_COMPONENTS, UNBOUND } from './missing-data.ts';
import {
  SNORM_INVERTIBLE,
  SNORM_TO_FLOAT,
  SRGB_INVERTIBLE,
  SRGB_TO_FLOAT,
  UNORM_INVERTIBLE,
  UNORM_TO_FLOAT,
} from './normalized-conversions.ts';
import { RANGE_REDUCTION, SPECIAL_COORDINATES } from './range-reduction.ts';
import { RESOURCE_CLAMP, RESOURCE_CLAMPED_OFF } from './resource-clamp.ts';

/** The demands of D3D11.3 on texture sampling, in the order of its sections. */
export const D3D11_RULES: readonly Rule[] = [
  D3D11_CLAIMS,
  FLOAT32_UNMODIFIED,
  SMALL_FLOATS,
  SNORM_TO_FLOAT,
  UNORM_TO_FLOAT,
  SRGB_TO_FLOAT,
  SINT_CODES,
  UINT_CODES,
  LINEAR_SNAP,
  POINT_SNAP,
  LOD_SNAP,
  SPECIAL_COORDINATES,
  RESOURCE_CLAMP,
  RESOURCE_CLAMPED_OFF,
  RANGE_REDUCTION,
  POINT_SAMPLING,
  CUBE_POINT,
  LINEAR_WEIGHTS,
  BORDER_COLOR,
  MIP_WEIGHTS,
  MIP_NEAREST,
  ISOTROPIC_LOD,
  ELLIPTICAL_LOD,
  ANISOTROPIC_LOD,
  ANISOTROPIC_AREA,
  SPECIAL_LOD,
  LOD_CLAMP,
  LOD_BIAS,
  LOD_BIAS_SUM,
  LOD_OUT_OF_RANGE,
  MAGNIFICATION,
  CUBE_EDGE,
  CUBE_CORNER,
  COORDINATE_RANGE,
  SUBTEXEL_BITS,
  LOD_BITS,
  UNORM8_LERPS,
  FIXED_FILTERING,
  FLOAT_FILTERING,
  CONSTANT_COLOR,
  WITHIN_TEXELS,
  MONOTONE,
  UNBOUND,
  UNORM_INVERTIBLE,
  SNORM_INVERTIBLE,
  SRGB_INVERTIBLE,
  SRGB_FILTERING,
  MISSING_COMPONENTS,
  SHARED_EXPONENT,
  BLOCK_TOLERANCE,
  BC6H_EXACT,
  BC7_EXACT,
  GATHER4,
  GATHER4_COMPARISON,
  GATHER4_OFFSETS,
  COMPARISON,
  COMPARISON_QUANTIZED,
  COMPARISON_FILTER,
  LOD_INSTRUCTION,
];
