import { describe, expect, it } from 'vitest';
import {
  type ComponentMapping,
  IDENTITY_MAPPING,
  type Swizzle,
  SWIZZLES,
} from '../../../rtl-model/state/image-view.ts';
import { componentSources, swizzleBits, swizzleColor } from '../../../rtl-model/texel-decoder/swizzle.ts';

function everyMapping(): ComponentMapping[] {
  return SWIZZLES.flatMap((r) =>
    SWIZZLES.flatMap((g) => SWIZZLES.flatMap((b) => SWIZZLES.map((a): ComponentMapping => [r, g, b, a]))),
  );
}

/** Vulkan: Component Swizzle, for a texel with named components. */
function swizzled(mapping: ComponentMapping, texel: Readonly<Record<string, number>>): number[] {
  const own = ['r', 'g', 'b', 'a'];
  const value = (swizzle: Swizzle, n: number) => {
    if (swizzle === 'zero') return 0;
    if (swizzle === 'one') return 1;
    return texel[swizzle === 'identity' ? own[n] : swizzle];
  };
  return mapping.map(value);
}

describe('component swizzle', () => {
  it('selects the sources of every mapping, float texels in place', () => {
    for (const mapping of everyMapping()) {
      const texels = Float32Array.of(-1, -1, -1, -1, 0.25, 0.5, 2, 4, -1, -1, -1, -1);
      swizzleColor(texels, 4, componentSources(mapping));
      const expected = swizzled(mapping, { r: 0.25, g: 0.5, b: 2, a: 4 });
      expect([mapping, ...texels]).toEqual([mapping, -1, -1, -1, -1, ...expected, -1, -1, -1, -1]);
    }
  });

  it('selects the sources for 32-bit integers too, with the integer 1 for one', () => {
    for (const mapping of everyMapping()) {
      const texels = Int32Array.of(7, -(2 ** 31), 2 ** 31 - 1, -1, 12345);
      swizzleBits(texels, 1, componentSources(mapping));
      const expected = swizzled(mapping, { r: -(2 ** 31), g: 2 ** 31 - 1, b: -1, a: 12345 });
      expect([mapping, ...texels]).toEqual([mapping, 7, ...expected]);
    }
  });

  it('names components 0 to 3, zero 4 and one 5', () => {
    expect(componentSources(IDENTITY_MAPPING)).toEqual([0, 1, 2, 3]);
    expect(componentSources(['a', 'zero', 'one', 'r'])).toEqual([3, 4, 5, 0]);
  });
});
