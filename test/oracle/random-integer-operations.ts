import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import type { ImageView, ViewType } from '../../rtl-model/state/image-view.ts';
import { ATOMIC_OPS, type Instruction, type Operation } from '../../rtl-model/state/instruction.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { Dice } from './dice.ts';
import {
  batchOf,
  clampedView,
  FETCHED,
  PLAIN,
  QUADS,
  randomImage,
  randomRegions,
  randomView,
  type DrawnRequest,
  WRITTEN,
} from './random-views.ts';

/** An index of 0 to size - 1, a few beyond it, or far beyond. */
function index(dice: Dice, size: number): number {
  const sort = dice.real(0, 1);
  if (sort < 0.85) return dice.integer(0, size - 1);
  return sort < 0.97 ? dice.integer(-2, size + 1) : dice.pick([-(2 ** 31), 2 ** 31 - 1, 65_536]);
}

export function placeLanes(dice: Dice, batch: QuadBatch, lane: number, image: ImageSource, view: ImageView): void {
  const { width, height, depth = 1, samples = 1 } = image;
  batch.level[lane] = index(dice, view.levelCount);
  const level = view.baseMipLevel + Math.max(0, Math.min(view.levelCount - 1, batch.level[lane]));
  batch.i[lane] = index(dice, levelSize(width, level));
  batch.j[lane] = index(dice, levelSize(height, level));
  batch.k[lane] = index(dice, levelSize(depth, level));
  batch.integerLayer[lane] = index(dice, view.layerCount);
  batch.sample[lane] = index(dice, samples);
}

const ARRAYS: readonly ViewType[] = ['1d', '1d_array', '2d', '2d', '2d_array', '3d'];
const CUBES: readonly ViewType[] = ['cube', 'cube_array'];

export function fetchRequest(dice: Dice): DrawnRequest {
  const op = dice.pick(['fetch', 'read'] as const);
  const samples = dice.chance(0.3) ? dice.pick([2, 4, 8, 16]) : 1;
  const many = samples > 1;
  const viewType = dice.pick<ViewType>(many ? ['2d', '2d_array'] : op === 'read' ? [...ARRAYS, ...CUBES] : ARRAYS);
  const format = dice.pick(many || op === 'read' || !viewType.startsWith('2d') ? PLAIN : FETCHED);
  const image = randomImage(dice, { viewType, format, samples });
  const view = clampedView(dice, randomView(dice, image, viewType));
  const batch = batchOf(QUADS, (all, lane) => placeLanes(dice, all, lane, image, view));
  if (op === 'fetch') {
    for (let quad = 0; quad < QUADS; quad++) {
      if (dice.chance(0.6)) continue;
      batch.offsetU[quad] = dice.integer(-8, 7);
      batch.offsetV[quad] = dice.integer(-8, 7);
      batch.offsetW[quad] = dice.integer(-8, 7);
    }
  }
  const unbound = format.block === null && dice.chance(0.3) ? randomRegions(dice, image) : [];
  const instruction: Instruction = { op, lod: 'explicit', projected: false, sparse: unbound.length > 0 };
  return {
    sources: [{ ...image, unbound }],
    states: [{ image: 0, view, sampler: DEFAULT_SAMPLER, instruction }],
    batch,
  };
}

/** Writes, then reads of the same texels. */
export function writeRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick([...ARRAYS, ...CUBES]);
  const format = dice.pick(WRITTEN);
  const image = randomImage(dice, { viewType, format, most: 4 });
  const view = randomView(dice, image, viewType, false);
  const instruction = (op: Operation): Instruction => ({ op, lod: 'explicit', projected: false });
  const states = (['write', 'read'] as const).map((op) => ({
    image: 0,
    view,
    sampler: DEFAULT_SAMPLER,
    instruction: instruction(op),
  }));
  const written = QUAD_LANES * QUADS;
  const batch = batchOf(2 * QUADS, (all, lane) => {
    placeLanes(dice, all, lane, image, view);
    writtenLane(dice, all, lane, format);
    if (lane < written || dice.chance(0.2)) return;
    const from = dice.integer(0, written - 1);
    for (const of of [all.i, all.j, all.k, all.integerLayer, all.level, all.sample]) of[lane] = of[from];
  });
  for (let quad = QUADS; quad < 2 * QUADS; quad++) batch.state[quad] = 1;
  const unbound = dice.chance(0.2) ? randomRegions(dice, image) : [];
  return { sources: [{ ...image, unbound }], states, batch };
}

const ATOMIC_FORMATS = ['r32_uint', 'r32_sint', 'r32_sfloat'].map((name) => TEXEL_FORMATS.get(name)!);

/** Atomics of all kinds on few texels, among writes, then reads of them. */
export function atomicRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick([...ARRAYS, ...CUBES]);
  const format = dice.pick(ATOMIC_FORMATS);
  const float = format.componentType === 'sfloat';
  const drawn = randomImage(dice, { viewType, format, most: 2, levels: 1, finite: true });
  const view = randomView(dice, drawn, viewType, false);
  const image = dice.chance(0.2) ? { ...drawn, unbound: randomRegions(dice, drawn) } : drawn;
  const operations = float ? (['add', 'min', 'max', 'exchange'] as const) : ATOMIC_OPS;
  const instructions: readonly Instruction[] = [
    ...operations.map((atomic): Instruction => ({ op: 'atomic', atomic, lod: 'explicit', projected: false })),
    { op: 'write', lod: 'explicit', projected: false },
    { op: 'read', lod: 'explicit', projected: false },
  ];
  const states = instructions.map((instruction) => ({ image: 0, view, sampler: DEFAULT_SAMPLER, instruction }));
  const quads = 4 * QUADS;
  const batch = batchOf(quads, (all, lane) => {
    placeLanes(dice, all, lane, image, view);
    all.level[lane] = 0;
    for (let c = 4 * lane; c < 4 * lane + 4; c++) {
      if (float) all.write[c] = dice.chance(0.1) ? dice.float32() : dice.real(-8, 8);
      else all.writeBits[c] = dice.chance(0.4) ? dice.integer(0, 3) : dice.bits();
    }
  });
  for (let quad = 0; quad < quads; quad++) {
    batch.active[quad] = dice.integer(1, 15);
    // Atomics more often than the write, whose order among the lanes of a quad is open.
    const atomics = operations.length - 1;
    batch.state[quad] = dice.chance(0.1) ? atomics + 1 : dice.chance(0.2) ? atomics + 2 : dice.integer(0, atomics);
  }
  return { sources: [image], states, batch };
}

/** The texel that a lane writes. */
export function writtenLane(dice: Dice, batch: QuadBatch, lane: number, format: TexelFormat): void {
  const integer = format.componentType === 'uint' || format.componentType === 'sint';
  for (let c = 4 * lane; c < 4 * lane + 4; c++) {
    if (integer) batch.writeBits[c] = dice.chance(0.5) ? dice.bits() : dice.integer(-300, 300);
    else batch.write[c] = writtenValue(dice, Math.max(...format.bits));
  }
}

/** Codes, halfway between them, out of range, and any float32. */
function writtenValue(dice: Dice, bits: number): number {
  const sort = dice.real(0, 1);
  const one = 2 ** Math.min(bits, 20) - 1;
  if (sort < 0.3) return dice.integer(-1, 2 * one + 1) / 2 / one;
  if (sort < 0.6) return dice.real(-1.5, 1.5);
  return sort < 0.8 ? dice.real(-1, 1) * 2 ** dice.integer(-30, 18) : dice.float32();
}

export function queryRequest(dice: Dice): DrawnRequest {
  const op = dice.pick(['query_size', 'query_size', 'query_levels', 'query_samples'] as const);
  const samples = op === 'query_samples' ? dice.pick([1, 2, 4, 8, 16]) : 1;
  const viewType = dice.pick<ViewType>(samples > 1 ? ['2d', '2d_array'] : [...ARRAYS, ...CUBES]);
  const image = randomImage(dice, { viewType, format: TEXEL_FORMATS.get('r8_unorm')!, samples });
  const view = clampedView(dice, randomView(dice, image, viewType));
  const batch = batchOf(QUADS, (all, lane) => placeLanes(dice, all, lane, image, view));
  const instruction: Instruction = { op, lod: 'explicit', projected: false };
  return { sources: [image], states: [{ image: 0, view, sampler: DEFAULT_SAMPLER, instruction }], batch };
}

export function positionRequest(dice: Dice): DrawnRequest {
  const samples = dice.pick([1, 2, 4, 8, 16]);
  const image = randomImage(dice, { viewType: '2d', format: TEXEL_FORMATS.get('r8_unorm')!, most: 2, samples });
  const batch = batchOf(QUADS, (all, lane) => (all.sample[lane] = index(dice, samples)));
  const instruction: Instruction = { op: 'sample_position', lod: 'explicit', projected: false };
  const view = randomView(dice, image, '2d');
  return { sources: [image], states: [{ image: 0, view, sampler: DEFAULT_SAMPLER, instruction }], batch };
}
