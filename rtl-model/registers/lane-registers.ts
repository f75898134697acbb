/**
 * What travels with a lane from unit to unit, for `lanes` lanes. Each unit writes its own fields; the traces show
 * them under these names.
 */
export class LaneRegisters {
  /** Front end: normalized coordinates after projection, and the array layer, float32. */
  readonly u: Float32Array;
  readonly v: Float32Array;
  readonly layer: Float32Array;
  /** Front end: third normalized coordinate (3D), float32, and the face of a cube, 0 to 5. */
  readonly w: Float32Array;
  readonly face: Uint8Array;
  /** Front end: d(u, v)/dx and d(u, v)/dy, float32. */
  readonly dudx: Float32Array;
  readonly dvdx: Float32Array;
  readonly dudy: Float32Array;
  readonly dvdy: Float32Array;
  readonly dwdx: Float32Array;
  readonly dwdy: Float32Array;
  /** Front end: reference depth, float32. */
  readonly dref: Float32Array;
  /** Front end: the instruction's LOD or bias, and its minimum LOD, float32. */
  readonly lodOperand: Float32Array;
  readonly minLod: Float32Array;
  /** Front end: texel offset. */
  readonly offsetU: Int16Array;
  readonly offsetV: Int16Array;
  readonly offsetW: Int16Array;
  /** Front end: integer coordinates, layer, sample and level of fetches, and the reference texel of a block match. */
  readonly i: Int32Array;
  readonly j: Int32Array;
  readonly k: Int32Array;
  readonly integerLayer: Int32Array;
  readonly sample: Int32Array;
  readonly level: Int32Array;
  readonly referenceI: Int32Array;
  readonly referenceJ: Int32Array;
  /** Front end: width and height of a box (texels, float32) or of a block (texels). */
  readonly boxWidth: Float32Array;
  readonly boxHeight: Float32Array;
  readonly blockWidth: Int32Array;
  readonly blockHeight: Int32Array;

  /** LOD unit: the LOD before bias and after the clamp, in the LOD format. */
  readonly baseLod: Int32Array;
  readonly lod: Int32Array;
  /** LOD unit: the finer and the coarser level, and the weight of the coarser in the LOD format's fraction bits. */
  readonly levelHi: Uint8Array;
  readonly levelLo: Uint8Array;
  readonly levelWeight: Int32Array;
  /** LOD unit: the filter within a level: 0 nearest, 1 linear, 2 cubic. */
  readonly linear: Uint8Array;
  /** LOD unit: N, the anisotropic samples of a level, and the major axis in normalized coordinates, float32. */
  readonly samples: Uint8Array;
  readonly axisU: Float32Array;
  readonly axisV: Float32Array;
  /** LOD unit: bilinear or point samples in all, N times one or two levels; 0 for a lane that wants no result. */
  readonly passes: Int32Array;

  /** Filter unit: sums over the samples of the finer and the coarser level, r, g, b, a of lane l at 4l. */
  readonly sumHi: Float64Array;
  readonly sumLo: Float64Array;
  /** Filter unit: what the passes of one sample add up to so far, and the least and greatest texel of them. */
  readonly part: Float64Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** Filter unit: the target's taps until the reference's come in (block match), as `Footprints.texel`. */
  readonly held: Float32Array;
  /** LOD unit: d_l, the level parameter, counted from the view's first level, in the LOD format (operations alone). */
  readonly levelParameter: Int32Array;
  /** LOD unit: the LOD after bias and before the clamp, lambda', in the LOD format. */
  readonly lambda: Int32Array;
  /** What a query returns, 16 integers a lane (see `queryFootprint`). */
  readonly query: Int32Array;
  /** Filter unit: the result, r, g, b, a of lane l at 4l: float32, or through `colorBits` an integer's 32 bits. */
  readonly color: Float32Array;
  readonly colorBits: Int32Array;
  /** 1 while every texel that the lane touched is resident (Vulkan: Sparse Residency). */
  readonly resident: Uint8Array;

  constructor(lanes: number) {
    this.u = new Float32Array(lanes);
    this.v = new Float32Array(lanes);
    this.layer = new Float32Array(lanes);
    this.w = new Float32Array(lanes);
    this.face = new Uint8Array(lanes);
    this.dwdx = new Float32Array(lanes);
    this.dwdy = new Float32Array(lanes);
    this.dref = new Float32Array(lanes);
    this.dudx = new Float32Array(lanes);
    this.dvdx = new Float32Array(lanes);
    this.dudy = new Float32Array(lanes);
    this.dvdy = new Float32Array(lanes);
    this.lodOperand = new Float32Array(lanes);
    this.minLod = new Float32Array(lanes);
    this.offsetU = new Int16Array(lanes);
    this.offsetV = new Int16Array(lanes);
    this.offsetW = new Int16Array(lanes);
    this.i = new Int32Array(lanes);
    this.j = new Int32Array(lanes);
    this.k = new Int32Array(lanes);
    this.integerLayer = new Int32Array(lanes);
    this.sample = new Int32Array(lanes);
    this.level = new Int32Array(lanes);
    this.referenceI = new Int32Array(lanes);
    this.referenceJ = new Int32Array(lanes);
    this.boxWidth = new Float32Array(lanes);
    this.boxHeight = new Float32Array(lanes);
    this.blockWidth = new Int32Array(lanes);
    this.blockHeight = new Int32Array(lanes);
    this.baseLod = new Int32Array(lanes);
    this.lod = new Int32Array(lanes);
    this.levelHi = new Uint8Array(lanes);
    this.levelLo = new Uint8Array(lanes);
    this.levelWeight = new Int32Array(lanes);
    this.linear = new Uint8Array(lanes);
    this.samples = new Uint8Array(lanes);
    this.axisU = new Float32Array(lanes);
    this.axisV = new Float32Array(lanes);
    this.passes = new Int32Array(lanes);
    this.sumHi = new Float64Array(4 * lanes);
    this.sumLo = new Float64Array(4 * lanes);
    this.part = new Float64Array(4 * lanes);
    this.least = new Float64Array(4 * lanes);
    this.greatest = new Float64Array(4 * lanes);
    this.held = new Float32Array(16 * lanes);
    this.levelParameter = new Int32Array(lanes);
    this.lambda = new Int32Array(lanes);
    this.query = new Int32Array(16 * lanes);
    this.color = new Float32Array(4 * lanes);
    this.colorBits = new Int32Array(this.color.buffer);
    this.resident = new Uint8Array(lanes).fill(1);
  }
}
