import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { codeOfOne } from '../../specification/texels/numeric-formats.ts';
import type { Reading } from '../../specification/texels/reading.ts';
import { floatUlp } from '../float-precision.ts';
import type { Profile } from '../profiles.ts';
import { type Bound, everyDecoding, isTolerant } from './block-decoding.ts';
import { srgbEncoded, srgbLinear } from '../../specification/texels/srgb.ts';

const ALL: readonly Bound[] = ['least', 'described', 'greatest'];
const DESCRIBED: readonly Bound[] = ['described'];

/**
 * All ends of the tolerances that a specification has for the texels of a state: for texels of blocks (D3D11.3 19.5.2),
 * and for border colours of one's own, which Vulkan lets be off by one ULP of the format (Border Replacement).
 */
export function boundsOf(sampler: Sampler, view: ImageView | null, profile: Profile): readonly Bound[] {
  if (view === null) return DESCRIBED;
  return isTolerant(view.format) || mayRoundBorder(sampler, profile) ? ALL : DESCRIBED;
}

/**
 * The reading of texels by an implementation at the bound.
 *
 * @param majorAxis the axis that wins in cubes, z if undefined
 */
export function readingAt(bound: Bound, majorAxis: number | undefined, { specification }: Profile): Reading {
  const vulkan = specification === 'Vulkan';
  const decodings = everyDecoding(bound);
  return { decodings, exactBorder: vulkan, anyConversion: vulkan, ...(majorAxis !== undefined && { majorAxis }) };
}

/** The sampler with the border colour that an implementation at the bound makes of it. */
export function samplerAt(bound: Bound, sampler: Sampler, view: ImageView | null, profile: Profile): Sampler {
  if (view === null || !mayRoundBorder(sampler, profile)) return sampler;
  const direction = bound === 'least' ? -1 : bound === 'greatest' ? 1 : 0;
  const [r, g, b, a] = sampler.borderColor.map((value, c) => neighbour(view.format, c, value, direction));
  return { ...sampler, borderColor: [r, g, b, a] };
}

/** Colours of zeros and ones are as they are. */
function mayRoundBorder(sampler: Sampler, { specification }: Profile): boolean {
  const { addressModeU, addressModeV, addressModeW, borderColor } = sampler;
  if (specification !== 'Vulkan') return false;
  const modes = [addressModeU, addressModeV, addressModeW];
  return modes.includes('clamp_to_border') && borderColor.some((component) => component !== 0 && component !== 1);
}

/** A value one ULP of the format up or down, which formats of integers do without. */
function neighbour(format: TexelFormat, component: number, value: number, direction: number): number {
  const n = format.order.indexOf(component);
  if (n < 0 || direction === 0) return value;
  const bits = format.bits[n];
  switch (format.componentType) {
    case 'srgb':
      if (component === 3) return value + direction / 255;
      return srgbLinear(srgbEncoded(value) + direction / 255);
    case 'unorm':
    case 'snorm':
      return value + direction / codeOfOne(format.componentType, bits);
    case 'sfloat':
    case 'ufloat':
      return value + direction * floatUlp(value, FRACTION_BITS[bits] ?? 10, bits === 32 ? -126 : -14);
    default:
      return value;
  }
}

/** Fraction bits of the float formats by their width, those of shared exponents and blocks as halves. */
const FRACTION_BITS: Readonly<Record<number, number>> = { 32: 23, 16: 10, 11: 6, 10: 5, 9: 8 };
