import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { type ImageView, type WeightView, wholeView } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';

/** The weight image of a weighted sample, or the reference image of a block match. */
export interface SecondImage {
  readonly image: ImageSource;
  readonly view: ImageView;
  readonly weights?: WeightView;
}

/** A texture state with its references resolved. */
export interface ResolvedState {
  /** Null is a null descriptor. */
  readonly image: ImageSource | null;
  readonly view: ImageView;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  /** Null is a null descriptor. */
  readonly second?: SecondImage | null;
}

/** The image of a null descriptor's view; no rule reads it. */
const NO_IMAGE: ImageSource = {
  format: TEXEL_FORMATS.get('r8_unorm')!,
  width: 1,
  height: 1,
  layers: 1,
  levels: [new Uint8Array(1)],
};

/**
 * Resolves a texture state's references.
 *
 * @param images the images that the state names by number
 * @throws RangeError when there is no such image
 */
export function resolveState(state: TextureState, images: readonly ImageSource[]): ResolvedState {
  const { sampler, instruction, second } = state;
  const bound = state.image === null ? null : imageAt(images, state.image);
  const view = state.view ?? wholeView(bound ?? NO_IMAGE);
  if (!second) return { image: bound, view, sampler, instruction, ...(second === null && { second }) };
  const image = imageAt(images, second.image);
  const { view: secondView = wholeView(image), weights } = second;
  return { image: bound, view, sampler, instruction, second: { image, view: secondView, ...(weights && { weights }) } };
}

function imageAt(images: readonly ImageSource[], index: number): ImageSource {
  const image = images[index];
  if (image === undefined) throw new RangeError(`image ${index} is not one of ${images.length}`);
  return image;
}
