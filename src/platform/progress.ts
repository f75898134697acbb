/** The progress of a long run: its current step, and the part of the whole that is done, 0 to 1. */
export interface RunProgress {
  readonly what: string;
  readonly part: number;
}

/** The same work with its progress in another form. */
export function* progressAs<Part, Result, Shown>(
  work: Generator<Part, Result>,
  shown: (part: Part) => Shown,
): Generator<Shown, Result> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield shown(step.value);
  return step.value;
}
