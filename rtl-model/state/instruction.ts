/**
 * The source of a sample instruction's LOD: the quad's derivatives (plus a per-lane bias, zero for plain sampling), the
 * instruction's own LOD, or the instruction's own gradients.
 */
export const LOD_SOURCES = ['implicit', 'explicit', 'gradient'] as const;
export type LodSource = (typeof LOD_SOURCES)[number];

/**
 * The operation of an image instruction. The SPIR-V instructions of the names, in order: OpImageSample*,
 * OpImage*Gather, OpImageFetch, OpImageRead, OpImageWrite, OpAtomic* of OpImageTexelPointer, OpImageQuerySize(Lod), OpImageQueryLevels,
 * OpImageQuerySamples, OpImageQueryLod, D3D's samplepos, OpImageSampleFootprintNV, OpImageSampleWeightedQCOM,
 * OpImageBoxFilterQCOM and OpImageBlockMatch*QCOM.
 */
export const OPERATIONS = [
  'sample',
  'gather',
  'fetch',
  'read',
  'write',
  'atomic',
  'query_size',
  'query_levels',
  'query_samples',
  'query_lod',
  'sample_position',
  'footprint',
  'sample_weighted',
  'box_filter',
  'block_match',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** OpAtomicIAdd, {S,U}Min, {S,U}Max, And, Or, Xor, Exchange, CompareExchange and FAddEXT on an image. */
export const ATOMIC_OPS = ['add', 'min', 'max', 'and', 'or', 'xor', 'exchange', 'compare_exchange'] as const;
export type AtomicOp = (typeof ATOMIC_OPS)[number];

export type TexelOffset = readonly [number, number];

/** The square of linear filtering, in the order of a gather's result: (i0, j1), (i1, j1), (i1, j0), (i0, j0). */
export const GATHERED_SQUARE: readonly TexelOffset[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

/** The rule that finds texel (i0, j0) of a gather: that of linear filtering, or of nearest (OpImageGatherQCOM 4x1 and D). */
export const GATHER_ORIGINS = ['linear', 'nearest'] as const;

/** OpImageBlockMatch{,Window,Gather}{SAD,SSD}QCOM. */
export interface BlockMatch {
  readonly metric: 'sad' | 'ssd';
  readonly form: 'single' | 'window' | 'gather';
}

/** The part of an instruction that is the same for every quad. Absent fields are off. */
export interface Instruction {
  /** `sample` if absent. */
  readonly op?: Operation;
  readonly lod: LodSource;
  /** OpImage*Proj*: s, t, r and the reference depth are divided by q. */
  readonly projected: boolean;
  /** OpImage*Dref*: every texel is compared with the lane's reference depth before it is filtered. */
  readonly dref?: boolean;
  /** Offsets that are not constant: `QuadBatch.laneOffset` is added to the quad's offset. */
  readonly laneOffsets?: boolean;
  /** OpImageSparse*: the instruction also returns the residency code. */
  readonly sparse?: boolean;
  /** Gather: the component, 0 to 3 for r, g, b, a of the texel after its swizzle. */
  readonly component?: number;
  /** Gather: ConstOffsets. The four offsets start at the texel that `gatherOrigin` finds. */
  readonly gatherOffsets?: readonly [TexelOffset, TexelOffset, TexelOffset, TexelOffset];
  /** `linear` if absent. */
  readonly gatherOrigin?: (typeof GATHER_ORIGINS)[number];
  /** Footprint: the granularity (Vulkan: Texel Footprint Granularity Values), and true for the coarse level. */
  readonly granularity?: number;
  readonly coarse?: boolean;
  /** Atomic: `add` if absent. */
  readonly atomic?: AtomicOp;
  readonly blockMatch?: BlockMatch;
}
