import type { Design } from '../../../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { LevelFootprint } from '../../../explain/explanation.ts';
import { type TexelWindow, windowOf } from '../../../explain/footprint-picture.ts';
import { keptMemory } from '../../../simulate/kept-memory.ts';
import type { TexelsAnswer, TexelsQuestion } from '../state/protocol.ts';
import { requestsOf } from '../subjects/subjects.ts';

/** The most texels of a level that are read along a side: of a larger window, one of every few. */
const MOST_READ = 1024;

/** A level of an image. */
interface Level {
  readonly image: number;
  readonly level: number;
  readonly width: number;
  readonly height: number;
}

/** The number of the plain 2D image that a request samples or, with boxes in its footprints, averages; null for others. */
export function plainImage(
  { images }: TexelMemory,
  { image, view, instruction }: TextureState,
  footprints: readonly Pick<LevelFootprint, 'box'>[],
): number | null {
  const { op = 'sample' } = instruction;
  const isPlain = image !== null && view === undefined && images[image].type === '2d';
  return isPlain && (op === 'sample' || footprints.some(({ box }) => box !== null)) ? image : null;
}

/**
 * r, g, b of the texels in the window of a footprint's picture, row by row, wrapped as the sampler does. Undefined for
 * what is not sampled from a plain 2D image.
 */
export function texelsAround(
  footprint: LevelFootprint,
  design: Design,
  memory: TexelMemory,
  state: TextureState,
): Float32Array | undefined {
  const image = plainImage(memory, state, [footprint]);
  if (image === null) return undefined;
  const { level, width, height } = footprint;
  const window = windowOf(footprint);
  const { addressModeU, addressModeV, borderColor } = state.sampler;
  return texelsIn(
    design,
    memory,
    { image, level, width, height },
    window,
    { addressModeU, addressModeV, borderColor },
    1,
  );
}

/** A window of a level of a subject's images, and what levels there are. */
export async function* texelsTask({ subject, design, place, window }: TexelsQuestion): AsyncGenerator<TexelsAnswer> {
  const { images, names, linear } = await requestsOf(subject);
  const memory = keptMemory(design, images);
  const levels = memory.images.flatMap(({ type, levels }, image) => {
    const name = names[image] ?? `image${image}`;
    return type === '2d' ? levels.map(({ width, height }, level) => ({ image, name, level, width, height })) : [];
  });
  const shown =
    place === null ? levels.at(0) : levels.find(({ image, level }) => image === place[0] && level === place[1]);
  if (shown === undefined) {
    throw new Error(`texels=${place?.join() ?? ''}: expected the numbers of a 2D image and of its level`);
  }
  const whole = { left: 0, top: 0, right: shown.width, bottom: shown.height };
  const seen = window ?? whole;
  const step = Math.ceil(Math.max(seen.right - seen.left, seen.bottom - seen.top) / MOST_READ);
  yield { levels, shown, window: seen, step, linear, colors: texelsIn(design, memory, shown, seen, {}, step) };
}

/** r, g, b of each `step`-th texel of a window, row by row: the unit samples it at its centre, at its level, without a filter. */
function texelsIn(
  design: Design,
  memory: TexelMemory,
  { image, level, width, height }: Level,
  { left, top, right, bottom }: TexelWindow,
  wrap: Partial<Sampler>,
  step: number,
): Float32Array {
  const columns = Math.ceil((right - left) / step);
  const texels = columns * Math.ceil((bottom - top) / step);
  const nearest = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const sampler = { ...DEFAULT_SAMPLER, ...wrap, ...nearest };
  const unit = new TextureUnit(design, memory, [
    { image, sampler, instruction: { lod: 'explicit', projected: false } },
  ]);
  const batch = new QuadBatch(Math.ceil(texels / QUAD_LANES));
  batch.count = batch.capacity;
  batch.active.fill(0b1111);
  batch.q.fill(1);
  for (let lane = 0; lane < texels; lane++) {
    batch.s[lane] = (left + step * (lane % columns) + 0.5) / width;
    batch.t[lane] = (top + step * Math.floor(lane / columns) + 0.5) / height;
    batch.lod[lane] = level;
  }
  const colors = new Float32Array(4 * QUAD_LANES * batch.count);
  unit.sample(batch, colors);
  return Float32Array.from({ length: 3 * texels }, (_, n) => colors[4 * Math.floor(n / 3) + (n % 3)]);
}
