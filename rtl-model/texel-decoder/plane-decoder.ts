import type { Binding } from '../state/binding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';
import type { ComponentScale } from '../formats/component-scale.ts';
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
  private readonly decoders: readonly TexelDecoder[];

  constructor(decoders: readonly TexelDecoder[]) {
    this.decoders = decoders;
  }

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
  if (image.format.codec !== null)
    return [view.format === image.format ? image.stored : recoded(image.stored, view.format)];
  return [aspectFormat(view.format, view.aspect)];
}

/** True if two codecs give the same codes. */
function same(a: ComponentScale, b: ComponentScale): boolean {
  return a.one === b.one && a.bits === b.bits && a.signed === b.signed;
}

/**
 * The format of a block-compressed image seen through an sRGB or non-sRGB view.
 *
 * @throws RangeError for other views: the texels are decoded as the image's own format has them
 */
function recoded(stored: TexelFormat, { name, componentType, codec }: TexelFormat): TexelFormat {
  const own = stored.codec!.scales;
  if (codec === null || codec.scales.some(({ one, bits, signed }, c) => !same(own[c], { one, bits, signed }))) {
    throw new RangeError(`blocks of ${stored.name} are not read as ${name}: give the image that format`);
  }
  return Object.freeze({ ...stored, name, componentType });
}
