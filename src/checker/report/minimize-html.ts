import { escaped } from '../../platform/pages/escaped.ts';
import type { Minimum } from '../minimize/minimize.ts';
import { type Profile, profileTitle } from '../profiles.ts';
import { CHECK_STYLE } from './check-html.ts';
import { type MinimumGates, minimumGatesText, minimumRows } from './minimize-terminal.ts';
import { widthCosts } from './width-costs.ts';
import { foldedSection, htmlPage, tablePanel } from '../../platform/pages/page.ts';

/**
 * The result of a search as one page without external files: a table of the widths, and what each of their bits buys
 * and costs.
 *
 * @param gates null where they were not requested
 */
export function minimizeHtml(start: string, profile: Profile, minimum: Minimum, gates: MinimumGates | null): string {
  const title = `${start} narrowed for ${profileTitle(profile)}`;
  const [head, ...rows] = minimumRows(minimum, gates);
  const cells = rows.map((row) => row.map((cell) => escaped(cell).replaceAll('\n', '<br>')));
  return htmlPage(
    `texunit minimize: ${title}`,
    CHECK_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p>Each width as narrow as the rules allow: alone, with the others as they were, and all together.</p>
<p>${gates === null ? '<small>With --area this page has the gates of each width, too.</small>' : escaped(minimumGatesText(gates))}</p>
</header>
${tablePanel('Widths', head, cells)}
${widthCosts(minimum.alone, gates?.of ?? null)}
${foldedSection('The narrowest design', '', `<pre>${escaped(JSON.stringify(minimum.design, null, 2))}</pre>`)}`,
  );
}
