import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { memoryKey, texelMemory, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';

/** Memories by the list of their images, and by the key that designs have in common. */
const memories = new WeakMap<readonly ImageSource[], Map<string, TexelMemory>>();

/**
 * Images in the layout of a design, for requests that store no texels. Designs with the same layout share them, and the
 * kernels' tables with them, as long as the list of the images is there.
 *
 * @throws RangeError as `texelMemory`
 */
export function keptMemory(design: Design, images: readonly ImageSource[]): TexelMemory {
  const known = memories.get(images) ?? new Map<string, TexelMemory>();
  const key = memoryKey(design);
  const memory = known.get(key) ?? texelMemory(design, images);
  memories.set(images, known.set(key, memory));
  return memory;
}

export function storesTexels({ instruction: { op } }: TextureState): boolean {
  return op === 'write' || op === 'atomic';
}
