import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { plainFormat } from '../../../src/forms/rtl/unit-state.ts';

type PlainFormat = NonNullable<ReturnType<typeof plainFormat>>;

export interface PlainPathFormat extends Readonly<PlainFormat> {
  readonly format: TexelFormat;
}

/** The formats of the plain path, with their enumerations' numbers. */
export const PLAIN_PATH_FORMATS: readonly PlainPathFormat[] = [...UNCOMPRESSED_FORMATS.values()].flatMap((format) => {
  const codes = plainFormat(format);
  return codes === null ? [] : [{ format, ...codes }];
});

/** The pattern of a texel_fields_t. */
export function fieldsOf({ order, shifts, bits }: TexelFormat): number {
  return [0, 1, 2, 3].reduce((pattern, component) => {
    const stored = order.indexOf(component);
    return pattern * 2 ** 9 + (stored < 0 ? 0 : shifts[stored] * 2 ** 4 + bits[stored]);
  }, 0);
}
