import type { Design } from '../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../rtl-model/memory/image.ts';
import { levelBytes } from '../rtl-model/memory/level-size.ts';
import { layOutImages } from '../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { type ImageView, wholeView } from '../rtl-model/state/image-view.ts';
import type { Instruction } from '../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../rtl-model/state/sampler.ts';
import { loadDesign } from '../src/designs/load-design.ts';
import { TextureUnit } from '../rtl-model/texture-unit.ts';

const QUADS = 4096;
const ROUNDS = 15;

const FILTERS: Readonly<Record<string, Partial<Sampler>>> = {
  bilinear: { mipmapMode: 'nearest' },
  trilinear: {},
  'anisotropic 8x': { anisotropyEnable: true, maxAnisotropy: 8 },
  nearest: { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' },
};

/** A state that differs from a plain one in one thing. */
interface State {
  readonly name: string;
  /** The plain state that it is compared with. */
  readonly beside: string;
  /** The least ratio of its rate to that of the plain state. */
  readonly least: number;
  readonly source: ImageSource;
  readonly view?: Partial<ImageView>;
  readonly instruction?: Partial<Instruction>;
  readonly sampler?: Partial<Sampler>;
  readonly directions?: boolean;
  /** Another preset than the benchmark's. */
  readonly preset?: string;
}

function image(format: string, size: number, levels: number, shape: Partial<ImageSource> = {}): ImageSource {
  const source = { format: TEXEL_FORMATS.get(format)!, width: size, height: size, layers: 1, ...shape };
  // Halves of a picture: from 2^-15 to 2.
  const kept = (k: number) => (source.format.componentType === 'sfloat' && k % 2 === 1 ? 0x3f : 0xff);
  const bytes = (level: number) =>
    Uint8Array.from(
      { length: levelBytes(source, level) },
      (_, k) => (Math.imul(k + level, 2654435761) >>> 24) & kept(k),
    );
  return { ...source, levels: Array.from({ length: levels }, (_, level) => bytes(level)) };
}

function states(): readonly State[] {
  const color = image('r8g8b8a8_unorm', 256, 9);
  const larger = image('r8g8b8a8_unorm', 512, 10, { layers: 3 });
  const depth = image('d16_unorm', 256, 9);
  const oneLevel = image('r8g8b8a8_unorm', 256, 1);
  const oneDepth = image('d16_unorm', 256, 1);
  const cube = image('r8g8b8a8_unorm', 128, 8, { layers: 6 });
  const volume = image('r8g8b8a8_unorm', 64, 7, { type: '3d', depth: 64 });
  return [
    { name: 'plain', beside: 'plain', least: 1, source: color },
    { name: 'swizzle', beside: 'plain', least: 0.7, source: color, view: { components: ['b', 'g', 'r', 'a'] } },
    {
      name: 'sub-view',
      beside: 'plain',
      least: 0.7,
      source: larger,
      view: { viewType: '2d', baseMipLevel: 1, levelCount: 9, baseArrayLayer: 1, layerCount: 1 },
    },
    { name: 'd3d11.3-minimum', beside: 'plain', least: 0.8, source: color, preset: 'd3d11.3-minimum' },
    { name: 'vulkan-1.0-minimum', beside: 'plain', least: 0.8, source: color, preset: 'vulkan-1.0-minimum' },
    ...['r8_unorm', 'r8g8b8a8_snorm', 'b8g8r8a8_unorm', 'r8g8b8a8_srgb'].map((format) => ({
      name: format,
      beside: 'plain',
      least: 0.8,
      source: image(format, 256, 9),
    })),
    { name: 'r16g16b16a16_unorm', beside: 'plain', least: 0.5, source: image('r16g16b16a16_unorm', 256, 9) },
    { name: 'r16g16b16a16_sfloat', beside: 'plain', least: 0.5, source: image('r16g16b16a16_sfloat', 256, 9) },
    { name: 'sparse', beside: 'plain', least: 0.7, source: color, instruction: { sparse: true } },
    { name: 'depth', beside: 'depth', least: 1, source: depth },
    {
      name: 'comparison',
      beside: 'depth',
      least: 0.7,
      source: depth,
      instruction: { dref: true },
      sampler: { compareOp: 'less_or_equal' },
    },
    { name: 'cube', beside: 'cube', least: 1, source: cube, view: { viewType: 'cube' }, directions: true },
    { name: 'volume', beside: 'volume', least: 1, source: volume },
    { name: 'one level', beside: 'one level', least: 1, source: oneLevel },
    {
      name: 'one level, swizzle',
      beside: 'one level',
      least: 0.7,
      source: oneLevel,
      view: { components: ['b', 'g', 'r', 'a'] },
    },
    { name: 'one level, depth', beside: 'one level, depth', least: 1, source: oneDepth },
    {
      name: 'one level, comparison',
      beside: 'one level, depth',
      least: 0.7,
      source: oneDepth,
      instruction: { dref: true },
      sampler: { compareOp: 'less_or_equal' },
    },
    { name: 'one level, sparse', beside: 'one level', least: 0.7, source: oneLevel, instruction: { sparse: true } },
  ];
}

/** Quads all over the image with derivatives of 1/4 to 8 texels; or directions all over a cube. */
function quads(directions: boolean): QuadBatch {
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  batch.active.fill(15);
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let quad = 0; quad < QUADS; quad++) {
    const [s, t, r, step] = [random(), random(), random(), 2 ** (5 * random() - 10)];
    const face = Math.floor(6 * random());
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = QUAD_LANES * quad + lane;
      const u = s + (lane & 1) * step;
      const v = t + (lane >> 1) * step * 0.25;
      const major = face & 1 ? -1 : 1;
      const around = [1.9 * u - 0.95, 1.9 * v - 0.95];
      const direction = [...around.slice(0, face >> 1), major, ...around.slice(face >> 1)];
      [batch.s[at], batch.t[at], batch.r[at]] = directions ? direction : [u, v, r];
      batch.dref[at] = random();
    }
  }
  return batch;
}

/** Prints the rate of the plain state under every filter, and the ratio of the other states to it. */
export function printStates(design: Design): void {
  console.log(
    'functional mode, nine levels: million quads a second, and each state beside the plain one (least ratio)',
  );
  const flat = quads(false);
  const around = quads(true);
  const result = new Float32Array(4 * QUAD_LANES * QUADS);
  const all = states();
  for (const [filter, changes] of Object.entries(FILTERS)) {
    const runs = all.map(({ source, view, instruction, sampler, directions, preset }) => {
      const memory = layOutImages([source], 'linear');
      const state = {
        image: 0,
        view: { ...wholeView(memory.images[0]), ...view },
        sampler: { ...DEFAULT_SAMPLER, ...changes, ...sampler },
        instruction: { lod: 'implicit', projected: false, ...instruction } as const,
      };
      const unit = new TextureUnit(preset === undefined ? design : loadDesign(preset), memory, [state]);
      return () => unit.sample(directions === true ? around : flat, result);
    });
    const rates = interleaved(runs);
    const rateOf = (name: string) => rates[all.findIndex((state) => state.name === name)];
    const texts = all.map(({ name, beside, least }, n) =>
      name === beside
        ? `${name} ${rates[n].toFixed(2)}`
        : `${name} ${(rates[n] / rateOf(beside)).toFixed(2)} (${least})`,
    );
    console.log(`  ${filter.padEnd(14)} ${texts.join(', ')}`);
  }
  console.log();
}

/** Million quads a second of each run, by the median of its rounds' processor time; the runs take turns. */
function interleaved(runs: readonly (() => void)[]): readonly number[] {
  const times = runs.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    runs.forEach((run, n) => {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      if (round > 2) times[n].push(user + system);
    });
  }
  return times.map((of) => QUADS / of.toSorted((a, b) => a - b)[of.length >> 1]);
}
