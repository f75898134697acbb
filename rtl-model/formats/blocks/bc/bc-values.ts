import type { Steps } from '../../../steps/steps.ts';
import type { ComponentScale } from '../component-scale.ts';

/** The components of blocks that have 8 codes: alpha of BC3, and those of BC4 and BC5. */
export const RAMPS = ['alpha', 'unorm', 'snorm'] as const;

/** The values of a component between two ends. In the description. */
export interface RampValues {
  readonly scale: ComponentScale;
  /**
   * The component of a code.
   *
   * @param end0,end1 as stored; of signed ones -128 means -127 (-1). They are compared as stored: Khronos leaves the order
   * of -127 and -128 open, D3D11.3 compares the stored values.
   */
  value<V>(s: Steps<V>, end0: V, end1: V, code: V): V;
}

/** The values of the codes of BC1 to BC5: exact ones, or those of a design. In the description. */
export interface BcValues {
  /** Scales of r, g, b. */
  readonly colorScales: readonly ComponentScale[];
  /** The scale of BC2's alpha. */
  readonly alphaScale: ComponentScale;
  /** True if blocks of BC2 and BC3 have three colours and black where those of BC1 have. */
  readonly threeColors: boolean;
  readonly ramps: Readonly<Record<(typeof RAMPS)[number], RampValues>>;
  /**
   * A component of a colour.
   *
   * @param bits of the component  @param end0,end1 the component of color_0 and color_1
   * @param code plus 4 for three colours and black
   */
  color<V>(s: Steps<V>, bits: 5 | 6, end0: V, end1: V, code: V): V;
  /** BC2's alpha. @param code of 4 bits */
  alpha<V>(s: Steps<V>, code: V): V;
}

/** A step between two ends, or the end of the format's range that a block of six steps has for the codes 6 and 7. */
export function stepOrRangeEnd<V>(s: Steps<V>, eight: V, code: V, step: V, least: number, greatest: number): V {
  const isEnd = s.and(s.not(eight), s.less(s.constant(5), code));
  return s.select(isEnd, s.select(s.equal(code, s.constant(6)), s.constant(least), s.constant(greatest)), step);
}
