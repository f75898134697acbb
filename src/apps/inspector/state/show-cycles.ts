import { inspector } from './inspector.ts';
import { LEAST_CYCLES } from './inspector-state.ts';
import type { CycleSpan } from './protocol.ts';

/** Cycles around those that are shown, as a share of them. */
const AROUND = 1 / 8;

/** Shows some cycles in the region of time, with the slider at one of them, and puts the focus there. */
export function showCycles({ from, to }: CycleSpan, cycle: number): void {
  const around = Math.ceil((to - from) * AROUND);
  const cycles = Math.max(LEAST_CYCLES, to - from + 2 * around);
  inspector.update({ timeView: 'pipeline', window: { from: Math.max(0, from - around), cycles }, cycle });
  document.getElementById('time')!.focus();
}
