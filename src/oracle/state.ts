import type { Design } from '../../rtl-model/design.ts';
import type { ImageSource } from '../../rtl-model/image.ts';
import type { Instruction, Sampler } from '../../rtl-model/sampler.ts';
import { Texels } from './texels.ts';

/** What the lanes of a batch sample, and the design whose results are in question. */
export interface SampleState {
  readonly design: Design;
  readonly image: ImageSource;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly texels: Texels;
}

export function sampleState(
  design: Design,
  image: ImageSource,
  sampler: Sampler,
  instruction: Instruction,
): SampleState {
  return { design, image, sampler, instruction, texels: new Texels(design, image, sampler) };
}
