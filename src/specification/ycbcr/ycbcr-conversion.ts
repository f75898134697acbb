import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { clamped, type Interval, interval, scaled, sum, widened } from '../exact/interval.ts';
import { swizzled } from '../state/result-components.ts';

/** How R', G' and B' come of Y', C_B and C_R: the rows of the inverse conversion, without Y', whose factor is 1. */
interface Rows {
  readonly red: Row;
  readonly green: Row;
  readonly blue: Row;
}
type Row = readonly [cb: number, cr: number];

/** Khronos Data Format: BT.709, BT.601 and BT.2020 Y'CbCr conversion. */
const MODELS: Readonly<Record<'ycbcr_709' | 'ycbcr_601' | 'ycbcr_2020', Rows>> = {
  ycbcr_709: { red: [0, 1.5748], green: [-0.133_974_32 / 0.7152, -0.334_802_48 / 0.7152], blue: [1.8556, 0] },
  ycbcr_601: { red: [0, 1.402], green: [-0.202_008 / 0.587, -0.419_198 / 0.587], blue: [1.772, 0] },
  ycbcr_2020: { red: [0, 1.4746], green: [-0.111_567_02 / 0.678, -0.387_377_42 / 0.678], blue: [1.8814, 0] },
};

/** What an implementation is free to hold to its range (Vulkan: Sampler YCbCr Range Expansion and Model Conversion). */
export interface ConversionClamps {
  /** Y' to [0, 1]; C_B and C_R to [-0.5, 0.5]; R', G' and B' to [0, 1]. */
  readonly luma: boolean;
  readonly chroma: boolean;
  readonly rgb: boolean;
}

const EITHER = [false, true] as const;

export const CONVERSION_CLAMPS: readonly ConversionClamps[] = EITHER.flatMap((luma) =>
  EITHER.flatMap((chroma) => EITHER.map((rgb) => ({ luma, chroma, rgb }))),
);

/**
 * Sampler Y'CbCr conversion of r = C_R, g = Y', b = C_B: component swizzle, range expansion, model conversion, and one
 * rounding to float32 (Vulkan: Sampler YCbCr Conversion). Without clamps it is exact; with them the range expansion and
 * the model conversion have the precision of the format, one ULP each.
 *
 * Fewer than 20 float64 operations on numbers below 8 leave 2^-46 at most.
 *
 * @param bits n: of a component of the format
 * @param clamps of an implementation; nothing is clamped if left out
 */
export function convertedColor(
  color: readonly Interval[],
  { components, ycbcrModel, ycbcrRange }: YcbcrConversion,
  bits: number,
  clamps?: ConversionClamps,
): readonly Interval[] {
  const ulp = clamps === undefined ? 0 : 1 / (2 ** bits - 1);
  const [r, g, b, a] = swizzled(color, components, interval(0, 0), interval(1, 1));
  if (ycbcrModel === 'rgb_identity') return [r, g, b, a];
  const heldChroma = (c: Interval) => (clamps?.chroma ? clamped(c, -0.5, 0.5) : c);
  const [cr, cb] = [r, b].map((c) => heldChroma(widened(chroma(c, ycbcrRange, bits), ulp)));
  const anyLuma = widened(luma(g, ycbcrRange, bits), ulp);
  const y = clamps?.luma ? clamped(anyLuma, 0, 1) : anyLuma;
  if (ycbcrModel === 'ycbcr_identity') return [rounded(cr), rounded(y), rounded(cb), a];
  const { red, green, blue } = MODELS[ycbcrModel];
  const row = ([ofCb, ofCr]: Row) => {
    const converted = widened(rounded(sum(y, sum(times(cb, ofCb), times(cr, ofCr)))), ulp);
    return clamps?.rgb ? clamped(converted, 0, 1) : converted;
  };
  return [row(red), row(green), row(blue), a];
}

function luma(y: Interval, range: YcbcrConversion['ycbcrRange'], bits: number): Interval {
  if (range === 'itu_full') return y;
  const step = 2 ** (bits - 8);
  return scaled(sum(scaled(y, 2 ** bits - 1), interval(-16 * step, -16 * step)), 1 / (219 * step));
}

function chroma(c: Interval, range: YcbcrConversion['ycbcrRange'], bits: number): Interval {
  const one = 2 ** bits - 1;
  if (range === 'itu_full') return sum(c, interval(-(2 ** (bits - 1)) / one, -(2 ** (bits - 1)) / one));
  const step = 2 ** (bits - 8);
  return scaled(sum(scaled(c, one), interval(-128 * step, -128 * step)), 1 / (224 * step));
}

function times({ lower, upper }: Interval, factor: number): Interval {
  return factor < 0 ? interval(upper * factor, lower * factor) : interval(lower * factor, upper * factor);
}

function rounded({ lower, upper }: Interval): Interval {
  return interval(Math.fround(lower - 2 ** -46), Math.fround(upper + 2 ** -46));
}
