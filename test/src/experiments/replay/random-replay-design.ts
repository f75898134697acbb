import { type CacheDesign, type TagDesign } from '../../../../rtl-model/design/design.ts';
import { L2, MEMORY, ROWS, TAGS } from '../../../../rtl-model/design/design-fields.ts';
import type { ReplayDesign } from '../../../../src/experiments/replay/caches/lookup-levels.ts';
import type { Dice } from '../../../oracle/dice.ts';
import { preset, randomIndexBits, randomTlb } from '../../../pipeline/random-work.ts';
import { freeValues } from '../../../../rtl-model/design/field.ts';

const { cache: CACHE } = preset('full-quality');

/** A cache of one level, with one sector a line, LRU and modulo, plus the given changes. */
export function cacheDesign(changes: Partial<CacheDesign>): ReplayDesign {
  const lineBytes = changes.lineBytes ?? 64;
  const cache: CacheDesign = {
    ...CACHE,
    sectorBytes: lineBytes,
    setIndex: 'modulo',
    replacement: 'lru',
    victimLines: 0,
    l2: null,
    l3: null,
    banks: 4,
    ...changes,
    lineBytes,
  };
  return { name: 'one', cache, memory: { ...freeValues(MEMORY), burstBytes: 16, rows: null } };
}

function randomTags(dice: Dice, lineBytes: number): TagDesign {
  const rule = { lineBytes, sets: dice.pick([1, 4, 16, 64]), setIndex: dice.pick(TAGS.setIndex.values) };
  return {
    ...rule,
    indexBits: randomIndexBits(() => dice.real(0, 1), rule),
    ways: dice.pick([1, 2, 4, 8]),
    replacement: dice.pick(TAGS.replacement.values),
    rrpvBits: dice.pick([1, 2, 3]),
  };
}

/** A random design of caches and memory. */
export function randomReplayDesign(dice: Dice): ReplayDesign {
  const lineBytes = dice.pick([16, 64, 128]);
  const allocation = dice.pick(L2.fields.allocation.values);
  const l2LineBytes = allocation === 'victim' ? lineBytes : lineBytes * dice.pick([1, 2]);
  const bypass = dice.pick(L2.fields.bypass.values);
  const l2 = { ...freeValues(L2), ...randomTags(dice, l2LineBytes), allocation, bypass, latency: 1, bytesPerCycle: 16 };
  const inclusive = allocation === 'on-miss' && bypass === 'none' && dice.chance(0.4);
  const l3 = { ...randomTags(dice, 2 * l2LineBytes), latency: 3, dataLatency: 0, bytesPerCycle: 16 };
  const { name, cache } = cacheDesign({
    ...randomTags(dice, lineBytes),
    sectorBytes: dice.pick([16, lineBytes]),
    ...dice.pick([{}, {}, { coalescing: 'none', portSharing: 'none' } as const]),
    banks: dice.pick([1, 4]),
    victimLines: dice.pick([0, 0, 3]),
    prefetch: dice.chance(0.3) ? { next: 'line', sectors: dice.pick([1, 4]) } : null,
    tlb: randomTlb(() => dice.real(0, 1)),
    l2: dice.chance(0.5) ? { ...l2, inclusive } : null,
    l3: dice.chance(0.3) ? l3 : null,
  });
  const rows = {
    ...freeValues(ROWS),
    banks: dice.pick([2, 8]),
    rowBytes: dice.pick([128, 1024]),
    policy: dice.pick(['open', 'open', 'closed'] as const),
    activateCycles: 1,
  };
  const channels = { count: dice.pick([2, 4]), interleaveBytes: dice.pick([512, 2048]) };
  return {
    name,
    cache,
    memory: {
      burstBytes: dice.pick([1, 32, 512]),
      channels: dice.chance(0.3) ? channels : null,
      rows: dice.chance(0.5) ? rows : null,
    },
  };
}

/** A random design for the fast levels: LRU, modulo, one sector a line. */
export function randomLruDesign(dice: Dice): ReplayDesign {
  const { cache, ...rest } = randomReplayDesign(dice);
  const plain = { setIndex: 'modulo', indexBits: null, replacement: 'lru' } as const;
  const allocation = dice.pick(['on-miss', 'none'] as const);
  const l2 = cache.l2 === null ? null : { ...cache.l2, ...plain, allocation, inclusive: false };
  return {
    ...rest,
    cache: {
      ...cache,
      ...plain,
      sectorBytes: cache.lineBytes,
      victimLines: 0,
      prefetch: null,
      tlb: null,
      l2,
      l3: null,
    },
  };
}
