import { readFileSync } from 'node:fs';
import { explain } from '../../../src/explain/explain.ts';
import { TraceToExplain } from '../../../src/explain/explain-trace.ts';
import type { Explanation } from '../../../src/explain/explanation.ts';
import { preset } from '../../pipeline/random-work.ts';

export const noPictures = () => {
  throw new Error('no picture');
};

/** The lines of an example. */
export function linesOf(name: string): readonly string[] {
  const path = new URL(`../../../traces/examples/${name}.jsonl`, import.meta.url);
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

/** The answered request of a trace, null where it has none of the id. */
export function answer(lines: readonly string[], id: string | null, design = preset('full-quality')) {
  const trace = new TraceToExplain(design, 'trace', id === null ? {} : { id }, noPictures, 'model');
  for (const line of lines) if (trace.take(line)) break;
  return trace.answer();
}

/** Value, or value and bits, of a step by the section's title and the step's name. */
export function stepOf({ sections }: Explanation, title: string, name: string) {
  return sections.find((section) => section.title.startsWith(title))!.steps.find((step) => step.name === name);
}

/** The rows of the section whose title begins so, by column. */
export function table({ sections }: Explanation, title: string) {
  const { columns, rows } = sections.find((section) => section.title.startsWith(title))!.table!;
  return rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n]])));
}

/** A trace of images, views and samplers, whose request is explained. */
export function explained(lines: readonly object[], design = preset('full-quality')): Explanation {
  const trace = [{ texunit: 'requests', version: 2 }, ...lines].map((line) => JSON.stringify(line));
  return explain(answer(trace, null, design)!);
}
