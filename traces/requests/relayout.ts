import { layOutLevel } from '../../rtl-model/memory/texel-layout.ts';
import type { TexelLayout } from '../../rtl-model/design/design.ts';
import { layerAlignment } from '../../rtl-model/memory/image.ts';
import type { AccessBatch } from '../accesses/access-batch.ts';
import { TexelLocator } from '../accesses/texel-locator.ts';
import { TexelPlaces } from '../accesses/texel-places.ts';
import type { TracedImage } from './traced-image.ts';

/** As the texel memory places them: images start on these boundaries, layers of a level as `layerAlignment` has it. */
const IMAGE_ALIGNMENT = 4096;

/** Moves the accesses of a trace to where another layout has their texels. */
export class Relayout {
  /** The image table of the new layout. */
  readonly images: readonly TracedImage[];
  private readonly from: TexelLocator;
  private readonly to: TexelPlaces;

  /** @throws RangeError when the table's levels overlap */
  constructor(images: readonly TracedImage[], layout: TexelLayout) {
    this.images = relaid(images, layout);
    this.from = new TexelLocator(images);
    this.to = new TexelPlaces(this.images);
  }

  /**
   * Changes the addresses of the batch in place.
   *
   * @returns how many accesses fall into no texel of the table; they keep their address
   */
  move(batch: AccessBatch): number {
    const { from, to } = this;
    let unknown = 0;
    for (let n = 0; n < batch.count; n++) {
      if (from.locate(batch.address[n])) {
        batch.address[n] = to.address(from.image, from.level, from.layer, from.x, from.y, from.z) + from.byte;
      } else unknown++;
    }
    return unknown;
  }
}

/** Images that have the layout already stay where they are only if all of them have it. */
function relaid(images: readonly TracedImage[], layout: TexelLayout): readonly TracedImage[] {
  if (images.every((image) => image.layout === layout)) return images;
  let end = 0;
  return images.map((image) => {
    const { layers, addressed, stride, block } = image;
    const [across, down] = block;
    if (image.levels[0].base % IMAGE_ALIGNMENT === 0) end = aligned(end, IMAGE_ALIGNMENT);
    const unitBytes = addressed === 'blocks' ? stride : across * down * stride;
    const levels = image.levels.map((level) => {
      const { width, height, depth } = level;
      const grid = layOutLevel(layout, Math.ceil(width / across), Math.ceil(height / down));
      const sliceBytes = grid.texels * unitBytes;
      const layerBytes = aligned(sliceBytes * depth, layerAlignment(unitBytes));
      const base = end;
      end += layerBytes * layers;
      return { ...level, base, layerBytes, sliceBytes };
    });
    return { ...image, layout, levels };
  });
}

function aligned(bytes: number, boundary: number): number {
  return Math.ceil(bytes / boundary) * boundary;
}
