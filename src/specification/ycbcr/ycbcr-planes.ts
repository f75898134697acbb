import { linearCode } from '../texels/srgb.ts';
import { planeImage } from '../texels/image-parts.ts';
import { perState } from '../state/per-state.ts';
import type { SampleState } from '../state/state.ts';
import { Texels } from '../texels/texels.ts';

/** A component of a format, which may have fewer chroma than luma texels. */
export interface YcbcrComponent {
  /** The number of luma texels along u and v of one of the component's own. */
  readonly divisors: readonly [number, number];
  /** Texels along u and v of a level. */
  readonly size: (level: number) => readonly [number, number];
  /** The code of a texel within the level, after degamma, and the code that represents 1. */
  readonly code: (level: number, layer: number, i: number, j: number) => number;
  readonly one: number;
}

/** r, g, b of an image, from its planes or from pairs of texels that share b and r, and alpha where the format has it. */
export const ycbcrComponents = perState((state): readonly YcbcrComponent[] =>
  [0, 1, 2, ...(state.image.format.order.includes(3) ? [3] : [])].map((c) => {
    const stored = storedComponent(state, c);
    const { enableYDegamma, enableCbCrDegamma } = state.sampler.ycbcrConversion!;
    const degamma = c === 1 ? enableYDegamma : c !== 3 && enableCbCrDegamma;
    return degamma ? linear(stored, state) : stored;
  }),
);

/** A component of a plane; without planes, texels 2n and 2n + 1 share chroma texel n, where the format has pairs. */
function storedComponent({ design, sampler, image, view, reading }: SampleState, c: number): YcbcrComponent {
  const { planes, block } = image.format;
  const n = planes?.findIndex(({ format }) => format.order.includes(c)) ?? 0;
  const source = planeImage(image, n);
  const texels = new Texels(design, source, sampler, { ...view, format: source.format }, reading);
  const { widthDivisor, heightDivisor } = planes?.[n] ?? { widthDivisor: 1, heightDivisor: 1 };
  const across = planes === null && c !== 1 ? (block?.width ?? 1) : 1;
  return {
    divisors: [across * widthDivisor, heightDivisor],
    size(level) {
      const [width, height] = texels.size(level);
      return [Math.ceil(width / across), height];
    },
    code: (level, layer, i, j) => texels.inside(level, layer, across * i, j)[c],
    one: texels.ones[c],
  };
}

/** Vulkan: YCbCr Degamma, to the design's linear width. */
function linear(component: YcbcrComponent, { design }: SampleState): YcbcrComponent {
  const { srgbLinearBits } = design.filter;
  return {
    ...component,
    code: (...texel) => linearCode(component.code(...texel), component.one, srgbLinearBits),
    one: 2 ** srgbLinearBits - 1,
  };
}
