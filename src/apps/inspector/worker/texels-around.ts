import type { Design } from '../../../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { LevelFootprint } from '../../../explain/explanation.ts';
import { windowOf } from '../../../explain/footprint-picture.ts';

/**
 * r, g, b of the texels in the window of a footprint's picture, row by row: the unit samples each texel at its centre, at
 * its level, without a filter, and wraps as the sampler does. Undefined for what is not sampled from a plain 2D image.
 */
export function texelsAround(
  footprint: LevelFootprint,
  design: Design,
  memory: TexelMemory,
  state: TextureState,
): Float32Array | undefined {
  const { op = 'sample' } = state.instruction;
  const isPlain =
    state.image !== null && state.view === undefined && (memory.images[state.image].type ?? '2d') === '2d';
  if ((op !== 'sample' && footprint.box === null) || !isPlain) return undefined;
  const { left, top, right, bottom } = windowOf(footprint);
  const columns = right - left;
  const texels = columns * (bottom - top);
  const { addressModeU, addressModeV, borderColor } = state.sampler;
  const sampler = {
    ...DEFAULT_SAMPLER,
    addressModeU,
    addressModeV,
    borderColor,
    magFilter: 'nearest',
    minFilter: 'nearest',
    mipmapMode: 'nearest',
  } as const;
  const unit = new TextureUnit(design, memory, [
    { image: state.image, sampler, instruction: { lod: 'explicit', projected: false } },
  ]);
  const batch = new QuadBatch(Math.ceil(texels / QUAD_LANES));
  batch.count = batch.capacity;
  batch.active.fill(0b1111);
  batch.q.fill(1);
  for (let lane = 0; lane < texels; lane++) {
    batch.s[lane] = (left + (lane % columns) + 0.5) / footprint.width;
    batch.t[lane] = (top + Math.floor(lane / columns) + 0.5) / footprint.height;
    batch.lod[lane] = footprint.level;
  }
  const colors = new Float32Array(4 * QUAD_LANES * batch.count);
  unit.sample(batch, colors);
  return Float32Array.from({ length: 3 * texels }, (_, n) => colors[4 * Math.floor(n / 3) + (n % 3)]);
}
