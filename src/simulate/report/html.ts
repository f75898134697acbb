import { designText } from '../../designs/design-text.ts';
import { ACTIVITIES, ACTIVITY_RECORDS, STAGE_RECORDS, STAGES } from '../../../pipeline/stages/stages.ts';
import { type Account, unitCycles } from '../../../pipeline/stages/account.ts';
import { causeSection, latencySection } from './cause-section.ts';
import type { Report } from './report.ts';
import { passScale, runNumbers, unitSection } from './words.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import type { PassMap } from '../pass-map.ts';
import { heatKeys, heatRamp, pictureFigure } from '../../platform/pages/figure.ts';
import { activityColor, coloredKind, REPORT_STYLE } from './html-style.ts';
import { grouped } from '../../platform/pages/wording.ts';
import { foldedSection, htmlPage, linkLine, pageSection, tiles } from '../../platform/pages/page.ts';
import { shareBars } from '../../platform/pages/share-bars.ts';

/** The most blocks of a row that are drawn with sharp edges. */
const MOST_SHARP = 160;

/** Pictures of the page, as data URIs. */
export interface ReportPictures {
  readonly image: string;
  /** The picture of the passes of each 2x2 block of pixels, in the scale of the report. */
  readonly passes: { readonly image: string; readonly map: PassMap };
}

/** report.html: a run on one page without external files. @param link that shows scene and design in the inspector */
export function htmlReport(report: Report, pictures: ReportPictures, link: string | null = null): string {
  const { scene, design, account, ratios } = report;
  const title = `${scene.name} on ${design.name}`;
  return htmlPage(
    `texunit: ${title}`,
    REPORT_STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p>${escaped(design.description)}</p>
<p class="setting">${escaped(setting(report))}</p>
${account === null ? '' : `<p class="setting">${escaped(designText(design))}</p>`}
${linkLine('This scene in the inspector, pixel by pixel', link)}
</header>
${account && ratios ? tiles(runNumbers(account, ratios)) : functionalNumbers(report)}
${figures(report, pictures)}
${account && ratios ? causeSection(account) + stageChart(account) + latencySection(account) + unitSection(account.units) : ''}
${foldedSection('Design', '', `<pre>${escaped(JSON.stringify(design, null, 2))}</pre>`)}
${foldedSection('Sampler', '', `<pre>${escaped(JSON.stringify(report.sampler, null, 2))}</pre>`)}`,
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

function functionalNumbers({ pixels, quads }: Report): string {
  return tiles([
    { value: grouped(pixels), unit: 'pixels', detail: 'no clock in the functional mode' },
    { value: grouped(quads), unit: 'quads', detail: 'run with --mode cycle for times' },
  ]);
}

function figures(report: Report, { image, passes }: ReportPictures): string {
  const { scene, pixels } = report;
  const shown = `${scene.name}, ${scene.width}x${scene.height}, ${grouped(pixels)} pixels drawn`;
  // Sharp cells that are hardly larger than a pixel of the screen become a pattern that is not in the map.
  const kind = passes.map.width > MOST_SHARP ? 'image' : 'heat';
  const caption =
    `Passes of each 2x2 block of pixels: ${heatRamp(passScale(report))}. ` +
    'Blocks on the edges of triangles are drawn once for each triangle. ' +
    `Shares of the drawn blocks: ${heatKeys(passes.map.passes, report.passMap.palest)}`;
  return `<section class="grid">${pictureFigure(shown, image, scene, escaped(shown))}
${pictureFigure('Passes of each 2x2 block', passes.image, scene, caption, kind)}</section>`;
}

/** The chart of the stages: one bar a stage, its cycles by activity. */
function stageChart(account: Account): string {
  const seen = ACTIVITIES.filter((activity) => STAGES.some((stage) => account.stages[stage][activity] > 0));
  const bars = STAGES.map((stage) => ({
    name: STAGE_RECORDS[stage].title,
    counts: seen.map((activity) => account.stages[stage][activity]),
    of: unitCycles(account),
  }));
  const kinds = seen.map((activity) => coloredKind(ACTIVITY_RECORDS[activity].title, activityColor(activity)));
  const meanings = seen.map((activity) => {
    const { title, meaning } = ACTIVITY_RECORDS[activity];
    return `<b>${title}</b>: ${meaning}`;
  });
  const chart = shareBars('Cycles of each stage by activity', 'share of the cycles', kinds, bars);
  return pageSection('Where the cycles went', `${meanings.join('; ')}.`, chart);
}
