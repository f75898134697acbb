import type { Binding } from '../state/binding.ts';

/** True if every lane takes one sample of one level, with the same filter. */
export function isSingle({ sampler, instruction, firstLevel, lastLevel }: Binding): boolean {
  return (
    firstLevel === lastLevel &&
    sampler.magFilter === sampler.minFilter &&
    !sampler.anisotropyEnable &&
    !instruction.projected
  );
}

/** True if every lane takes one sample. */
export function isDirect({ sampler, firstLevel, lastLevel }: Binding): boolean {
  return !sampler.anisotropyEnable && (firstLevel === lastLevel || sampler.mipmapMode === 'nearest');
}

/** True if no lane is filtered linearly. */
export function isNearest({ sampler }: Binding): boolean {
  return sampler.magFilter === 'nearest' && sampler.minFilter === 'nearest';
}
