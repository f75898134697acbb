/** Bytes with views of the widths that the decoder reads. Little-endian, as the formats are defined. */
export class TexelBytes {
  bytes!: Uint8Array;
  halves!: Uint16Array;
  words!: Uint32Array;
  floats!: Float32Array;
  /** The byte addresses of the images that a state may write. */
  readonly written = new Set<number>();

  /** @param size in bytes, a multiple of 4 */
  constructor(private readonly size: number) {
    this.moveTo(new ArrayBuffer(size));
  }

  /** Takes its views from another buffer, which begins with the same bytes. Views taken before are no longer valid. */
  moveTo(buffer: ArrayBuffer): void {
    const { size } = this;
    this.bytes = new Uint8Array(buffer, 0, size);
    this.halves = new Uint16Array(buffer, 0, size / 2);
    this.words = new Uint32Array(buffer, 0, size / 4);
    this.floats = new Float32Array(buffer, 0, size / 4);
  }
}
