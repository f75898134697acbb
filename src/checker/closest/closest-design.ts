import type { Design } from '../../../rtl-model/design/design.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../designs/presets.ts';
import { missedRequests, reproduction, type Reproduction } from './closest-preset.ts';
import type { Progress } from '../rule.ts';
import type { LevelWeightFit } from './level-weights.ts';
import type { GridFit } from './hypotheses.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { DesignSearch, type SearchEffort, SHORT_SEARCH, type ShownField } from './design-search.ts';
import { type DecidedField, fieldChanges, valid, withFieldValue } from './field-changes.ts';

/** The design that reproduces the most results, among those that the search tried. */
export interface ClosestDesign extends Reproduction {
  readonly preset: string;
  readonly changes: readonly DecidedField[];
  readonly shown: readonly ShownField[];
  /** All fields, as a design file has them. */
  readonly file: Design;
}

interface Fits {
  readonly subtexel: GridFit | null;
  readonly levelWeights: LevelWeightFit | null;
}

/**
 * Searches for the design that reproduces the most results. It starts from the best of the named and the known designs,
 * with and without the fitted widths. One field after the other takes its best value, until no result is missed or no
 * field changes. If results are still missed, it starts again with two fields changed together that explain half of
 * them. The search runs on a sample of the requests, with a limit on the designs. Missed requests of the whole trace
 * join the sample. The result counts all requests.
 *
 * @param known by the names that `bases` have, the closest first
 * @param named the design whose results they may be: it counts before a known one that is as close
 * @returns null where no design can run the requests
 */
export function* closestDesign(
  trace: MeasuredTrace,
  known: readonly Reproduction[],
  fits: Fits,
  named: Design | null = null,
  bases: ReadonlyMap<string, Design> = PRESETS,
  effort: SearchEffort = SHORT_SEARCH,
): Generator<Progress, ClosestDesign | null> {
  const able = known.filter(({ refused }) => refused === null).map(({ design }) => bases.get(design)!);
  let search = new DesignSearch(trace, effort);
  const own = named !== null && Number.isFinite(search.missed(named)) ? [named] : [];
  const starts = [...own, ...able].flatMap((base) => [base, fitted(base, fits)].map((design) => ({ base, design })));
  if (starts.length === 0) return null;
  let best = yield* searched(search, starts, effort);
  for (let round = 0; round < MOST_ROUNDS && search.missed(best.design) === 0; round++) {
    const missed = missedRequests(trace, best.design);
    if (missed.length === 0) break;
    search = new DesignSearch(trace, effort, missed);
    const other = yield* searched(search, [best, ...starts], effort);
    if (missedRequests(trace, other.design).length >= missed.length) break;
    best = other;
  }
  const { base } = best;
  let { design } = best;
  // A change that no result asks for is taken back.
  for (const { field, from } of fieldChanges(base, design)) {
    const without = valid(withValue(design, field, from));
    if (without !== null && search.missed(without) <= search.missed(design)) design = without;
  }
  const changes = fieldChanges(base, design);
  const name = changes.length === 0 ? base.name : `closest to ${trace.file.replace(/^.*\//, '')}`;
  const description = `${base.name} with the fields that the results of ${trace.file} show`;
  const file = changes.length === 0 ? base : { ...design, name, description };
  return { ...reproduction(trace, file), preset: base.name, changes, shown: search.shown(design), file };
}

/**
 * Designs that searches from other known designs find, and that reproduce as many results as the closest design. They
 * may differ from it in any number of fields.
 */
export function* rivalDesigns(
  trace: MeasuredTrace,
  { reproduced }: Reproduction,
  bases: readonly Design[],
  effort: SearchEffort,
): Generator<Progress, readonly Design[]> {
  const search = new DesignSearch(trace, effort);
  const rivals: Design[] = [];
  for (const base of bases.slice(0, effort.starts)) {
    const design = yield* search.descent(base);
    if (reproduction(trace, design).reproduced >= reproduced) rivals.push(design);
  }
  return rivals;
}

/** Searches with a sample that has the requests that an earlier search missed. */
const MOST_ROUNDS = 2;

/** A design, and the known one that it was made of. */
interface Start {
  readonly base: Design;
  readonly design: Design;
}

/** The design that misses the fewest requests of the sample. */
function* searched(search: DesignSearch, starts: readonly Start[], effort: SearchEffort): Generator<Progress, Start> {
  const sorted = starts.toSorted((a, b) => search.missed(a.design) - search.missed(b.design));
  let best = sorted[0];
  for (const { base, design: start } of sorted.slice(0, effort.starts)) {
    if (search.missed(best.design) === 0) return best;
    const design = yield* search.descent(start);
    if (search.missed(design) < search.missed(best.design)) best = { base, design };
  }
  // A design that explains little was found by chance: pairs begin at known designs instead.
  const isNear = search.missed(best.design) <= search.missed(sorted[0].design) / 2;
  for (const { base, design: start } of isNear ? [best] : [starts[0], sorted[0]]) {
    if (search.missed(best.design) === 0) break;
    const pair = yield* search.bestPair(start);
    const design = pair && (yield* search.descent(pair));
    if (design !== null && search.missed(design) < search.missed(best.design)) best = { base, design };
  }
  return best;
}

/** The preset with the widths and the curve that the results show. */
function fitted(preset: Design, { subtexel, levelWeights }: Fits): Design {
  let design = preset;
  const set = (path: string, value: unknown) => (design = valid(withFieldValue(design, path, value)) ?? design);
  if (subtexel !== null) {
    set('address.coordinate.fractionBits', subtexel.bits);
    set('address.rounding', subtexel.rounding[0]);
  }
  if (levelWeights !== null) {
    if (levelWeights.curve === null) set('lod.format.fractionBits', levelWeights.bits);
    set('lod.levelWeightCurve', levelWeights.curve);
    set('lod.rounding', levelWeights.rounding[0]);
  }
  return design;
}
