import type { AlignedSumDesign } from '../../design/design.ts';
import type { FloatWidth } from '../../fixed-point/expansion.ts';
import { FLOAT16 } from '../../fixed-point/float16.ts';
import { floatBits } from '../../fixed-point/float32.ts';
import { srgbLinearTable } from '../../fixed-point/srgb.ts';
import type { ExponentClass } from '../../steps/texel-codes.ts';
import type { Footprints } from '../../registers/footprints.ts';
import { alignsSums } from '../../state/aligned-sums.ts';
import type { Binding } from '../../state/binding.ts';
import { readFormat } from '../../state/read-format.ts';
import { LANE_TAPS } from '../../state/sample-shape.ts';
import { onesComponent } from './ones-component.ts';

const HALF: FloatWidth = { bits: FLOAT16.fractionBits + 1, leastExponent: 1 - FLOAT16.exponentBias };
const FLOAT32: FloatWidth = { bits: 24, leastExponent: -126 };

/** A component whose sums are aligned. */
export interface AlignedComponent {
  /** The float that a sum is rounded to. */
  readonly float: FloatWidth;
  /** Bits of the greatest texel of a pass that are kept, and of the others as many as are not below them. */
  readonly kept: number;
  /** The exponent of a texel; 0 has the least. @param x its value or code  @param texels,at the texel's r, g, b, a */
  exponent(x: number, texels: Float32Array, at: number): number;
}

/** The components, 0 to 3 for r, g, b, a, whose sums are aligned in a state; null for the others, and where none is. */
export function alignedComponents(binding: Binding): readonly (AlignedComponent | null)[] | null {
  const { filter } = binding.design;
  const { alignedSum } = filter;
  if (alignedSum === null || !alignsSums(binding)) return null;
  const { componentType, componentBits, sharedExponentBits, order } = readFormat(binding);
  if (componentType === 'srgb') {
    const classes = exponentClasses(binding, alignedSum);
    const exponent = (x: number) => classes.findLast(({ least }) => least <= x)!.exponent;
    const color = { float: HALF, kept: alignedSum.srgbBits, exponent };
    return [0, 1, 2, 3].map((c) => (isLight(binding, c) ? color : null));
  }
  const float = componentBits <= 16 ? HALF : FLOAT32;
  const component = { float, kept: float.bits + alignedSum.guardBits, exponent: exponentOf };
  const shares = (c: number) => sharedExponentBits > 0 && order.includes(c);
  return [0, 1, 2, 3].map((c) => (shares(c) ? { ...component, exponent: sharedExponent } : component));
}

/** The exponent of a float32; -127 of 0 and of a denormal, which a sum flushes. */
function exponentOf(x: number): number {
  return ((floatBits(x) >>> 23) & 255) - 127;
}

/** The exponent of a code such as e5b9g9r9: its components are 0.f, and the greatest has its first bit there. */
function sharedExponent(_x: number, texels: Float32Array, at: number): number {
  return 1 + exponentOf(Math.max(texels[at], texels[at + 1], texels[at + 2]));
}

/** The classes of linear values by their sRGB codes: codes with the same upper bits have the exponent of the greatest. */
export function exponentClasses(binding: Binding, { srgbExponentBits }: AlignedSumDesign): readonly ExponentClass[] {
  const table = readFormat(binding).linear ?? srgbLinearTable(binding.design.filter.srgbLinearBits);
  const size = 2 ** (8 - srgbExponentBits);
  return Array.from({ length: 256 / size }, (_, n) => ({
    least: n === 0 ? 0 : table[n * size],
    exponent: exponentOf(table[n * size + size - 1]),
  }));
}

/** True for the components, 0 to 3, whose sums are those of linear light. */
export function isLight(binding: Binding, component: number): boolean {
  return component < 3 && component !== onesComponent(binding);
}

/**
 * Cuts the texels of a pass to the greatest of those with a weight, toward zero: `filter.alignedSum`. Float32 and codes
 * hold what is left.
 */
export class AlignedTexels {
  static of(binding: Binding): AlignedTexels | null {
    const components = alignedComponents(binding);
    return components && new AlignedTexels(components);
  }

  private constructor(private readonly components: readonly (AlignedComponent | null)[]) {}

  /** @param from the footprint's lane. A texel alone stays as it is. */
  cut({ texel, weight, tapCount }: Footprints, from: number): void {
    if (tapCount[from] === 1) return;
    const end = LANE_TAPS * from + tapCount[from];
    for (let c = 0; c < 4; c++) {
      const component = this.components[c];
      if (component === null) continue;
      let greatest = -127;
      for (let tap = LANE_TAPS * from; tap < end; tap++) {
        const at = 4 * tap;
        if (weight[tap] !== 0) greatest = Math.max(greatest, component.exponent(texel[at + c], texel, at));
      }
      const unit = 2 ** (greatest - component.kept + 1);
      for (let at = 4 * LANE_TAPS * from + c; at < 4 * end; at += 4) texel[at] = Math.trunc(texel[at] / unit) * unit;
    }
  }
}
