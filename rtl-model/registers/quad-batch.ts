/** Lanes of a quad: lane 0 at (x, y), 1 at (x+1, y), 2 at (x, y+1), 3 at (x+1, y+1). */
export const QUAD_LANES = 4;
export const ALL_LANES = 0b1111;

/**
 * Requests on their way to the texture unit: 2x2 quads as a structure of arrays. A field "of a lane" of quad k and
 * lane l stands at 4k + l. Lanes outside `active` are helpers: they take part in the derivatives and return nothing.
 */
export class QuadBatch {
  readonly capacity: number;
  /** How many quads the batch holds now. */
  count = 0;

  /** Of a quad: which of the unit's texture states it samples. */
  readonly state: Uint16Array;
  /** Of a quad: bit l set where lane l wants a result. */
  readonly active: Uint8Array;
  /** Of a quad: the pixel of lane 0. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  /** Of a quad: texel offset (ConstOffset, Offset; D3D11 immediate offset). */
  readonly offsetU: Int16Array;
  readonly offsetV: Int16Array;

  /** Of a lane, float32: normalized coordinates, the projection's divisor, the array layer. */
  readonly s: Float32Array;
  readonly t: Float32Array;
  readonly q: Float32Array;
  readonly layer: Float32Array;
  /** Of a lane, float32: the third coordinate (3D and cube), and the reference depth. */
  readonly r: Float32Array;
  readonly dref: Float32Array;
  /** Of a lane, float32: the instruction's LOD (explicit), or its bias (implicit, gradient). */
  readonly lod: Float32Array;
  /** Of a lane, float32: the instruction's minimum LOD; 0 where it has none. */
  readonly minLod: Float32Array;
  /** Of a lane, float32: the instruction's gradients, d(s, t)/dx and d(s, t)/dy. */
  readonly dsdx: Float32Array;
  readonly dtdx: Float32Array;
  readonly dsdy: Float32Array;
  readonly dtdy: Float32Array;
  readonly drdx: Float32Array;
  readonly drdy: Float32Array;

  /** Of a quad: texel offset along the third axis. */
  readonly offsetW: Int16Array;
  /** Of a lane, u, v, w at 3l: an offset of its own, for instructions with `laneOffsets`. */
  readonly laneOffset: Int16Array;
  /** Of a lane: integer coordinates x, y, z (fetch, read, write; target texel of a block match), layer, sample, level. */
  readonly i: Int32Array;
  readonly j: Int32Array;
  readonly k: Int32Array;
  readonly integerLayer: Int32Array;
  readonly sample: Int32Array;
  readonly level: Int32Array;
  /** Of a lane, r, g, b, a at 4l: the texel to write, float32 or, through `writeBits`, an integer's 32 bits. */
  readonly write: Float32Array;
  readonly writeBits: Int32Array;
  /** Of a lane, float32: width and height in texels of a box filter's box. */
  readonly boxWidth: Float32Array;
  readonly boxHeight: Float32Array;
  /** Of a lane: a block match's reference texel, and width and height of its block. */
  readonly referenceI: Int32Array;
  readonly referenceJ: Int32Array;
  readonly blockWidth: Int32Array;
  readonly blockHeight: Int32Array;

  constructor(capacity: number) {
    const lanes = QUAD_LANES * capacity;
    this.capacity = capacity;
    this.state = new Uint16Array(capacity);
    this.active = new Uint8Array(capacity);
    this.x = new Int32Array(capacity);
    this.y = new Int32Array(capacity);
    this.offsetU = new Int16Array(capacity);
    this.offsetV = new Int16Array(capacity);
    this.s = new Float32Array(lanes);
    this.t = new Float32Array(lanes);
    this.q = new Float32Array(lanes).fill(1);
    this.layer = new Float32Array(lanes);
    this.lod = new Float32Array(lanes);
    this.minLod = new Float32Array(lanes);
    this.dsdx = new Float32Array(lanes);
    this.dtdx = new Float32Array(lanes);
    this.dsdy = new Float32Array(lanes);
    this.dtdy = new Float32Array(lanes);
    this.r = new Float32Array(lanes);
    this.dref = new Float32Array(lanes);
    this.drdx = new Float32Array(lanes);
    this.drdy = new Float32Array(lanes);
    this.offsetW = new Int16Array(capacity);
    this.laneOffset = new Int16Array(3 * lanes);
    this.i = new Int32Array(lanes);
    this.j = new Int32Array(lanes);
    this.k = new Int32Array(lanes);
    this.integerLayer = new Int32Array(lanes);
    this.sample = new Int32Array(lanes);
    this.level = new Int32Array(lanes);
    this.write = new Float32Array(4 * lanes);
    this.writeBits = new Int32Array(this.write.buffer);
    this.boxWidth = new Float32Array(lanes).fill(1);
    this.boxHeight = new Float32Array(lanes).fill(1);
    this.referenceI = new Int32Array(lanes);
    this.referenceJ = new Int32Array(lanes);
    this.blockWidth = new Int32Array(lanes).fill(1);
    this.blockHeight = new Int32Array(lanes).fill(1);
  }

  get full(): boolean {
    return this.count === this.capacity;
  }
}
