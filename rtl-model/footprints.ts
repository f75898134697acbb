/** The address of a tap that falls on the border: no texel is read. */
export const BORDER_ADDRESS = -1;
/** The address of a tap that the pass does not have. */
export const NO_TAP = -2;

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
  /** Decoded texels: component c of tap n of lane l at 16l + 4n + c; integers of at most 24 bits, or floats for a float format. */
  readonly texel: Float32Array;

  constructor(lanes: number) {
    this.tapCount = new Uint8Array(lanes);
    this.sampleU = new Float32Array(lanes);
    this.sampleV = new Float32Array(lanes);
    this.fixedU = new Int32Array(lanes);
    this.fixedV = new Int32Array(lanes);
    this.address = new Int32Array(4 * lanes);
    this.alpha = new Int32Array(lanes);
    this.beta = new Int32Array(lanes);
    this.texel = new Float32Array(16 * lanes);
  }
}
