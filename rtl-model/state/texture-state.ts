import type { ImageView, WeightView } from './image-view.ts';
import type { Instruction } from './instruction.ts';
import type { Sampler } from './sampler.ts';

/** The state that a request names by number: an image and a view of it, a sampler and an instruction. */
export interface TextureState {
  /** Null is a null descriptor: it reads as zero (Vulkan: nullDescriptor; D3D11.3 7.18.17). */
  readonly image: number | null;
  /** The whole image with its own type if absent. */
  readonly view?: ImageView;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  /** The weight image of `sample_weighted`, or the reference image of `block_match`; null is a null descriptor, too. */
  readonly second?: { readonly image: number; readonly view?: ImageView; readonly weights?: WeightView } | null;
}
