import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** A record in a kernels' memory, written once. */
export class RecordWriter {
  readonly at: number;
  private readonly memory: KernelMemory;

  constructor(memory: KernelMemory, at: number) {
    this.memory = memory;
    this.at = at;
  }

  private get view(): DataView {
    return this.memory.all.view;
  }

  integer(field: number, value: number): void {
    this.view.setInt32(this.at + field, value, true);
  }

  float(field: number, value: number): void {
    this.view.setFloat32(this.at + field, value, true);
  }

  double(field: number, value: number): void {
    this.view.setFloat64(this.at + field, value, true);
  }

  integers(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.integer(field + 4 * n, value));
  }

  floats(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.float(field + 4 * n, value));
  }

  /** The low 16 bits of an integer. */
  code(field: number, value: number): void {
    this.view.setInt16(this.at + field, value, true);
  }

  /** One code of every entry of a table. */
  codes(field: number, values: Float32Array, codeOf: (value: number) => number): void {
    values.forEach((value, n) => this.code(field + 8 * n, codeOf(value)));
  }

  bytes(field: number, values: readonly number[]): void {
    values.forEach((value, n) => this.view.setUint8(this.at + field + n, value));
  }

  rounding(field: number, bits: number, mode: RoundingMode): void {
    this.integers(field, narrowing(bits, mode));
  }
}

/** The rule that drops `bits` bits by `mode`: the entries from ROUND_BITS on. */
export function narrowing(bits: number, mode: RoundingMode): readonly number[] {
  const one = 2 ** bits;
  const half = one / 2;
  if (bits === 0) return [0, 0, 0, 0];
  switch (mode) {
    case 'nearest-even':
      return [bits, half - 1, 1, 0];
    case 'nearest-up':
      return [bits, half, 0, 0];
    case 'nearest-down':
      return [bits, half - 1, 0, 0];
    case 'nearest-away':
      return [bits, half, 0, -1];
    case 'floor':
      return [bits, 0, 0, 0];
    case 'ceil':
      return [bits, one - 1, 0, 0];
    case 'toward-zero':
      return [bits, 0, 0, one - 1];
  }
}

/** A vector of four equal entries. */
export const four = (value: number): readonly number[] => [value, value, value, value];
