import { cpus } from 'node:os';
import Benchmark from 'benchmark';
import { loadDesign } from '../src/designs/load-design.ts';
import { type CycleRun, runPlane } from './cycle.ts';
import { functionalCases, SAMPLES_PER_RUN } from './functional.ts';
import { printDownsampler } from './downsampler.ts';
import { printResolve } from './resolve.ts';

/** What `npm run bench` prints: the model beside a bare loop, and the cycle mode on the plane scene. */
const design = loadDesign('full-quality');
console.log(`node ${process.version}, ${cpus()[0].model}, design ${design.name}\n`);

console.log('functional mode, bilinear: million samples a second, and the ratio to the bare loop');
const SHORT = { maxTime: 1.5 };
const ratios: number[] = [];
for (const { name, bare, model } of functionalCases(design)) {
  const seconds = new Map<string, number>();
  // One after the other, and the fastest sample of each: what else the machine does falls out of the ratio.
  new Benchmark.Suite()
    .add('bare', bare, SHORT)
    .add('model', model, SHORT)
    .on('cycle', (event: Benchmark.Event) => {
      const { name: loop, stats } = event.target;
      seconds.set(loop!, Math.min(...stats!.sample));
    })
    .run();
  const ratio = seconds.get('bare')! / seconds.get('model')!;
  const rate = (loop: string) => (SAMPLES_PER_RUN / seconds.get(loop)! / 1e6).toFixed(1).padStart(6);
  ratios.push(ratio);
  console.log(`  ${name.padEnd(36)} bare ${rate('bare')}   model ${rate('model')}   ratio ${ratio.toFixed(2)}`);
}
const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
console.log(
  `  ratios ${low.toFixed(2)} to ${high.toFixed(2)}: the lowest is ${((1 - low / high) * 100).toFixed(0)} % below the highest\n`,
);

console.log('cycle mode, plane scene 1280x960, traces off: best of 5 runs');
for (const [name, filter] of [
  ['bilinear', { mipmapMode: 'nearest' }],
  ['trilinear', {}],
] as const) {
  const runs = Array.from({ length: 5 }, () => runPlane(design, 1280, 960, filter));
  const best = runs.reduce((a: CycleRun, b: CycleRun) => (b.seconds < a.seconds ? b : a));
  const perSecond = (n: number) => (n / best.seconds / 1e6).toFixed(2);
  console.log(
    `  ${name.padEnd(10)} ${perSecond(best.quads)} million quads, ${perSecond(best.passes)} million passes, ` +
      `${perSecond(best.cycles)} million cycles a second`,
  );
}

/** Memory must not grow with the requests: the same scene at 1 and at 16 times the pixels. */
const heap = (width: number, height: number) => {
  runPlane(design, width, height, {});
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
console.log(
  `\nheap after 640x480: ${heap(640, 480).toFixed(1)} MiB, after 2560x1920: ${heap(2560, 1920).toFixed(1)} MiB`,
);

printDownsampler();
printResolve();
