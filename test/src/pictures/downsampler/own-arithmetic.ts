import type { TexelFormat } from '../../../../rtl-model/formats/texel-format.ts';

/** A texel's components in memory order, as numbers. */
export type Texel = readonly number[];
export type Round = (x: number) => number;

const cell = new Float32Array(1);

export function toFloat32(x: number): number {
  cell[0] = x;
  return cell[0];
}

/** The halves from 0 to infinity by their patterns, from the definition of the format. */
const HALVES = Float64Array.from({ length: 0x7c01 }, (_, bits) => {
  if (bits === 0x7c00) return Infinity;
  const [e, f] = [bits >> 10, bits % 1024];
  return e === 0 ? f * 2 ** -24 : (1024 + f) * 2 ** (e - 25);
});
/** The value after the largest half if the exponent had no limit. */
const NEXT_HALF = 65536;

/** The pattern of the half nearest to a magnitude, ties to even patterns, by bisection. */
function halfPattern(x: number): number {
  let [low, high] = [0, 0x7c00];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (HALVES[middle] <= x) low = middle;
    else high = middle;
  }
  if (x === Infinity) return 0x7c00;
  const [below, above] = [x - HALVES[low], Math.min(HALVES[high], NEXT_HALF) - x];
  return above < below || (above === below && high % 2 === 0) ? high : low;
}

export function toHalf(x: number): number {
  if (Number.isNaN(x)) return NaN;
  const value = HALVES[halfPattern(Math.abs(x))];
  return x < 0 || Object.is(x, -0) ? -value : value;
}

/** Nearest integer, ties to even. */
export function nearest(x: number): number {
  const below = Math.floor(x);
  const rest = x - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

export function linearOf(code: number): number {
  const c = code / 255;
  return c > 0.04045 ? Math.pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
}

/** Linear light as an sRGB code, not rounded. */
export function encodedOf(light: number): number {
  return 255 * (light > 0.0031308 ? 1.055 * Math.pow(light, 1 / 2.4) - 0.055 : light * 12.92);
}

/** The number that a stored component stands for: a code, linear light (in float64) or a float. */
export function componentValue(format: TexelFormat, c: number, texels: Uint8Array, index: number): number {
  const view = new DataView(texels.buffer, texels.byteOffset, texels.byteLength);
  if (format.componentBits === 32) return view.getFloat32(4 * index, true);
  if (format.componentBits === 16) {
    const bits = view.getUint16(2 * index, true);
    const magnitude = (bits & 0x7fff) > 0x7c00 ? NaN : HALVES[bits & 0x7fff];
    return bits >= 0x8000 ? -magnitude : magnitude;
  }
  const code = texels[index];
  if (format.componentType === 'snorm') return Math.max(-127, view.getInt8(index));
  return format.componentType === 'srgb' && format.order[c] !== 3 ? linearOf(code) : code;
}

/** Stores the component value nearest to a number. */
export function storeComponent(format: TexelFormat, c: number, x: number, texels: Uint8Array, index: number): void {
  const view = new DataView(texels.buffer, texels.byteOffset, texels.byteLength);
  if (format.componentBits === 32) view.setFloat32(4 * index, x, true);
  else if (format.componentBits === 16) {
    const sign = x < 0 || Object.is(x, -0) ? 0x8000 : 0;
    view.setUint16(2 * index, Number.isNaN(x) ? 0x7e00 : sign + halfPattern(Math.abs(x)), true);
  } else if (format.componentType === 'snorm') view.setInt8(index, nearest(x));
  else if (format.componentType === 'srgb' && format.order[c] !== 3) texels[index] = Math.round(encodedOf(x));
  else texels[index] = nearest(x);
}
