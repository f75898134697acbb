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
export function exchange(a: number, b: number): Rewrite {
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

const NAMES: readonly (readonly [number, string])[] = [
  [2, 'r32g32b32a32_sfloat'],
  [3, 'r32g32b32a32_uint'],
  [4, 'r32g32b32a32_sint'],
  [6, 'r32g32b32_sfloat'],
  [7, 'r32g32b32_uint'],
  [8, 'r32g32b32_sint'],
  [10, 'r16g16b16a16_sfloat'],
  [11, 'r16g16b16a16_unorm'],
  [12, 'r16g16b16a16_uint'],
  [13, 'r16g16b16a16_snorm'],
  [14, 'r16g16b16a16_sint'],
  [16, 'r32g32_sfloat'],
  [17, 'r32g32_uint'],
  [18, 'r32g32_sint'],
  [24, 'a2b10g10r10_unorm_pack32'],
  [25, 'a2b10g10r10_uint_pack32'],
  [26, 'b10g11r11_ufloat_pack32'],
  [28, 'r8g8b8a8_unorm'],
  [29, 'r8g8b8a8_srgb'],
  [30, 'r8g8b8a8_uint'],
  [31, 'r8g8b8a8_snorm'],
  [32, 'r8g8b8a8_sint'],
  [34, 'r16g16_sfloat'],
  [35, 'r16g16_unorm'],
  [36, 'r16g16_uint'],
  [37, 'r16g16_snorm'],
  [38, 'r16g16_sint'],
  [40, 'd32_sfloat'],
  [41, 'r32_sfloat'],
  [42, 'r32_uint'],
  [43, 'r32_sint'],
  [49, 'r8g8_unorm'],
  [50, 'r8g8_uint'],
  [51, 'r8g8_snorm'],
  [52, 'r8g8_sint'],
  [54, 'r16_sfloat'],
  [55, 'd16_unorm'],
  [56, 'r16_unorm'],
  [57, 'r16_uint'],
  [58, 'r16_snorm'],
  [59, 'r16_sint'],
  [61, 'r8_unorm'],
  [62, 'r8_uint'],
  [63, 'r8_snorm'],
  [64, 'r8_sint'],
  [65, 'a8_unorm'],
  [67, 'e5b9g9r9_ufloat_pack32'],
  [71, 'bc1_rgba_unorm_block'],
  [72, 'bc1_rgba_srgb_block'],
  [74, 'bc2_unorm_block'],
  [75, 'bc2_srgb_block'],
  [77, 'bc3_unorm_block'],
  [78, 'bc3_srgb_block'],
  [80, 'bc4_unorm_block'],
  [81, 'bc4_snorm_block'],
  [83, 'bc5_unorm_block'],
  [84, 'bc5_snorm_block'],
  [85, 'r5g6b5_unorm_pack16'],
  [86, 'a1r5g5b5_unorm_pack16'],
  [87, 'b8g8r8a8_unorm'],
  [91, 'b8g8r8a8_srgb'],
  [95, 'bc6h_ufloat_block'],
  [96, 'bc6h_sfloat_block'],
  [98, 'bc7_unorm_block'],
  [99, 'bc7_srgb_block'],
  [115, 'a4r4g4b4_unorm_pack16'],
  [191, 'r4g4b4a4_unorm_pack16'],
];

/**
 * The formats by DXGI_FORMAT number, if they have a VkFormat. Packed names run from the low bits up in DXGI, from the
 * high bits down in Vulkan. B8G8R8X8 gets an alpha of 1.
 */
export const DXGI_FORMATS: ReadonlyMap<number, DdsFormat> = new Map([
  ...NAMES.map(([number, format]) => [number, { format }] as const),
  [68, RGBG],
  [69, GRGB],
  [88, { format: 'b8g8r8a8_unorm', rewrite: fill(4, 3, 0xff) }],
  [93, { format: 'b8g8r8a8_srgb', rewrite: fill(4, 3, 0xff) }],
]);
