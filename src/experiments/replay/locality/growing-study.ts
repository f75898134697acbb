import { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';

type Entries = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** A study of accesses, whose memory grows with them. */
export abstract class GrowingStudy {
  /** @param budget takes what grows with the accesses */
  constructor(protected readonly budget = new MemoryBudget()) {}

  /** Takes memory for the locality of accesses. @throws MemoryError */
  protected takeBytes(bytes: number): void {
    this.budget.take(bytes, 'the locality of the accesses, which --totals leaves out');
  }

  /** The same entries in an array of `length`, the further ones 0. @throws MemoryError when the budget refuses these */
  protected longer<A extends Entries>(entries: A, length: number): A {
    this.takeBytes((length - entries.length) * entries.BYTES_PER_ELEMENT);
    const array = new (entries.constructor as new (length: number) => A)(length);
    array.set(entries);
    return array;
  }
}
