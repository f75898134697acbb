/** The progress of a study: its current step, and the part of the whole that is done, 0 to 1. */
export interface Standing {
  readonly what: string;
  readonly part: number;
}
