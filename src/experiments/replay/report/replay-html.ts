import { escaped } from '../../../platform/pages/escaped.ts';
import {
  byteCount,
  counted,
  grouped,
  measured,
  percent,
  percentText,
  sizeText,
} from '../../../platform/pages/wording.ts';
import type { Picture } from '../../../pictures/textures/picture.ts';
import { curveChart } from './curve-chart.ts';
import { designColumns } from './design-columns.ts';
import { heatFigures } from './heat-figures.ts';
import { classBars, CLASSES_TEXT, quadBars, quadText } from './locality-bars.ts';
import type { ReplayReport, StreamReport } from './replay-report.ts';
import { reuseCharts } from './reuse-charts.ts';
import { streamName, unmovedText } from './replay-text.ts';
import { cacheText } from '../../../designs/design-text.ts';
import { timeCharts } from './time-charts.ts';
import {
  foldedSection,
  htmlPage,
  linked,
  pageSection,
  tablePanel,
  type Tile,
  tiles,
} from '../../../platform/pages/page.ts';

/** Styles of replay.html. */
const REPLAY_STYLE = `
.panel + .note { margin: 6px 0 0; }
svg .badge { fill: var(--panel); stroke-width: 1.5; }
svg .badge-text { font-size: 11px; font-weight: 600; pointer-events: none; }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(548px, 100%), 1fr)); gap: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: start; }
`;

/**
 * replay.html: a replay on one page without external files.
 *
 * @param uri makes a data URI of a picture
 * @param links to an inspector, one of each design or none
 */
export function replayHtml(
  report: ReplayReport,
  uri: (picture: Picture) => string,
  links: readonly (string | null)[] = [],
): string {
  const { trace, texunit, designs, streams, heat } = report;
  const every = counted(designs.length, 'design');
  const lines = counted(streams.length, 'line size');
  const title = `${trace.name} against ${every}`;
  return htmlPage(
    `texunit replay: ${title}`,
    REPLAY_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${grouped(trace.accesses)} texel accesses of ${grouped(trace.passes)} passes, texunit ${escaped(texunit)}</p>
${trace.unmoved === 0 ? '' : `<p class="cut">${unmovedText(trace)}.</p>`}
${trace.cut === null ? '' : `<p class="cut">The trace is cut short: ${escaped(trace.cut)}. Everything here is of what comes before.</p>`}
</header>
${localityTiles(report)}
${pageSection('Designs', 'Misses are those of the texel cache. Compare designs by misses a texel access: the number of look-ups depends on layout and line size.', designTable(report, links))}
${pageSection(
  'Miss curve',
  'One line for each line size: a fully associative LRU cache of every size. The dashed line is the working set: the least size with at most 5 % more misses than the compulsory ones. Numbers are the designs of the table; a design above its line loses to its sets, its replacement or its sectors.',
  curveChart(report) + streams.map((stream) => kneeText(stream, report.trace.accesses)).join(''),
)}
${foldedSection(`Why they missed: ${every}`, CLASSES_TEXT, classBars(designs))}
${foldedSection(`Reuse: ${lines}`, 'How soon a line is looked up again, and how much is in use at a time.', reuseCharts(streams))}
${foldedSection(`Quads: ${lines}`, 'Who looked the line of a look-up up last.', quadBars(streams))}
${foldedSection('Over the run: 2 charts', '', timeCharts(designs))}
${heat === null ? '' : foldedSection(`Texels touched and missed, ${heat.design}: ${counted(heat.levels.length, 'level')}`, HEAT_NOTE, heatFigures(heat, uri))}`,
  );
}

/** The designs as an HTML table, one numbered row each. */
function designTable(report: ReplayReport, links: readonly (string | null)[]): string {
  if (report.designs.length === 0) return '';
  const columns = designColumns(report, 'page');
  const rows = report.designs.map((design, n) => {
    const name = `<b>${n + 1}. ${linked(design.name, links[n])}</b><small>${escaped(cacheText(design.cache, design.memory))}</small>`;
    return [name, ...columns.cells(design)];
  });
  // Non-breaking hyphens prevent line ends within a word.
  const heads = columns.heads.map((head) => head.replaceAll('-', '\u2011'));
  return tablePanel('Designs', ['design', ...heads], rows);
}

function localityTiles({ texels, streams }: ReplayReport): string {
  const items: Tile[] = [];
  if (texels !== null) {
    const perPass = texels.accesses / Math.max(1, texels.texelsOfPasses);
    const perQuad = texels.accesses / Math.max(1, texels.texelsOfQuads);
    const each = texels.accesses / Math.max(1, texels.uniqueTexels);
    items.push(
      {
        value: byteCount(texels.uniqueBytes),
        unit: 'of texels touched',
        detail: `${grouped(texels.uniqueTexels)} texels, ${measured(each)} accesses each`,
      },
      {
        value: measured(perQuad),
        unit: 'accesses that a quad makes to a texel',
        detail: `to each of its own; ${measured(perPass)} that a pass makes`,
      },
    );
  }
  for (const stream of streams) {
    const { lineBytes, lines, lookups, workingSetLines } = stream;
    items.push(
      {
        value: sizeText(workingSetLines * lineBytes),
        unit: `working set in ${streamName(stream)}`,
        detail: `${grouped(workingSetLines)} of ${grouped(lines)} lines; ${percentText(lines / Math.max(1, lookups))} of ${grouped(lookups)} look-ups are compulsory misses`,
      },
      {
        value: percent((stream.quads.sameQuad + stream.quads.previousQuad) / Math.max(1, lookups)),
        unit: `to ${streamName(stream)} of this or the last quad`,
        detail: quadText(stream),
      },
    );
  }
  return tiles(items);
}

/** A sentence on the sizes at which a bigger cache gains most. */
function kneeText(stream: StreamReport, accesses: number): string {
  const { lineBytes, knees, lookups } = stream;
  if (knees.length === 0) return '';
  const list = knees.map(({ lines, fall }) => {
    const before = lines === 1 ? 'nothing' : sizeText((lines * lineBytes) / 2);
    return `from ${before} to ${sizeText(lines * lineBytes)} by ${percentText((fall * lookups) / accesses)}`;
  });
  return `<p class="note">With ${streamName(stream)} misses fall most ${list.join(', ')} of the texel accesses.</p>`;
}

const HEAT_NOTE =
  'Colours go with the logarithm of the count. Dark is never. A miss counts for the access that made the look-up; layers ' +
  'and slices lie on top of one another.';
