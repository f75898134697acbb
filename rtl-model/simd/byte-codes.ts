import type { TexelTables } from '../texel-decoder/texel-decoder.ts';

/** The place and kind of one component of a texel whose 8-bit components are their own codes. */
export interface ByteComponent {
  /** The byte of the texel; -1 for a constant. */
  readonly byte: number;
  /** The code of a constant. */
  readonly constant: number;
}

/** A texel of 8-bit components that are their own codes. */
export interface ByteTexel {
  readonly components: readonly ByteComponent[];
  readonly signed: boolean;
}

/** The texel's components, or null where a component has another form. */
export function byteTexel({ fields }: TexelTables): ByteTexel | null {
  const constants = fields.map(({ codes }) => codes.every((code) => code === codes[0]));
  const places = fields.filter((_, c) => !constants[c]);
  const whole = places.every(({ mask, shift }) => mask === 255 && shift === 0);
  if (!whole) return null;
  const is = (meaning: (byte: number) => number) =>
    places.every(({ codes }) => codes.every((code, byte) => code === meaning(byte)));
  const signed = is((byte) => Math.max(byte < 128 ? byte : byte - 256, -127));
  if (!signed && !is((byte) => byte)) return null;
  const components = fields.map(({ byte, codes }, c) => ({ byte: constants[c] ? -1 : byte, constant: codes[0] }));
  return { components, signed };
}
