import { UNBOUND_ADDRESS } from '../registers/footprints.ts';
import type { Image } from '../memory/image.ts';

/** Texel addresses of one image, or of one plane of it. */
export class Surface {
  private readonly sampleBytes: number;

  constructor(readonly image: Image) {
    this.sampleBytes = image.texelStride / image.samples;
  }

  /**
   * @param level,layer of the image
   * @param i,j,k within the level
   * @returns the texel's byte address, or UNBOUND_ADDRESS where no memory is bound to it
   */
  address(level: number, layer: number, i: number, j: number, k: number, sample: number): number {
    const { levels, texelStride, unbound } = this.image;
    if (unbound.length > 0 && this.isUnbound(level, layer, i, j, k)) return UNBOUND_ADDRESS;
    const { base, layerBytes, column, row, sliceTexels } = levels[level];
    return base + layer * layerBytes + (column[i] + row[j] + k * sliceTexels) * texelStride + sample * this.sampleBytes;
  }

  private isUnbound(level: number, layer: number, i: number, j: number, k: number): boolean {
    return this.image.unbound.some(
      (region) =>
        region.level === level &&
        region.layer === layer &&
        within(i, region.x, region.width) &&
        within(j, region.y, region.height) &&
        within(k, region.z, region.depth),
    );
  }
}

function within(index: number, start: number, size: number): boolean {
  return index >= start && index < start + size;
}
