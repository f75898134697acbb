/**
 * What travels with a lane from unit to unit, for `lanes` lanes. Each unit writes its own fields; the traces show
 * them under these names.
 */
export class LaneRegisters {
  /** Front end: normalized coordinates after projection, and the array layer, float32. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  readonly layer: Float32Array;
  /** Front end: d(u, v)/dx and d(u, v)/dy, float32. */
  readonly dudx: Float32Array;
  readonly dvdx: Float32Array;
  readonly dudy: Float32Array;
  readonly dvdy: Float32Array;
  /** Front end: the instruction's LOD or bias, and its minimum LOD, float32. */
  readonly lodOperand: Float32Array;
  readonly minLod: Float32Array;
  /** Front end: texel offset. */
  readonly offsetU: Int16Array;
  readonly offsetV: Int16Array;

  /** LOD unit: the LOD before bias and after the clamp, in the LOD format. */
  readonly baseLod: Int32Array;
  readonly lod: Int32Array;
  /** LOD unit: the finer and the coarser level, and the weight of the coarser in the LOD format's fraction bits. */
  readonly levelHi: Uint8Array;
  readonly levelLo: Uint8Array;
  readonly levelWeight: Int32Array;
  /** LOD unit: 1 where the filter within a level is linear, 0 where it is nearest. */
  readonly linear: Uint8Array;
  /** LOD unit: N, the anisotropic samples of a level, and the major axis in normalized coordinates, float32. */
  readonly samples: Uint8Array;
  readonly axisU: Float32Array;
  readonly axisV: Float32Array;
  /** LOD unit: bilinear or point samples in all, N times one or two levels; 0 for a lane that wants no result. */
  readonly passes: Uint8Array;

  /** Filter unit: sums over the samples of the finer and the coarser level, r, g, b, a of lane l at 4l. */
  readonly sumHi: Float64Array;
  readonly sumLo: Float64Array;
  /** Filter unit: the result, float32, r, g, b, a of lane l at 4l. */
  readonly color: Float32Array;

  constructor(lanes: number) {
    this.u = new Float32Array(lanes);
    this.v = new Float32Array(lanes);
    this.layer = new Float32Array(lanes);
    this.dudx = new Float32Array(lanes);
    this.dvdx = new Float32Array(lanes);
    this.dudy = new Float32Array(lanes);
    this.dvdy = new Float32Array(lanes);
    this.lodOperand = new Float32Array(lanes);
    this.minLod = new Float32Array(lanes);
    this.offsetU = new Int16Array(lanes);
    this.offsetV = new Int16Array(lanes);
    this.baseLod = new Int32Array(lanes);
    this.lod = new Int32Array(lanes);
    this.levelHi = new Uint8Array(lanes);
    this.levelLo = new Uint8Array(lanes);
    this.levelWeight = new Int32Array(lanes);
    this.linear = new Uint8Array(lanes);
    this.samples = new Uint8Array(lanes);
    this.axisU = new Float32Array(lanes);
    this.axisV = new Float32Array(lanes);
    this.passes = new Uint8Array(lanes);
    this.sumHi = new Float64Array(4 * lanes);
    this.sumLo = new Float64Array(4 * lanes);
    this.color = new Float32Array(4 * lanes);
  }
}
