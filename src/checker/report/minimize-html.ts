import { escaped } from '../../pages/escaped.ts';
import type { Minimum } from '../minimize/minimize.ts';
import type { Narrowing } from '../minimize/search.ts';
import { type Profile, profileTitle } from '../profiles.ts';
import type { Plot } from '../rule.ts';
import { CHECK_STYLE } from './check-html.ts';
import { broken } from './minimize-terminal.ts';
import { plotSvg } from './plot-svg.ts';
import { htmlPage } from '../../pages/page.ts';

/** The result of a search as one page without external files: a table of the widths, and a plot of each trade-off. */
export function minimizeHtml(start: string, profile: Profile, minimum: Minimum): string {
  const title = `${start} narrowed for ${profileTitle(profile)}`;
  return htmlPage(
    `texunit minimize: ${title}`,
    CHECK_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p>Each width as narrow as the rules allow: alone, with the others as they were, and all together.</p>
</header>
<table>
<thead><tr><th>field</th><th>start</th><th>alone</th><th>together</th><th>one less breaks</th></tr></thead>
<tbody>
${minimum.together.map((narrowing) => row(narrowing, minimum)).join('\n')}
</tbody>
</table>
<div class="plots">${minimum.alone.map(tradePlot).filter(isPlot).map(plotSvg).join('\n')}</div>
<details><summary>The narrowest design</summary><pre>${escaped(JSON.stringify(minimum.design, null, 2))}</pre></details>`,
  );
}

function row(narrowing: Narrowing, { alone }: Minimum): string {
  const { field } = narrowing.parameter;
  const single = alone.find(({ parameter }) => parameter.field === field)!;
  const cells = [single.start, single.narrowest, narrowing.narrowest].map((n) => `<td class="number">${n}</td>`);
  return `<tr><td>${escaped(field)}</td>${cells.join('')}<td>${escaped(broken(narrowing)).replaceAll('\n', '<br>')}</td></tr>`;
}

/** The plot of the worst error against the limit over the widths tried, for the rule that ends the search. */
function tradePlot({ parameter, obstacle, trials }: Narrowing): Plot | null {
  const verdict = obstacle?.verdict;
  if (verdict === undefined || verdict === null) return null;
  const measured = trials.flatMap(({ value, verdicts }) => {
    const own = verdicts.find(({ rule }) => rule.id === verdict.rule.id);
    return own === undefined ? [] : [[value, own.finding.measured] as const];
  });
  const values = measured.map(([value]) => value);
  const limit = [Math.min(...values), Math.max(...values)].map((value) => [value, verdict.finding.required] as const);
  return {
    title: verdict.rule.id,
    x: parameter.field,
    y: verdict.rule.unit,
    series: [
      { name: 'measured', points: measured },
      { name: 'limit', points: limit },
    ],
  };
}

function isPlot(plot: Plot | null): plot is Plot {
  return plot !== null;
}
