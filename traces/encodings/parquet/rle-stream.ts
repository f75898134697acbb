/** The widest values whose bits lie in four bytes, whatever bit they begin at. */
const NARROW = 24;

/**
 * Integers in Parquet's hybrid of runs and bit packing (parquet-format, Encodings: RLE = 3), read piece by piece: a run
 * of any length takes no memory.
 */
export class RleStream {
  private readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  /** The next byte, and for packed values its first bit that is not used. */
  private bit = 0;
  /** Values left of the current run, and the value where it is not packed. */
  private left = 0;
  private packed = false;
  private value = 0;

  /**
   * @param width bits of a value, 0 to 31
   * @throws Error for another width
   */
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly end: number,
    private readonly width: number,
  ) {
    if (width > 31) throw new Error(`has indices of ${width} bits, expected 31 at most`);
    // Values without bits need no runs.
    if (width === 0) this.left = Infinity;
  }

  /** Reads the next `count` values. @throws Error when there are not as many */
  read(to: Int32Array | Uint8Array, count: number): void {
    for (let n = 0; n < count;) {
      while (this.left === 0) this.begin();
      const most = Math.min(this.left, count - n);
      if (this.packed) this.unpack(to, n, n + most);
      else to.fill(this.value, n, n + most);
      this.left -= most;
      n += most;
    }
  }

  /** The value that the next `count` values have if they are of one run; null, and they are still to be read, if not. */
  readRun(count: number): number | null {
    while (this.left === 0) this.begin();
    if (this.packed || this.left < count) return null;
    this.left -= count;
    return this.value;
  }

  private begin(): void {
    const { bytes, width, end } = this;
    if (this.bit > 0) this.at++;
    this.bit = 0;
    const header = this.varint();
    this.packed = header % 2 === 1;
    const count = Math.floor(header / 2);
    if (this.packed) {
      // The last run may lack the bytes of values that are not there.
      this.left = Math.min(8 * count, Math.floor((8 * (end - this.at)) / width));
      return;
    }
    this.left = count;
    this.value = 0;
    for (let shift = 0; shift < width; shift += 8) this.value |= bytes[this.at++] << shift;
    if (this.at > end) throw new Error(GIVES_OUT);
  }

  private unpack(to: Int32Array | Uint8Array, from: number, until: number): void {
    const { bytes, view, width, at, bit } = this;
    const mask = 2 ** width - 1;
    // Values that four bytes of the view hold.
    const held = width > NARROW ? 0 : Math.floor((8 * (view.byteLength - at - 4) - 7) / width);
    const quick = Math.min(until, from + Math.max(0, held));
    let next = bit;
    for (let n = from; n < quick; n++) {
      to[n] = (view.getUint32(at + (next >>> 3), true) >>> (next & 7)) & mask;
      next += width;
    }
    for (let n = quick; n < until; n++) {
      const byte = at + (next >>> 3);
      const shift = next & 7;
      let bits = (bytes[byte] | (bytes[byte + 1] << 8) | (bytes[byte + 2] << 16) | (bytes[byte + 3] << 24)) >>> shift;
      if (width > NARROW && shift > 0) bits |= bytes[byte + 4] << (32 - shift);
      to[n] = bits & mask;
      next += width;
    }
    this.at += next >>> 3;
    this.bit = next & 7;
  }

  private varint(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 35; scale *= 128) {
      if (this.at >= this.end) break;
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new Error(GIVES_OUT);
  }
}

const GIVES_OUT = 'gives out before its last value';
