/**
 * The facts of a design and a state that the LOD kernel asks for. `lod-record.ts` around the kernels writes them, in this
 * order. LODs are integers in the LOD format, and addresses are byte addresses of tables of int32.
 */
@unmanaged
export class LodRecord {
  /** Texels of the view's first level. */
  width: f64;
  height: f64;
  /** Weights of the larger and the smaller component for alpha-max-beta-min. */
  alpha: f64;
  beta: f64;
  /** 1 in the formats of bias and clamp, and the values of their last bits in the LOD format. */
  biasOne: f64;
  biasScale: f64;
  clampOne: f64;
  clampScale: f64;
  /** Units of the explicit widths (truncation.ts): of derivatives, the ellipse, lengths and the minor axis. */
  scaleUnit: f64;
  ellipseUnit: f64;
  lengthUnit: f64;
  minorUnit: f64;

  maxAnisotropy: f32;
  samplerBias: f32;
  samplerMinLod: f32;

  /** 1 if the base LOD is the operand of the instruction. */
  explicit: i32;
  /** 1 if the lanes of every quad share their derivatives. */
  shared: i32;
  /** 1 if widths of the axes are explicit. */
  narrow: i32;
  /** Numbers of the method in SCALE_FACTORS and of the mode in ROUNDING_MODES. */
  scaleFactor: i32;
  rounding: i32;
  /** log2: bits of the mantissa after the index, those of them that interpolate, those below; bits of an entry. */
  restBits: i32;
  weightBits: i32;
  droppedBits: i32;
  entryBits: i32;
  /** The narrowing of an entry to the LOD (narrow.ts). */
  narrowBits: i32;
  narrowAdd: i32;
  narrowEven: i32;
  narrowNegative: i32;
  log2Table: i32;
  lodMin: i32;
  lodMax: i32;
  /** 1 if the instruction adds a bias. */
  biased: i32;
  /** The bias of lanes whose instruction adds nothing to the sampler's, of NaN, and the least and the greatest one. */
  plainBias: i32;
  nanBias: i32;
  leastBias: i32;
  mostBias: i32;
  /** The least LOD of lanes whose instruction has none, and the greatest least LOD; the greatest LOD. */
  plainMinLod: i32;
  mostMinLod: i32;
  maxLod: i32;
  /** The view's minimum LOD, and its last level as a LOD. */
  viewMinLod: i32;
  lastLod: i32;
  fractionBits: i32;
  mipLinear: i32;
  /** Added to a LOD before its fraction is dropped, for the nearest level. */
  nearestAdd: i32;
  /** Weights of the coarser level by the fraction of the LOD; 0 if the weight is the fraction. */
  levelWeights: i32;
  firstLevel: i32;
  coarsestLevel: i32;
  magFilter: i32;
  minFilter: i32;
  /** Passes of one sample with either filter. */
  magPasses: i32;
  minPasses: i32;
  /** The number of samples for each ratio, rounded up to an integer. */
  sampleCounts: i32;
  /** The numbers of samples, float64, up to the one that reaches maxAnisotropy: addresses of the first and the last. */
  rates: i32;
  lastRate: i32;
}
