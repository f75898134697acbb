import type { Binding } from '../state/binding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { Image } from '../memory/image.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { compressionOf, decodesAlike } from '../formats/block-format.ts';
import { aspectFormat } from '../formats/depth-stencil-formats.ts';
import { texelDecoder } from './format-decoder.ts';
import type { TexelDecoder } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** The decoder of operations that read no texel. */
export class NoDecoder implements TexelDecoder {
  readonly tables = null;

  decode(): void {}

  decodeTap(): void {}
}

/** One decoder for each plane of an image, or for each of two images; `Footprints.plane` selects it. */
class PlaneDecoder implements TexelDecoder {
  readonly tables = null;

  constructor(private readonly decoders: readonly TexelDecoder[]) {}

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, foot.address[tap], data);
  }

  decodeTap(foot: Footprints, tap: number, address: number, data: TexelBytes): void {
    this.decoders[foot.plane[tap >> 2]].decodeTap(foot, tap, address, data);
  }
}

/** The decoder of the texels that bindings read: the format and aspect of each view, plane by plane. */
export function planeDecoder(...bindings: readonly Binding[]): TexelDecoder {
  const [{ design, sampler }] = bindings;
  const decoders = bindings.flatMap((binding) =>
    storedFormats(binding).map((format) => texelDecoder(design, format, sampler)),
  );
  return decoders.length === 1 ? decoders[0] : new PlaneDecoder(decoders);
}

function storedFormats({ image, view }: Binding): readonly TexelFormat[] {
  if (image.planes !== null) return image.planes.map(({ stored }) => stored);
  if (image.format.codec !== null) {
    return [view.format === image.format ? image.stored : transferred(image, view.format)];
  }
  return [aspectFormat(view.format, view.aspect)];
}

/**
 * The format of a block-compressed image seen through an sRGB or non-sRGB view.
 *
 * @throws RangeError for a view of another compression, and where the memory held no texels in the view's format
 */
function transferred(image: Image, format: TexelFormat): TexelFormat {
  const { name, componentType, codec, linear } = format;
  const alike = codec !== null && compressionOf(format) === compressionOf(image.format);
  if (!alike || !decodesAlike(format, image.format)) {
    throw new RangeError(`blocks of ${image.format.name} are not read as ${name}: give the image that format`);
  }
  return Object.freeze({ ...image.stored, name, componentType, linear });
}
