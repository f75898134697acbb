import { halfToFloat } from '../rtl-model/fixed-point/float16.ts';
import type { ImageSource } from '../rtl-model/memory/image.ts';
import { levelSize } from '../rtl-model/memory/level-size.ts';
import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import { fullLevels } from '../src/pictures/downsampler/dispatch-plan.ts';
import { downsample, type DownsampleOptions } from '../src/pictures/downsampler/downsample.ts';
import { componentCodes } from '../src/pictures/textures/component-code.ts';
import { bareBytes, bareCoded, bareFloats, bareHalves } from './bare-average.ts';

const WIDTH = 4096;
const HEIGHT = 2048;
/** The number of alternating runs of each loop, of which the fastest counts: other load on the machine cancels out. */
const RUNS = 10;

type Texels = Uint8Array | Uint16Array | Float32Array;

/** Noise; halves and floats are from 0 to 4. */
function texels(bits: number): Texels {
  const length = 4 * WIDTH * HEIGHT;
  const noise = (k: number) => Math.imul(k, 2654435761) >>> 0;
  if (bits === 8) return Uint8Array.from({ length }, (_, k) => noise(k) >>> 24);
  if (bits === 16) return Uint16Array.from({ length }, (_, k) => noise(k) % 0x4400);
  return Float32Array.from({ length }, (_, k) => noise(k) / 2 ** 30);
}

/** All levels below an even one, each made from the stored level above: the work of a loop without registers. */
function bareChain<T extends Texels>(source: T, level: (from: T, width: number, height: number, to: T) => void): void {
  const empty = source.constructor as new (length: number) => T;
  let above = source;
  for (let l = 0; l + 1 < fullLevels(WIDTH, HEIGHT) && levelSize(HEIGHT, l) > 1; l++) {
    const below = new empty(above.length / 4);
    level(above, levelSize(WIDTH, l), levelSize(HEIGHT, l), below);
    above = below;
  }
}

/** The downsampler and the bare loop over the texels of one format. */
function formatCase(name: string) {
  const format = TEXEL_FORMATS.get(name)!;
  const source = texels(format.componentBits);
  const bytes = new Uint8Array(source.buffer);
  const image: ImageSource = { format, width: WIDTH, height: HEIGHT, layers: 1, levels: [bytes] };
  const run = (options: DownsampleOptions) => () => void downsample(image, options);
  return { source, run };
}

/** Prints milliseconds for all levels of a 4096x2048 image, and the ratio to the bare loop. */
export function printDownsampler(): void {
  console.log(`\ndownsampler, all levels of ${WIDTH}x${HEIGHT}: milliseconds, and the ratio to a bare 2x2 average`);
  const bytes = formatCase('r8g8b8a8_unorm');
  const bytesLoop = () => bareChain(bytes.source as Uint8Array, bareBytes);
  compare('r8g8b8a8_unorm', bytesLoop, {
    average: bytes.run({}),
    min: bytes.run({ reduction: 'min' }),
    max: bytes.run({ reduction: 'max' }),
  });
  const srgb = formatCase('r8g8b8a8_srgb');
  const decoded = bareCoded(componentCodes(TEXEL_FORMATS.get('r8g8b8a8_srgb')!));
  compare('r8g8b8a8_srgb', () => bareChain(srgb.source as Uint8Array, decoded), { average: srgb.run({}) });
  const halves = formatCase('r16g16b16a16_sfloat');
  const values = Float32Array.from({ length: 2 ** 16 }, (_, bits) => halfToFloat(bits));
  const halfLoop = (packed: boolean) => () => bareChain(halves.source as Uint16Array, bareHalves(values, packed));
  compare('r16g16b16a16_sfloat', halfLoop(false), { average: halves.run({}) });
  compare('r16g16b16a16_sfloat packed', halfLoop(true), { average: halves.run({ arithmetic: 'float16' }) });
  const floats = formatCase('r32g32b32a32_sfloat');
  compare('r32g32b32a32_sfloat', () => bareChain(floats.source as Float32Array, bareFloats), {
    average: floats.run({}),
  });
}

function compare(format: string, bare: () => void, models: Readonly<Record<string, () => void>>): void {
  const loops = { bare, ...models };
  const best = new Map(Object.keys(loops).map((name) => [name, Infinity]));
  for (let run = 0; run < RUNS; run++) {
    for (const [name, loop] of Object.entries(loops)) {
      const start = performance.now();
      loop();
      best.set(name, Math.min(best.get(name)!, performance.now() - start));
    }
  }
  for (const [name, milliseconds] of best) {
    const ratio = best.get('bare')! / milliseconds;
    const label = `${format} ${name}`.padEnd(36);
    console.log(`  ${label} ${milliseconds.toFixed(0).padStart(5)} ms   ratio ${ratio.toFixed(2)}`);
  }
}
