import { heatColor, NO_HEAT } from '../../pages/heat-ramp.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import type { LevelHeat } from '../locality/texel-heat.ts';

/**
 * The scales from counts to colours: proportional to the count, or to log(1 + count), which shows low counts beside
 * high ones.
 */
export const HEAT_SCALES = ['linear', 'log'] as const;
export type HeatScale = (typeof HEAT_SCALES)[number];

/** The counts of a level that are drawn. */
export type HeatKind = 'touches' | 'misses';

/**
 * A level's counts as a picture of one texel a cell, and the count of its brightest colour. Cells without a count are
 * dark.
 */
export function heatPicture(
  level: LevelHeat,
  kind: HeatKind,
  scale: HeatScale,
): { readonly picture: Picture; readonly most: number } {
  const { columns: width, rows: height } = level;
  const counts = level[kind];
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const whole = scale === 'log' ? Math.log1p(most) : most;
  const texels = new Uint8Array(4 * width * height);
  counts.forEach((count, cell) => {
    const share = (scale === 'log' ? Math.log1p(count) : count) / whole;
    texels.set([...(count === 0 ? NO_HEAT : heatColor(share)), 255], 4 * cell);
  });
  return { picture: { width, height, texels }, most };
}
