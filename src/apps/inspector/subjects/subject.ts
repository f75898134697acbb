import type { Design } from '../../../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { RasterRows } from '../../../pictures/scenes/rasterizer.ts';
import type { DrawAnswer } from '../state/protocol.ts';
import type { RepeatableRequests } from '../state/time-window.ts';

/** The images and states of a subject, and all requests in their order, as a design takes them. */
export interface SubjectRequests
  extends RepeatableRequests, Pick<DrawAnswer, 'width' | 'height' | 'linear' | 'camera'> {
  /** Names of the images, as a request trace has them. */
  readonly names: readonly string[];
  /** The requests of some rows of pixels, in their order. */
  readonly rows: (rows: RasterRows) => readonly QuadBatch[];
  /** Makes colours of results that are integers; absent where all results are colours. */
  readonly toColors?: (batch: QuadBatch, values: Float32Array) => void;
}

/** The integer that a picture shows as white, where results are integers. */
export const INTEGER_WHITE = 255;

/** Rows of pixels that are drawn together, even. */
const BAND = 32;

/** The bands of a picture, from the middle outwards. */
export function bandsFromMiddle(height: number): readonly RasterRows[] {
  const bands = Array.from({ length: Math.ceil(height / BAND) }, (_, n) => ({
    from: n * BAND,
    until: Math.min(height, (n + 1) * BAND),
  }));
  const distance = ({ from, until }: RasterRows) => Math.abs(from + until - height);
  return bands.sort((a, b) => distance(a) - distance(b));
}

/** States with the samplers that a design allows: its anisotropy and its LOD bias. */
export function statesWithin(states: readonly TextureState[], { limits }: Design): readonly TextureState[] {
  const most = Math.max(1, limits.maxSamplerAnisotropy);
  return states.map((state) => {
    const { sampler } = state;
    const maxAnisotropy = Math.min(sampler.maxAnisotropy, most);
    const mipLodBias = Math.min(Math.max(sampler.mipLodBias, -limits.maxSamplerLodBias), limits.maxSamplerLodBias);
    const anisotropyEnable = sampler.anisotropyEnable && most > 1;
    return { ...state, sampler: { ...sampler, maxAnisotropy, mipLodBias, anisotropyEnable } };
  });
}
