import { refuseLevels } from '../../../../pipeline/cache/next-sectors.ts';
import { type CacheDesign, DesignError, type TagDesign } from '../../../../rtl-model/design/design.ts';
import { PolicyLevels } from './policy-levels.ts';
import type { LookupLevels, ReplayDesign } from './lookup-levels.ts';
import { LruLevels } from './lru-levels.ts';

/**
 * The simulation of a design's levels: the fast one if it covers the design. Both have the same totals.
 *
 * @throws DesignError for prefetches by level, which accesses without images do not tell, and for tags that are replaced
 * when lines come
 */
export function lookupLevels({ name, cache, memory }: ReplayDesign): LookupLevels {
  if (cache.prefetch !== null) refuseLevels(cache.prefetch, name);
  if (cache.fill.tags === 'arrival') {
    throw new DesignError(
      'cache.fill.tags',
      'arrival; expected look-up without a clock: no cycle says which line comes first',
      name,
    );
  }
  return allowsLru(cache) ? new LruLevels(cache, memory) : new PolicyLevels(cache, memory);
}

function allowsLru(cache: CacheDesign): boolean {
  const { l2, l3, lineBytes, sectorBytes, victimLines, prefetch, tlb } = cache;
  const keeps = l2?.allocation === 'on-miss' && !l2.inclusive && isPlain(l2);
  const plainL2 = l2 === null || l2.allocation === 'none' || keeps;
  const alone = victimLines === 0 && prefetch === null && tlb === null && l3 === null;
  return isPlain(cache) && plainL2 && sectorBytes === lineBytes && alone;
}

/** True for plain LRU caches. With one way, every replacement is the same. */
function isPlain({ replacement, setIndex, indexBits, ways }: TagDesign): boolean {
  return setIndex === 'modulo' && indexBits === null && (replacement === 'lru' || ways === 1);
}
