import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { evenly } from '../attribute/attribute-faults.ts';
import { type MeasuredRequest, measuredRequests, type MeasuredTrace } from '../judge/measured-trace.ts';
import type { Progress } from '../rule.ts';
import { isMissed, missedLanes, runOf } from './closest-preset.ts';
import {
  type DecidedValue,
  DECIDING_FIELDS,
  KNOWN_FIELDS,
  knownVariants,
  mayBeLeftOut,
  otherValues,
  valid,
  variants,
  withFieldValue,
} from './field-changes.ts';
import { sampledTrace } from './sampled-trace.ts';

/** A field whose value the results show. */
export interface ShownField {
  readonly field: string;
  readonly value: DecidedValue;
  /** Other values that reproduce as many results; all further values reproduce fewer. */
  readonly alike: readonly DecidedValue[];
  /** Lane results of the sample that no further value reproduces. */
  readonly says: number;
}

/** Requests of the sample; as many more of those that an earlier search missed. */
const SAMPLED = 128;
/** Known tables and lengths are taken before single fields if they leave at most this share of the misses. */
const TELLING_SHARE = 3 / 4;
/** Missed requests on which designs with two changed fields are tried. */
const SAMPLED_MISSES = 8;

/** The length of a search. */
export interface SearchEffort {
  /** The designs from which the search starts, one after the other. */
  readonly starts: number;
  /** The most designs with one changed field for each start. */
  readonly designs: number;
  /** The most designs with two changed fields. Images and writes that the requests need count as requests. */
  readonly pairs: number;
}

export const SHORT_SEARCH: SearchEffort = { starts: 1, designs: 400, pairs: 1000 };
export const LONG_SEARCH: SearchEffort = { starts: 4, designs: 600, pairs: 4000 };

/** Runs designs on a sample of the requests; each design once. */
export class DesignSearch {
  private readonly sample: MeasuredTrace;
  private readonly misses = new Map<string, number>();
  /** The designs that the descent may have tried at its end. */
  private most: number;

  /** @param also further requests for the sample */
  constructor(
    trace: MeasuredTrace,
    private readonly effort: SearchEffort,
    also: readonly MeasuredRequest[] = [],
  ) {
    this.sample = sampledTrace(trace, [...evenly(measuredRequests(trace), SAMPLED), ...evenly(also, SAMPLED)]);
    this.most = effort.designs;
  }

  private get done(): Progress {
    return Math.min(1, this.misses.size / this.effort.designs);
  }

  private get finished(): boolean {
    return this.misses.size >= this.most;
  }

  /** Results of lanes that the design does not reproduce; infinite where the search is at its end. */
  missed(design: Design): number {
    const key = JSON.stringify([design.text, design.address, design.lod, design.decoder, design.filter]);
    const known = this.misses.get(key);
    if (known !== undefined) return known;
    if (this.finished) return Infinity;
    const missed = missedLanes(this.sample, design);
    this.misses.set(key, missed);
    return missed;
  }

  /** The design after each field has taken its best value, again and again, until none changes. */
  *descent(start: Design): Generator<Progress, Design> {
    let design = start;
    this.most = this.misses.size + this.effort.designs;
    for (let before = Infinity; this.missed(design) < before && !this.finished;) {
      before = this.missed(design);
      design = this.withKnown(design, TELLING_SHARE);
      for (const [path, field] of DECIDING_FIELDS) {
        if (this.missed(design) === 0) break;
        yield this.done;
        for (const other of variants(design, path, field)) {
          if (this.missed(other) < this.missed(design)) design = other;
        }
      }
      design = this.withKnown(design, 1);
    }
    return design;
  }

  /** The best design with fields of a known design, if it misses less than `share` of the misses. */
  private withKnown(design: Design, share: number): Design {
    if (this.missed(design) === 0) return design;
    const [best] = KNOWN_FIELDS.flatMap((fields) => knownVariants(design, fields)).toSorted(
      (one, other) => this.missed(one) - this.missed(other),
    );
    return this.missed(best) < share * this.missed(design) ? best : design;
  }

  /**
   * The best design with two fields changed, one of which changes a result by itself; null where none explains half of
   * the misses. Fields of one unit come first, then two widths, and fields that a design may leave out last.
   */
  *bestPair(start: Design): Generator<Progress, Design | null> {
    const runs = runOf(this.sample, start);
    if (typeof runs === 'string') return null;
    const few = sampledTrace(
      this.sample,
      evenly(
        runs.filter(isMissed).map(({ request }) => request),
        SAMPLED_MISSES,
      ),
    );
    const same = JSON.stringify(runOf(few, start));
    const changes = DECIDING_FIELDS.flatMap(([path, field]) =>
      otherValues(field, valueAt(start, path), true).flatMap((value) => {
        const design = valid(withFieldValue(start, path, value));
        if (design === null) return [];
        const shows = JSON.stringify(runOf(few, design)) !== same;
        return {
          path,
          value,
          shows,
          unit: path.split('.')[0],
          isWidth: field.kind === 'integer',
          isRare: mayBeLeftOut(field),
        };
      }),
    );
    const pairs = changes
      .flatMap((a, n) =>
        changes.slice(n + 1).map((b) => ({
          a,
          b,
          later: Number(a.unit !== b.unit) + Number(a.isWidth && b.isWidth) + 3 * Number(a.isRare || b.isRare),
        })),
      )
      .filter(({ a, b }) => a.path !== b.path && (a.shows || b.shows))
      .toSorted((one, other) => one.later - other.later)
      .slice(
        0,
        (this.effort.pairs * SAMPLED_MISSES) / Math.max(SAMPLED_MISSES, few.batch.count, 4 * few.images.length),
      );
    let [best, least]: [Design | null, number] = [null, missedLanes(few, start) / 2];
    for (const { a, b } of pairs) {
      if (least === 0) break;
      yield this.done;
      const design = valid(withFieldValue(withFieldValue(start, a.path, a.value), b.path, b.value));
      const missed = design === null ? Infinity : missedLanes(few, design);
      if (missed <= least) [best, least] = [design, missed];
    }
    return best;
  }

  /** Fields whose value reproduces more results than all other tried values but a few, which are alike. */
  shown(design: Design): readonly ShownField[] {
    const own = this.missed(design);
    const decided = DECIDING_FIELDS.map(([field, of]) => {
      return { field, isChoice: of.kind === 'choice', others: variants(design, field, of) };
    });
    const known = KNOWN_FIELDS.filter(({ length }) => length === 1).map((fields) => {
      return { field: fields[0], isChoice: true, others: knownVariants(design, fields) };
    });
    return [...decided, ...known].flatMap(({ field, isChoice, others }) => {
      const tried = others
        .map((other) => ({ value: valueAt(other, field) as DecidedValue, missed: this.missed(other) }))
        .filter(({ missed }) => Number.isFinite(missed));
      const alike = [...new Set(tried.filter(({ missed }) => missed <= own).map(({ value }) => value))];
      const worse = tried.filter(({ value }) => !alike.includes(value)).map(({ missed }) => missed - own);
      if (worse.length === 0 || (alike.length > 0 && !isChoice)) return [];
      return [{ field, value: valueAt(design, field) as DecidedValue, alike, says: Math.min(...worse) }];
    });
  }
}
