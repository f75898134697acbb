/**
 * Why the result stage took no quad in a cycle, or that it took one: every cycle of a run has exactly one cause.
 *
 * - `returned`: a quad came back, which is all that a pipeline of one quad a cycle can do
 * - `filter`, `address`: the unit works longer than a cycle on a pass, or on one more pass of the same quad
 * - `bankConflict`, `tagPorts`: a pass needs two lines of one bank, or more lines than there are tag ports
 * - `memoryBandwidth`: a pass waits for its line while the memory's bus moves data
 * - `fragmentFifo`, `missSlots`: it waits for the memory's latency, and no further miss can be sent ahead because the
 *   fragment FIFO is full, or because every outstanding miss is in use
 * - `memoryLatency`: it waits for the memory's latency, and nothing keeps further misses back
 * - `input`: there was no request
 * - `fill`: the time that the first quad takes through the stages
 */
export const CAUSES = [
  'returned',
  'filter',
  'bankConflict',
  'memoryBandwidth',
  'fragmentFifo',
  'missSlots',
  'memoryLatency',
  'tagPorts',
  'address',
  'input',
  'fill',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Numbers of the causes, as counters index them. */
export const CAUSE = Object.fromEntries(CAUSES.map((cause, n) => [cause, n])) as Readonly<Record<Cause, number>>;
