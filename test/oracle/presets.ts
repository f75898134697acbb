import { PRESETS as BY_NAME } from '../../src/designs/presets.ts';

export const FULL_QUALITY = BY_NAME.get('full-quality')!;
export const D3D_MINIMUM = BY_NAME.get('d3d11.3-minimum')!;
export const VULKAN_MINIMUM = BY_NAME.get('vulkan-1.0-minimum')!;
export const PRESETS = [...BY_NAME.values()];
