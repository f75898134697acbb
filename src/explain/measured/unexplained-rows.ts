import type { Design } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { evenly } from '../../checker/attribute/attribute-faults.ts';
import { missedRequests, resultsBy, runOf } from '../../checker/closest/closest-preset.ts';
import { DECIDING_FIELDS, type DecidedField, fieldChanges, variants } from '../../checker/closest/field-changes.ts';
import { sampledTrace } from '../../checker/closest/sampled-trace.ts';
import { isExpected, measuredTexels, type MeasuredTrace } from '../../checker/judge/measured-trace.ts';
import { type Difference, rowDifferences } from './expected-results.ts';
import { roundedLerps, type RoundedLerp } from './lerp-trials.ts';
import { RegisterTrials, type TriedRegister } from './register-trials.ts';

/** A result that a design does not give. */
export interface UnexplainedRow {
  /** The components that differ. */
  readonly differences: readonly Difference[];
  /** The first register of which a few steps give the measured result; null where none does. */
  readonly register: TriedRegister | null;
  /** A lerp of which another rounding gives it, the one that gives most rows; null where none does. */
  readonly lerp: RoundedLerp | null;
  /** The fields of the design that differ in one that gives it: the one that explains most rows; null without any. */
  readonly changes: readonly DecidedField[] | null;
}

/** Rows that are tried with other designs, and rows that are run again. */
const MOST_TRIED = 256;

/**
 * The results that a design does not give, and for as many of them as are tried what would give them.
 *
 * @returns rows beyond those that are tried have no cause
 */
export function* unexplainedRows(trace: MeasuredTrace, design: Design): Generator<number, readonly UnexplainedRow[]> {
  const missed = missedRequests(trace, design);
  if (missed.length === 0) return [];
  const made = resultsBy(trace, design);
  if (typeof made === 'string') return [];
  const tried = new Set(evenly(missed, MOST_TRIED));
  const changed = yield* changesThatExplain(sampledTrace(trace, [...tried]), design);
  const trials = new RegisterTrials(design, trace);
  const memory = texelMemory(design, trace.images);
  const wanted = new Set(missed);
  const rows: (UnexplainedRow & { readonly lerps: readonly RoundedLerp[] })[] = [];
  for (const { request, quad, lane, texel } of measuredTexels(trace)) {
    const got = made[quad].texels?.[lane];
    if (!wanted.has(request) || !got) continue;
    const isMeasured = (values: readonly number[]) => values.every((value, c) => isExpected(request, value, texel[c]));
    if (isMeasured(got)) continue;
    const isTried = tried.has(request);
    const registers = isTried ? trials.explaining(quad, lane, made[quad]) : null;
    const lerps = isTried ? roundedLerps(design, memory, trace, quad, lane, isMeasured) : null;
    rows.push({
      differences: rowDifferences(trace, quad, lane, request.results!, made[quad]),
      register: registers?.[0] ?? null,
      lerp: null,
      lerps: lerps ?? [],
      changes: changed.get(request.line) ?? null,
    });
    yield rows.length / missed.length;
  }
  const nameOf = ({ lerp, rounding }: RoundedLerp) => `${lerp} ${rounding}`;
  const counts = new Map<string, number>();
  for (const name of rows.flatMap(({ lerps }) => lerps.map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return rows.map(({ lerps, ...row }) => {
    const [lerp = null] = lerps.toSorted((a, b) => counts.get(nameOf(b))! - counts.get(nameOf(a))!);
    return { ...row, lerp };
  });
}

/** By the line of a request the fields that differ in the design that explains it and the most others. */
function* changesThatExplain(
  missed: MeasuredTrace,
  design: Design,
): Generator<number, ReadonlyMap<number, readonly DecidedField[]>> {
  const designs = DECIDING_FIELDS.flatMap(([path, field]) => variants(design, path, field));
  const found: { readonly changes: readonly DecidedField[]; readonly lines: readonly number[] }[] = [];
  for (const [n, other] of designs.entries()) {
    yield n / designs.length;
    const runs = runOf(missed, other);
    if (typeof runs === 'string') continue;
    const lines = runs.flatMap(({ request, lanes, measured }) => (lanes === measured ? [request.line] : []));
    if (lines.length > 0) found.push({ changes: fieldChanges(design, other), lines });
  }
  const byLine = new Map<number, readonly DecidedField[]>();
  for (const { changes, lines } of found.toSorted((a, b) => a.lines.length - b.lines.length)) {
    for (const line of lines) byLine.set(line, changes);
  }
  return byLine;
}
