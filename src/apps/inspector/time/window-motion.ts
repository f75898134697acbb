import { type CycleWindow, LEAST_CYCLES } from '../state/inspector-state.ts';

/** A window of a run of `total` cycles, in whole cycles: not longer than the run, and not beside it. */
export function windowWithin(total: number, { from, cycles }: CycleWindow): CycleWindow {
  const size = Math.round(Math.min(Math.max(LEAST_CYCLES, cycles), Math.max(LEAST_CYCLES, total)));
  return { from: Math.round(Math.max(0, Math.min(from, total - LEAST_CYCLES))), cycles: size };
}

/** The window with `factor` times the cycles; the cycle that is a share of it from its beginning stays where it is. */
export function zoomedWindow({ from, cycles }: CycleWindow, share: number, factor: number): CycleWindow {
  const size = Math.max(LEAST_CYCLES, cycles * factor);
  return { from: from + share * (cycles - size), cycles: size };
}
