import type { CacheDesign, Design, L2Design, TagDesign } from '../../rtl-model/design/design.ts';
import { BIMODAL_FILLS } from '../../rtl-model/texel-cache/replacement.ts';
import type { RegisterUnit } from '../../rtl-model/registers/register.ts';
import { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { ADDRESS_BITS } from '../../traces/golden/unit-widths.ts';
import { type Item, STAGE_RECORDS, type Stage, STAGES } from '../../pipeline/stages.ts';

/** Words of one memory of the unit: SRAM, or the flip-flops of a small FIFO. */
export interface Storage {
  readonly name: string;
  readonly words: number;
  /** Bits of a word. */
  readonly bits: number;
}

/** The memories of a design. */
export interface Memories {
  readonly tags: Storage;
  readonly data: Storage;
  /** Replacement state, victim buffer, outstanding misses and L2. */
  readonly others: readonly Storage[];
  readonly fifos: readonly Fifo[];
}

/** A FIFO of the pipeline, and what it holds. */
export interface Fifo extends Storage {
  readonly items: Item;
}

/**
 * The memories of a design: tags, replacement state and data of its caches, outstanding misses, and the FIFOs of the
 * pipeline.
 *
 * @param plain a state of the plain path, whose registers the FIFOs hold
 */
export function memoriesOf(design: Design, plain: Binding): Memories {
  const { cache } = design;
  const { victimLines, l2 } = cache;
  const sectors = cache.lineBytes / cache.sectorBytes;
  return {
    tags: tagStore('texel cache', cache, sectors),
    data: dataStore('texel cache', cache),
    others: [
      ...orderStore('texel cache', cache),
      ...(victimLines > 0 ? victimBuffer(cache, sectors) : []),
      ...prefetchBuffer(cache),
      missStore('outstanding misses', cache.outstandingMisses, cache.sectorBytes, cache.ways),
      ...(l2 === null ? [] : [tagStore('L2', l2, 1), ...orderStore('L2', l2), dataStore('L2', l2), ...l2Misses(l2)]),
    ],
    fifos: fifos(design, plain),
  };
}

/** All memories, in the order of a quad's path. */
export function storesOf({ tags, data, others, fifos }: Memories): readonly Storage[] {
  return [tags, data, ...others, ...fifos];
}

/** The bits of all memories. */
export function bitsOf(stores: readonly Storage[]): number {
  return stores.reduce((sum, { words, bits }) => sum + words * bits, 0);
}

/** A tag and a valid bit a sector, for each line. */
function tagStore(name: string, { sets, ways, lineBytes }: TagDesign, sectors: number): Storage {
  const tag = ADDRESS_BITS - Math.log2(lineBytes) - Math.log2(sets);
  return { name: `${name} tags`, words: sets * ways, bits: tag + sectors };
}

/** The state that tells which line of a set goes; none where there is no choice. */
function orderStore(name: string, { sets, ways, replacement, rrpvBits }: TagDesign): readonly Storage[] {
  const bits = ways === 1 ? 0 : REPLACEMENT_BITS[replacement](ways, rrpvBits);
  return bits === 0 ? [] : [{ name: `${name} ${replacement}`, words: sets, bits }];
}

/** Bits of a set's replacement state; `random` has the 32 bits of its generator, and brrip a counter of fills. */
const REPLACEMENT_BITS: Readonly<Record<TagDesign['replacement'], (ways: number, rrpvBits: number) => number>> = {
  lru: pairsOf,
  'tree-plru': (ways) => ways - 1,
  fifo: (ways) => Math.ceil(Math.log2(ways)),
  random: () => 32,
  srrip: (ways, rrpvBits) => ways * rrpvBits,
  brrip: (ways, rrpvBits) => ways * rrpvBits + Math.log2(BIMODAL_FILLS),
};

/** The order of use has a bit for each pair of ways (rtl-model/texel-cache/lru_order.sv). */
function pairsOf(ways: number): number {
  return (ways * (ways - 1)) / 2;
}

/** The address and the way of each outstanding miss. */
function missStore(name: string, words: number, bytes: number, ways: number): Storage {
  return { name, words, bits: ADDRESS_BITS - Math.log2(bytes) + Math.ceil(Math.log2(ways)) };
}

/** None for an L2 with any number of them, which no hardware has. */
function l2Misses({ outstandingMisses, lineBytes, ways }: L2Design): readonly Storage[] {
  return outstandingMisses === 'unlimited' ? [] : [missStore('L2 misses', outstandingMisses, lineBytes, ways)];
}

function dataStore(name: string, { sets, ways, lineBytes }: TagDesign): Storage {
  return { name: `${name} data`, words: sets * ways, bits: 8 * lineBytes };
}

function victimBuffer({ victimLines, lineBytes }: CacheDesign, sectors: number): readonly Storage[] {
  const tag = ADDRESS_BITS - Math.log2(lineBytes) + sectors;
  return [
    { name: 'victim buffer tags', words: victimLines, bits: tag },
    { name: 'victim buffer lru', words: 1, bits: pairsOf(victimLines) },
    { name: 'victim buffer data', words: victimLines, bits: 8 * lineBytes },
  ];
}

/** An address and a valid bit for each sector that is fetched ahead, and its data. */
function prefetchBuffer({ prefetch, sectorBytes }: CacheDesign): readonly Storage[] {
  if (prefetch === null) return [];
  const words = prefetch.sectors;
  return [
    { name: 'prefetch buffer tags', words, bits: ADDRESS_BITS - Math.log2(sectorBytes) + 1 },
    { name: 'prefetch buffer data', words, bits: 8 * sectorBytes },
  ];
}

/** The units in the order of the path, and the stages behind which their registers wait. */
const UNITS: readonly RegisterUnit[] = ['frontEnd', 'lod', 'address', 'decode', 'filter', 'result'];
/** The last unit that a quad has left in the FIFO behind a stage: tag and data stages write no registers. */
const UNIT_BEHIND = { tag: 'address', data: 'address' } as const;

/** The FIFO behind each stage: of every register that an earlier unit wrote and a later one reads, those of four lanes. */
function fifos({ pipeline }: Design, plain: Binding): readonly Fifo[] {
  const registers = new StateRegisters(plain);
  return STAGES.flatMap((stage) => {
    const { fifo, title, gives: items } = STAGE_RECORDS[stage];
    if (fifo === null) return [];
    return {
      name: `FIFO behind ${title}`,
      items,
      words: pipeline.fifoDepth[fifo],
      bits: waitingBits(registers, stage),
    };
  });
}

function waitingBits(registers: StateRegisters, stage: Stage): number {
  const left = UNITS.indexOf(
    stage in UNIT_BEHIND ? UNIT_BEHIND[stage as keyof typeof UNIT_BEHIND] : (stage as RegisterUnit),
  );
  const later = UNITS.slice(left + 1);
  const waiting = new Set(later.flatMap((unit) => registers.into(unit)));
  const bits = [...waiting]
    .filter(({ register }) => UNITS.indexOf(register.from) <= left)
    .reduce((sum, { register, format }) => sum + register.of.entries.length * format.width, 0);
  // The data stage gives the bytes of the taps, as many as the widest texel of the plain path has.
  return QUAD_LANES * (bits + (stage === 'data' ? TAP_BITS : 0));
}

/** Four taps of at most 32 bits each. */
const TAP_BITS = 4 * 32;
