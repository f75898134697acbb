import Benchmark from 'benchmark';
import { equalWeights, FIVE_TAPS, tapsOf } from '../src/pictures/resolve/kernel.ts';
import type { MultisamplePicture } from '../src/pictures/resolve/multisample-picture.ts';
import { resolve, RESOLVE_METHODS } from '../src/pictures/resolve/resolve.ts';

const SIZE = 512;

function noise(samples: number): MultisamplePicture {
  const values = Float32Array.from(
    { length: 4 * SIZE * SIZE * samples },
    (_, k) => (Math.imul(k, 2654435761) >>> 8) / 2 ** 21,
  );
  return { width: SIZE, height: SIZE, samples, values };
}

/** The bare loop: the plain average of four samples, written for that one case. It gives the same results as `box`. */
function bareBox(samples: Float32Array, result: Float32Array): void {
  for (let from = 0, to = 0; to < result.length; from += 16, to += 4) {
    for (let c = 0; c < 4; c++) {
      const at = from + c;
      const two = Math.fround(samples[at] * 0.25 + samples[at + 4] * 0.25);
      const three = Math.fround(two + samples[at + 8] * 0.25);
      result[to + c] = Math.fround(three + samples[at + 12] * 0.25);
    }
  }
}

/** Prints million taps a second of the bare loop, then of the model by method, samples and reciprocal. */
export function printResolve(): void {
  console.log(`\nresolve of ${SIZE}x${SIZE} pixels: million taps a second, and the ratio to the bare loop`);
  const suite = new Benchmark.Suite('resolve');
  const taps = new Map<string, number>();
  const add = (name: string, tapsPerPixel: number, run: () => void) => {
    taps.set(name, tapsPerPixel * SIZE * SIZE);
    suite.add(name, run);
  };
  const four = noise(4);
  const result = new Float32Array(4 * SIZE * SIZE);
  add('bare loop, average of 4 samples', 4, () => bareBox(four.values, result));
  for (const method of RESOLVE_METHODS) {
    for (const picture of [four, noise(8)]) {
      const settings = { method, taps: tapsOf(equalWeights(picture.samples)), reciprocal: 'exact' } as const;
      add(`${method}, ${picture.samples} samples`, picture.samples, () => resolve(picture, settings));
    }
  }
  const narrow = { method: 'tonemapped', taps: tapsOf(equalWeights(4)), reciprocal: 12 } as const;
  add('tonemapped, 4 samples, 12-bit reciprocal', 4, () => resolve(four, narrow));
  const plain = noise(1);
  const five = { method: 'tonemapped', taps: tapsOf([1], FIVE_TAPS), reciprocal: 'exact' } as const;
  add('tonemapped, five taps', 5, () => resolve(plain, five));
  let bare = 0;
  suite
    .on('cycle', (event: Benchmark.Event) => {
      const { name = '', hz = 0 } = event.target;
      const rate = (hz * taps.get(name)!) / 1e6;
      bare ||= rate;
      console.log(`  ${name.padEnd(42)} ${rate.toFixed(1).padStart(6)}   ${(rate / bare).toFixed(2)}`);
    })
    .run();
}
