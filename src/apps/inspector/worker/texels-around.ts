import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Image } from '../../../../rtl-model/memory/image.ts';
import type { TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { LevelFootprint } from '../../../explain/explanation.ts';
import { footprintLayer, type TexelWindow, windowOf } from '../../../explain/footprint-picture.ts';
import type { ShownLayer } from '../state/inspector-state.ts';

/** The number of the image that a request samples or, with boxes in its footprints, averages; null for one of another format. */
export function readImage(
  { images }: TexelMemory,
  { image, view, instruction }: TextureState,
  footprints: readonly Pick<LevelFootprint, 'box'>[],
): number | null {
  const { op = 'sample' } = instruction;
  const isShown =
    image !== null && isReadable(images[image]) && (view?.format ?? images[image].format) === images[image].format;
  return isShown && (op === 'sample' || footprints.some(({ box }) => box !== null)) ? image : null;
}

/** True if each texel has one colour. */
export function isReadable({ format, samples }: Image): boolean {
  return format.planes === null && samples === 1;
}

/**
 * r, g, b of the texels in the window of a footprint's picture, row by row, wrapped as the sampler does. Undefined for
 * views, whose texels around may lie beyond them, and for what is not sampled.
 */
export function texelsAround(
  footprint: LevelFootprint,
  design: Design,
  memory: TexelMemory,
  state: TextureState,
): Float32Array | undefined {
  const image = readImage(memory, state, [footprint]);
  if (image === null || state.view !== undefined) return undefined;
  const { type, layers, depth } = memory.images[image];
  const layer = footprintLayer(footprint) ?? (layers * depth === 1 ? 0 : null);
  if (type === '1d' || layer === null) return undefined;
  const { addressModeU, addressModeV, borderColor } = state.sampler;
  const wrap = { addressModeU, addressModeV, borderColor };
  return texelsIn(design, memory, [image, footprint.level, layer], windowOf(footprint), wrap, 1);
}

/** r, g, b of each `step`-th texel of a window, row by row: the unit samples it at its centre, at its level, without a filter. */
export function texelsIn(
  design: Design,
  memory: TexelMemory,
  [image, level, layer]: ShownLayer,
  { left, top, right, bottom }: TexelWindow,
  wrap: Partial<Sampler>,
  step: number,
): Float32Array {
  const columns = Math.ceil((right - left) / step);
  const texels = columns * Math.ceil((bottom - top) / step);
  const nearest = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const sampler = { ...DEFAULT_SAMPLER, ...wrap, ...nearest };
  const { type, levels } = memory.images[image];
  const { width, height, depth } = levels[level];
  const whole = wholeView(memory.images[image]);
  // A layer is a view of its own; a slice, a coordinate.
  const view = type === '3d' ? whole : { ...whole, viewType: type, baseArrayLayer: layer, layerCount: 1 };
  const unit = new TextureUnit(design, memory, [
    { image, view, sampler, instruction: { lod: 'explicit', projected: false } },
  ]);
  const batch = new QuadBatch(Math.ceil(texels / QUAD_LANES));
  batch.count = batch.capacity;
  batch.active.fill(0b1111);
  batch.q.fill(1);
  for (let lane = 0; lane < texels; lane++) {
    batch.s[lane] = (left + step * (lane % columns) + 0.5) / width;
    batch.t[lane] = (top + step * Math.floor(lane / columns) + 0.5) / height;
    batch.r[lane] = (layer + 0.5) / depth;
    batch.lod[lane] = level;
  }
  const colors = new Float32Array(4 * QUAD_LANES * batch.count);
  unit.sample(batch, colors);
  return Float32Array.from({ length: 3 * texels }, (_, n) => colors[4 * Math.floor(n / 3) + (n % 3)]);
}
