import type { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { TextureFileError } from './container-file.ts';

/** The bytes of a container, little endian, with the file name for errors. */
export class ContainerBytes {
  readonly #view: DataView;

  /** @param budget takes the levels */
  constructor(
    readonly name: string,
    readonly bytes: Uint8Array,
    readonly budget: MemoryBudget,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** @throws TextureFileError when the file is shorter than `length` bytes, which `what` needs */
  require(length: number, what: string): void {
    if (this.length >= length) return;
    throw this.error('file', `truncated: ${this.length} bytes, expected at least ${length} for ${what}`);
  }

  u8(at: number): number {
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** A 64-bit integer, rounded beyond 2^53, which is larger than any file. */
  u64(at: number): number {
    return this.u32(at) + this.u32(at + 4) * 2 ** 32;
  }

  error(field: string, message: string, options?: ErrorOptions): TextureFileError {
    return new TextureFileError(this.name, field, message, options);
  }
}
