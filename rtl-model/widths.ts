import { type Design, DesignError } from './design.ts';
import { checkFilterWidths } from './filter-unit/filter-widths.ts';

/** Coordinates, LODs and addresses travel in int32. */
const WORD = 32;

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
  if (cache.lineBytes < 16 || !isPowerOfTwo(cache.lineBytes)) {
    throw new DesignError('cache.lineBytes', 'must be a power of two of at least 16: a line holds the widest texel');
  }
  if (!isPowerOfTwo(cache.sets)) throw new DesignError('cache.sets', 'must be a power of two');
  if (!isPowerOfTwo(cache.banks)) throw new DesignError('cache.banks', 'must be a power of two');
  checkFilterWidths(design);
}

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(Math.log2(n));
}
