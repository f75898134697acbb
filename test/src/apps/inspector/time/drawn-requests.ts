import { TEXEL_FORMATS } from '../../../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../../rtl-model/state/sampler.ts';
import { requests } from '../../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../../src/pictures/scenes/standard-scenes.ts';
import { checkerboard } from '../../../../../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../../../../../src/pictures/downsampler/mip-chain.ts';
import { INSTRUCTION } from '../../../../../src/simulate/simulate.ts';
import type { RepeatableRequests } from '../../../../../src/apps/inspector/state/time-window.ts';

/** The requests of the plane, drawn at a small size. */
export function drawnRequests(width = 48, height = 32): RepeatableRequests {
  const scene = SCENES.get('plane')!();
  const image = buildMipChain(checkerboard(64, 8), TEXEL_FORMATS.get('r8g8b8a8_unorm')!);
  const sampler = { ...DEFAULT_SAMPLER, ...scene.sampler };
  return {
    images: [image],
    states: [{ image: 0, sampler, instruction: INSTRUCTION }],
    batches: () => requests(scene, { width, height, traversal: 'scanline', state: 0 }, new QuadBatch(64)),
  };
}
