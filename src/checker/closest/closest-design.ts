import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { type Design, DesignError } from '../../../rtl-model/design/design.ts';
import { type Field, fieldsIn, type IntegerField, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { checkWidths } from '../../../rtl-model/design/widths.ts';
import { designSchema } from '../../designs/design-schema.ts';
import { PRESETS } from '../../designs/presets.ts';
import { evenly } from '../attribute/attribute-faults.ts';
import { isMissed, missedLanes, reproduction, type Reproduction, runOf } from './closest-preset.ts';
import type { Progress } from '../rule.ts';
import type { LevelWeightFit } from './level-weights.ts';
import type { GridFit } from './hypotheses.ts';
import type { MeasuredRequest, MeasuredTrace } from '../judge/measured-trace.ts';

type FieldValue = string | number | boolean | readonly (readonly [number, number])[] | null;

/** A field of the closest design that differs from the preset. */
export interface ClosestChange {
  readonly field: string;
  readonly from: FieldValue;
  readonly to: FieldValue;
}

/** A field whose value the results show. */
export interface ShownField {
  readonly field: string;
  readonly value: FieldValue;
  /** Results of lanes, of the sample, that no other value of the field reproduces. */
  readonly says: number;
}

/** The design that reproduces the most results, among those that the search tried. */
export interface ClosestDesign extends Reproduction {
  readonly preset: string;
  readonly changes: readonly ClosestChange[];
  readonly shown: readonly ShownField[];
  /** All fields, as a design file has them. */
  readonly file: Design;
}

/** Requests that the search runs on each design, and the most designs that it tries with a field changed. */
const SAMPLED = 128;
const MOST_DESIGNS = 240;
/** The same for two fields changed together: requests of those that are missed, and designs from one start. Images and
 * writes that the requests depend on count as requests. */
const SAMPLED_MISSES = 8;
const MOST_PAIRS = 1000;

/** Fields that decide results: the specification's text, and those of three units. */
const DECIDING = /^(text$|(address|lod|filter)\.)/;
/** Steps of a width. */
const STEPS = [-1, 1, -2, 2, -3, 3, -4, 4];

/** Widths come first: another rounding may hide a part of what a missing bit does. */
const FIELDS: readonly (readonly [string, Field])[] = [...fieldsIn(DESIGN.fields)]
  .filter(([path, field]) => {
    const decides = field.kind === 'choice' || field.kind === 'flag' || (field.kind === 'integer' && field.narrows);
    return DECIDING.test(path) && decides;
  })
  .toSorted(([, a], [, b]) => Number(b.kind === 'integer') - Number(a.kind === 'integer'));
const INTEGERS = [...fieldsIn(DESIGN.fields)].filter((entry): entry is [string, IntegerField] => {
  return entry[1].kind === 'integer';
});

interface Fits {
  readonly subtexel: GridFit | null;
  readonly levelWeights: LevelWeightFit | null;
}

/**
 * Searches for the design that reproduces the most results: from the best of the design that was named and the presets,
 * with and without the widths that were fitted, one field after the other takes the value that is best, until no result
 * is missed or no field changes. Where results are missed then, it begins again with two fields changed together that
 * explain half of them. The search runs on a sample of the requests and ends after so many designs; the count of the
 * result is that of all requests.
 *
 * @param named the design whose results they may be: it counts before a preset that is as close
 * @returns null where no design can run the requests
 */
export function* closestDesign(
  trace: MeasuredTrace,
  presets: readonly Reproduction[],
  fits: Fits,
  named: Design | null = null,
): Generator<Progress, ClosestDesign | null> {
  const able = presets.filter(({ refused }) => refused === null).map(({ design }) => PRESETS.get(design)!);
  const search = new Search(trace);
  const known = [...(named !== null && Number.isFinite(search.missed(named)) ? [named] : []), ...able];
  if (known.length === 0) return null;
  const starts = known
    .flatMap((preset) => [preset, fitted(preset, fits)].map((design) => ({ preset, design })))
    .toSorted((a, b) => search.missed(a.design) - search.missed(b.design));
  let best = { ...starts[0], design: yield* descent(search, starts[0].design) };
  // A design that explains little is where chance led: pairs begin at the known ones instead.
  const isNear = search.missed(best.design) <= search.missed(starts[0].design) / 2;
  for (const { preset, design: start } of isNear ? [best] : [{ preset: known[0], design: known[0] }, starts[0]]) {
    if (search.missed(best.design) === 0) break;
    const pair = yield* search.bestPair(start);
    const design = pair && (yield* descent(search, pair));
    if (design !== null && search.missed(design) < search.missed(best.design)) best = { preset, design };
  }
  const { preset } = best;
  let { design } = best;
  // A change that no result asks for is taken back.
  for (const { field, from } of changesOf(preset, design)) {
    const without = valid(withValue(design, field, from));
    if (without !== null && search.missed(without) <= search.missed(design)) design = without;
  }
  const changes = changesOf(preset, design);
  const name = changes.length === 0 ? preset.name : `closest to ${trace.file.replace(/^.*\//, '')}`;
  const description = `${preset.name} with the fields that the results of ${trace.file} show`;
  const file = changes.length === 0 ? preset : { ...design, name, description };
  return { ...reproduction(trace, file), preset: preset.name, changes, shown: search.shown(design), file };
}

/** The design after each field has taken its best value, again and again, until none changes. */
function* descent(search: Search, start: Design): Generator<Progress, Design> {
  let design = start;
  search.begin();
  for (let before = Infinity; search.missed(design) < before && !search.finished;) {
    before = search.missed(design);
    for (const [path, field] of FIELDS) {
      if (search.missed(design) === 0) break;
      yield search.done;
      for (const other of variants(design, path, field)) {
        if (search.missed(other) < search.missed(design)) design = other;
      }
    }
  }
  return design;
}

/** Runs designs on a sample of the requests; each design once. */
class Search {
  private readonly sample: MeasuredTrace;
  private readonly misses = new Map<string, number>();
  /** The designs that the descent may have tried at its end. */
  private most = MOST_DESIGNS;

  constructor(trace: MeasuredTrace) {
    this.sample = sampled(trace, SAMPLED);
  }

  get done(): Progress {
    return Math.min(1, this.misses.size / MOST_DESIGNS);
  }

  get finished(): boolean {
    return this.misses.size >= this.most;
  }

  /** Allows another descent as many designs. */
  begin(): void {
    this.most = this.misses.size + MOST_DESIGNS;
  }

  /** Results of lanes that the design does not reproduce; infinite where the search is at its end. */
  missed(design: Design): number {
    const key = JSON.stringify([design.text, design.address, design.lod, design.filter]);
    const known = this.misses.get(key);
    if (known !== undefined) return known;
    if (this.finished) return Infinity;
    const missed = missedLanes(this.sample, design);
    this.misses.set(key, missed);
    return missed;
  }

  /**
   * The best design with two fields changed, one of which changes a result by itself; null where none explains half of
   * the misses. Fields of one unit come first, and two widths last.
   */
  *bestPair(start: Design): Generator<Progress, Design | null> {
    const runs = runOf(this.sample, start);
    if (typeof runs === 'string') return null;
    const few = sampled(this.sample, SAMPLED_MISSES, new Set(runs.filter(isMissed).map(({ request }) => request)));
    const same = JSON.stringify(runOf(few, start));
    const changes = FIELDS.flatMap(([path, field]) =>
      otherValues(field, valueAt(start, path), true).flatMap((value) => {
        const design = valid(moved(start, path, value));
        if (design === null) return [];
        const shows = JSON.stringify(runOf(few, design)) !== same;
        return { path, value, shows, unit: path.split('.')[0], isWidth: field.kind === 'integer' };
      }),
    );
    const pairs = changes
      .flatMap((a, n) =>
        changes.slice(n + 1).map((b) => ({ a, b, later: Number(a.unit !== b.unit) + Number(a.isWidth && b.isWidth) })),
      )
      .filter(({ a, b }) => a.path !== b.path && (a.shows || b.shows))
      .toSorted((one, other) => one.later - other.later)
      .slice(0, (MOST_PAIRS * SAMPLED_MISSES) / Math.max(SAMPLED_MISSES, few.batch.count, 4 * few.images.length));
    let [best, least]: [Design | null, number] = [null, missedLanes(few, start) / 2];
    for (const { a, b } of pairs) {
      if (least === 0) break;
      yield this.done;
      const design = valid(moved(moved(start, a.path, a.value), b.path, b.value));
      const missed = design === null ? Infinity : missedLanes(few, design);
      if (missed <= least) [best, least] = [design, missed];
    }
    return best;
  }

  /** The choices and widths that reproduce more than each other value that was tried. */
  shown(design: Design): readonly ShownField[] {
    return FIELDS.flatMap(([field, of]) => {
      const tried = variants(design, field, of).map((other) => this.missed(other));
      const misses = tried.filter(Number.isFinite);
      const says = misses.length === 0 ? 0 : Math.min(...misses) - this.missed(design);
      return says > 0 ? [{ field, value: valueAt(design, field) as FieldValue, says }] : [];
    });
  }
}

/**
 * So many of the requests that have a result, evenly, with the images and states that they use, and all writes.
 *
 * @param among the only ones that count, where given
 */
function sampled(trace: MeasuredTrace, most: number, among?: ReadonlySet<MeasuredRequest>): MeasuredTrace {
  const { batch, states, requests } = trace;
  const measured = [...requests.keys()].filter(
    (quad) => requests[quad].results !== null && among?.has(requests[quad]) !== false,
  );
  const chosen = new Set(evenly(measured, most));
  const quads = [...requests.keys()].filter((quad) => {
    return chosen.has(quad) || states[batch.state[quad]].instruction.op === 'write';
  });
  const used = [...new Set(quads.map((quad) => batch.state[quad]))];
  const usedImages = [
    ...new Set(used.flatMap((state) => [states[state].image ?? [], states[state].second?.image ?? []].flat())),
  ];
  const imageOf = (image: number) => usedImages.indexOf(image);
  const few = new QuadBatch(Math.max(1, quads.length));
  few.count = quads.length;
  for (const [n, quad] of quads.entries()) {
    few.copyQuad(batch, quad, n);
    few.state[n] = used.indexOf(batch.state[quad]);
  }
  return {
    ...trace,
    batch: few,
    images: usedImages.map((image) => trace.images[image]),
    states: used.map((state) => {
      const { image, second, ...others } = states[state];
      const moved = second && { second: { ...second, image: imageOf(second.image) } };
      return { ...others, image: image === null ? null : imageOf(image), ...moved };
    }),
    shapes: used.map((state) => trace.shapes[state]),
    requests: quads.map((quad) => requests[quad]),
  };
}

/** The preset with the widths and the curve that the results show. */
function fitted(preset: Design, { subtexel, levelWeights }: Fits): Design {
  let design = preset;
  const set = (path: string, value: unknown) => (design = valid(moved(design, path, value)) ?? design);
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

/** The designs with another value of a field that a search tries. */
function variants(design: Design, path: string, field: Field): readonly Design[] {
  const value = valueAt(design, path);
  const designs = otherValues(field, value).flatMap((other) => [
    withValue(design, path, other),
    moved(design, path, other),
  ]);
  return designs.flatMap((made) => valid(made) ?? []);
}

/** @param far true for the narrowest width, too */
function otherValues(field: Field, value: unknown, far = false): readonly unknown[] {
  switch (field.kind) {
    case 'choice':
      return field.values.filter((other) => other !== value);
    case 'flag':
      return [!value];
    case 'integer': {
      const words = field.or === undefined || field.or === value ? [] : [field.or];
      if (typeof value !== 'number') return [8, 16, 24, 32].filter((bits) => bits <= field.max);
      const { min, max } = field;
      const widths = new Set([...STEPS.map((step) => value + step), ...(far ? [min] : [])]);
      return [...words, ...[...widths].filter((bits) => bits >= min && bits <= max && bits !== value)];
    }
    default:
      return [];
  }
}

/** The design with another value, and the widths that follow from it: equal ones stay equal, and bounds are kept. */
function moved(design: Design, path: string, value: unknown): Design {
  let made = withValue(design, path, value);
  const before = valueAt(design, path);
  for (const [other, { atMost, atLeast }] of INTEGERS) {
    const own = valueAt(made, other);
    if (typeof own !== 'number' || typeof value !== 'number') continue;
    const follows =
      (atMost?.field === path && (own === before || own > value)) || (atLeast?.field === path && own < value);
    if (follows) made = withValue(made, other, value);
  }
  return made;
}

function valid(design: Design): Design | null {
  try {
    if (!designSchema.safeParse(design).success) return null;
    checkWidths(design);
    return design;
  } catch (error) {
    if (error instanceof DesignError) return null;
    throw error;
  }
}

function changesOf(preset: Design, design: Design): readonly ClosestChange[] {
  return [...fieldsIn(DESIGN.fields)].flatMap(([field, { kind }]) => {
    const [from, to] = [preset, design].map((one) => valueAt(one, field) as FieldValue);
    const same = kind === 'part' || !DECIDING.test(field) || JSON.stringify(from) === JSON.stringify(to);
    return same ? [] : [{ field, from, to }];
  });
}
