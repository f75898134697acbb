import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { GoldenFile, unsignedField } from '../golden/golden-file.ts';
import type { Member } from '../parameters/package-text.ts';

/** Integers of a record by the names of its members, those of a packed array from its low end on; 0 if they end. */
export type StructValues = Readonly<Record<string, ArrayLike<number>>>;

/** @returns writes records of a packed struct for `$readmemh`, a hexadecimal word a line; members are no structs */
export function structWriter(
  struct: string,
  members: readonly Member[],
  sink: TextSink,
): (values: StructValues) => void {
  const arrays = members.map(({ name, type }) => ({ name, ...(type as { width: number; count?: number }) }));
  const fields = arrays.flatMap(({ name, width, count = 1 }) =>
    Array.from({ length: count }, () => unsignedField(name, width, '')),
  );
  const file = new GoldenFile(struct, fields, sink);
  return (values) => {
    for (const { name, count = 1 } of arrays) {
      for (let n = count - 1; n >= 0; n--) file.add(values[name][n] ?? 0);
    }
  };
}
