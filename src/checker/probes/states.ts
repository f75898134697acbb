import { d3d11Instruction } from '../../../rtl-model/state/d3d11-instruction.ts';
import type { AddressMode, Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';

/** Filters of D3D11.3 7.18.3, as fields of a sampler. */
export const POINT: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
export const LINEAR: Partial<Sampler> = { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'nearest' };
export const TRILINEAR: Partial<Sampler> = { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'linear' };

export function anisotropicState(maxAnisotropy: number): Partial<Sampler> {
  return { anisotropyEnable: true, maxAnisotropy };
}

/** One mode for every axis. */
export function addressed(mode: AddressMode): Partial<Sampler> {
  return { addressModeU: mode, addressModeV: mode, addressModeW: mode };
}

/** OpImageSampleExplicitLod with Lod, and with Grad; OpImageSampleImplicitLod. */
export const EXPLICIT_LOD: Instruction = { op: 'sample', lod: 'explicit', projected: false };
export const GRADIENT_LOD: Instruction = { op: 'sample', lod: 'gradient', projected: false };
export const IMPLICIT_LOD: Instruction = { op: 'sample', lod: 'implicit', projected: false };
/** OpImageSampleDrefExplicitLod. */
export const DREF_EXPLICIT_LOD: Instruction = { ...EXPLICIT_LOD, dref: true };
/** OpImageQueryLod: r is d_l - level_base, g is lambda'. */
export const QUERY_LOD: Instruction = { op: 'query_lod', lod: 'implicit', projected: false };
/** OpImageGather of component 0, and OpImageDrefGather. */
export const GATHER: Instruction = { op: 'gather', lod: 'explicit', projected: false, component: 0 };
export const DREF_GATHER: Instruction = { ...GATHER, dref: true };
/** OpImageFetch. */
export const FETCH: Instruction = { op: 'fetch', lod: 'explicit', projected: false };

/** D3D11.3 22.4. */
export const SAMPLE_L = d3d11Instruction('sample_l');
export const SAMPLE_D = d3d11Instruction('sample_d');
