import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Reading } from '../texels/reading.ts';
import { type ResultComponents, resultComponents } from './result-components.ts';
import { Texels } from '../texels/texels.ts';
import { wholeView } from './view.ts';

/** The state that the lanes of a batch sample, and the design whose results are in question. */
export interface SampleState {
  readonly design: Design;
  readonly image: ImageSource;
  readonly view: ImageView;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly texels: Texels;
  readonly result: ResultComponents;
  readonly reading: Reading;
}

/**
 * @param view the whole image if left out
 * @throws RangeError for a format without a decoding
 */
export function sampleState(
  design: Design,
  image: ImageSource,
  sampler: Sampler,
  instruction: Instruction,
  view: ImageView = wholeView(image),
  reading: Reading = {},
): SampleState {
  const texels = new Texels(design, image, sampler, view, reading);
  const result = resultComponents(texels, view.components, instruction);
  return { design, image, view, sampler, instruction, texels, result, reading };
}
