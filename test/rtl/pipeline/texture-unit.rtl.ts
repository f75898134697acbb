import { expect, it } from 'vitest';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { unitDifference, unitProgram } from './unit-bench.ts';
import { randomTrace, sceneTrace } from './unit-traces.ts';

it.each(['d3d11.3-synthesizable', 'vulkan-1.4-synthesizable'])('%s', async (name) => {
  const design = withValue(PRESETS.get(name)!, 'pipeline.memory.latency', 200);
  let t = Date.now();
  const took = () => { const d = Date.now() - t; t = Date.now(); return d; };
  await unitProgram(design);
  console.log('build', took());
  for (const scene of ['plane', 'tunnel', 'globe']) {
    const trace = sceneTrace(design, scene, 80, 60);
    console.log(scene, trace.quads.count, await unitDifference(design, trace), took());
  }
  const trace = randomTrace(design, 1, 3000);
  console.log('random', await unitDifference(design, trace), took());
  console.log('random', await unitDifference(design, trace, { chance: 3 }), took());
});
