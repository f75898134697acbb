import type { TexelLayout } from '../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { bind } from '../../rtl-model/state/binding.ts';
import { type ImageView, wholeView } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from './presets.ts';
import { EXPLICIT } from './instructions.ts';

const R16 = TEXEL_FORMATS.get('r16_unorm')!;

export type Shape = Pick<
  ImageSource,
  'type' | 'width' | 'height' | 'depth' | 'layers' | 'samples' | 'unbound' | 'cornerSampled'
>;

/** An image of two levels whose texels are numbered, level by level, from 0 on. */
function numbered(shape: Shape): ImageSource {
  let first = 0;
  const levels = [0, 1].map((level) => {
    const [width, height, depth] = [shape.width, shape.height, shape.depth ?? 1].map((size) => levelSize(size, level));
    const count = width * height * depth * shape.layers * (shape.samples ?? 1);
    const codes = Uint16Array.from({ length: count }, (_, n) => first + n);
    first += count;
    return new Uint8Array(codes.buffer);
  });
  return { format: R16, ...shape, levels: (shape.samples ?? 1) > 1 ? levels.slice(0, 1) : levels };
}

/** The binding of a numbered image, and the number of the texel at an address. */
export function bound(
  shape: Shape,
  sampler: Partial<Sampler> = {},
  view: Partial<ImageView> = {},
  layout: TexelLayout = 'linear',
  instruction: Instruction = EXPLICIT,
) {
  const memory = layOutImages([numbered(shape)], layout);
  const state = {
    image: 0,
    view: { ...wholeView(memory.images[0]), ...view },
    sampler: { ...DEFAULT_SAMPLER, ...sampler },
    instruction,
  };
  const binding = bind(FULL_QUALITY, memory, state, 0);
  const { bytes } = memory.data;
  /** The number of the texel at an address, or the address itself if there is no texel. */
  const number = (address: number) => (address < 0 ? address : bytes[address] + 256 * bytes[address + 1]);
  return { binding, number };
}
