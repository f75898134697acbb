import * as z from 'zod';
import type { CacheDesign } from '../../rtl-model/design/design.ts';
import { TEXEL_LAYOUTS } from '../../rtl-model/design/design-fields.ts';
import type { Image } from '../../rtl-model/memory/image.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { expects, fields, integerField, listField, name, oneOf, pair } from '../encodings/fields.ts';

const size = integerField(1, 2 ** 20);
const bytes = integerField(1, Number.MAX_SAFE_INTEGER);

/** A level of an image as a texel-access trace describes it: enough to find the texel of an address. */
const level = fields(
  {
    /** Size in texels. */
    width: size,
    height: size,
    depth: size,
    /** Byte address of layer 0, bytes from one layer to the next, and from one slice of a 3D level to the next. */
    base: integerField(0, Number.MAX_SAFE_INTEGER),
    layerBytes: bytes,
    sliceBytes: bytes,
  },
  'a level',
);

/**
 * An image that accesses of a trace fall into, one plane of it for a multi-planar format. Of a cache that keeps
 * compressed blocks the addresses are those of the blocks.
 */
const image = fields(
  {
    name,
    /** VkFormat in lower case. */
    format: name,
    layout: z.enum(TEXEL_LAYOUTS, expects('a layout such as "linear", "tiled-4x4" or "morton"')),
    layers: size,
    /** `texels`: every texel has an address; `blocks`: every block has one. */
    addressed: oneOf(['texels', 'blocks']),
    /** Bytes from one texel to the next, or from one block to the next, whichever is addressed. */
    stride: integerField(1, 2 ** 20),
    /**
     * Texels that are stored together, in rows, the blocks in the order of the layout: of a format with blocks, which may
     * be decoded. [1, 1] for others.
     */
    block: pair(integerField(1, 64), 'two integers from 1 to 64'),
    /** Level 0 first. */
    levels: listField(level, 1, 32, 'one to 32 levels').readonly(),
  },
  'an image',
).readonly();

export type TracedLevel = z.output<typeof level>;
export type TracedImage = z.output<typeof image>;

/** The image table in the header of a texel-access trace. */
export const tracedImagesSchema: z.ZodType<readonly TracedImage[]> = z.array(image, expects('a list of images'));

/**
 * The image table of what a cache of this design reads from the memory: an entry for each image, or for each plane of a
 * multi-planar one, and one more for each view that decodes an image's blocks in another format.
 *
 * @param memory laid out as the design has it
 * @param names of the images, `image0` and on if left out
 * @param states those that read the images; none if left out
 */
export function tracedImages(
  memory: TexelMemory,
  cache: Pick<CacheDesign, 'layout' | 'blocks'>,
  names: readonly string[] = memory.images.map((_, n) => `image${n}`),
  states: readonly TextureState[] = [],
): readonly TracedImage[] {
  const own = memory.images.flatMap((image, n) => {
    if (image.planes === null) return [tracedImage(image, cache, names[n])];
    return image.planes.map((plane, p) => tracedImage(plane, cache, `${names[n]} plane ${p}`));
  });
  // A cache of compressed blocks knows no decoded texels.
  return cache.blocks === 'compressed' ? own : [...own, ...tracedRecodings(memory, cache, names, states)];
}

function tracedRecodings(
  memory: TexelMemory,
  cache: Pick<CacheDesign, 'layout' | 'blocks'>,
  names: readonly string[],
  states: readonly TextureState[],
): readonly TracedImage[] {
  return memory.images.flatMap(({ recodings }, n) =>
    recodings
      .filter(({ image: { format } }) => states.some(({ image, view }) => image === n && view?.format === format))
      .map(({ image }) => tracedImage(image, cache, `${names[n]} as ${image.format.name}`)),
  );
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
