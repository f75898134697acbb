import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { progressAs } from '../../platform/progress.ts';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { PassMap } from '../pass-map.ts';
import { simulateLaidOut } from '../simulate.ts';
import type { BandResult, BandRun, BandTask } from './band-task.ts';

serveTasks(({ design, drawing, frame }: BandRun) => {
  const memory = texelMemory(design, drawing.images);
  const { width, height } = frame;
  return function* ({ camera, rows }: BandTask): Generator<number, BandResult> {
    const passes = new PassMap(width, height);
    let texels = new Uint8Array(0);
    const steps = simulateLaidOut(memory, {
      design,
      drawing,
      frame: { ...frame, rows },
      cameras: [camera],
      mode: 'functional',
      passes,
      onFrame: (picture) => (texels = picture.texels.slice(4 * width * rows.from, 4 * width * rows.until)),
    });
    const most = (passes.width * (rows.until - rows.from)) / 2;
    const { quads, pixels } = yield* progressAs(steps, (done) => Math.min(1, done / most));
    return { texels, passes: passes.rows(rows).slice(), quads, pixels };
  };
});
