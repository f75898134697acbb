import { escaped } from '../../pages/escaped.ts';
import type { ErrorMap } from '../probes/error-map.ts';

const CELL = 5;
const TOP = 28;
const BOTTOM = 36;
/** Width of the ramp's legend. */
const RAMP = 120;

/** A map of errors as an SVG element: dark is no error, bright is the map's largest error, which the legend names. */
export function errorMapSvg({ title, width, height, errors }: ErrorMap): string {
  const largest = Math.max(...errors);
  const cells = errors.map((error, n) => {
    const [x, y] = [(n % width) * CELL, TOP + Math.floor(n / width) * CELL];
    return `<rect x="${x}" y="${y}" width="${CELL}" height="${CELL}" fill="${shade(largest === 0 ? 0 : error / largest)}"/>`;
  });
  const foot = TOP + height * CELL + 12;
  const ramp = Array.from({ length: 24 }, (_, n) => {
    const x = 16 + (n * RAMP) / 24;
    return `<rect x="${x}" y="${foot}" width="${RAMP / 24}" height="10" fill="${shade(n / 23)}"/>`;
  });
  return `<svg viewBox="0 0 ${width * CELL} ${TOP + height * CELL + BOTTOM}" shape-rendering="crispEdges" role="img" aria-label="${escaped(title)}">
<text x="0" y="16" class="title">${escaped(title)}</text>
${cells.join('')}
<text x="0" y="${foot + 9}">0</text>${ramp.join('')}<text x="${22 + RAMP}" y="${foot + 9}">${largest.toPrecision(3)} codes</text>
</svg>`;
}

/** A colour from near black over magenta to pale yellow, with rising brightness. */
function shade(part: number): string {
  const mixed = (from: number, to: number) => Math.round(from + (to - from) * part);
  return `rgb(${mixed(20, 252)},${mixed(16, 253 * part + 20)},${mixed(80, 150)})`;
}
