import { LineTable } from '../src/experiments/replay/locality/line-table.ts';
import { LruStack } from '../src/experiments/replay/locality/lru-stack.ts';
import { LineStudy, type Lookups } from '../src/experiments/replay/locality/line-study.ts';

const LOOKUPS = 2 ** 22;
const RUNS = 3;

/** A generator of numbers in [0, 1), the same in every run. */
function drawn(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Look-ups that walk over a texture of so many lines, return to nearby lines, and sometimes jump. */
function walk(lines: number): Lookups {
  const line = new Float64Array(LOOKUPS);
  const quad = new Uint32Array(LOOKUPS);
  const random = drawn();
  let at = 0;
  for (let n = 0; n < LOOKUPS; n++) {
    const draw = random();
    at = draw < 0.02 ? Math.floor(draw * 50 * lines) : (at + Math.floor(16 * random()) - 6 + lines) % lines;
    line[n] = at;
    quad[n] = n >> 2;
  }
  return { line, quad, count: LOOKUPS };
}

/** Look-ups of uniformly random lines: the worst case of the stack distance's cost. */
function scattered(lines: number): Lookups {
  const random = drawn();
  const line = Float64Array.from({ length: LOOKUPS }, () => Math.floor(lines * random()));
  return { line, quad: Uint32Array.from({ length: LOOKUPS }, (_, n) => n >> 2), count: LOOKUPS };
}

/** The bare loop: the time of each line's last look-up in a plain array, which is possible for small line numbers. */
function bareTimes({ line, count }: Lookups): number {
  const last = new Int32Array(2 ** 20);
  let longest = 0;
  for (let n = 0; n < count; n++) {
    const time = n - last[line[n]];
    if (time > longest) longest = time;
    last[line[n]] = n;
  }
  return longest;
}

function missCurve({ line, count }: Lookups): void {
  const table = new LineTable();
  const stack = new LruStack();
  const depths = new Float64Array(2 ** 22);
  for (let n = 0; n < count; n++) depths[stack.touch(table.serialOf(line[n]))]++;
}

/** Prints million look-ups a second of the bare loop, of the miss curve alone, and of the whole study of a stream. */
export function printLocality(): void {
  console.log(`\nlocality of ${LOOKUPS} look-ups: million look-ups a second, the best of ${RUNS} runs`);
  for (const [name, stream] of [
    ['walk over 4 096 lines', walk(4096)],
    ['walk over 262 144 lines', walk(2 ** 18)],
    ['scattered over 65 536 lines', scattered(2 ** 16)],
    ['scattered over 1 048 576 lines', scattered(2 ** 20)],
  ] as const) {
    const bare = best(() => void bareTimes(stream));
    const curve = best(() => missCurve(stream));
    const study = best(() => {
      const study = new LineStudy();
      study.take(stream);
      study.result();
    });
    console.log(
      `  ${name.padEnd(36)} bare ${shown(bare)}   miss curve ${shown(curve)} (${(curve / bare).toFixed(3)})   study ${shown(study)}`,
    );
  }
}

const shown = (rate: number) => rate.toFixed(1).padStart(6);

/** Million look-ups a second. */
function best(run: () => void): number {
  let seconds = Infinity;
  for (let n = 0; n < RUNS; n++) {
    const start = performance.now();
    run();
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  return LOOKUPS / seconds / 1e6;
}
