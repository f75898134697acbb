import { sum } from 'd3-array';
import { escaped } from '../../../platform/pages/escaped.ts';
import { heatRamp, pictureFigure } from '../../../platform/pages/figure.ts';
import { grouped, percent } from '../../../platform/pages/wording.ts';
import type { Picture } from '../../../pictures/textures/picture.ts';
import type { LevelHeat } from '../locality/texel-heat.ts';
import { heatPicture } from '../../../platform/pages/heat-picture.ts';
import type { HeatReport } from './replay-report.ts';

/** Length of a picture's longer side on the page, in CSS pixels. */
const SHOWN = 256;
/** The most levels on the page: those with the most accesses. */
const MOST_LEVELS = 24;

/**
 * The accesses and misses of each level, as pairs of pictures.
 *
 * @param uri makes a data URI of a picture
 */
export function heatFigures({ levels, outside }: HeatReport, uri: (picture: Picture) => string): string {
  const figures = hottest(levels).map((level) => {
    const accesses = sum(level.touches);
    const misses = sum(level.misses);
    const cell =
      level.cellTexels === 1 ? 'a cell is a texel' : `a cell is ${level.cellTexels}x${level.cellTexels} texels`;
    return `<section>
<h3>${escaped(level.image)}, level ${level.level} <small>${level.width}x${level.height}, ${cell}</small></h3>
<p class="note">${grouped(accesses)} accesses, ${grouped(misses)} of them missed (${percent(misses / Math.max(1, accesses))}); ${percent(touched(level))} of the level touched</p>
<div class="pair">${heatImage(level, 'touches', uri)}${heatImage(level, 'misses', uri)}</div>
</section>`;
  });
  const rest = outside === 0 ? '' : `<p class="note">${grouped(outside)} accesses fell into none of the images.</p>`;
  const left = levels.length - figures.length;
  const fewer = left === 0 ? '' : `<p class="note">${left} levels with fewer accesses are not drawn.</p>`;
  return `<div class="levels">${figures.join('\n')}</div>${fewer}${rest}`;
}

/** The levels with the most accesses, in the order of the images. */
function hottest(levels: readonly LevelHeat[]): readonly LevelHeat[] {
  const accesses = new Map(levels.map((level) => [level, sum(level.touches)]));
  const kept = new Set([...levels].sort((a, b) => accesses.get(b)! - accesses.get(a)!).slice(0, MOST_LEVELS));
  return levels.filter((level) => kept.has(level));
}

function heatImage(level: LevelHeat, kind: 'touches' | 'misses', uri: (picture: Picture) => string): string {
  const { columns, rows } = level;
  const { picture, most } = heatPicture(level[kind], columns, rows, 'log');
  const times = SHOWN / Math.max(columns, rows);
  const [width, height] = [columns, rows].map((cells) => Math.max(1, Math.round(cells * times)));
  const name = kind === 'touches' ? 'accesses' : 'misses';
  const title = `${name} of ${level.image}, level ${level.level}`;
  return pictureFigure(title, uri(picture), { width, height }, `${name} a cell: ${heatRamp(grouped(most))}`, 'heat');
}

/** The share of the cells with an access. */
function touched({ touches }: LevelHeat): number {
  return touches.filter((count) => count > 0).length / touches.length;
}
