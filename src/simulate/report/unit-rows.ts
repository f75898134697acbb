import type { UnitAccount } from '../../../pipeline/stages/account.ts';
import { htmlTable } from '../../platform/pages/page.ts';
import { byteCount, grouped, percent, percentText } from '../../platform/pages/wording.ts';
import { boundBy } from './report.ts';
import { heldUpBy } from './words.ts';

export const UNIT_HEAD = 'unit,quads,returned,no requests,held up most by,misses/access,from memory,p50'.split(',');

/** A row for each unit. Shares are those of its cycles. */
export function unitRows(units: readonly UnitAccount[]): readonly (readonly string[])[] {
  return units.map((unit, n) => {
    const { quads, taps, causes, cycles, cache, memoryBytes, latency } = unit;
    return [
      String(n),
      grouped(quads),
      percent(causes.returned / Math.max(1, cycles)),
      percent(causes.input / Math.max(1, cycles)),
      heldUpBy(boundBy(unit)),
      percentText(cache.misses / Math.max(1, taps)),
      byteCount(memoryBytes),
      grouped(latency.p50),
    ];
  });
}

/** The section of the units; empty if there is one. */
export function unitSection(units: readonly UnitAccount[] | undefined): string {
  if (units === undefined) return '';
  return `<section>
<h2>Units</h2>
<div class="panel">${htmlTable('Units', UNIT_HEAD, unitRows(units))}</div>
</section>`;
}
