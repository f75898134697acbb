import type { Design } from '../../rtl-model/design/design.ts';
import { PRESETS as BY_NAME } from '../../src/designs/presets.ts';

export const FULL_QUALITY = BY_NAME.get('full-quality')!;
export const D3D_MINIMUM = BY_NAME.get('d3d11.3-minimum')!;
export const VULKAN_MINIMUM = BY_NAME.get('vulkan-1.0-minimum')!;
export const PRESETS = [...BY_NAME.values()];

/** The design with the widths of the LOD unit and the front end ideal: the kernels cover no others. */
export function withIdealWidths(design: Design): Design {
  const { alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits } = FULL_QUALITY.lod;
  return {
    ...design,
    frontEnd: FULL_QUALITY.frontEnd,
    lod: { ...design.lod, alphaBetaBits, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits },
  };
}

/** The presets as the kernels cover them. */
export const IDEAL_PRESETS = PRESETS.map(withIdealWidths);
