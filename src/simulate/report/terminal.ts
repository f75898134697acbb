import pc from 'picocolors';
import { type Account, unitCycles } from '../../../pipeline/stages/account.ts';
import { CAUSE_RECORDS, CAUSES } from '../../../pipeline/counters/causes.ts';
import { ACTIVITIES, ACTIVITY_RECORDS, STAGE_RECORDS, STAGES } from '../../../pipeline/stages/stages.ts';
import type { Ratios, Report } from './report.ts';
import { passScale, runNumbers, UNIT_HEAD, unitRows } from './words.ts';
import { terminalTable } from '../../platform/pages/terminal-table.ts';
import { grouped } from '../../platform/pages/wording.ts';

/**
 * A run as text for the terminal: the scene, the speed, and the use of the cycles.
 *
 * @param color true to mark important values with ANSI colours
 */
export function terminalSummary(report: Report, color: boolean): string {
  const { scene, design, sampler } = report;
  const colors = pc.createColors(color);
  const filter = [
    sampler.minFilter,
    sampler.mipmapMode === 'linear' ? 'between levels' : 'nearest level',
    ...(sampler.anisotropyEnable ? [`anisotropy ${sampler.maxAnisotropy}`] : []),
  ].join(', ');
  const lines = [
    `${colors.bold(scene.name)} ${scene.width}x${scene.height} on ${colors.bold(design.name)}, ${scene.traversal}; ` +
      `${scene.texture} ${scene.textureWidth}x${scene.textureHeight} ${scene.textureFormat}; ${filter}`,
  ];
  if (report.account && report.ratios) {
    lines.push(
      throughput(report.account, report.ratios, color),
      cyclesByCause(report.account, report.ratios, color),
      cyclesByStage(report.account, color),
      ...unitTable(report.account, color),
    );
  } else {
    lines.push(`${grouped(report.quads)} quads, ${grouped(report.pixels)} pixels. The functional mode has no clock.`);
  }
  lines.push(`passes.png: passes of 2x2 pixels from 0, dark, to ${passScale(report)}, palest`);
  return lines.join('\n');
}

function throughput(account: Account, ratios: Ratios, color: boolean): string {
  const rows = runNumbers(account, ratios).map(({ value, unit, detail }) => [unit, value, detail]);
  return terminalTable(['', '', ''], rows, color);
}

/** A table of the cycles by cause. Causes without a cycle are left out. */
function cyclesByCause(account: Account, { boundBy }: Ratios, color: boolean): string {
  const { causes } = account;
  const colors = pc.createColors(color);
  const rows = CAUSES.filter((cause) => causes[cause] > 0).map((cause) => {
    const name = CAUSE_RECORDS[cause].title;
    const share = ((100 * causes[cause]) / unitCycles(account)).toFixed(1);
    return [cause === boundBy ? colors.bold(name) : name, grouped(causes[cause]), share];
  });
  return terminalTable(['cause', 'cycles', '%'], rows, color);
}

/** A table of the units, if there are several. */
function unitTable({ units }: Account, color: boolean): readonly string[] {
  return units === undefined ? [] : [terminalTable(UNIT_HEAD, unitRows(units), color)];
}

/** A table of each stage's cycles in per cent. Activities without a cycle in any stage are left out. */
function cyclesByStage(account: Account, color: boolean): string {
  const seen = ACTIVITIES.filter((activity) => STAGES.some((stage) => account.stages[stage][activity] > 0));
  const rows = STAGES.map((stage) => {
    const row = account.stages[stage];
    const shares = seen.map((activity) =>
      row[activity] === 0 ? '' : ((100 * row[activity]) / unitCycles(account)).toFixed(1),
    );
    return [STAGE_RECORDS[stage].title, ...shares];
  });
  return terminalTable(
    ['stage, % of cycles', ...seen.map((activity) => ACTIVITY_RECORDS[activity].title)],
    rows,
    color,
  );
}
