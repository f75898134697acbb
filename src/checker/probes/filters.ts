import type { AddressMode, Sampler } from '../../../rtl-model/state/sampler.ts';

/** Filters of D3D11.3 7.18.3, as fields of a sampler. */
export const POINT: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
export const LINEAR: Partial<Sampler> = { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'nearest' };
export const TRILINEAR: Partial<Sampler> = { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'linear' };

/** One mode for every axis. */
export function addressed(mode: AddressMode): Partial<Sampler> {
  return { addressModeU: mode, addressModeV: mode, addressModeW: mode };
}
