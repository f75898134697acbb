import type { LimitsDesign } from '../../rtl-model/design/design.ts';

/** The texts that require limits. */
type Requirer = 'vulkan-1.0' | 'vulkan-1.4' | 'd3d11.3';

/** The requirement of one limit; both numbers of an extent are held to it. */
export interface RequiredLimit extends Readonly<Record<Requirer, number>> {
  /** The direction: the claim is at least the number (`min`), or at most (`max`). */
  readonly type: 'min' | 'max';
  /** The limit of a Vulkan implementation that lacks the feature which the limit belongs to. */
  readonly unsupported?: number;
}

/**
 * The limits that every implementation reaches. Vulkan: Required Limits, of the core and of version 1.4; the last four
 * those of VK_QCOM_image_processing. D3D11.3: 7.18.4 and System Limits for sizes, 7.18.16.1 for bits, 7.18.11 for
 * anisotropy and for the bias, which is that of the sampler and that of the instruction together, 22.4 for offsets.
 */
export const REQUIRED_LIMITS: Readonly<Record<keyof LimitsDesign, RequiredLimit>> = {
  subTexelPrecisionBits: atLeast(4, 8, 8),
  mipmapPrecisionBits: atLeast(4, 6, 8),
  maxSamplerLodBias: atLeast(2, 14, 32),
  maxSamplerAnisotropy: { ...atLeast(16, 16, 16), unsupported: 1 },
  minTexelOffset: atMost(-8, -8, -8),
  maxTexelOffset: atLeast(7, 7, 7),
  maxImageDimension2D: atLeast(4096, 8192, 16384),
  maxImageArrayLayers: atLeast(256, 2048, 2048),
  maxImageDimension1D: atLeast(4096, 8192, 16384),
  maxImageDimension3D: atLeast(256, 512, 2048),
  maxImageDimensionCube: atLeast(4096, 8192, 16384),
  minTexelGatherOffset: { ...atMost(-8, -8, -32), unsupported: 0 },
  maxTexelGatherOffset: { ...atLeast(7, 7, 31), unsupported: 0 },
  maxBoxFilterBlockSize: atLeast(64, 64, 1),
  maxWeightFilterDimension: atLeast(64, 64, 1),
  maxWeightFilterPhases: atLeast(1024, 1024, 1),
  maxBlockMatchRegion: atLeast(64, 64, 1),
};

function atLeast(vulkan10: number, vulkan14: number, d3d11: number): RequiredLimit {
  return { type: 'min', 'vulkan-1.0': vulkan10, 'vulkan-1.4': vulkan14, 'd3d11.3': d3d11 };
}

function atMost(vulkan10: number, vulkan14: number, d3d11: number): RequiredLimit {
  return { ...atLeast(vulkan10, vulkan14, d3d11), type: 'max' };
}
