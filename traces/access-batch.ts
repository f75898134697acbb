/**
 * Texel accesses in the order in which a texture unit makes them, one entry each: what a texel-access trace holds and a
 * replay takes. Accesses of one pass of a quad stand together; those of lines that they share are looked up once.
 */
export class AccessBatch {
  /** Byte address, an exact integer from 0 to 2^53 - 1. */
  readonly address: Float64Array;
  /** Bytes of the access, 1 to 65535. */
  readonly bytes: Uint16Array;
  /** Serial number of the quad in the run, from 0; where a trace has no quads, that of the access. */
  readonly quad: Uint32Array;
  /** Pass of the quad (one point or bilinear sample for each lane), from 0. */
  readonly pass: Uint16Array;
  /** Lane of the quad, 0 to 3. */
  readonly lane: Uint8Array;
  /** Entries in use, from 0 on. */
  count = 0;

  constructor(capacity: number) {
    this.address = new Float64Array(capacity);
    this.bytes = new Uint16Array(capacity);
    this.quad = new Uint32Array(capacity);
    this.pass = new Uint16Array(capacity);
    this.lane = new Uint8Array(capacity);
  }

  get capacity(): number {
    return this.address.length;
  }

  /** Takes over the entries of a batch of no more than this one's capacity. */
  copy({ address, bytes, quad, pass, lane, count }: AccessBatch): void {
    this.address.set(address.subarray(0, count));
    this.bytes.set(bytes.subarray(0, count));
    this.quad.set(quad.subarray(0, count));
    this.pass.set(pass.subarray(0, count));
    this.lane.set(lane.subarray(0, count));
    this.count = count;
  }
}
