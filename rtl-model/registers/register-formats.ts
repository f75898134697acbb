import type { Design } from '../design/design.ts';
import { filterSteps } from '../design/filter-ranges.ts';
import { type FilterWidths, filterWidths } from '../design/filter-widths.ts';
import { type FixedFormat, fixed, signedBits, unsignedFixed, WIDEST } from '../fixed-point/format.ts';
import { levelSize } from '../memory/level-size.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import type { Binding } from '../state/binding.ts';
import { SampleShape } from '../state/sample-shape.ts';
import { componentScales } from '../formats/format-scales.ts';
import { readFormat, readsIntegers } from '../state/read-format.ts';
import type { RawFormat, RegisterFormat } from './register.ts';

type FormatOf = (name: string, binding: Binding) => RegisterFormat;

export const float32Register: FormatOf = (name) => ({ name, width: 32, raw: 'float32' });
export const float64: FormatOf = (name) => ({ name, width: 64, raw: 'float64' });
/** A float32 or a 32-bit integer. */
export const bits32: FormatOf = (name): RawFormat => ({ name, width: 32, raw: 'bits' });

/** Two's complement of n bits. */
export function signedRegister(n: number): (name: string) => FixedFormat {
  return (name) => fixed(name, n, 0);
}

export function unsigned(n: number): (name: string) => FixedFormat {
  return (name) => unsignedFixed(name, n, 0);
}

/** Bits that hold 0 to `largest`, at least one. */
export function bitsFor(largest: number): number {
  return Math.max(1, Math.ceil(Math.log2(largest + 1)));
}

/** The numbers from 0 to `largest` (of the design), in as few bits as hold them. */
export function upTo(largest: number | ((design: Design) => number)): (name: string, binding: Binding) => FixedFormat {
  return (name, { design }) => {
    const max = typeof largest === 'number' ? largest : largest(design);
    return { ...unsignedFixed(name, bitsFor(max), 0), max };
  };
}

/** Snapped coordinates in texels. */
export const coordinate: FormatOf = (name, { design }) => {
  const { integerBits, fractionBits } = design.address.coordinate;
  return fixed(name, integerBits, fractionBits);
};

/** Weights of bilinear filters; a fraction that is rounded to fewer bits may come to 1. */
export const filterWeight: FormatOf = (name, { design }) => {
  const { weightBits } = design.filter;
  return unsignedFixed(
    name,
    weightBits === 0 || weightBits < design.address.coordinate.fractionBits ? 1 : 0,
    weightBits,
  );
};

export const lod: FormatOf = (name, { design }) =>
  fixed(name, design.lod.format.integerBits, design.lod.format.fractionBits);
/** The bias of a LOD, which is rounded to the LOD's fraction; NaN is twice the largest LOD. */
export const lodBias: FormatOf = (name, { design: { lod } }) =>
  fixed(name, Math.max(lod.bias.integerBits, lod.format.integerBits) + 1, lod.format.fractionBits);
/** A lower or upper bound of a LOD, rounded to the LOD's fraction. */
export const lodBound: FormatOf = (name, { design: { lod } }) =>
  unsignedFixed(name, lod.clamp.integerBits + 1, lod.format.fractionBits);
/** u0.f; a format has one bit at least. */
export const lodFraction: FormatOf = (name, { design }) => {
  const { fractionBits } = design.lod.format;
  return unsignedFixed(name, fractionBits === 0 ? 1 : 0, fractionBits);
};

export const level = upTo(({ limits }) => {
  let last = 0;
  while (levelSize(Math.max(...sizes(limits)), last) > 1) last++;
  return last;
});
export const layer = upTo(({ limits }) => limits.maxImageArrayLayers - 1);
/** A texel's place along an axis of its level, or -1 on the border. */
export const texelIndex: FormatOf = (name, { design }) =>
  fixed(name, 1 + bitsFor(Math.max(...sizes(design.limits)) - 1), 0);

function sizes(limits: Design['limits']): readonly number[] {
  const { maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube } = limits;
  return [maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube];
}

export const samples = upTo(({ lod: { anisotropicRates } }) => Math.max(...anisotropicRates));

/**
 * Bits of the widest component code, the sign included; 0 where texels are floats. Texels that leave their sRGB curve on
 * the way into the filter, or are widened, count as they are after it.
 */
export function codeBits(binding: Binding): number {
  const { design, sampler } = binding;
  const { srgbLinearBits, texelBits } = design.filter;
  const format = readFormat(binding);
  const scales = (format.planes?.map((plane) => plane.format) ?? [format]).flatMap((plane) =>
    componentScales(plane, srgbLinearBits),
  );
  if (scales.some(({ bits }) => bits === 0)) return 0;
  const linear = sampler.ycbcrConversion === null ? 0 : srgbLinearBits;
  const widened = texelBits === 'stored' ? 0 : texelBits;
  return 1 + Math.max(linear, widened, ...scales.map(({ bits }) => bits));
}

/** Component codes as signed integers, float32 of float formats, 32 bits of integer formats. */
export const texelRegister: FormatOf = (name, binding) => {
  if (readsIntegers(binding)) return bits32(name, binding);
  const code = codeBits(binding);
  return code === 0 ? float32Register(name, binding) : fixed(name, code, 0);
};

/** A step of a filter of codes without overshoot, in the bits of its range. Averages by rounded reciprocals may leave the texels. */
const filterStep =
  (step: keyof ReturnType<typeof filterSteps>, after: keyof FilterWidths): FormatOf =>
  (name, binding) => {
    const { design, dimensions } = binding;
    const most = 2 ** (codeBits(binding) - 1) - 1;
    const bits = signedBits(filterSteps(design, -most, most, dimensions)[step]);
    const fractionBits = filterWidths(design, dimensions)[after];
    return bits > WIDEST ? float64(name, binding) : fixed(name, bits - fractionBits, fractionBits);
  };
export const lerpedAlongU = filterStep('lerpU0', 'afterU');
export const lerpedAlongV = filterStep('lerpV', 'afterV');
export const lerpedSlices = filterStep('passSample', 'afterSlice');
export const averagedSamples = filterStep('averageHi', 'afterSlice');
export const lerpedLevels = filterStep('filtered', 'afterLevel');

/**
 * Sums of a level's samples: the accumulator of the design; more integer bits where codes are wider than 16 bits, cubic
 * weights overshoot, or a third lerp adds fraction bits. float64 of float formats, and of sums that stay whole.
 */
export const levelSum: FormatOf = (name, binding) => {
  const { design, sampler } = binding;
  const code = codeBits(binding);
  if (code === 0 || alignsSums(binding)) return float64(name, binding);
  const { afterSlice: fractionBits } = filterWidths(design, binding.dimensions);
  const overshoot = [sampler.magFilter, sampler.minFilter].includes('cubic') ? binding.dimensions : 0;
  const needed = code + overshoot + Math.ceil(Math.log2(Math.max(...design.lod.anisotropicRates)));
  const integerBits = Math.max(design.filter.accumulatorBits - fractionBits, needed);
  return integerBits + fractionBits > WIDEST ? float64(name, binding) : fixed(name, integerBits, fractionBits);
};

/** Fraction bits of the weight of a tap, at most. */
function weightFraction(binding: Binding): number {
  const shape = new SampleShape(binding);
  const filters = [0, 1, 2].flatMap((filter) =>
    Array.from({ length: shape.passes(filter) }, (_, pass) => shape.pass(filter, pass).fractionBits),
  );
  return Math.max(...filters);
}

/** Weights of taps: products over the axes, with the fraction bits of the widest; float64 for a weight image. */
export const tapWeightRegister: FormatOf = (name, binding) => {
  const { fractionBits } = binding.design.address.coordinate;
  if (binding.op === 'box_filter') return fixed(name, 2, 2 * fractionBits);
  return binding.op === 'sample_weighted' ? float64(name, binding) : fixed(name, 2, weightFraction(binding));
};
