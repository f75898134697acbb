/** The VkFormat of a DDS format, and the change of its bytes that this requires. */
export interface DdsFormat {
  readonly format: string;
  readonly rewrite?: Rewrite;
}

/** A change of whole texels in place. */
export type Rewrite = (texels: Uint8Array) => void;

/** Sets bits in every texel of `bytes` bytes: X bits become an alpha of 1. */
export function fill(bytes: number, at: number, bits: number): Rewrite {
  return (texels) => {
    for (let n = at; n < texels.length; n += bytes) texels[n] |= bits;
  };
}

/** Exchanges two bytes of each four: Direct3D's pairs have R where Vulkan's pairs have B. */
function exchange(a: number, b: number): Rewrite {
  return (texels) => {
    for (let n = 0; n + 3 < texels.length; n += 4) {
      const byte = texels[n + a];
      texels[n + a] = texels[n + b];
      texels[n + b] = byte;
    }
  };
}

/** R8G8_B8G8: R, G of the even texel, then B, G of the odd one. */
export const RGBG: DdsFormat = { format: 'b8g8r8g8_422_unorm', rewrite: exchange(0, 2) };
/** G8R8_G8B8: G of the even texel, R, then G of the odd one, B. */
export const GRGB: DdsFormat = { format: 'g8b8g8r8_422_unorm', rewrite: exchange(1, 3) };

/** Formats with consecutive numbers. */
export function consecutive(first: number, ...formats: readonly string[]) {
  return formats.map((format, n): readonly [number, DdsFormat] => [first + n, { format }]);
}

/** Formats with consecutive DXGI_FORMAT numbers: the first number, then the formats. */
const RUNS: readonly (readonly [first: number, ...formats: string[]])[] = [
  [2, 'r32g32b32a32_sfloat', 'r32g32b32a32_uint', 'r32g32b32a32_sint'],
  [6, 'r32g32b32_sfloat', 'r32g32b32_uint', 'r32g32b32_sint'],
  [10, 'r16g16b16a16_sfloat', 'r16g16b16a16_unorm', 'r16g16b16a16_uint', 'r16g16b16a16_snorm', 'r16g16b16a16_sint'],
  [16, 'r32g32_sfloat', 'r32g32_uint', 'r32g32_sint'],
  [24, 'a2b10g10r10_unorm_pack32', 'a2b10g10r10_uint_pack32', 'b10g11r11_ufloat_pack32'],
  [28, 'r8g8b8a8_unorm', 'r8g8b8a8_srgb', 'r8g8b8a8_uint', 'r8g8b8a8_snorm', 'r8g8b8a8_sint'],
  [34, 'r16g16_sfloat', 'r16g16_unorm', 'r16g16_uint', 'r16g16_snorm', 'r16g16_sint'],
  [40, 'd32_sfloat', 'r32_sfloat', 'r32_uint', 'r32_sint'],
  [49, 'r8g8_unorm', 'r8g8_uint', 'r8g8_snorm', 'r8g8_sint'],
  [54, 'r16_sfloat', 'd16_unorm', 'r16_unorm', 'r16_uint', 'r16_snorm', 'r16_sint'],
  [61, 'r8_unorm', 'r8_uint', 'r8_snorm', 'r8_sint', 'a8_unorm'],
  [67, 'e5b9g9r9_ufloat_pack32'],
  [71, 'bc1_rgba_unorm_block', 'bc1_rgba_srgb_block'],
  [74, 'bc2_unorm_block', 'bc2_srgb_block'],
  [77, 'bc3_unorm_block', 'bc3_srgb_block'],
  [80, 'bc4_unorm_block', 'bc4_snorm_block'],
  [83, 'bc5_unorm_block', 'bc5_snorm_block', 'r5g6b5_unorm_pack16', 'a1r5g5b5_unorm_pack16', 'b8g8r8a8_unorm'],
  [91, 'b8g8r8a8_srgb'],
  [95, 'bc6h_ufloat_block', 'bc6h_sfloat_block'],
  [98, 'bc7_unorm_block', 'bc7_srgb_block'],
  [115, 'a4r4g4b4_unorm_pack16'],
  [191, 'r4g4b4a4_unorm_pack16'],
];

/**
 * The formats by DXGI_FORMAT number, if they have a VkFormat. Packed names run from the low bits up in DXGI, from the
 * high bits down in Vulkan. B8G8R8X8 gets an alpha of 1.
 */
export const DXGI_FORMATS: ReadonlyMap<number, DdsFormat> = new Map([
  ...RUNS.flatMap((run) => consecutive(...run)),
  [68, RGBG],
  [69, GRGB],
  [88, { format: 'b8g8r8a8_unorm', rewrite: fill(4, 3, 0xff) }],
  [93, { format: 'b8g8r8a8_srgb', rewrite: fill(4, 3, 0xff) }],
]);
