import { type Cause, CAUSE_RECORDS } from '../../../pipeline/counters/causes.ts';
import { type Account, type UnitAccount, unitCycles } from '../../../pipeline/stages/account.ts';
import { tableSection, type Tile } from '../../platform/pages/page.ts';
import { byteCount, grouped, measured, percent, percentText } from '../../platform/pages/wording.ts';
import { boundBy, type Ratios, type Report } from './report.ts';

/** The name of what held the quads up most, by `boundBy`. */
export function heldUpBy(cause: Cause | null): string {
  return cause === null ? 'nothing' : CAUSE_RECORDS[cause].title;
}

/** The scale of the picture of passes. */
export function passScale({ passMap: { palest, most } }: Pick<Report, 'passMap'>): string {
  return most > palest ? `${palest} and more, up to ${most}` : String(palest);
}

/** The numbers of a run, the same on a page and in the terminal. */
export function runNumbers(account: Account, ratios: Ratios): readonly Tile[] {
  const { cycles, cache, causes, latency, utilization } = account;
  const { boundBy } = ratios;
  const share = boundBy === null ? '' : `, ${percent(causes[boundBy] / unitCycles(account))} of the cycles`;
  const hits = `${percent(ratios.cacheHitRate)} of ${grouped(cache.lookups)} look-ups hit`;
  const misses = `${grouped(cache.misses)} misses, ${measured(ratios.missesPerQuad)} a quad; ${hits}`;
  const ports = `tag ports ${percent(utilization.tagPorts)}, data banks ${percent(utilization.dataBanks)}`;
  const slow = `median of the quads; p99 ${grouped(latency.p99)}, longest ${grouped(latency.max)}`;
  const all = [
    [measured(ratios.pixelsPerCycle), 'pixels a cycle', `${grouped(account.pixels)} pixels`],
    [measured(ratios.quadsPerCycle), 'quads a cycle', `${grouped(account.quads)} quads`],
    [grouped(cycles), 'cycles', `held up most by: ${heldUpBy(boundBy)}${share}`],
    [measured(ratios.tapsPerPixel), 'taps a pixel', `${grouped(account.taps)} taps`],
    [measured(ratios.passesPerQuad), 'passes a quad', `${grouped(account.passes)} passes`],
    [percentText(ratios.missesPerAccess), 'cache misses a texel access', misses],
    [byteCount(account.memoryBytes), 'read from memory', `${measured(ratios.fetchedTexelsPerPixel)} texels a pixel`],
    [percent(ratios.memoryUtilization), 'memory bus busy', `${grouped(account.memoryBusyCycles)} cycles`],
    [percent(utilization.filter), 'filter used', ports],
    [grouped(latency.p50), 'cycles latency', slow],
  ];
  return all.map(([value, unit, detail]) => ({ value, unit, detail }));
}

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
  return units === undefined ? '' : tableSection('Units', UNIT_HEAD, unitRows(units));
}
