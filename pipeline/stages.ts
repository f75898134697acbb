/**
 * The stages of the pipeline in the order a quad passes them. `frontEnd`, `lod` and `result` hold quads; between them
 * a quad travels as its passes (one point or bilinear sample for each lane).
 */
export const STAGES = ['frontEnd', 'lod', 'address', 'tag', 'data', 'decode', 'filter', 'result'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * What a stage did in a cycle. Every stage does exactly one of these in every cycle:
 *
 * - `busy`: it took in a quad or pass, or works on one that needs more cycles than one
 * - `starved`: nothing waits at its input
 * - `blocked`: the FIFO behind it is full
 * - `tagPorts`, `bankConflict`: further cycles of the same pass, for lines beyond the tag ports, or for two lines in
 *   one bank
 * - `missSlots`: a line misses and every outstanding miss is in use
 * - `memory`: the oldest line it needs has not come back
 */
export const ACTIVITIES = ['busy', 'starved', 'blocked', 'tagPorts', 'bankConflict', 'missSlots', 'memory'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Numbers of the stages and activities, as counters index them. */
export const STAGE = numbered(STAGES);
export const ACTIVITY = numbered(ACTIVITIES);

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  const numbers = {} as Record<Name, number>;
  names.forEach((name, n) => {
    numbers[name] = n;
  });
  return numbers;
}
