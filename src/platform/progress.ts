/** The progress of a long run: its current step, and the part of the whole that is done, 0 to 1. */
export interface RunProgress {
  readonly what: string;
  readonly part: number;
}
