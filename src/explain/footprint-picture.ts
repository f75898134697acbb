import { group, range } from 'd3-array';
import { linearToSrgb } from '../../rtl-model/fixed-point/srgb.ts';
import { type Key, legendLines, LINE, short } from '../platform/pages/chart.ts';
import { escaped } from '../platform/pages/escaped.ts';
import { counted } from '../platform/pages/wording.ts';
import { floatToUnorm8 } from '../simulate/framebuffer.ts';
import type { FilterBox, FootprintTap, LevelFootprint } from './explanation.ts';

/** The largest picture, and the largest and least texel, in SVG units. */
const MOST_WIDTH = 640;
const MOST_HEIGHT = 1000;
const LARGEST_TEXEL = 64;
const LEAST_TEXEL = 6;
/** Texels that are shown around the taps at most. */
const MOST_AROUND = 12;
const MARGIN = 46;
/** The least width, which has room for the legend. */
const LEAST_WIDTH = 330;
/** The least size of texels that hold a text. */
const TEXT_SIZE = 34;

const KEYS: readonly Key[] = [
  { name: 'sample', sign: '<circle r="3.5" class="sample"/>' },
  { name: 'pixel', sign: '<ellipse rx="10" ry="5" class="ellipse"/>' },
  { name: 'major axis', sign: '<path d="M-10 0H10" class="major"/>' },
  { name: 'minor axis', sign: '<path d="M-10 0H10" class="minor"/>' },
  { name: 'box', sign: '<rect x="-8" y="-5" width="16" height="10" class="box"/>' },
  { name: 'outside of the image', sign: '<rect x="-6" y="-6" width="12" height="12" fill="none" class="outside"/>' },
  { name: 'edge of the image', sign: '<path d="M-10 0H10" class="edge"/>' },
];

/** Texels of a level: from the first column and row to those after the last. */
export interface TexelWindow {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Texels at the same place, taken together. */
interface DrawnTexel {
  readonly at: readonly [number, number];
  readonly taps: readonly FootprintTap[];
  readonly weight: number | null;
}

/**
 * A level's grid with the texels of the footprint in their colours, their weights, the positions of the samples and the
 * ellipse of the pixel with its axes, as an SVG element. FOOTPRINT_STYLE styles it. An element names its tap or pass in
 * `data-is`, and the passes that it is part of in `data-on`, for pages that mark what belongs together.
 *
 * @param clip an id that the page has for nothing else
 * @param around r, g, b of the window's texels, row by row, as FootprintTap has them; absent where nobody has read them
 */
export function footprintSvg(footprint: LevelFootprint, clip: string, around?: Float32Array): string {
  const { width, height, samples, ellipse, box } = footprint;
  const window = windowOf(footprint);
  const columns = window.right - window.left;
  const rows = window.bottom - window.top;
  const size = Math.max(LEAST_TEXEL, Math.min(LARGEST_TEXEL, MOST_WIDTH / columns, MOST_HEIGHT / rows));
  const across = (x: number) => short(MARGIN + (x - window.left) * size);
  const down = (y: number) => short(MARGIN + (y - window.top) * size);
  const scale: PictureScale = { size, across, down };
  const [w, h] = [MARGIN + columns * size + 2, MARGIN + rows * size + 2];
  const whole = Math.max(LEAST_WIDTH, w);
  const legend = legendLines(KEYS, whole);

  const merged = mergedTaps(footprint.taps);
  const texels = merged.map((texel) => texelSvg(footprint, texel, scale));
  const surroundings = range(0, around === undefined ? 0 : columns * rows).map((n) => {
    const rgb = displayed(footprint, [...around!.subarray(3 * n, 3 * n + 3)]).join();
    const [x, y] = [window.left + (n % columns), window.top + Math.floor(n / columns)];
    return `<rect x="${across(x)}" y="${down(y)}" width="${short(size)}" height="${short(size)}" fill="rgb(${rgb})" opacity="0.35"/>`;
  });
  const shares = size < TEXT_SIZE ? [] : merged.map((texel) => shareSvg(footprint, texel, scale));
  const upright = (x: number) => `M${across(x)} ${MARGIN}V${short(h - 2)}`;
  const level = (y: number) => `M${MARGIN} ${down(y)}H${short(w - 2)}`;
  const lines = [
    ...range(window.left, window.right + 1).map(upright),
    ...range(window.top, window.bottom + 1).map(level),
  ];
  const edges = [
    ...range(Math.ceil(window.left / width), Math.floor(window.right / width) + 1).map((n) => upright(n * width)),
    ...range(Math.ceil(window.top / height), Math.floor(window.bottom / height) + 1).map((n) => level(n * height)),
  ];
  // A label a texel, or for small ones every few.
  const every = Math.max(1, Math.ceil(18 / size));
  const labels = [
    ...range(window.left, window.right)
      .filter((x) => x % every === 0)
      .map((x) => `<text x="${across(x + 0.5)}" y="${MARGIN - 8}" class="x quiet">${x}</text>`),
    ...range(window.top, window.bottom)
      .filter((y) => y % every === 0)
      .map((y) => `<text x="${MARGIN - 6}" y="${down(y + 0.5)}" dy="4" class="y quiet">${y}</text>`),
  ];
  const passes = [...new Set(footprint.taps.map(({ pass }) => pass))];
  const marks = samples.map(
    ([x, y], n) => `<circle data-is="pass:${passes[n]}" cx="${across(x)}" cy="${down(y)}" r="3.5" class="sample"/>`,
  );
  const label = `Level ${footprint.level}: ${countsText(footprint)}`;
  return `<svg viewBox="0 0 ${short(whole)} ${short(h + 12 + LINE * legend.height)}" style="max-width:${short(whole)}px" role="img">
<title>${escaped(label)}</title><desc>Texels of the level by column and row, with their shares of its result</desc>
<text x="${short((MARGIN + w) / 2)}" y="14" class="x label">column, texels</text>
<text transform="translate(13 ${short((MARGIN + h) / 2)}) rotate(-90)" class="x label">row, texels</text>
<g class="legend" transform="translate(4 ${short(h + 6)})">${legend.svg}</g>
<clipPath id="${clip}"><rect x="${MARGIN}" y="${MARGIN}" width="${short(columns * size)}" height="${short(rows * size)}"/></clipPath>
<g class="marks">${surroundings.join('')}
${texels.join('\n')}
<path d="${lines.join('')}" class="grid"/>
<path d="${edges.join('')}" class="edge"/>
<g clip-path="url(#${clip})">${ellipse === null ? '' : ellipseSvg(ellipse, scale)}${box === null ? '' : boxSvg(box, scale)}${marks.join('')}</g>
${shares.join('')}</g>
${labels.join('')}
</svg>`;
}

/** The samples and taps of a level, or the box, in words. */
export function countsText({ samples, taps, box }: LevelFootprint): string {
  if (box !== null) return `a box of ${box.length.join(' × ')} texels`;
  return `${counted(samples.length, 'sample')}, ${counted(taps.length, 'tap')}`;
}

/** The taps, or the box, and of the ellipse what lies not too far from them, with a texel around. */
export function windowOf({ taps, ellipse, box }: LevelFootprint): TexelWindow {
  const covered = (axis: 0 | 1) =>
    box === null
      ? taps.map(({ at }) => at[axis])
      : [Math.floor(box.start[axis]), Math.ceil(box.start[axis] + box.length[axis]) - 1];
  const [columns, rows] = [covered(0), covered(1)];
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  if (ellipse === null) return { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
  const { center, major, minor } = ellipse;
  const [x, y] = [Math.hypot(major[0], minor[0]) / 2, Math.hypot(major[1], minor[1]) / 2];
  return {
    left: Math.max(Math.min(left, Math.floor(center[0] - x)), left - MOST_AROUND) - 1,
    top: Math.max(Math.min(top, Math.floor(center[1] - y)), top - MOST_AROUND) - 1,
    right: Math.min(Math.max(right, Math.ceil(center[0] + x)), right + MOST_AROUND) + 1,
    bottom: Math.min(Math.max(bottom, Math.ceil(center[1] + y)), bottom + MOST_AROUND) + 1,
  };
}

/** The layer of the image, or the slice of a volume, that a tap reads. No image has both. */
export function tapLayer({ texel, layer }: FootprintTap): number | null {
  return texel === null || layer === null ? null : layer + texel[2];
}

/** The layer or slice in which a footprint lies, of a cube's that of the face; null where no tap reads one. */
export function footprintLayer({ taps }: Pick<LevelFootprint, 'taps'>): number | null {
  const read = taps.filter((tap) => tapLayer(tap) !== null);
  // Taps beyond an edge may be in another face.
  const own = read.find(({ at, texel }) => at[0] === texel![0] && at[1] === texel![1]) ?? read.at(0);
  return own === undefined ? null : tapLayer(own);
}

function mergedTaps(taps: readonly FootprintTap[]): readonly DrawnTexel[] {
  return Array.from(group(taps, ({ at }) => at.join()).values(), (same) => ({
    at: same[0].at,
    taps: same,
    weight: same.reduce<number | null>((sum, { weight }) => (sum === null || weight === null ? null : sum + weight), 0),
  }));
}

/** The size of a texel in SVG units, and the places of columns and rows. */
interface PictureScale {
  readonly size: number;
  readonly across: (column: number) => string;
  readonly down: (row: number) => string;
}

function texelSvg(footprint: LevelFootprint, { at, taps, weight }: DrawnTexel, scale: PictureScale): string {
  const { size, across, down } = scale;
  const rgb = displayed(footprint, taps[0].color);
  const outside = taps[0].texel === null ? ' class="outside"' : '';
  const rect = `<rect x="${across(at[0])}" y="${down(at[1])}" width="${short(size)}" height="${short(size)}" fill="rgb(${rgb.join()})"${outside}/>`;
  const is = taps.map(({ pass, tap }) => `tap:${pass}:${tap}`).join(' ');
  const on = [...new Set(taps.map(({ pass }) => `pass:${pass}`))].join(' ');
  return `<g data-is="${is}" data-on="${on}"><title>${escaped(tapTitle(taps, weight))}</title>${rect}</g>`;
}

/** The weight at the lower edge of its texel, over the marks. */
function shareSvg(footprint: LevelFootprint, { at, taps, weight }: DrawnTexel, { across, down }: PictureScale): string {
  if (weight === null) return '';
  const [r, g, b] = displayed(footprint, taps[0].color);
  const ink = 0.3 * r + 0.6 * g + 0.1 * b > 140 ? '#000' : '#fff';
  return `<text x="${across(at[0] + 0.5)}" y="${down(at[1] + 1)}" dy="-6" class="x share" style="fill:${ink}">${shareText(weight)}</text>`;
}

function tapTitle(taps: readonly FootprintTap[], weight: number | null): string {
  const [{ texel, layer, color }] = taps;
  const place = texel === null ? 'border' : `texel ${texel.slice(0, 2).join(', ')}${layer ? ` of layer ${layer}` : ''}`;
  const passes = [...new Set(taps.map(({ pass }) => pass))].join(', ');
  return `${place}${weight === null ? '' : `, weight ${shareText(weight)}`}, pass ${passes}: ${color.join(', ')}`;
}

function shareText(share: number): string {
  return share === 0 ? '0' : `${(100 * share).toFixed(1)} %`;
}

/** 0 to 255 for the screen: linear light is encoded, integers count relative to the largest of the footprint. */
function displayed({ format, taps }: LevelFootprint, color: FootprintTap['color']): readonly number[] {
  const rgb = color.slice(0, 3).map(Number);
  const whole = /_[us]int/.test(format)
    ? Math.max(1, ...taps.flatMap((tap) => tap.color.slice(0, 3).map((value) => Math.abs(Number(value)))))
    : 1;
  return rgb.map((value) => (format.includes('srgb') ? linearToSrgb(value) : floatToUnorm8(value / whole)));
}

type Ellipse = NonNullable<LevelFootprint['ellipse']>;

/** The outline of an ellipse around a place. @param size units of a texel  @param least radius, in units */
export function ellipseOutline({ major, minor }: Ellipse, cx: string, cy: string, size: number, least = 0): string {
  const [rx, ry] = [major, minor].map((vector) => short(Math.max(least, (Math.hypot(...vector) * size) / 2)));
  const degrees = short((Math.atan2(major[1], major[0]) * 180) / Math.PI);
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" transform="rotate(${degrees} ${cx} ${cy})" class="ellipse"/>`;
}

function ellipseSvg(ellipse: Ellipse, { size, across, down }: PictureScale): string {
  const { center, major, minor } = ellipse;
  const axis = ([x, y]: readonly [number, number]) =>
    `M${across(center[0] - x / 2)} ${down(center[1] - y / 2)}L${across(center[0] + x / 2)} ${down(center[1] + y / 2)}`;
  return `${ellipseOutline(ellipse, across(center[0]), down(center[1]), size)}<path d="${axis(major)}" class="major"/><path d="${axis(minor)}" class="minor"/>`;
}

function boxSvg({ start, length }: FilterBox, { size, across, down }: PictureScale): string {
  const [width, height] = length.map((texels) => short(texels * size));
  return `<rect x="${across(start[0])}" y="${down(start[1])}" width="${width}" height="${height}" class="box"/>`;
}

/** Styles of the pictures; --line and --text are the page's. */
export const FOOTPRINT_STYLE = `
svg .edge { stroke: var(--text); stroke-width: 2; fill: none; }
svg .outside { stroke: #d55e00; stroke-width: 2; stroke-dasharray: 4 3; }
svg .share { font-size: 11px; }
svg .ellipse, svg .box, svg .major, svg .minor { fill: none; stroke: #e69f00; stroke-width: 2; }
svg .major { stroke: #d55e00; } svg .minor { stroke: #56b4e9; }
svg .sample { fill: #fff; stroke: #000; stroke-width: 1.5; }
`;
