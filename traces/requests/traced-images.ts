import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { Image, TexelMemory } from '../../rtl-model/memory/image.ts';
import type { TracedImage } from './traced-image.ts';

/**
 * The image table of what a cache of this design reads from the memory: an entry for each image, or for each plane of a
 * multi-planar one.
 *
 * @param memory laid out as the design has it
 * @param names of the images, `image0` and on if left out
 */
export function tracedImages(
  memory: TexelMemory,
  cache: Pick<CacheDesign, 'layout' | 'blocks'>,
  names: readonly string[] = memory.images.map((_, n) => `image${n}`),
): readonly TracedImage[] {
  return memory.images.flatMap((image, n) => {
    if (image.planes === null) return [tracedImage(image, cache, names[n])];
    return image.planes.map((plane, p) => tracedImage(plane, cache, `${names[n]} plane ${p}`));
  });
}

function tracedImage(image: Image, { layout, blocks }: Pick<CacheDesign, 'layout' | 'blocks'>, name: string) {
  const { format, layers, levels, texelStride, compressed } = image;
  const block: TracedImage['block'] = format.block === null ? [1, 1] : [format.block.width, format.block.height];
  const common = { name, format: format.name, layout, layers, block };
  if (compressed === null || blocks === 'decoded') {
    const traced = levels.map(({ width, height, depth, base, layerBytes, sliceTexels }) => {
      return { width, height, depth, base, layerBytes, sliceBytes: sliceTexels * texelStride };
    });
    return { ...common, addressed: 'texels' as const, stride: texelStride, levels: traced };
  }
  const stride = compressed[0].blockBytes;
  const traced = levels.map(({ width, height, depth, layerBytes, sliceTexels }, l) => {
    const { base, decodedBytes } = compressed[l];
    const bytesOfBlocks = (decoded: number) => Math.ceil(decoded / decodedBytes) * stride;
    const sliceBytes = bytesOfBlocks(sliceTexels * texelStride);
    return { width, height, depth, base, layerBytes: bytesOfBlocks(layerBytes), sliceBytes };
  });
  return { ...common, addressed: 'blocks' as const, stride, levels: traced };
}
