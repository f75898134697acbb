import type { Binding } from '../binding.ts';
import type { Footprints } from '../footprints.ts';
import type { TexelBytes } from '../image.ts';
import { aspectFormat } from './depth-stencil-formats.ts';
import { type TexelDecoder, texelDecoder } from './texel-decoder.ts';
import type { TexelFormat } from './texel-format.ts';

/** For operations that read no texel. */
export class NoDecoder implements TexelDecoder {
  decode(): void {}

  decodeTap(): void {}
}

/** A decoder for each plane of an image, or for each of two images: `Footprints.plane` says which. */
class PlaneDecoder implements TexelDecoder {
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

/** The decoder of what a binding reads: its view's format and aspect, plane by plane, or that of several bindings. */
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

/** Blocks seen through another format of the same codec: sRGB or not. */
function recoded(stored: TexelFormat, { name, componentType }: TexelFormat): TexelFormat {
  return Object.freeze({ ...stored, name, componentType });
}
