import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Reading } from '../texels/reading.ts';
import { type ResultComponents, resultComponents } from './result-components.ts';
import { imageWithMemory, type ViewedPart, viewedPart } from '../texels/image-parts.ts';
import { Texels } from '../texels/texels.ts';
import { viewOfImage } from './view.ts';

/** The state that the lanes of a batch sample, and the design whose results are in question. */
export interface SampleState {
  readonly design: Design;
  /** The part of the image that the view shows, with zeros where no memory is bound; and the view of that part. */
  readonly image: ImageSource;
  readonly view: ImageView;
  readonly inWhole: ViewedPart['inWhole'];
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly texels: Texels;
  readonly result: ResultComponents;
  readonly reading: Reading;
}

/** Operations on storage images. */
const STORAGE: ReadonlySet<string> = new Set(['read', 'write', 'atomic', 'query_size']);

/**
 * @param stated the view, the whole image if left out
 * @throws RangeError for a format without a decoding
 */
export function sampleState(
  design: Design,
  whole: ImageSource,
  sampler: Sampler,
  instruction: Instruction,
  stated: ImageView = viewOfImage(whole),
  reading: Reading = {},
): SampleState {
  const { image: part, view, inWhole } = viewedPart(whole, stated, STORAGE.has(instruction.op ?? 'sample'));
  const image = imageWithMemory(part);
  const texels = new Texels(design, image, sampler, view, reading);
  const result = resultComponents(texels, view.components, instruction);
  return { design, image, view, inWhole, sampler, instruction, texels, result, reading };
}
