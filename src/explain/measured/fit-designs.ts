import type { Design } from '../../../rtl-model/design/design.ts';
import { PRESETS } from '../../designs/presets.ts';
import { UNIT_PROFILES } from '../../designs/bases.ts';
import { fitResults } from '../../checker/closest/check-results.ts';
import { type ClosestDesign, closestDesign, rivalDesigns } from '../../checker/closest/closest-design.ts';
import { closestPresets, type Reproduction } from '../../checker/closest/closest-preset.ts';
import { LONG_SEARCH, type SearchEffort } from '../../checker/closest/design-search.ts';
import { alikeDesigns, type TellingRequest, tellingRequests } from '../../checker/closest/telling-requests.ts';
import { VULKAN_1_0 } from '../../checker/profiles.ts';
import { progressAs } from '../../platform/progress.ts';
import type { MeasuredTrace } from '../../checker/judge/measured-trace.ts';
import { type UnexplainedRow, unexplainedRows } from './unexplained-rows.ts';

/** All that measured rows say of the unit that gave them. */
export interface DesignFit {
  readonly file: string;
  /** The designs that come with texunit, the one that gives the most rows first. */
  readonly known: readonly Reproduction[];
  /** The design that gives the most rows; null where no design can run the requests. */
  readonly closest: ClosestDesign | null;
  readonly unexplained: readonly UnexplainedRow[];
  /** Designs that give as many rows as the closest one, which is one of them. */
  readonly alike: number;
  /** The fields that the rows do not show: one of these has them otherwise. */
  readonly hidden: readonly string[];
  readonly telling: readonly TellingRequest[];
}

/** Steps of a fit, for its progress. */
export type FitStep = { readonly what: string; readonly part: number };

/**
 * Searches for the design that gives measured results, from every design that comes with texunit.
 *
 * @param bases the designs that the search begins with: those of caches alone give no other results
 */
export function* fitDesigns(
  trace: MeasuredTrace,
  bases: ReadonlyMap<string, Design> = new Map([...PRESETS, ...UNIT_PROFILES]),
  effort: SearchEffort = LONG_SEARCH,
): Generator<FitStep, DesignFit> {
  const step = (what: string) => (part: number) => ({ what, part });
  const known = closestPresets(trace, bases.values());
  const fits = fitResults(trace, VULKAN_1_0);
  const closest = yield* progressAs(closestDesign(trace, known, fits, null, bases, effort), step('designs'));
  const { file } = trace;
  if (closest === null) return { file, known, closest, unexplained: [], alike: 0, hidden: [], telling: [] };
  const unexplained = yield* progressAs(unexplainedRows(trace, closest.file), step('rows that differ'));
  const able = known.filter(({ refused }) => refused === null).map(({ design }) => bases.get(design)!);
  const rivals = yield* progressAs(rivalDesigns(trace, closest, able, effort), step('other designs'));
  const others = [...able, ...rivals];
  const alike = yield* progressAs(alikeDesigns(trace, closest.file, others), step('designs that are alike'));
  const ofOne = alike.filter(({ changes }) => changes.length === 1).map(({ changes: [{ field }] }) => field);
  const shown = new Set(closest.shown.map(({ field }) => field));
  const hidden = [...new Set(ofOne)].filter((field) => !shown.has(field)).toSorted();
  return { file, known, closest, unexplained, alike: alike.length, hidden, telling: tellingRequests(trace, alike) };
}
