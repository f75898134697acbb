import type { Design } from '../design/design.ts';
import type { TexelFormat } from '../formats/texel-format.ts';
import type { Operation } from './instruction.ts';
import type { Sampler } from './sampler.ts';

/** Bits of the SNORM codes whose sums are widened. */
export const SUMMED_BITS = 8;

/** True if a state averages SNORM codes by sums that are widened, as `filter.signedGuardBits` describes. */
export function widensSums({ filter }: Design, op: Operation, sampler: Sampler, format: TexelFormat): boolean {
  const { magFilter, minFilter, mipmapMode, reductionMode, ycbcrConversion } = sampler;
  const filters = [magFilter, minFilter, mipmapMode];
  return (
    filter.signedGuardBits !== 'stored' &&
    op === 'sample' &&
    reductionMode === 'weighted_average' &&
    ycbcrConversion === null &&
    filters.includes('linear') &&
    !filters.includes('cubic') &&
    format.componentType === 'snorm' &&
    format.codec === null &&
    format.bits.every((width) => width === SUMMED_BITS)
  );
}
