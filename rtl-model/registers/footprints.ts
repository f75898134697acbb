/** The address of a tap that falls on the border: no texel is read. */
export const BORDER_ADDRESS = -1;
/** The address of a tap that the pass does not have. */
export const NO_TAP = -2;
/** The address of the texel that a cube's corner lacks: the average of the pass's other three stands for it. */
export const CORNER_ADDRESS = -3;
/** The address of a texel outside of the image: it reads as zero. */
export const ZERO_ADDRESS = -4;
/** The address of a texel that no memory is bound to: it reads as zero and is told of. */
export const UNBOUND_ADDRESS = -5;

/**
 * The texels of one pass: for each of `lanes` lanes a point sample (one tap) or a bilinear sample (four taps).
 * Taps are ordered (i0, j0), (i1, j0), (i0, j1), (i1, j1).
 */
export class Footprints {
  /** 0 for a lane without work in this pass, 1 for a point sample, 4 for a bilinear one. */
  readonly tapCount: Uint8Array;
  /** The sample's normalized coordinates, float32. */
  readonly sampleU: Float32Array;
  readonly sampleV: Float32Array;
  /** The snapped coordinates, in the coordinate format. */
  readonly fixedU: Int32Array;
  readonly fixedV: Int32Array;
  /** Byte addresses of the taps of lane l at 4l, BORDER_ADDRESS on the border, NO_TAP beyond tapCount. */
  readonly address: Int32Array;
  /** Weights of i1 and of j1: the fractions of the snapped coordinates. */
  readonly alpha: Int32Array;
  readonly beta: Int32Array;
  /** Third sample coordinate, its snapped value, and the weight of slice k1 (3D images). */
  readonly sampleW: Float32Array;
  readonly fixedW: Int32Array;
  readonly gamma: Int32Array;
  /** What tap n of lane l counts for, at 4l + n: an integer whose fraction bits the operation knows. */
  readonly weight: Float64Array;
  /** The plane of a multi-planar image, or which of an operation's two images, that the taps read. */
  readonly plane: Uint8Array;
  /** Decoded texels: component c of tap n of lane l at 16l + 4n + c; integers of at most 24 bits, or floats for a float format. */
  readonly texel: Float32Array;
  /** The same storage: texels of integer formats are 32-bit integers here. */
  readonly texelBits: Int32Array;

  constructor(lanes: number) {
    this.tapCount = new Uint8Array(lanes);
    this.sampleU = new Float32Array(lanes);
    this.sampleV = new Float32Array(lanes);
    this.fixedU = new Int32Array(lanes);
    this.fixedV = new Int32Array(lanes);
    this.address = new Int32Array(4 * lanes);
    this.alpha = new Int32Array(lanes);
    this.beta = new Int32Array(lanes);
    this.sampleW = new Float32Array(lanes);
    this.fixedW = new Int32Array(lanes);
    this.gamma = new Int32Array(lanes);
    this.weight = new Float64Array(4 * lanes);
    this.plane = new Uint8Array(lanes);
    this.texel = new Float32Array(16 * lanes);
    this.texelBits = new Int32Array(this.texel.buffer);
  }
}
