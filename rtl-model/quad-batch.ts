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
  /** Of a lane, float32: the instruction's LOD (explicit), or its bias (implicit, gradient). */
  readonly lod: Float32Array;
  /** Of a lane, float32: the instruction's minimum LOD; 0 where it has none. */
  readonly minLod: Float32Array;
  /** Of a lane, float32: the instruction's gradients, d(s, t)/dx and d(s, t)/dy. */
  readonly dsdx: Float32Array;
  readonly dtdx: Float32Array;
  readonly dsdy: Float32Array;
  readonly dtdy: Float32Array;

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
  }

  get full(): boolean {
    return this.count === this.capacity;
  }
}
