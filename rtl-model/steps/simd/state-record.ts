import type { StepGraph } from '../step-graph.ts';

/**
 * The record of a state: the byte addresses of its tables, then a record of each level.
 *
 * @returns the bytes of a level's record, the offset of each of its fields, and the offset of a table's address
 */
export function stateRecord(steps: StepGraph): {
  /** Where the levels begin. */
  readonly levels: number;
  readonly bytes: number;
  readonly offset: (name: string) => number;
  readonly address: (name: string) => number;
} {
  const offsets = new Map<string, number>();
  let bytes = 0;
  for (const wide of [true, false]) {
    for (const { name, kind } of steps.levels) {
      if ((kind === 'float64') !== wide) continue;
      offsets.set(name, bytes);
      bytes += wide ? 8 : 4;
    }
  }
  const address = (name: string) => 4 * steps.placed.findIndex((one) => one.name === name);
  const levels = 8 * Math.ceil(steps.placed.length / 2);
  return { levels, bytes: 8 * Math.ceil(bytes / 8), offset: (name) => levels + offsets.get(name)!, address };
}
