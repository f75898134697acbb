import { escaped } from '../../platform/pages/escaped.ts';
import type { Minimum } from '../minimize/minimize.ts';
import { type Profile, profileTitle } from '../profiles.ts';
import { CHECK_STYLE } from './check-html.ts';
import { type MinimumGates, minimumGatesText, minimumRows } from './minimize-terminal.ts';
import { widthCosts, type WidthLink } from './width-costs.ts';
import { foldedSection, htmlPage, linked, linkLine, tablePanel } from '../../platform/pages/page.ts';

/** Links to the inspector. */
export interface MinimizeLinks {
  readonly start: string | null;
  readonly narrowest: string | null;
  /** The link that shows the rule that one bit less of a width breaks, by the width's field. */
  readonly broken: ReadonlyMap<string, string | null>;
  readonly width: WidthLink;
}

/**
 * The result of a search as one page without external files: a table of the widths, and what each of their bits buys
 * and costs.
 *
 * @param gates null where they were not requested
 * @param links to the inspector
 */
export function minimizeHtml(
  start: string,
  profile: Profile,
  minimum: Minimum,
  gates: MinimumGates | null,
  links?: MinimizeLinks,
): string {
  const title = `${start} narrowed for ${profileTitle(profile)}`;
  const [head, ...rows] = minimumRows(minimum, gates);
  const cells = rows.map((row) => {
    const [broken, ...witness] = row.at(-1)!.split('\n');
    return [
      ...row.slice(0, -1).map(escaped),
      [linked(broken, links?.broken.get(row[0])), ...witness.map(escaped)].join('<br>'),
    ];
  });
  return htmlPage(
    `texunit minimize: ${title}`,
    CHECK_STYLE,
    `<header>
<h1>${linked(start, links?.start)}${escaped(title.slice(start.length))}</h1>
<p>Each width as narrow as the rules allow: alone, with the others as they were, and all together.</p>
<p>${gates === null ? '<small>With --area this page has the gates of each width, too.</small>' : escaped(minimumGatesText(gates))}</p>
${linkLine('The narrowest design in the inspector', links?.narrowest)}
</header>
${tablePanel('Widths', head, cells)}
${widthCosts(minimum.alone, gates?.of ?? null, links?.width)}
${foldedSection('The narrowest design', '', `<pre>${escaped(JSON.stringify(minimum.design, null, 2))}</pre>`)}`,
  );
}
