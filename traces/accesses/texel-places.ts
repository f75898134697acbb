import { type LevelLayout, layOutLevel } from '../../rtl-model/memory/texel-layout.ts';
import type { TracedImage } from '../requests/traced-image.ts';

/** Where the image table of a trace has a texel: the inverse of TexelLocator. */
export class TexelPlaces {
  private readonly images: readonly TracedImage[];
  private readonly grids: readonly (readonly LevelLayout[])[];

  constructor(images: readonly TracedImage[]) {
    this.images = images;
    this.grids = images.map(({ layout, block: [across, down], levels }) =>
      levels.map(({ width, height }) => layOutLevel(layout, Math.ceil(width / across), Math.ceil(height / down))),
    );
  }

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
