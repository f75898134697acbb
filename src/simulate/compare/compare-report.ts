import pc from 'picocolors';
import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { heatRamp, pictureFigure } from '../../platform/pages/figure.ts';
import { htmlPage, linkLine, tableSection, tiles } from '../../platform/pages/page.ts';
import { terminalTable } from '../../platform/pages/terminal-table.ts';
import { grouped, measured } from '../../platform/pages/wording.ts';
import type { Comparison } from './compare.ts';
import { partSharesText, shareRows } from './share-text.ts';
import type { ResultError } from './result-error.ts';

/** The frame that was compared, and what drew it. */
export interface ComparedScene {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly first: Design;
  readonly second: Design;
}

/** Pictures of the page as data URIs, and its link. */
export interface ComparePictures {
  readonly first: string;
  readonly second: string;
  readonly difference: string;
  /** The link to the pixel of the largest error in the inspector; null without one. */
  readonly link: string | null;
}

/** compare.json: errors in codes of 8 bits, PSNR in dB; null for a PSNR or an error without a bound. */
export function compareJson(scene: ComparedScene, { error, parts, shares, quads }: Comparison, texunit: string) {
  const { name, width, height, first, second } = scene;
  const numbers = (of: ResultError | null) =>
    of && { largest: of.largest, mean: of.mean, psnr: of.psnr, pixel: of.largest === 0 ? null : [of.x, of.y] };
  return {
    format: 'texunit-compare',
    version: 1,
    texunit,
    scene: { name, width, height },
    quads,
    components: error.components,
    error: numbers(error),
    parts: parts.map(({ part, alone, left }) => ({
      part: part.title,
      fields: part.fields,
      alone: numbers(alone),
      left: numbers(left),
    })),
    shares: shares && shares.map(({ fields, share }) => ({ fields: fields.map(({ path }) => path), share })),
    first,
    second,
  };
}

const HEAD = ['part of the unit', 'alone: largest', 'mean', 'left: largest', 'mean', 'PSNR, dB'];

/** Rows of `HEAD`, the whole unit first. */
function rowsOf({ error, parts }: Comparison): readonly (readonly string[])[] {
  const none = new Array<string>(2).fill('-');
  return [
    ['all of it', measured(error.largest), measured(error.mean), '', '', decibels(error)],
    ...parts.map(({ part, alone, left }) => [
      part.title,
      ...(alone === null ? none : [measured(alone.largest), measured(alone.mean)]),
      ...(left === null ? [...none, '-'] : [measured(left.largest), measured(left.mean), decibels(left)]),
    ]),
  ];
}

function decibels({ psnr }: ResultError): string {
  return psnr === Infinity ? 'equal' : psnr.toFixed(1);
}

const SHARES =
  'The share of each field in the squared error: the fields are exchanged one after the other, in the order of the data ' +
  'and in the opposite one. A field with a negative share makes up for errors of others.';

const MEANING =
  'Errors in codes of 8 bits. Alone: the second design with this part of the first. Left: the first design with this ' +
  'part of the second.';

/** The comparison as text for the terminal. @param color true to mark names with ANSI colours */
export function compareText(scene: ComparedScene, comparison: Comparison, color: boolean): string {
  const colors = pc.createColors(color);
  const { name, width, height, first, second } = scene;
  const { error, shares } = comparison;
  const where = error.largest === 0 ? '' : `; the largest error is at pixel ${error.x}, ${error.y}`;
  return [
    `${colors.bold(name)} ${width}x${height}: ${colors.bold(first.name)} beside ${colors.bold(second.name)}${where}`,
    terminalTable(HEAD, rowsOf(comparison), color),
    MEANING,
    ...(shares === null ? [] : [`Shares of the error: ${partSharesText(shares)}`]),
    ...shareRows(shares).map(([field, , share]) => `  ${share.padStart(7)}  ${field}`),
  ].join('\n');
}

/** compare.html: the comparison on one page without external files. */
export function compareHtml(scene: ComparedScene, comparison: Comparison, pictures: ComparePictures): string {
  const { name, width, height, first, second } = scene;
  const { error, parts, shares } = comparison;
  const title = `${first.name} beside ${second.name}`;
  const picture = (uri: string, alt: string, caption = escaped(alt)) => pictureFigure(alt, uri, scene, caption);
  const scale = `Largest error of each pixel, in codes: ${heatRamp(measured(error.largest))}`;
  const errors = rowsOf(comparison).map((row) => row.map(escaped));
  const note = `${MEANING} A dash is shown where the parts of the two designs do not fit together.`;
  const fields = [...new Set(parts.flatMap(({ part }) => part.fields))].map((field) =>
    [field, valueText(first, field), valueText(second, field)].map(escaped),
  );
  return htmlPage(
    `texunit: ${title}`,
    '',
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${escaped(`${name}, ${width}x${height} pixels, ${grouped(error.components)} components of results`)}</p>
${linkLine('Both designs and the pixel of the largest error in the inspector', pictures.link)}
</header>
${tiles([
  {
    value: measured(error.largest),
    unit: 'codes, the largest error',
    detail: error.largest === 0 ? 'the results are equal' : `at pixel ${error.x}, ${error.y}`,
  },
  { value: measured(error.mean), unit: 'codes, the mean error', detail: 'codes of 8 bits, over every component' },
  { value: decibels(error), unit: 'dB PSNR', detail: 'peak 1' },
])}
<section class="grid">
${picture(pictures.first, first.name)}
${picture(pictures.second, second.name)}
${picture(pictures.difference, 'Largest error of each pixel', scale)}
</section>
${tableSection('Where the error comes from', HEAD, errors, note)}
${shares === null ? '' : tableSection('Shares of the fields', ['field', 'part of the unit', 'share'], shareRows(shares), SHARES)}
${tableSection('What differs', ['field', first.name, second.name].map(escaped), fields)}`,
  );
}

function valueText(design: Design, field: string): string {
  const value = valueAt(design, field);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
