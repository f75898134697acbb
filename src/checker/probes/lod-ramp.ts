import { ellipseMajor } from '../../specification/lod/footprint.ts';
import { numberedLevels, sized } from './texel-image.ts';

/** Size and last level of the image of LOD_RAMP. */
export const RAMP_SIZE = 64;
export const LAST_LEVEL = 6;

export const LOD_RAMP = numberedLevels({ ...sized('2d', RAMP_SIZE), levels: LAST_LEVEL + 1 });

/** A LOD as LOD_RAMP shows it. */
export function shownLod(lod: number): number {
  return Math.max(0, Math.min(LAST_LEVEL, lod));
}

/** PlaneDerivatives in texels: dX.u, dX.v, dY.u, dY.v. */
export type PlaneDerivatives = readonly [number, number, number, number];

/** Axes of the footprint that derivatives span, before and after the ideal transformation (7.18.11). */
interface FootprintAxes {
  readonly longer: number;
  /** The major axis of the ellipse. */
  readonly major: number;
  /** |dX.u dY.v - dX.v dY.u|, and the two products' magnitudes, of which float32 arithmetic loses a part. */
  readonly determinant: number;
  readonly products: number;
}

/** The axes of derivatives in float64, within 2^-48. The transformation is skipped where B or the determinant is 0. */
export function footprintAxes([xu, xv, yu, yv]: PlaneDerivatives): FootprintAxes {
  const longer = Math.max(Math.hypot(xu, xv), Math.hypot(yu, yv));
  const determinant = Math.abs(xu * yv - xv * yu);
  const isSkipped = determinant === 0 || xu * xv + yu * yv === 0 || xu * yu + xv * yv === 0;
  return {
    longer,
    major: isSkipped ? longer : ellipseMajor([xu, xv], [yu, yv]),
    determinant,
    products: Math.abs(xu * yv) + Math.abs(xv * yu),
  };
}
