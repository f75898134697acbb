import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import Benchmark from 'benchmark';
import { loadDesign } from '../src/designs/load-design.ts';
import { printModelInC } from './c/model-in-c.ts';
import { type CycleRun, printSkipping, runPlane } from './cycle.ts';
import { compressedCases, functionalCases, SAMPLES_PER_RUN } from './functional.ts';
import { printDownsampler } from './downsampler.ts';
import { printInspector } from './inspector.ts';
import { FULL_EFFORT, printPeers, QUICK_EFFORT } from './peers/peers.ts';
import { printReplay } from './replay.ts';
import { printLocality } from './locality.ts';
import { printRedraw } from './redraw.ts';
import { printResolve } from './resolve.ts';
import { printStates } from './states.ts';
import { printSweep } from './sweep.ts';

/** The output of `npm run bench`: the model beside bare loops, and the cycle mode on the plane scene. */
const design = loadDesign('full-quality');
console.log(`node ${process.version}, ${cpus()[0].model}, design ${design.name}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    c: { type: 'boolean' },
    inspector: { type: 'boolean' },
    peers: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
});
if (values.peers) {
  await printPeers(values.quick ? QUICK_EFFORT : FULL_EFFORT, positionals[0]);
  process.exit();
}

if (values.inspector) {
  await printInspector();
  process.exit();
}

if (values.c) {
  printModelInC(design);
  process.exit();
}

const SHORT = { maxTime: 1.5 };

/** Million samples a second of two loops, measured together: other load on the machine cancels out in their ratio. */
function rates(first: () => void, second: () => void): readonly number[] {
  const found: number[] = [];
  // The loops run one after the other; the fastest sample of each counts.
  new Benchmark.Suite()
    .add(first, SHORT)
    .add(second, SHORT)
    .on('cycle', ({ target }: Benchmark.Event) => {
      found.push(SAMPLES_PER_RUN / Math.min(...target.stats!.sample) / 1e6);
    })
    .run();
  return found;
}

const padded = (rate: number) => rate.toFixed(1).padStart(6);

// The cycle mode comes first, as in a simulation's own process: states sampled before would make its calls polymorphic.
const CYCLE_RUNS = 13;
const WARM_UP = 2;
console.log(
  `cycle mode, plane scene 1280x960, traces off: median of ${CYCLE_RUNS - WARM_UP} runs by processor time, and the best`,
);
for (const [name, filter] of [
  ['bilinear', { mipmapMode: 'nearest' }],
  ['trilinear', {}],
] as const) {
  const runs = Array.from({ length: CYCLE_RUNS }, () => runPlane(design, 1280, 960, filter));
  const sorted = runs.slice(WARM_UP).sort((a, b) => a.seconds - b.seconds);
  const [best, median] = [sorted[0], sorted[sorted.length >> 1]];
  const perSecond = (n: number, { seconds }: CycleRun) => (n / seconds / 1e6).toFixed(2);
  console.log(
    `  ${name.padEnd(10)} ${perSecond(median.quads, median)} (${perSecond(best.quads, best)}) million quads, ` +
      `${perSecond(median.passes, median)} million passes, ${perSecond(median.cycles, median)} million cycles a second`,
  );
}
console.log();
printSkipping(design);
printStates(design);

console.log('functional mode, bilinear: million samples a second, and the ratio to the bare loop');
const ratios: number[] = [];
for (const { name, bare, model } of functionalCases(design)) {
  const [bareRate, modelRate] = rates(bare, model);
  const ratio = modelRate / bareRate;
  ratios.push(ratio);
  console.log(`  ${name.padEnd(36)} bare ${padded(bareRate)}   model ${padded(modelRate)}   ratio ${ratio.toFixed(2)}`);
}
const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
console.log(
  `  ratios ${low.toFixed(2)} to ${high.toFixed(2)}: the lowest is ${((1 - low / high) * 100).toFixed(0)} % below the highest\n`,
);

console.log('functional mode, bilinear, block-compressed: the ratio to uncompressed r8g8b8a8_unorm');
for (const { name, uncompressed, compressed } of compressedCases(design)) {
  const [plainRate, blockRate] = rates(uncompressed, compressed);
  const ratio = (blockRate / plainRate).toFixed(2);
  console.log(
    `  ${name.padEnd(36)} uncompressed ${padded(plainRate)}   compressed ${padded(blockRate)}   ratio ${ratio}`,
  );
}
console.log('');

/** The heap after a run. Memory must not grow with the requests: the same scene at 1 and at 16 times the pixels. */
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
printRedraw();
await printSweep(design);
await printReplay(design);
printLocality();
