import { DesignError, type PrefetchDesign } from '../../rtl-model/design/design.ts';
import type { Image } from '../../rtl-model/memory/image.ts';
import type { PassSectors } from './pass-sectors.ts';
import type { StateFacts } from './run-parts.ts';

/** @param design its name  @throws DesignError for prefetches by level, which need images */
export function refuseLevels({ next }: PrefetchDesign, design: string): void {
  if (next === 'line') return;
  throw new DesignError('cache.prefetch.next', `${next}; expected line for accesses without images`, design);
}

/**
 * The sectors that are fetched ahead with a sector: the one after it, or the one of the next coarser level that shows
 * the same place. A sector shows the place of its first texel, row by row; texel (i, j) of a level lies in texel
 * (floor(i / 2), floor(j / 2)) of the next.
 */
export class NextSectors {
  private readonly line: boolean;
  /** The sector of the coarser level for each sector that has one. Empty if none is fetched. */
  private readonly coarser = new Map<number, number>();
  private readonly nexts: number[] = [];

  /** Fetches no sectors of levels where nothing is known of images. */
  constructor({ next }: PrefetchDesign, sectors: PassSectors, states: readonly StateFacts[]) {
    this.line = next !== 'mip';
    if (next === 'line') return;
    states.forEach(({ images }, state) => {
      for (const image of images) this.addLevels(image, (address) => sectors.sectorOf(state, address));
    });
  }

  /** The sectors to fetch with a sector, valid until the next call. */
  after(sector: number): readonly number[] {
    const { nexts } = this;
    nexts.length = 0;
    if (this.line) nexts.push(sector + 1);
    const coarser = this.coarser.get(sector);
    if (coarser !== undefined) nexts.push(coarser);
    return nexts;
  }

  private addLevels({ levels, layers, texelStride }: Image, sectorOf: (address: number) => number): void {
    for (let l = 0; l + 1 < levels.length; l++) {
      const [fine, coarse] = [levels[l], levels[l + 1]];
      const half = (at: number, size: number) => Math.min(at >> 1, size - 1);
      for (let layer = 0; layer < layers; layer++) {
        for (let k = 0; k < fine.depth; k++) {
          const slice = k * fine.sliceTexels;
          const coarseSlice = half(k, coarse.depth) * coarse.sliceTexels;
          for (let j = 0; j < fine.height; j++) {
            for (let i = 0; i < fine.width; i++) {
              const at = fine.column[i] + fine.row[j] + slice;
              const sector = sectorOf(fine.base + layer * fine.layerBytes + at * texelStride);
              if (this.coarser.has(sector)) continue;
              const to = coarse.column[half(i, coarse.width)] + coarse.row[half(j, coarse.height)] + coarseSlice;
              this.coarser.set(sector, sectorOf(coarse.base + layer * coarse.layerBytes + to * texelStride));
            }
          }
        }
      }
    }
  }
}
