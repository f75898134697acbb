import type { RunProgress } from '../../../platform/progress.ts';

/** A part of a study, which runs by itself. */
export interface StudyPart<Run> {
  /** The part in words, for the progress. */
  readonly what: string;
  /** Yields the part of it that is done, 0 to 1. */
  readonly run: () => Generator<number, readonly Run[]>;
}

/** A study as independent parts, and the record of it that their runs make. */
export interface StudyPlan<Run, Result> {
  readonly parts: readonly StudyPart<Run>[];
  /** @param runs those of all parts, in the order of the parts */
  readonly result: (runs: readonly Run[]) => Result;
}

/** Runs part after part; yields the progress. */
export function* performed<Run, Result>({ parts, result }: StudyPlan<Run, Result>): Generator<RunProgress, Result> {
  const runs: Run[] = [];
  for (const [done, { what, run }] of parts.entries()) {
    yield { what, part: done / parts.length };
    const steps = run();
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { what, part: (done + step.value) / parts.length };
    runs.push(...step.value);
  }
  return result(runs);
}

/** A value for each key, made again only when the key changes: parts that follow each other share what they work on. */
export function keptForLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key) => (last?.key === key ? last : (last = { key, value: make(key) })).value;
}
