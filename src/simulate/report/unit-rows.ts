import type { UnitAccount } from '../../../pipeline/account.ts';
import { CAUSE_RECORDS } from '../../../pipeline/causes.ts';
import { htmlTable } from '../../pages/page.ts';
import { byteCount, grouped, percent } from '../../pages/wording.ts';
import { boundBy } from './report.ts';

export const UNIT_HEAD = ['unit', 'quads', 'returned', 'no requests', 'held up most by', 'hits', 'from memory', 'p50'];

/** A row for each unit. Shares are those of its cycles. */
export function unitRows(units: readonly UnitAccount[]): readonly (readonly string[])[] {
  return units.map((unit, n) => {
    const { quads, causes, cycles, cache, memoryBytes, latency } = unit;
    return [
      String(n),
      grouped(quads),
      percent(causes.returned / Math.max(1, cycles)),
      percent(causes.input / Math.max(1, cycles)),
      cycles === 0 ? '' : CAUSE_RECORDS[boundBy(unit)].title,
      percent(cache.hits / Math.max(1, cache.lookups)),
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
