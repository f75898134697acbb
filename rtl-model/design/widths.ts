import {
  type CacheDesign,
  type Design,
  DesignError,
  type L2Design,
  type MemoryDesign,
  type TagDesign,
} from './design.ts';
import { checkFilterWidths } from '../filter-unit/filter-widths.ts';

/** Coordinates, LODs and addresses travel in int32. */
const WORD = 32;
/** Bytes of a cache are addressed in int32 as well. */
const LARGEST_CACHE = 2 ** 30;

/**
 * Checks what no single field shows: that the widths of a design fit together and into the arithmetic.
 *
 * @throws DesignError naming the field
 */
export function checkWidths(design: Design): void {
  const { address, lod, filter, cache, limits } = design;
  const coordinate = address.coordinate.integerBits + address.coordinate.fractionBits;
  if (coordinate > WORD) {
    throw new DesignError('address.coordinate', `${coordinate} bits; the arithmetic holds ${WORD}`);
  }
  const lodBits = lod.format.integerBits + lod.format.fractionBits;
  if (lodBits > WORD) throw new DesignError('lod.format', `${lodBits} bits; the arithmetic holds ${WORD}`);
  const clampBits = lod.clamp.integerBits + lod.clamp.fractionBits;
  if (clampBits < 1) throw new DesignError('lod.clamp', 'needs at least one bit');
  if (lod.format.fractionBits > lod.log2Table.entryBits) {
    throw new DesignError(
      'lod.log2Table.entryBits',
      `${lod.log2Table.entryBits} is less than the LOD's ${lod.format.fractionBits} fraction bits`,
    );
  }
  if (filter.weightBits > address.coordinate.fractionBits) {
    throw new DesignError(
      'filter.weightBits',
      `${filter.weightBits} is more than the coordinate's ${address.coordinate.fractionBits} fraction bits`,
    );
  }
  if (
    lod.anisotropicRates[0] !== 1 ||
    lod.anisotropicRates.some((rate, k) => k > 0 && rate <= lod.anisotropicRates[k - 1])
  ) {
    throw new DesignError('lod.anisotropicRates', 'must rise from 1');
  }
  if (limits.maxSamplerAnisotropy > lod.anisotropicRates[lod.anisotropicRates.length - 1]) {
    throw new DesignError(
      'limits.maxSamplerAnisotropy',
      `${limits.maxSamplerAnisotropy} is more than the highest of lod.anisotropicRates`,
    );
  }
  checkTags('cache', cache);
  if (!isPowerOfTwo(cache.banks)) throw new DesignError('cache.banks', 'must be a power of two');
  if (cache.sectorBytes < 16 || !isPowerOfTwo(cache.sectorBytes) || cache.sectorBytes > cache.lineBytes) {
    throw new DesignError('cache.sectorBytes', `must be a power of two from 16 to the line's ${cache.lineBytes}`);
  }
  if (cache.l2 !== null) checkL2(cache.l2, cache);
  checkMemory(design.pipeline.memory);
  checkFilterWidths(design);
}

function checkTags(part: string, { lineBytes, sets, ways, replacement }: TagDesign): void {
  if (lineBytes < 16 || !isPowerOfTwo(lineBytes)) {
    throw new DesignError(`${part}.lineBytes`, 'must be a power of two of at least 16: a line holds the widest texel');
  }
  if (!isPowerOfTwo(sets)) throw new DesignError(`${part}.sets`, 'must be a power of two');
  if (replacement === 'tree-plru' && !isPowerOfTwo(ways)) {
    throw new DesignError(`${part}.ways`, 'must be a power of two for tree-plru');
  }
  const bytes = sets * ways * lineBytes;
  if (bytes > LARGEST_CACHE) {
    throw new DesignError(`${part}.sets`, `${sets} sets are ${bytes} bytes; a cache holds ${LARGEST_CACHE}`);
  }
}

function checkL2(l2: L2Design, { lineBytes }: CacheDesign): void {
  checkTags('cache.l2', l2);
  if (l2.lineBytes < lineBytes) {
    throw new DesignError('cache.l2.lineBytes', `must be at least the texel cache's ${lineBytes}`);
  }
  if (l2.allocation === 'victim' && l2.lineBytes !== lineBytes) {
    throw new DesignError('cache.l2.lineBytes', `must be the texel cache's ${lineBytes} for victims of it`);
  }
}

function checkMemory({ burstBytes, rows }: MemoryDesign): void {
  if (!isPowerOfTwo(burstBytes)) throw new DesignError('pipeline.memory.burstBytes', 'must be a power of two');
  if (rows === null) return;
  if (!isPowerOfTwo(rows.banks)) throw new DesignError('pipeline.memory.rows.banks', 'must be a power of two');
  if (!isPowerOfTwo(rows.rowBytes) || rows.rowBytes < burstBytes) {
    throw new DesignError(
      'pipeline.memory.rows.rowBytes',
      `must be a power of two of at least a burst's ${burstBytes}`,
    );
  }
}

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(Math.log2(n));
}
