import type { YcbcrConversion } from '../../rtl-model/sampler.ts';
import { type Interval, interval, scaled, sum } from './interval.ts';
import { swizzled } from './result-components.ts';

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

/**
 * Sampler Y'CbCr conversion of r = C_R, g = Y', b = C_B: component swizzle, range expansion, model conversion, and one
 * rounding to float32 (Vulkan: Sampler YCbCr Conversion). Nothing is clamped.
 *
 * Fewer than 20 float64 operations on numbers below 8 leave 2^-46 at most.
 *
 * @param bits n: of a component of the format
 */
export function convertedColor(
  color: readonly Interval[],
  { components, ycbcrModel, ycbcrRange }: YcbcrConversion,
  bits: number,
): readonly Interval[] {
  const [r, g, b, a] = swizzled(color, components, interval(0, 0), interval(1, 1));
  if (ycbcrModel === 'rgb_identity') return [r, g, b, a];
  const [cr, y, cb] = [chroma(r, ycbcrRange, bits), luma(g, ycbcrRange, bits), chroma(b, ycbcrRange, bits)];
  if (ycbcrModel === 'ycbcr_identity') return [rounded(cr), rounded(y), rounded(cb), a];
  const { red, green, blue } = MODELS[ycbcrModel];
  const row = ([ofCb, ofCr]: Row) => rounded(sum(y, sum(times(cb, ofCb), times(cr, ofCr))));
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
