import { designText } from '../../designs/design-text.ts';
import { ACTIVITIES, type Activity, ACTIVITY_RECORDS, STAGE_RECORDS, STAGES } from '../../../pipeline/stages.ts';
import { CAUSE_RECORDS } from '../../../pipeline/causes.ts';
import { type Account, unitCycles } from '../../../pipeline/account.ts';
import { causeSection, latencySection } from './cause-section.ts';
import type { Ratios, Report } from './report.ts';
import { unitSection } from './unit-rows.ts';
import { escaped } from '../../pages/escaped.ts';
import { STYLE } from './html-style.ts';
import { byteCount, grouped, measured, percent } from '../../pages/wording.ts';
import { htmlPage } from '../../pages/page.ts';

/** Pictures of the page, as data URIs. */
export interface ReportPictures {
  readonly image: string;
  /** The picture of the passes of each 2x2 block of pixels, and the passes of its brightest colour. */
  readonly passes: { readonly image: string; readonly most: number };
}

/** report.html: a run on one page without external files. */
export function htmlReport(report: Report, pictures: ReportPictures): string {
  const { scene, design, account, ratios } = report;
  const title = `${scene.name} on ${design.name}`;
  return htmlPage(
    `texunit: ${title}`,
    STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p>${escaped(design.description)}</p>
<p class="setting">${escaped(setting(report))}</p>
${account === null ? '' : `<p class="setting">${escaped(designText(design))}</p>`}
</header>
${account && ratios ? numbers(account, ratios) : functionalNumbers(report)}
${figures(report, pictures)}
${account && ratios ? causeSection(account) + stageChart(account, ratios) + latencySection(account) + unitSection(account.units) : ''}
<details><summary>Design</summary><pre>${escaped(JSON.stringify(design, null, 2))}</pre></details>
<details><summary>Sampler</summary><pre>${escaped(JSON.stringify(report.sampler, null, 2))}</pre></details>`,
  );
}

function setting({ scene, sampler, mode }: Report): string {
  const texture = `${scene.texture}, ${scene.textureWidth}x${scene.textureHeight}, ${scene.textureLevels} levels`;
  const within = `${sampler.magFilter}/${sampler.minFilter} (magnified/minified)`;
  const between = `${sampler.mipmapMode} between levels`;
  const anisotropy = sampler.anisotropyEnable ? `anisotropy up to ${sampler.maxAnisotropy}` : 'isotropic';
  return [
    `${mode} mode`,
    `${scene.width}x${scene.height} pixels in ${scene.traversal} order`,
    `${texture} of ${scene.textureFormat}`,
    `${within}, ${between}, ${anisotropy}, LOD bias ${sampler.mipLodBias}`,
  ].join(' · ');
}

interface Tile {
  readonly value: string;
  readonly unit: string;
  readonly detail: string;
}

function numbers(account: Account, ratios: Ratios): string {
  return tiles([
    { value: measured(ratios.pixelsPerCycle), unit: 'pixels a cycle', detail: `${grouped(account.pixels)} pixels` },
    { value: measured(ratios.quadsPerCycle), unit: 'quads a cycle', detail: `${grouped(account.quads)} quads` },
    {
      value: grouped(account.cycles),
      unit: 'cycles',
      detail: `held up most by: ${CAUSE_RECORDS[ratios.boundBy].title}`,
    },
    { value: measured(ratios.tapsPerPixel), unit: 'taps a pixel', detail: `${grouped(account.taps)} taps` },
    { value: measured(ratios.passesPerQuad), unit: 'passes a quad', detail: `${grouped(account.passes)} passes` },
    {
      value: percent(ratios.cacheHitRate),
      unit: 'cache hits',
      detail: `${grouped(account.cache.misses)} misses of ${grouped(account.cache.lookups)} look-ups`,
    },
    {
      value: byteCount(account.memoryBytes),
      unit: 'read from memory',
      detail: `${measured(ratios.fetchedTexelsPerPixel)} texels a pixel`,
    },
    {
      value: percent(ratios.memoryUtilization),
      unit: 'memory bus busy',
      detail: `${grouped(account.memoryBusyCycles)} cycles`,
    },
    {
      value: percent(account.utilization.filter),
      unit: 'filter used',
      detail: `tag ports ${percent(account.utilization.tagPorts)}, data banks ${percent(account.utilization.dataBanks)}`,
    },
    {
      value: grouped(account.latency.p50),
      unit: 'cycles latency',
      detail: `median of the quads; p99 ${grouped(account.latency.p99)}, longest ${grouped(account.latency.max)}`,
    },
  ]);
}

function functionalNumbers({ pixels, quads }: Report): string {
  return tiles([
    { value: grouped(pixels), unit: 'pixels', detail: 'no clock in the functional mode' },
    { value: grouped(quads), unit: 'quads', detail: 'run with --mode cycle for times' },
  ]);
}

function tiles(list: readonly Tile[]): string {
  const items = list.map(({ value, unit, detail }) => `<li><b>${value}</b> ${unit}<small>${detail}</small></li>`);
  return `<ul class="tiles">\n${items.join('\n')}\n</ul>`;
}

function figures({ scene, pixels }: Report, { image, passes }: ReportPictures): string {
  const shown = `${scene.name}, ${scene.width}x${scene.height}, ${grouped(pixels)} pixels drawn`;
  const drawn = figure(image, scene.width, scene.height, shown);
  const caption =
    `Passes of each 2x2 block of pixels: 0 <span class="ramp"></span> ${passes.most}. ` +
    'Blocks on the edges of triangles are drawn once for each triangle.';
  const heat = figure(passes.image, scene.width, scene.height, caption, 'Passes of each 2x2 block', 'heat');
  return `<section class="figures">${drawn}${heat}</section>`;
}

function figure(uri: string, width: number, height: number, caption: string, alt = caption, kind = 'image'): string {
  const picture = `<img class="${kind}" src="${uri}" width="${width}" height="${height}" alt="${escaped(alt)}">`;
  return `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
}

/** Left edge, width and height of the bars, in SVG units. */
const BAR_LEFT = 90;
const BAR_WIDTH = 800;
const BAR_HEIGHT = 22;
const ROW_HEIGHT = 30;
/** The smallest share of a bar that has room for its percentage. */
const LABELLED = 0.06;

/** The chart of the stages: one bar a stage, its cycles by activity. */
function stageChart(account: Account, ratios: Ratios): string {
  const bars = STAGES.map((stage, row) => {
    const y = row * ROW_HEIGHT;
    const name = STAGE_RECORDS[stage].title;
    const label = `<text class="stage${stage === ratios.bottleneck ? ' bound' : ''}" x="${BAR_LEFT - 8}" y="${y + 16}">${name}</text>`;
    let before = 0;
    const parts = ACTIVITIES.map((activity) => {
      const share = account.cycles === 0 ? 0 : account.stages[stage][activity] / unitCycles(account);
      const part = share === 0 ? '' : barPart(name, activity, account.stages[stage][activity], share, before, y);
      before += share;
      return part;
    });
    return label + parts.join('');
  });
  const size = `0 0 ${BAR_LEFT + BAR_WIDTH} ${STAGES.length * ROW_HEIGHT}`;
  const legend = ACTIVITIES.map((activity) => {
    const { title, meaning } = ACTIVITY_RECORDS[activity];
    return `<li><span class="key ${activity}"></span><b>${title}</b> ${meaning}</li>`;
  });
  return `<section>
<h2>Where the cycles went</h2>
<svg viewBox="${size}" role="img" aria-label="Cycles of each stage by activity">
${bars.join('\n')}
</svg>
<ul class="legend">
${legend.join('\n')}
</ul>
</section>`;
}

function barPart(stage: string, activity: Activity, cycles: number, share: number, before: number, y: number): string {
  const x = BAR_LEFT + before * BAR_WIDTH;
  const width = share * BAR_WIDTH;
  const title = `<title>${stage}: ${ACTIVITY_RECORDS[activity].title} ${grouped(cycles)} cycles, ${percent(share)}</title>`;
  const rect = `<rect class="${activity}" x="${x.toFixed(2)}" y="${y}" width="${width.toFixed(2)}" height="${BAR_HEIGHT}">${title}</rect>`;
  if (share < LABELLED) return rect;
  return `${rect}<text class="share on-${activity}" x="${(x + width / 2).toFixed(2)}" y="${y + 15}">${percent(share)}</text>`;
}
