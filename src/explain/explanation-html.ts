import { escaped } from '../platform/pages/escaped.ts';
import { figure } from '../platform/pages/figure.ts';
import { foldedSection, htmlPage, linkLine, pageSection, tablePanel } from '../platform/pages/page.ts';
import { counted, percent } from '../platform/pages/wording.ts';
import { CAPTURED_TITLE } from './captured-result.ts';
import type { Explanation, LevelFootprint, Section, Step } from './explanation.ts';
import { countsText, FOOTPRINT_STYLE, footprintSvg } from './footprint-picture.ts';

/**
 * An explanation as one page without external files: the answer, the footprint in each level, then unit by unit, folded.
 *
 * @param link that shows the request in the inspector
 */
export function explanationHtml(explanation: Explanation, link: string | null = null): string {
  const { id, design, op, lane, pixel, sections, footprints, captured } = explanation;
  const title = `Request ${JSON.stringify(id)}`;
  const result = sections.find((section) => section.title === 'Result')?.steps ?? [];
  return htmlPage(
    `texunit: ${title}`,
    FOOTPRINT_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${escaped(`${op} · lane ${lane}, pixel ${pixel.join(', ')} · design ${design}`)}</p>
<p class="setting">${escaped(result.map(({ name, value }) => `${name} ${value}`).join(' · '))}</p>
${captured === null ? '' : `<p class="verdict">${escaped(captured.text)}</p>`}
${linkLine('This request alone in the inspector', link)}
</header>
${sections.filter(isCaptured).map(sectionHtml).join('\n')}
${footprints.length === 0 ? '' : footprintSection(footprints)}
${sections
  .filter((section) => !isCaptured(section))
  .map(sectionHtml)
  .join('\n')}`,
  );
}

function footprintSection(footprints: readonly LevelFootprint[]): string {
  const figures = footprints.map((footprint, n) =>
    figure(`Footprint in level ${footprint.level}`, footprintSvg(footprint, `clip${n}`), escaped(captionOf(footprint))),
  );
  const note =
    'Columns and rows are texels of the level before the wrap. A texel shows its colour and its share of the level.';
  return `<h2>Footprint</h2>
<p class="note">${note}</p>
<div class="grid">${figures.join('\n')}</div>`;
}

function captionOf(footprint: LevelFootprint): string {
  const { image, format, level, slice, width, height, weight, ellipse } = footprint;
  const place = `Level ${level} of ${image}${slice === 0 ? '' : `, slice ${slice}`}: ${width} x ${height} texels of ${format}`;
  const counts = `${percent(weight)} of the result, ${countsText(footprint)}`;
  if (ellipse === null) return `${place}; ${counts}`;
  const [major, minor] = [ellipse.major, ellipse.minor].map((axis) => Number(Math.hypot(...axis).toPrecision(4)));
  return `${place}; ${counts}; axes of ${major} and ${minor} texels`;
}

function isCaptured({ title }: Section): boolean {
  return title === CAPTURED_TITLE;
}

function sectionHtml(section: Section): string {
  const { title, steps, table } = section;
  const { columns = [], rows = [] } = table ?? {};
  const cells = rows.map((row) => row.map(escaped));
  const rowTable = rows.length === 0 ? '' : tablePanel(title, columns.map(escaped), cells);
  // The verdict is at the head of the page.
  if (isCaptured(section)) return pageSection(title, '', rowTable);
  const stepTable =
    steps.length === 0 ? '' : tablePanel(title, ['step', 'bits', 'format', 'value', 'note'], steps.map(stepCells));
  const counts = [
    ...(steps.length === 0 ? [] : [counted(steps.length, 'step')]),
    ...(rows.length === 0 ? [] : [counted(rows.length, 'row')]),
  ];
  return foldedSection(`${title}: ${counts.join(', ')}`, '', stepTable + rowTable);
}

function stepCells({ name, value, bits = '', format = '', note = '' }: Step): readonly string[] {
  const mono = bits === '' ? '' : `<span class="mono">${escaped(bits)}</span>`;
  return [escaped(name), mono, escaped(format), escaped(String(value)), escaped(note)];
}
