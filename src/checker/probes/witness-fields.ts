import { floatText } from '../../../traces/encodings/float-text.ts';

/** Fields of a witness: float32 values as the request trace writes them, everything else as it is. */
export function witnessFields(
  fields: Readonly<Record<string, string | number | boolean>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? floatText(value) : String(value)]),
  );
}

/** A coordinate (or LOD) as an integer of 2^-8 and its format: `205 (16.8)`. */
export function fixedField(integer: number, format: string): string {
  return `${integer} (${format})`;
}
