/** A color format of one plane in the words of the specification. */
export interface SpecifiedFormat {
  readonly name: string;
  readonly type: string;
  /** Width of the texel, or of the pair for 4:2:2. */
  readonly bits: number;
  /** The fields from the low end on: component, lowest and highest bit. */
  readonly fields: readonly SpecifiedField[];
}

export interface SpecifiedField {
  readonly component: string;
  readonly low: number;
  readonly high: number;
}

/**
 * The sentences of Vulkan: Format Definition about bytes and bits ("a 5-bit R component in bits 11..15"), copied one by
 * one as facts: the name with * for the numeric formats, these, the bits of a texel, and the fields.
 */
const SENTENCES: readonly (readonly [string, string, number, string])[] = [
  ['r4g4_*_pack8', 'unorm', 8, 'g0..3 r4..7'],
  ['r4g4b4a4_*_pack16', 'unorm', 16, 'a0..3 b4..7 g8..11 r12..15'],
  ['b4g4r4a4_*_pack16', 'unorm', 16, 'a0..3 r4..7 g8..11 b12..15'],
  ['a4r4g4b4_*_pack16', 'unorm', 16, 'b0..3 g4..7 r8..11 a12..15'],
  ['a4b4g4r4_*_pack16', 'unorm', 16, 'r0..3 g4..7 b8..11 a12..15'],
  ['r5g6b5_*_pack16', 'unorm', 16, 'b0..4 g5..10 r11..15'],
  ['b5g6r5_*_pack16', 'unorm', 16, 'r0..4 g5..10 b11..15'],
  ['r5g5b5a1_*_pack16', 'unorm', 16, 'a0..0 b1..5 g6..10 r11..15'],
  ['b5g5r5a1_*_pack16', 'unorm', 16, 'a0..0 r1..5 g6..10 b11..15'],
  ['a1r5g5b5_*_pack16', 'unorm', 16, 'b0..4 g5..9 r10..14 a15..15'],
  ['a1b5g5r5_*_pack16', 'unorm', 16, 'r0..4 g5..9 b10..14 a15..15'],
  ['a8_*', 'unorm', 8, 'a0..7'],
  ['r8_*', 'unorm snorm uscaled sscaled uint sint srgb', 8, 'r0..7'],
  ['r8g8_*', 'unorm snorm uscaled sscaled uint sint srgb', 16, 'r0..7 g8..15'],
  ['r8g8b8_*', 'unorm snorm uscaled sscaled uint sint srgb', 24, 'r0..7 g8..15 b16..23'],
  ['b8g8r8_*', 'unorm snorm uscaled sscaled uint sint srgb', 24, 'b0..7 g8..15 r16..23'],
  ['r8g8b8a8_*', 'unorm snorm uscaled sscaled uint sint srgb', 32, 'r0..7 g8..15 b16..23 a24..31'],
  ['b8g8r8a8_*', 'unorm snorm uscaled sscaled uint sint srgb', 32, 'b0..7 g8..15 r16..23 a24..31'],
  ['a8b8g8r8_*_pack32', 'unorm snorm uscaled sscaled uint sint srgb', 32, 'r0..7 g8..15 b16..23 a24..31'],
  ['a2r10g10b10_*_pack32', 'unorm snorm uscaled sscaled uint sint', 32, 'b0..9 g10..19 r20..29 a30..31'],
  ['a2b10g10r10_*_pack32', 'unorm snorm uscaled sscaled uint sint', 32, 'r0..9 g10..19 b20..29 a30..31'],
  ['r16_*', 'unorm snorm uscaled sscaled uint sint sfloat', 16, 'r0..15'],
  ['r16g16_*', 'unorm snorm uscaled sscaled uint sint sfloat', 32, 'r0..15 g16..31'],
  ['r16g16_*_nv', 'sfixed5', 32, 'r0..15 g16..31'],
  ['r16g16b16_*', 'unorm snorm uscaled sscaled uint sint sfloat', 48, 'r0..15 g16..31 b32..47'],
  ['r16g16b16a16_*', 'unorm snorm uscaled sscaled uint sint sfloat', 64, 'r0..15 g16..31 b32..47 a48..63'],
  ['r32_*', 'uint sint sfloat', 32, 'r0..31'],
  ['r32g32_*', 'uint sint sfloat', 64, 'r0..31 g32..63'],
  ['r32g32b32_*', 'uint sint sfloat', 96, 'r0..31 g32..63 b64..95'],
  ['r32g32b32a32_*', 'uint sint sfloat', 128, 'r0..31 g32..63 b64..95 a96..127'],
  ['b10g11r11_*_pack32', 'ufloat', 32, 'r0..10 g11..21 b22..31'],
  ['e5b9g9r9_*_pack32', 'ufloat', 32, 'r0..8 g9..17 b18..26 e27..31'],
  ['r10x6_*_pack16', 'unorm', 16, 'r6..15'],
  ['r10x6g10x6_*_2pack16', 'unorm', 32, 'r6..15 g22..31'],
  ['r10x6g10x6b10x6a10x6_*_4pack16', 'unorm', 64, 'r6..15 g22..31 b38..47 a54..63'],
  ['r12x4_*_pack16', 'unorm', 16, 'r4..15'],
  ['r12x4g12x4_*_2pack16', 'unorm', 32, 'r4..15 g20..31'],
  ['r12x4g12x4b12x4a12x4_*_4pack16', 'unorm', 64, 'r4..15 g20..31 b36..47 a52..63'],
  ['r10x6_*_pack16_arm', 'uint', 16, 'r6..15'],
  ['r10x6g10x6_*_2pack16_arm', 'uint', 32, 'r6..15 g22..31'],
  ['r10x6g10x6b10x6a10x6_*_4pack16_arm', 'uint', 64, 'r6..15 g22..31 b38..47 a54..63'],
  ['r12x4_*_pack16_arm', 'uint', 16, 'r4..15'],
  ['r12x4g12x4_*_2pack16_arm', 'uint', 32, 'r4..15 g20..31'],
  ['r12x4g12x4b12x4a12x4_*_4pack16_arm', 'uint', 64, 'r4..15 g20..31 b36..47 a52..63'],
  ['r14x2_*_pack16_arm', 'uint unorm', 16, 'r2..15'],
  ['r14x2g14x2_*_2pack16_arm', 'uint unorm', 32, 'r2..15 g18..31'],
  ['r14x2g14x2b14x2a14x2_*_4pack16_arm', 'uint unorm', 64, 'r2..15 g18..31 b34..47 a50..63'],
  ['g8b8g8r8_422_*', 'unorm', 32, 'g0..7 b8..15 g16..23 r24..31'],
  ['b8g8r8g8_422_*', 'unorm', 32, 'b0..7 g8..15 r16..23 g24..31'],
  ['g10x6b10x6g10x6r10x6_422_*_4pack16', 'unorm', 64, 'g6..15 b22..31 g38..47 r54..63'],
  ['b10x6g10x6r10x6g10x6_422_*_4pack16', 'unorm', 64, 'b6..15 g22..31 r38..47 g54..63'],
  ['g12x4b12x4g12x4r12x4_422_*_4pack16', 'unorm', 64, 'g4..15 b20..31 g36..47 r52..63'],
  ['b12x4g12x4r12x4g12x4_422_*_4pack16', 'unorm', 64, 'b4..15 g20..31 r36..47 g52..63'],
  ['g16b16g16r16_422_*', 'unorm', 64, 'g0..15 b16..31 g32..47 r48..63'],
  ['b16g16r16g16_422_*', 'unorm', 64, 'b0..15 g16..31 r32..47 g48..63'],
  // D3D11.3 19.1.3.1: X is unused. D3D11.3 19.4: r belongs to the even texel, b to the odd one.
  ['b8g8r8x8_*', 'unorm srgb', 32, 'b0..7 g8..15 r16..23'],
  ['r8g8_b8g8_*', 'unorm', 32, 'r0..7 g8..15 b16..23 g24..31'],
  ['g8r8_g8b8_*', 'unorm', 32, 'g0..7 r8..15 g16..23 b24..31'],
];

export const SPECIFIED_FORMATS: readonly SpecifiedFormat[] = SENTENCES.flatMap(([pattern, types, bits, layout]) => {
  const fields = layout.split(' ').map((text) => {
    const [, component, low, high] = /^(.)(\d+)\.\.(\d+)$/.exec(text)!;
    return { component, low: Number(low), high: Number(high) };
  });
  return types.split(' ').map((type) => ({ name: pattern.replace('*', type), type, bits, fields }));
});

/** The bits of a field, from the bytes of a little-endian texel at bytes[from]. */
export function fieldCode(bytes: Uint8Array, from: number, { low, high }: SpecifiedField): number {
  const first = Math.floor(low / 8);
  let word = 0;
  for (let byte = Math.floor(high / 8); byte >= first; byte--) word = word * 256 + bytes[from + byte];
  return Math.floor(word / 2 ** (low % 8)) % 2 ** (high - low + 1);
}

/** Sets the bits of a field, which must be 0, to a code. */
export function setField(bytes: Uint8Array, from: number, { low }: SpecifiedField, code: number): void {
  let rest = code * 2 ** (low % 8);
  for (let byte = from + Math.floor(low / 8); rest > 0; byte++) {
    bytes[byte] += rest % 256;
    rest = Math.floor(rest / 256);
  }
}
