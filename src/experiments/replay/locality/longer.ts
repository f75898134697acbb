import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';

type Entries = Int32Array | Uint32Array | Uint8Array | Float64Array;

/** Takes memory for the locality of accesses. @throws MemoryError */
export function takeForLocality(bytes: number, budget: MemoryBudget): void {
  budget.take(bytes, 'the locality of the accesses, which --totals leaves out');
}

/** The same entries in an array of `length`, the further ones 0. @throws MemoryError when the budget refuses these */
export function longer<A extends Entries>(entries: A, length: number, budget: MemoryBudget): A {
  takeForLocality((length - entries.length) * entries.BYTES_PER_ELEMENT, budget);
  const array = new (entries.constructor as new (length: number) => A)(length);
  array.set(entries);
  return array;
}
