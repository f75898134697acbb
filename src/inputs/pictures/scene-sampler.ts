import type { Design } from '../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { sceneSampler } from '../../simulate/filter-modes.ts';
import { UsageError } from '../files/usage-error.ts';
import type { SamplerOptions } from '../options/scene-options.ts';

/**
 * The sampler of a texture.
 *
 * @param own what the texture or its scene sets: filters of the options win
 * @throws UsageError when the options contradict each other or go beyond the design's limits
 */
export function samplerFrom(options: SamplerOptions, own: Partial<Sampler>, design: Design): Sampler {
  const { maxSamplerAnisotropy, maxSamplerLodBias } = design.limits;
  const { filter = own.minFilter === undefined ? 'trilinear' : undefined } = options;
  const anisotropic = filter === 'anisotropic';
  if (options.maxAnisotropy !== undefined && !anisotropic) {
    throw new UsageError(`--max-anisotropy needs --filter anisotropic, not ${filter ?? "the model's own"}`);
  }
  if (anisotropic && maxSamplerAnisotropy === 1) {
    throw new UsageError(`--filter anisotropic: ${design.name} has limits.maxSamplerAnisotropy 1, no anisotropy`);
  }
  const maxAnisotropy = options.maxAnisotropy ?? (anisotropic ? maxSamplerAnisotropy : 1);
  if (!(maxAnisotropy >= 1 && maxAnisotropy <= maxSamplerAnisotropy)) {
    const most = `limits.maxSamplerAnisotropy of ${design.name}`;
    throw new UsageError(`--max-anisotropy ${maxAnisotropy}: expected 1 to ${maxSamplerAnisotropy}, ${most}`);
  }
  if (Math.abs(options.lodBias) > maxSamplerLodBias) {
    const range = `-${maxSamplerLodBias} to ${maxSamplerLodBias}, limits.maxSamplerLodBias of ${design.name}`;
    throw new UsageError(`--lod-bias ${options.lodBias}: expected ${range}`);
  }
  return sceneSampler(own, filter, maxAnisotropy, options.lodBias);
}
