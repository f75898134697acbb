import type { RowDesign, TagDesign } from '../../../../rtl-model/design/design.ts';
import { policyOf } from '../../../../rtl-model/design/replacement-policies.ts';
import { setsOf, type SetRule } from '../../../../rtl-model/texel-cache/set-index.ts';
import type { ReplayDesign } from '../caches/lookup-levels.ts';

/**
 * The rule that divides the look-ups of a design into parts that share no set, so that each can be simulated apart: by
 * bits of the address that name a set in every level, or by the set of a single level. Some designs cannot be
 * divided; the key then has the reason.
 */
export type SplitKey =
  | { readonly by: 'address'; readonly bytes: number }
  | { readonly by: 'set'; readonly rule: SetRule }
  | { readonly by: 'nothing'; readonly reason: string };

/** The bits of an address from `from` up to, but without, `until`. */
interface Bits {
  readonly from: number;
  readonly until: number;
}

/** @param parts a power of two */
export function splitKey(design: ReplayDesign, parts: number): SplitKey {
  const { cache, memory } = design;
  const { l2, l3, victimLines, prefetch, tlb } = cache;
  if (tlb !== null) return { by: 'nothing', reason: 'the lines of all sets share the pages of the TLB' };
  if (victimLines > 0) return { by: 'nothing', reason: 'the lines of all sets share the victim buffer' };
  if (prefetch !== null) return { by: 'nothing', reason: 'a miss fetches a sector of another set ahead' };
  const level2 = l2 === null || l2.allocation === 'none' ? null : l2;
  const below = [level2, l3].filter((level) => level !== null);
  const shares = [cache, ...below].some(({ replacement }) => policyOf(replacement).sharedBits !== undefined);
  if (shares) return { by: 'nothing', reason: 'the sets of a level share a counter of their replacement' };
  const single = below.length === 0 && memory.rows === null;
  if ([cache, ...below].some(isHashed)) {
    if (!single) return { by: 'nothing', reason: 'a set of the one level is spread over all of the next' };
    if (cache.sets < parts) return { by: 'nothing', reason: `there are not ${parts} sets` };
    const { lineBytes, sets, setIndex, indexBits } = cache;
    return { by: 'set', rule: { lineBytes, sets, setIndex, indexBits } };
  }
  const fields = [cache, ...below].map(({ lineBytes, sets }) => bits(lineBytes, sets));
  if (memory.rows !== null) fields.push(rowBits(memory.rows, memory));
  const from = Math.max(...fields.map((field) => field.from));
  const until = Math.min(...fields.map((field) => field.until));
  if (2 ** (until - from) < parts) {
    const what = single
      ? `there are not ${parts} sets`
      : 'the sets of the levels and the memory banks share no address bits';
    return { by: 'nothing', reason: what };
  }
  return { by: 'address', bytes: 2 ** from };
}

/** True where the set is not the low bits of the number of the line. */
function isHashed({ setIndex, indexBits }: TagDesign): boolean {
  return setIndex === 'xor-folded' || indexBits !== null;
}

/** The part of a sector, 0 to parts - 1; `otherwise` if the look-ups are not divided. */
export function partOf(
  key: SplitKey,
  parts: number,
  sectorBytes: number,
  otherwise: number,
): (sector: number) => number {
  switch (key.by) {
    case 'nothing':
      return () => otherwise;
    case 'address': {
      const perSector = sectorBytes / key.bytes;
      return (sector) => modulo(Math.floor(sector * perSector), parts);
    }
    case 'set': {
      const perSector = sectorBytes / key.rule.lineBytes;
      const setOf = setsOf(key.rule);
      return (sector) => modulo(setOf(Math.floor(sector * perSector)), parts);
    }
  }
}

function modulo(n: number, parts: number): number {
  return n - Math.floor(n / parts) * parts;
}

/**
 * The address bits of the memory bank, without those below a burst: all bytes of a burst agree in them. The bits of the
 * channel lie below those of the bank, or above the lowest of them.
 */
function rowBits({ rowBytes, banks }: RowDesign, { burstBytes, channels }: ReplayDesign['memory']): Bits {
  const above = channels !== null && channels.interleaveBytes <= rowBytes;
  const { from, until } = bits(above ? rowBytes * channels.count : rowBytes, banks);
  const block = channels === null || above ? until : Math.log2(channels.interleaveBytes);
  return { from: Math.max(from, Math.log2(burstBytes)), until: Math.min(until, block) };
}

/** @param bytes size of one counted unit; `count` is the number of units; both are powers of two */
function bits(bytes: number, count: number): Bits {
  return { from: Math.log2(bytes), until: Math.log2(bytes * count) };
}
