/** The same entries in an array of `length`, the further ones 0. */
export function longer<A extends Int32Array | Uint32Array | Uint8Array | Float64Array>(entries: A, length: number): A {
  const array = new (entries.constructor as new (length: number) => A)(length);
  array.set(entries);
  return array;
}
