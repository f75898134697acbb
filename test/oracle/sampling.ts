import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';

export { EXPLICIT, GRADIENT, IMPLICIT } from './instructions.ts';

export const POINT: Sampler = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
export const BILINEAR: Sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'nearest' };

/** An image of one layer from the bytes of its levels. */
export function imageOf(
  format: TexelFormat,
  width: number,
  height: number,
  levels: readonly Uint8Array[],
): ImageSource {
  return { format, width, height, layers: 1, levels };
}

/** A full chain of levels, all texels of a level filled with the bytes that `texel` gives for it. */
export function flatImage(
  format: TexelFormat,
  width: number,
  height: number,
  texel: (level: number) => Uint8Array,
): ImageSource {
  const levels = 1 + Math.floor(Math.log2(Math.max(width, height)));
  return imageOf(
    format,
    width,
    height,
    Array.from({ length: levels }, (_, level) => {
      const bytes = new Uint8Array(levelSize(width, level) * levelSize(height, level) * format.texelBytes);
      for (let at = 0; at < bytes.length; at += format.texelBytes) bytes.set(texel(level), at);
      return bytes;
    }),
  );
}

/** `count` lanes, one request each, filled in by `lane`; the last quad may have inactive ones. */
export function lanesOf(count: number, fill: (batch: QuadBatch, lane: number) => void): QuadBatch {
  const quads = Math.ceil(count / QUAD_LANES);
  const batch = new QuadBatch(quads);
  batch.count = quads;
  for (let lane = 0; lane < count; lane++) {
    batch.active[Math.floor(lane / QUAD_LANES)] |= 1 << (lane % QUAD_LANES);
    fill(batch, lane);
  }
  return batch;
}

/** The unit's results for a batch: r, g, b, a of lane l of quad k at 16k + 4l. */
export function sample(
  design: Design,
  image: ImageSource,
  sampler: Sampler,
  instruction: Instruction,
  batch: QuadBatch,
): Float32Array {
  const memory = layOutImages([image], design.cache.layout);
  const result = new Float32Array(4 * QUAD_LANES * batch.count);
  new TextureUnit(design, memory, [{ image: 0, sampler, instruction }]).sample(batch, result);
  return result;
}
