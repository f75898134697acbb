import { escaped } from './escaped.ts';
import { HEAT_GRADIENT, heatColor } from './heat-picture.ts';
import { percent } from './wording.ts';

/**
 * A figure with the buttons that save it: a chart as SVG or PNG, a picture as PNG.
 *
 * @param name plain text, the name of the saved file  @param content one chart in SVG, drawn in one or several sizes of
 *   which the page shows one, or one picture as `img`  @param caption HTML
 */
export function figure(name: string, content: string, caption = ''): string {
  const kinds = content.includes('<svg') ? ['SVG', 'PNG'] : ['PNG'];
  const buttons = kinds.map(
    (kind) =>
      `<button type="button" class="save" data-kind="${kind}" aria-label="Save ${kind}: ${escaped(name)}">Save ${kind}</button>`,
  );
  return `<figure class="panel" data-name="${escaped(name)}">${content}
<figcaption><span>${caption}</span>${buttons.join('')}</figcaption>
</figure>`;
}

/** A picture as a data URI in a figure; pixels of a heat map stay sharp. */
export function pictureFigure(
  name: string,
  uri: string,
  size: { readonly width: number; readonly height: number },
  caption: string,
  kind: 'image' | 'heat' = 'image',
): string {
  const picture = `<img class="${kind}" src="${uri}" width="${size.width}" height="${size.height}" alt="${escaped(name)}">`;
  return figure(name, picture, caption);
}

/** The colours of a heat map from 0 to its largest value. */
export function heatRamp(most: string): string {
  return `0 <span class="ramp"></span> ${most}`;
}

/** The most counts of a heat map that have keys. */
const MOST_KEYS = 8;
const LEAST_SHARE = 0.001;

/**
 * The colours of the counts that most cells have, with their shares of the cells that have one, in HTML.
 *
 * @param most the count of the brightest colour, and of higher ones
 */
export function heatKeys(counts: ArrayLike<number>, most: number): string {
  const cells = new Map<number, number>();
  for (let n = 0; n < counts.length; n++) if (counts[n] > 0) cells.set(counts[n], (cells.get(counts[n]) ?? 0) + 1);
  const all = [...cells.values()].reduce((sum, count) => sum + count, 0);
  const shown = [...cells].filter(([, own]) => own >= LEAST_SHARE * all).sort(([, a], [, b]) => b - a);
  const keys = shown
    .slice(0, MOST_KEYS)
    .sort(([a], [b]) => a - b)
    .map(([count, own]) => {
      const color = heatColor(Math.min(1, count / most)).join(' ');
      return `<span class="nowrap"><span class="key" style="background: rgb(${color})"></span>${count}: ${percent(own / all)}</span>`;
    });
  return keys.join(' ');
}

/** Styles of what figures draw; the colours are the page's. */
export const SVG_STYLE = `svg text { font: 12px system-ui, sans-serif; fill: var(--text); }
svg .title { font-weight: 600; font-size: 14px; } svg .x { text-anchor: middle; } svg .y { text-anchor: end; }
svg .label, svg .quiet { fill: var(--quiet); }
svg .inside { fill: var(--panel); text-anchor: middle; pointer-events: none; }
svg .grid { stroke: var(--line); fill: none; }
svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg .dashed { stroke-dasharray: 6 4; stroke-width: 1.5; }`;

/** Styles of figures. A chart in several sizes shows the one that fits. */
export const FIGURE_STYLE = `
figure { margin: 0; container-type: inline-size; }
section > figure { margin: 12px 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: flex-start; gap: 6px; margin-top: 4px; }
.grid > figure:only-child { max-width: 640px; }
figcaption > span { flex: 1 1 120px; }
.save { flex: none; min-height: 26px; padding: 2px 10px; border: 1px solid var(--quiet); border-radius: 6px; background: none;
  color: var(--text); font: inherit; font-size: 12px; cursor: pointer; }
.save:hover { border-color: var(--text); }
@media (scripting: none) { .save { display: none; } }
@media print { .save { display: none; } }
.nowrap { white-space: nowrap; margin-right: 8px; }
img { display: block; width: 100%; height: auto; border-radius: 4px; background: #14171c; }
.heat { image-rendering: pixelated; }
.ramp, .key { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; }
.ramp { width: 60px; height: 9px; margin: 0 2px; background: ${HEAT_GRADIENT}; }
svg { display: block; width: 100%; height: auto; }
${SVG_STYLE}
.size-1120, .size-640 { display: none; }
@container (min-width: 500px) { .size-380 { display: none; } .size-640 { display: block; } }
@container (min-width: 860px) { .size-640 { display: none; } .size-1120 { display: block; } }
`;

/** The properties of a drawn element that a saved SVG needs beside its attributes. */
const DRAWN =
  'fill stroke stroke-width stroke-dasharray stroke-linejoin font-family font-size font-weight text-anchor opacity image-rendering';

/** Pixels of a saved PNG for each unit of its chart. */
const PNG_SCALE = 2;

/** The code of the buttons. A saved chart has its colours and fonts as attributes, and the panel as its ground. */
export const SAVE_CODE = `
document.addEventListener('click', ({ target }) => {
  const button = target.closest('.save');
  if (!button) return;
  const figure = button.closest('figure');
  const name = figure.dataset.name.replace(/[^\\w.-]+/g, '-').replace(/^-+|-+$/g, '') || 'figure';
  const image = figure.querySelector('img');
  const save = (href, download) => Object.assign(document.createElement('a'), { href, download }).click();
  if (image) return save(image.src, name + '.png');
  const shown = [...figure.querySelectorAll('svg')].find((svg) => svg.getClientRects().length > 0);
  const copy = shown.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll('*')];
  [shown, ...shown.querySelectorAll('*')].forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const property of '${DRAWN}'.split(' ')) copies[n].setAttribute(property, style.getPropertyValue(property));
    for (const unused of ['class', 'style']) copies[n].removeAttribute(unused);
  });
  const { x, y, width, height } = shown.viewBox.baseVal;
  const ground = document.createElementNS(copy.namespaceURI, 'rect');
  const fill = getComputedStyle(figure).backgroundColor;
  for (const [key, value] of Object.entries({ x, y, width, height, fill })) ground.setAttribute(key, value);
  copy.prepend(ground);
  for (const [key, value] of Object.entries({ width, height })) copy.setAttribute(key, value);
  const text = new XMLSerializer().serializeToString(copy);
  if (button.dataset.kind === 'SVG') {
    return save(URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })), name + '.svg');
  }
  const drawn = new Image();
  drawn.addEventListener('load', () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: ${PNG_SCALE} * width, height: ${PNG_SCALE} * height });
    canvas.getContext('2d').drawImage(drawn, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(URL.createObjectURL(blob), name + '.png'));
  });
  drawn.src = 'data:image/svg+xml,' + encodeURIComponent(text);
});
`;

export const SAVE_SCRIPT = `<script>${SAVE_CODE}</script>`;
