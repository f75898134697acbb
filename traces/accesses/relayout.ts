import type { TexelLayout } from '../../rtl-model/design/design.ts';
import { align, IMAGE_ALIGNMENT, layerAlignment } from '../../rtl-model/memory/lay-out-images.ts';
import { type LevelLayout, layOutLevel } from '../../rtl-model/memory/texel-layout.ts';
import type { AccessBatch } from './access-batch.ts';
import type { TracedImage } from './image-table.ts';
import { TexelLocator } from './texel-locator.ts';

/** Moves the accesses of a trace to where another layout has their texels. */
export class Relayout {
  /** The image table of the new layout. */
  readonly images = relaid(this.traced, this.layout);
  private readonly from = new TexelLocator(this.traced);
  private readonly to = new TexelPlaces(this.images);

  /** @throws RangeError when the table's levels overlap */
  constructor(
    private readonly traced: readonly TracedImage[],
    private readonly layout: TexelLayout,
  ) {}

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
    if (image.levels[0].base % IMAGE_ALIGNMENT === 0) end = align(end, IMAGE_ALIGNMENT);
    const unitBytes = addressed === 'blocks' ? stride : across * down * stride;
    const levels = image.levels.map((level) => {
      const { width, height, depth } = level;
      const grid = layOutLevel(layout, Math.ceil(width / across), Math.ceil(height / down));
      const sliceBytes = grid.texels * unitBytes;
      const layerBytes = align(sliceBytes * depth, layerAlignment(unitBytes));
      const base = end;
      end += layerBytes * layers;
      return { ...level, base, layerBytes, sliceBytes };
    });
    return { ...image, layout, levels };
  });
}

/** The byte address of each texel of an image table: the inverse of TexelLocator. */
export class TexelPlaces {
  private readonly grids: readonly (readonly LevelLayout[])[] = this.images.map(
    ({ layout, block: [across, down], levels }) =>
      levels.map(({ width, height }) => layOutLevel(layout, Math.ceil(width / across), Math.ceil(height / down))),
  );

  constructor(private readonly images: readonly TracedImage[]) {}

  /**
   * @param x,y,z a texel of the level; where blocks are addressed, any texel of the block
   * @returns the byte address of its first byte
   */
  address(image: number, level: number, layer: number, x: number, y: number, z: number): number {
    const { addressed, stride, block, levels } = this.images[image];
    const { base, layerBytes, sliceBytes } = levels[level];
    const { column, row } = this.grids[image][level];
    const [across, down] = block;
    const blockX = Math.floor(x / across);
    const blockY = Math.floor(y / down);
    const place = column[blockX] + row[blockY];
    const unit =
      addressed === 'blocks' ? place : place * across * down + (y - blockY * down) * across + (x - blockX * across);
    return base + layer * layerBytes + z * sliceBytes + unit * stride;
  }
}
