import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { cycleEffort, MOST_EFFORT } from '../units/edge-designs.ts';
import { randomTrace, type UnitTrace } from './unit-traces.ts';

/** Quads by chance, as many as are simulated in about a second. */
export function shortTrace(design: Design, seed: number, sampling = PLAIN_SAMPLING): UnitTrace {
  const sizes = [200, 50, 12, 3].map((count) => () => randomTrace(design, seed, count, false, sampling));
  for (const draw of [...sizes, () => randomTrace(design, seed, 8, true, sampling)]) {
    const trace = draw();
    if (cyclesOf(design, trace) * cycleEffort(design) < MOST_EFFORT / 7) return trace;
  }
  return randomTrace(design, seed, 2, true, sampling);
}

export function cyclesOf(design: Design, { memory, states, quads }: UnitTrace): number {
  const pipeline = new Pipeline(design, memory, states, () => {});
  pipeline.run(quads);
  pipeline.finish();
  return pipeline.now;
}
