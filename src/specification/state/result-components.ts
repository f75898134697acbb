import type { ComponentMapping } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { Decoding } from '../texels/decoding.ts';

/** r, g, b, a of a result, after depth comparison and swizzle. */
export interface ResultComponents {
  /** The kind of the decoding, or a comparison: 0 or 1 for each texel. */
  readonly kind: Decoding['kind'] | 'comparison';
  /** The code that represents 1. */
  readonly ones: readonly number[];
  /** The code of a component that is swizzled to one, as precise as the widest. */
  readonly swizzledOne: number;
  /** Width of the widest code, as it is stored. */
  readonly codeBits: number;
  /** The value that a component has whatever the texels, or undefined. */
  readonly constants: readonly (number | undefined)[];
}

export function resultComponents(
  { kind, ones, stored, range }: Pick<Decoding, 'kind' | 'ones' | 'stored' | 'range'>,
  components: ComponentMapping,
  instruction: Instruction,
): ResultComponents {
  // A comparison replaces D, which is r; the texel becomes (D, 0, 0, 1).
  const compares = instruction.dref === true;
  const own = compares ? [0] : stored;
  const constants = [0, 1, 2, 3].map((c) => (own.includes(c) ? undefined : c < 3 ? 0 : 1));
  const largest = compares ? 1 : Math.max(...ones);
  const sign = !compares && range[0] < 0 ? 1 : 0;
  return {
    kind: compares ? 'comparison' : kind,
    ones: swizzled(compares ? [1, 1, 1, 1] : ones, components, largest, largest),
    swizzledOne: largest,
    codeBits: Math.ceil(Math.log2(largest * (compares ? 1 : range[1]) + 1)) + sign,
    constants: swizzled<number | undefined>(constants, components, 0, 1),
  };
}

/** r, g, b, a after a component mapping (Vulkan: Component Swizzle). */
export function swizzled<T>(values: readonly T[], components: ComponentMapping, zero: T, one: T): readonly T[] {
  return components.map((swizzle, c) => {
    switch (swizzle) {
      case 'identity':
        return values[c];
      case 'zero':
        return zero;
      case 'one':
        return one;
      default:
        return values['rgba'.indexOf(swizzle)];
    }
  });
}
