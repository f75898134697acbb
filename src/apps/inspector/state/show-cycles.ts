import { inspector } from './inspector.ts';
import { LEAST_CYCLES, MOST_CYCLES } from './inspector-state.ts';
import type { CycleSpan } from './protocol.ts';

/** Cycles around those that are shown, as a share of them. */
const AROUND = 1 / 8;

/** Shows some cycles in the region of time, with the slider at one of them, and puts the focus there. */
export function showCycles({ from, to }: CycleSpan, cycle: number): void {
  const around = Math.ceil((to - from) * AROUND);
  const cycles = Math.min(MOST_CYCLES, Math.max(LEAST_CYCLES, to - from + 2 * around));
  // A span that is longer than a window is shown around the cycle.
  const first = to - from < MOST_CYCLES ? from - around : cycle - (cycles >> 1);
  inspector.update({ timeView: 'pipeline', window: { from: Math.max(0, first), cycles }, cycle });
  document.getElementById('time')!.focus();
}
