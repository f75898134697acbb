import type { ComponentMapping, Swizzle } from '../state/image-view.ts';

/** The sources of a result component other than components 0 to 3 of the texel. */
const ZERO_SOURCE = 4;
export const ONE_SOURCE = 5;

const SOURCES: Readonly<Record<Exclude<Swizzle, 'identity'>, number>> = {
  r: 0,
  g: 1,
  b: 2,
  a: 3,
  zero: ZERO_SOURCE,
  one: ONE_SOURCE,
};

/** The sources of r, g, b and a of the result: 0 to 3, ZERO_SOURCE or ONE_SOURCE (Vulkan: Component Swizzle). */
export function componentSources(mapping: ComponentMapping): readonly number[] {
  return mapping.map((swizzle, component) => (swizzle === 'identity' ? component : SOURCES[swizzle]));
}

/** Swizzles the float texel r, g, b, a at `at` in place; a source of one gives 1. */
export function swizzleColor(color: Float32Array | Float64Array, at: number, sources: readonly number[]): void {
  swizzle(color, at, sources);
}

/** Swizzles the 32-bit integer texel r, g, b, a at `at` in place; a source of one gives the integer 1. */
export function swizzleBits(bits: Int32Array, at: number, sources: readonly number[]): void {
  swizzle(bits, at, sources);
}

function swizzle(texel: Float32Array | Float64Array | Int32Array, at: number, sources: readonly number[]): void {
  const r = texel[at];
  const g = texel[at + 1];
  const b = texel[at + 2];
  const a = texel[at + 3];
  for (let component = 0; component < 4; component++) {
    texel[at + component] = select(sources[component], r, g, b, a);
  }
}

function select(source: number, r: number, g: number, b: number, a: number): number {
  switch (source) {
    case 0:
      return r;
    case 1:
      return g;
    case 2:
      return b;
    case 3:
      return a;
    case ZERO_SOURCE:
      return 0;
    default:
      return 1;
  }
}
