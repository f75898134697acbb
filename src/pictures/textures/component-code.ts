import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { srgbToLinear } from '../../../rtl-model/fixed-point/srgb.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';

/**
 * The conversion of a picture's bytes to an 8-bit component of a texel format, and the averaging of such components.
 */
export interface ComponentCode {
  /** The stored byte for each byte of a picture (v means v / 255). */
  readonly stored: Uint8Array;
  /** The number that is averaged for each stored byte: linear light for sRGB, otherwise the code as an integer. */
  readonly value: Float64Array;
  /** The stored byte nearest to a mean of such numbers. */
  readonly nearest: (mean: number) => number;
}

const ALPHA = 3;

/**
 * The codes of a format's components, in memory order. A snorm component holds the picture's colour v / 255 in the
 * upper half of its range, v * 127 / 255 rounded to nearest even. Alpha is linear in every format.
 *
 * @throws RangeError when the format's components are not 8 bits wide
 */
export function componentCodes(format: TexelFormat): readonly ComponentCode[] {
  if (format.componentBits !== 8) {
    throw new RangeError(
      `${format.name}: pictures fill formats of 8-bit components, not of ${format.componentBits} bits`,
    );
  }
  return format.order.map((component) => {
    if (format.componentType === 'snorm') return SNORM;
    return format.componentType === 'srgb' && component !== ALPHA ? SRGB : UNORM;
  });
}

const UNORM: ComponentCode = {
  stored: Uint8Array.from({ length: 256 }, (_, v) => v),
  value: Float64Array.from({ length: 256 }, (_, code) => code),
  nearest: (mean) => roundToInteger(mean, 'nearest-even'),
};

/** -128 and -127 both mean -1 (D3D11.3 19.1.3.2). */
const SNORM: ComponentCode = {
  stored: Uint8Array.from({ length: 256 }, (_, v) => roundToInteger((v * 127) / 255, 'nearest-even')),
  value: Float64Array.from({ length: 256 }, (_, code) => Math.max(-127, code < 128 ? code : code - 256)),
  nearest: (mean) => roundToInteger(mean, 'nearest-even') & 0xff,
};

const SRGB: ComponentCode = {
  stored: UNORM.stored,
  value: Float64Array.from({ length: 256 }, (_, code) => srgbToLinear(code)),
  nearest: (mean) => climb(SRGB_START[Math.floor(mean * SRGB_STEPS)], mean),
};

/** The linear light half-way between codes c and c + 1 in the encoded scale. */
const SRGB_BOUNDARY = Float64Array.from({ length: 256 }, (_, c) => (c < 255 ? srgbToLinear(c + 0.5) : Infinity));
const SRGB_STEPS = 4096;
/** The code of k / SRGB_STEPS, from which the nearest code is at most one away. */
const SRGB_START = Uint8Array.from({ length: SRGB_STEPS + 1 }, (_, k) => climb(0, k / SRGB_STEPS));

function climb(from: number, light: number): number {
  let code = from;
  while (light >= SRGB_BOUNDARY[code]) code++;
  return code;
}
