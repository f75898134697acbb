import { stateRecord } from '../steps/simd/state-record.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import type { DecodedCopy } from './decoded-copy.ts';
import type { KernelMemory } from './kernel-memory.ts';

/**
 * Writes the record of a state and its tables into the texels' memory.
 *
 * @param levels of the image  @param copy the texels that are read, if they are not those of the image
 * @returns the record's byte address
 */
export function placeState(memory: KernelMemory, steps: StepGraph, levels: number, copy: DecodedCopy | null): number {
  const { levels: begin, bytes, offset, address } = stateRecord(steps);
  const record = memory.take(begin + bytes * levels);
  for (const { name, table } of steps.placed) {
    // A table that is placed may move the memory's views.
    const at = memory.place(table());
    memory.all.view.setInt32(record + address(name), at, true);
  }
  const { address: copied, first: firstByte, shift } = copy ?? { address: 0, first: 0, shift: 0 };
  const isTable = new Set(steps.tables.map(({ name }) => name));
  for (const { name, tables } of steps.tables) {
    const all = tables.flatMap(({ entries }) => Array.from(entries, (entry) => (entry < 0 ? entry : entry << shift)));
    let next = memory.place(Int32Array.from(all));
    tables.forEach(({ entries, first }, l) => {
      memory.all.view.setInt32(record + bytes * l + offset(name), next - 4 * first, true);
      next += 4 * entries.length;
    });
  }
  const { view } = memory.all;
  for (const { name, kind, values, place } of steps.levels) {
    if (isTable.has(name)) continue;
    for (let l = 0; l < levels; l++) {
      const to = record + bytes * l + offset(name);
      let value = values[l];
      if (place === 'texels') value = copied + (value - firstByte) * 2 ** shift;
      else if (place === 'size') value *= 2 ** shift;
      if (kind === 'float64') view.setFloat64(to, value, true);
      else if (kind === 'float32') view.setFloat32(to, value, true);
      else view.setInt32(to, value, true);
    }
  }
  return record;
}
