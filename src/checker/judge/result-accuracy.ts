import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { type Interval, widened } from '../../specification/exact/interval.ts';
import { axesOf } from '../../specification/state/view.ts';
import { FLOAT_ACCURACY } from '../float-precision.ts';
import type { Profile } from '../profiles.ts';

/** The number of float operations on a texel's component, and the largest magnitude among their operands. */
export interface Computed {
  readonly operations: number;
  readonly largest: number;
}

/** The operations of the conversion of a code to a float. */
export const CONVERSION = 1;
/** (1 - w) a + w b. */
export const LERP = 4;
/** Two powers, four products and three sums for a weight, and as many products and sums for the four texels. */
const CUBIC = 2 + 7 + 7;
/**
 * The largest sum of the magnitudes of the four weights, by the text: a third of the way from a texel of the zero-tangent
 * cardinal; at the next texel of the Catmull-Rom weights of Vulkan 1.1, which sum to 1 + fraction^2.
 */
export const LARGEST_CUBIC_WEIGHTS: Readonly<Record<SpecificationText, number>> = { current: 43 / 27, 'vulkan-1.1': 2 };
/**
 * Chroma between texels along both axes, range expansion, and the row of a matrix (Vulkan: Sampler Y'CbCr Conversion).
 */
const CHROMA = 2 * LERP + 3 + 5;
/** The largest Y' + 1.8814 Cb in the narrow range of 8 bits: (255 - 16) / 219 and (255 - 128) / 224. */
const LARGEST_RGB = 2.2;

/**
 * The results that a profile allows for a range of exact results. Vulkan demands only 1 part in 10^5 of each operation
 * (Floating-Point Computation). A single operation on 0, 1 or -1 is exact.
 */
export function accurately(range: Interval, { operations, largest }: Computed, profile: Profile): Interval {
  if (profile.specification !== 'Vulkan' || operations === 0) return range;
  if (operations > CONVERSION) return widened(range, FLOAT_ACCURACY * operations * largest);
  const { lower, upper } = range;
  if (lower === upper && (lower === 0 || Math.abs(lower) === 1)) return range;
  return widened(range, FLOAT_ACCURACY * Math.max(Math.abs(lower), Math.abs(upper)));
}

const TYPES_OF_FLOATS: ReadonlySet<string> = new Set(['sfloat', 'ufloat', 'uscaled', 'sscaled', 'sfixed5']);

/** The operations on a texel of a normalized format; the designs themselves allow for those on floats. */
export function computedBy(
  op: Operation,
  sampler: Sampler,
  { viewType, format }: ImageView,
  text: SpecificationText,
): Computed {
  if (TYPES_OF_FLOATS.has(format.componentType)) return { operations: 0, largest: 1 };
  // A product and a sum for each texel of a window: terms of both signs may cancel.
  if (op === 'sample_weighted' || op === 'box_filter') return { operations: CONVERSION + 2, largest: 1 };
  if (op !== 'sample') return { operations: CONVERSION, largest: 1 };
  const filters = [sampler.magFilter, sampler.minFilter];
  const axes = axesOf(viewType);
  const cubic = filters.includes('cubic');
  const perAxis = cubic ? CUBIC : filters.includes('linear') ? LERP : 0;
  const levels = sampler.mipmapMode === 'linear' ? LERP : 0;
  const converts = sampler.ycbcrConversion !== null;
  const operations = CONVERSION + axes * perAxis + levels + (converts ? CHROMA : 0);
  return { operations, largest: converts ? LARGEST_RGB : cubic ? LARGEST_CUBIC_WEIGHTS[text] ** axes : 1 };
}
