import type { Instruction } from '../../../rtl-model/state/instruction.ts';

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
