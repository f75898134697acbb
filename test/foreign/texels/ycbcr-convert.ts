import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { linearFromSrgb } from '../formats/decode-number.ts';
import type { Vector4, YcbcrConversion } from '../tables/records.ts';
import { swizzleTexel } from './components.ts';

/** K_R and K_B of the models (Khronos Data Format: BT.709, BT.601 and BT.2020 conversion). */
const MODEL_CONSTANTS: Readonly<Record<string, readonly [number, number]>> = {
  ycbcr_709: [0.2126, 0.0722],
  ycbcr_601: [0.299, 0.114],
  ycbcr_2020: [0.2627, 0.0593],
};

/** Y'CbCr degamma (VK_QCOM_ycbcr_degamma) of the values that were sampled. */
export function degammaTexel(device: ForeignDevice, conversion: YcbcrConversion, [r, g, b, a]: Vector4): Vector4 {
  const none = faulty(device, 'ycbcr_degamma_ignored');
  const withLuma = conversion.enableYDegamma && !none && !faulty(device, 'ycbcr_degamma_of_chroma_alone');
  const withChroma = conversion.enableCbCrDegamma && !none && !faulty(device, 'ycbcr_degamma_of_luma_alone');
  const luma = withLuma ? linearFromSrgb(g) : g;
  const chroma = (value: number): number => (withChroma ? linearFromSrgb(value) : value);
  return [chroma(r), luma, chroma(b), a];
}

/** Swizzle, range expansion and model conversion (Vulkan: Sampler Y'CbCr Conversion). */
export function convertYcbcr(
  device: ForeignDevice,
  conversion: YcbcrConversion,
  bits: number,
  sampled: Vector4,
): Vector4 {
  const late = faulty(device, 'ycbcr_swizzle_last');
  const unswizzled = late || faulty(device, 'ycbcr_swizzle_ignored');
  let texel = unswizzled ? sampled : swizzleTexel(device, sampled, conversion.components);
  if (faulty(device, 'ycbcr_alpha_lost')) texel = [texel[0], texel[1], texel[2], 0];
  if (faulty(device, 'ycbcr_chroma_exchanged')) texel = [texel[2], texel[1], texel[0], texel[3]];
  if (conversion.ycbcrModel !== 'rgb_identity' || faulty(device, 'ycbcr_identity_expanded')) {
    texel = modelConverted(device, conversion, bits, rangeExpanded(device, conversion, bits, texel));
  }
  return late ? swizzleTexel(device, texel, conversion.components) : texel;
}

function atPrecision(device: ForeignDevice, bits: number, value: number): number {
  if (faulty(device, 'ycbcr_six_bits')) return Math.round(value * 63) / 63;
  if (device.settings.conversionPrecision === 'exact') return value;
  return Math.round(value * (2 ** bits - 1)) / (2 ** bits - 1);
}

/** (C_R, Y', C_B, A) of sampled values (Vulkan: Sampler Y'CbCr Range Expansion). */
function rangeExpanded(
  device: ForeignDevice,
  conversion: YcbcrConversion,
  bits: number,
  [r, g, b, a]: Vector4,
): Vector4 {
  if (faulty(device, 'ycbcr_range_ignored')) return [r - 0.5, g, b - 0.5, a];
  const most = 2 ** bits - 1;
  const unit = 2 ** ((faulty(device, 'ycbcr_range_of_eight_bits') ? 8 : bits) - 8);
  const full = (conversion.ycbcrRange === 'itu_full') !== faulty(device, 'ycbcr_ranges_exchanged');
  const chroma = (value: number): number => {
    if (full) return value - 2 ** (bits - 1) / most;
    return (value * most - 128 * unit) / ((faulty(device, 'ycbcr_chroma_scaled_as_luma') ? 219 : 224) * unit);
  };
  const footroom = faulty(device, 'ycbcr_footroom_ignored') ? 0 : 16;
  const luma = full ? g : (g * most - footroom * unit) / (219 * unit);
  const clamp = device.settings.rangeClamp;
  const limited = (value: number, low: number, high: number, on: boolean): number => {
    return atPrecision(device, bits, on ? Math.min(Math.max(value, low), high) : value);
  };
  const ofChroma = clamp === 'chroma' || clamp === 'both';
  const ofLuma = clamp === 'luma' || clamp === 'both';
  const alpha = faulty(device, 'ycbcr_alpha_expanded') ? (a * 255 - 16) / 219 : a;
  return [
    limited(chroma(r), -0.5, 0.5, ofChroma),
    limited(luma, 0, 1, ofLuma),
    limited(chroma(b), -0.5, 0.5, ofChroma),
    alpha,
  ];
}

/** R'G'B' of range-expanded values (Vulkan: Sampler Y'CbCr Model Conversion). */
function modelConverted(
  device: ForeignDevice,
  conversion: YcbcrConversion,
  bits: number,
  [cr, y, cb, a]: Vector4,
): Vector4 {
  let model = conversion.ycbcrModel;
  if (model === 'ycbcr_identity' && faulty(device, 'ycbcr_identity_converted')) model = 'ycbcr_601';
  if (model === 'rgb_identity' || model === 'ycbcr_identity') return [cr, y, cb, a];
  if (faulty(device, 'ycbcr_model_always_601')) model = 'ycbcr_601';
  if (faulty(device, 'ycbcr_model_always_709')) model = 'ycbcr_709';
  if (faulty(device, 'ycbcr_model_always_2020')) model = 'ycbcr_2020';
  const [kr, kb] = MODEL_CONSTANTS[model];
  const red = 2 * (1 - kr);
  const blue = 2 * (1 - kb);
  const green = faulty(device, 'ycbcr_green_sign') ? 1 : -1;
  const ofBlue = faulty(device, 'ycbcr_green_of_red_alone') ? 0 : kb * blue * cb;
  const color = [y + red * cr, y + (green * (kr * red * cr + ofBlue)) / (1 - kr - kb), y + blue * cb];
  const [r, g, b] = color.map((value) => {
    const limited = device.settings.modelClamp ? Math.min(Math.max(value, 0), 1) : value;
    return atPrecision(device, bits, limited);
  });
  return [r, g, b, a];
}
