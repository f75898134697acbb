import type {
  CacheDesign,
  Design,
  L2Design,
  L3Design,
  TagDesign,
  TlbDesign,
  UnitsDesign,
} from '../../../rtl-model/design/design.ts';
import { pairsOf, policyOf } from '../../../rtl-model/design/replacement-policies.ts';
import { mostMisses } from '../../../rtl-model/texel-cache/look-ups.ts';
import { UNIT_NAMES } from '../../../rtl-model/registers/register.ts';
import { StateRegisters } from '../../../rtl-model/registers/state-registers.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { ADDRESS_BITS } from '../parameters/unit-widths.ts';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { STAGE_RECORDS, type Stage, STAGES } from '../../../pipeline/stages/stages.ts';

/** Words of one memory of the unit: SRAM, or the flip-flops of a small FIFO. */
export interface Storage {
  readonly name: string;
  readonly words: number;
  /** Bits of a word. */
  readonly bits: number;
  /** Reads and writes that each of its words takes part in a cycle. */
  readonly ports: number;
  /** The memories that these words lie in, one of each unit; one if it is left out. */
  readonly copies?: number;
}

/** Bits of a quad's result: four floats of four lanes. */
export const RESULT_BITS = QUAD_LANES * 4 * 32;

/** A read and a write in a cycle: those of a FIFO. */
const READ_AND_WRITE = 2;

/** The tags and the data of a cache, or of one of its buffers. */
export interface Lines {
  readonly tags: Storage;
  readonly data: Storage;
}

/**
 * The memories of a design: tags, replacement state and data of its caches, their queues, and the FIFOs of the pipeline.
 *
 * @param plain a state of the plain path, whose registers the FIFOs hold
 */
export function memoriesOf(design: Design, plain: Binding) {
  const { cache, pipeline } = design;
  const { victimLines, prefetch, sectorBytes, tlb, l2, l3 } = cache;
  const sectors = sectorsOf(cache);
  return {
    ...linesOf('texel cache', cache, sectors, {
      tags: cache.tagsPerCycle + ownPort(cache.fill.tagCycles),
      // A port of a bank writes a line in place of a read.
      data: cache.dataPorts,
    }),
    ...(victimLines > 0 && { victims: linesOf('victim buffer', { ...cache, sets: 1, ways: victimLines }, sectors) }),
    ...(prefetch !== null && {
      ahead: linesOf('prefetch buffer', { sets: 1, ways: prefetch.sectors, lineBytes: sectorBytes }, 1),
    }),
    /** Outcomes of look-ups on their way to the data stage, and sectors that have come back and wait for it. */
    outcomes: outcomes(design),
    responses: responses(cache),
    /** Replacement state and misses. */
    others: [
      ...orderStore('texel cache', cache),
      ...(victimLines === 0 ? [] : [{ name: 'victim buffer lru', words: 1, bits: pairsOf(victimLines), ports: 1 }]),
      missStore('outstanding misses', cache.outstandingMisses, cache, mostMisses(cache)),
      ...requests(cache),
      ...bankStores(cache),
    ],
    fifos: fifos(design, plain),
    ...(l2 !== null && { l2: l2Memories(l2) }),
    ...(l3 !== null && { l3: levelMemories('L3', l3, 1) }),
    ...(tlb !== null && { tlb: tlbMemories(tlb) }),
    shared: places(pipeline.units),
  };
}

/** The memories of a texture unit, and of the TLB, the L2 and the L3 that all units share. */
export type Memories = ReturnType<typeof memoriesOf>;

/** All memories of a design. Those of a unit have the words of all units, which share TLB, L3 and, unless each has its own, the L2. */
export function storesOf(memories: Memories, { cache, pipeline: { units } }: Design): readonly Storage[] {
  const { tags, data, victims, ahead, outcomes, responses, others, fifos, l2, l3, tlb, shared } = memories;
  const both = (lines?: Lines) => (lines === undefined ? [] : [lines.tags, lines.data]);
  const level2 = [...both(l2), ...(l2?.others ?? [])];
  const level3 = [...both(l3), ...(l3?.others ?? [])];
  const ownL2 = cache.l2?.sharing === 'none';
  const own = [tags, data, ...both(victims), ...both(ahead), ...others, outcomes, responses, ...fifos];
  const ofUnit = ownL2 ? [...own, ...level2] : own;
  const all = ofUnit.map((store) => ({ ...store, words: units.count * store.words, copies: units.count }));
  return [...all, ...(ownL2 ? [] : level2), ...level3, ...both(tlb), ...(tlb?.others ?? []), ...shared];
}

/** The bits of all memories. */
export function bitsOf(stores: readonly Storage[]): number {
  return stores.reduce((sum, { words, bits }) => sum + words * bits, 0);
}

/** The cells with one port that take as much area as all memories. */
export function areaInCells(stores: readonly Storage[]): number {
  return stores.reduce((sum, { words, bits, ports }) => sum + words * bits * cellArea(ports), 0);
}

/**
 * The area of a cell with so many ports, that of one with one port being 1. A port is a word line and two bit lines, and
 * makes the cell higher and wider by two pitches: CACTI 5.1 (S. Thoziyoor, N. Muralimanohar, J. H. Ahn, N. P. Jouppi, HP
 * Laboratories 2008). Its cell of 146 F^2 is 10 F by 14.6 F, and its local wires have a pitch of 2.5 F.
 */
export function cellArea(ports: number): number {
  const more = 2 * 2.5 * (ports - 1);
  return ((10 + more) * (14.6 + more)) / (10 * 14.6);
}

/** A port for what takes no cycles from the others. */
function ownPort(cycles: number): number {
  return cycles === 0 ? 1 : 0;
}

type Size = Pick<TagDesign, 'sets' | 'ways' | 'lineBytes'>;

/** A tag and a valid bit a sector for each line, and its data. */
function linesOf(name: string, { sets, ways, lineBytes }: Size, sectors: number, ports = { tags: 1, data: 1 }): Lines {
  const words = sets * ways;
  return {
    tags: { name: `${name} tags`, words, bits: addressBits(lineBytes) - Math.log2(sets) + sectors, ports: ports.tags },
    data: { name: `${name} data`, words, bits: 8 * lineBytes, ports: ports.data },
  };
}

/** Bits of the address of so many bytes. */
export function addressBits(bytes: number): number {
  return ADDRESS_BITS - Math.log2(bytes);
}

/**
 * Each look-up's outcome: hit or miss, bank and row. There are as many as passes between the stages can make
 * (rtl-model/texel-cache/texel_cache.sv).
 */
function outcomes({ cache, pipeline: { latency, fifoDepth } }: Design): Storage {
  const { sets, ways, banks } = cache;
  const row = Math.max(1, bitsTo((sets * ways * sectorsOf(cache)) / banksOfSets(cache)));
  const words = (latency.tag + fifoDepth.fragment + 1) * PASS_TAPS;
  return { name: 'outcomes', words, bits: 1 + Math.max(1, bitsTo(banks)) + row, ports: READ_AND_WRITE };
}

/** Sectors that have come back, in as many lanes as the data stage can write in a cycle. */
function responses({ outstandingMisses, sectorBytes, banks }: CacheDesign): Storage {
  const lanes = Math.min(banks, PASS_TAPS);
  const words = lanes * Math.ceil(outstandingMisses / lanes);
  return { name: 'responses', words, bits: 8 * sectorBytes, ports: READ_AND_WRITE };
}

/**
 * The rows that each bank has for sectors of the other banks, as a set that is no part of the address has sectors of all of
 * them; and for each bank the sector that it writes while the cycle reads it.
 */
function bankStores(cache: CacheDesign): readonly Storage[] {
  const { sets, ways, lineBytes, sectorBytes, banks, fill } = cache;
  const copies = banks / banksOfSets(cache) - 1;
  const rows = { name: 'texel cache data for other banks', words: copies * sets * ways, bits: 8 * lineBytes };
  return [
    ...(copies === 0 ? [] : [{ ...rows, ports: cache.dataPorts }]),
    ...(fill.dataCycles > 0 ? [] : [{ name: 'texel cache fills', words: banks, bits: 8 * sectorBytes, ports: 1 }]),
  ];
}

/** The banks that set and sector tell apart. */
function banksOfSets(cache: CacheDesign): number {
  const { setIndex, indexBits, sets, banks } = cache;
  const isAddress = setIndex === 'modulo' && indexBits === null;
  return Math.min(banks, sectorsOf(cache) * (isAddress ? sets : 1));
}

function sectorsOf({ lineBytes, sectorBytes }: CacheDesign): number {
  return lineBytes / sectorBytes;
}

/** Bits that count to n - 1. */
function bitsTo(n: number): number {
  return Math.ceil(Math.log2(n));
}

/** The state that selects the victim of a set; none where there is no choice. */
function orderStore(name: string, { sets, ways, replacement, rrpvBits }: TagDesign): readonly Storage[] {
  const { bits, sharedBits = 0 } = policyOf(replacement);
  if (ways === 1) return [];
  const shared = { name: `${name} ${replacement} of all sets`, words: 1, bits: sharedBits, ports: 1 };
  const ofSet = { name: `${name} ${replacement}`, words: sets, bits: bits(ways, rrpvBits), ports: 1 };
  return sharedBits === 0 ? [ofSet] : [ofSet, shared];
}

/** The address and the way of each outstanding miss. @param sent misses that come in a cycle; one returns */
function missStore(
  name: string,
  words: number,
  { sectorBytes, ways }: Pick<CacheDesign, 'sectorBytes' | 'ways'>,
  sent: number,
): Storage {
  return { name, words, bits: addressBits(sectorBytes) + bitsTo(ways), ports: sent + 1 };
}

/** The addresses of misses that wait for the memory, and of those on their way to it. */
function requests(cache: CacheDesign): readonly Storage[] {
  const { missQueue, outstandingMisses, missLatency, sectorBytes } = cache;
  const bits = addressBits(sectorBytes);
  const sent = mostMisses(cache);
  return [
    { name: 'miss queue', words: Math.min(missQueue, outstandingMisses), bits, ports: sent + 1 },
    ...(missLatency === 0 ? [] : [{ name: 'misses on their way', words: missLatency, bits: sent * bits, ports: 1 }]),
  ];
}

/** The unit of each miss at the L2 and the memory, and a bit for a place that is taken. */
function places({ count, places: words }: UnitsDesign): readonly Storage[] {
  return words === 'unlimited'
    ? []
    : [{ name: 'misses of units', words, bits: 1 + bitsTo(count), ports: READ_AND_WRITE }];
}

/** The L2. It has no miss slots without a limit, which no hardware has. */
function l2Memories(l2: L2Design) {
  const { lineBytes, ways, outstandingMisses } = l2;
  const level = levelMemories('L2', l2, l2Ports(l2));
  if (outstandingMisses === 'unlimited') return level;
  const misses = missStore('L2 misses', outstandingMisses, { sectorBytes: lineBytes, ways }, 1);
  return { ...level, others: [misses, ...level.others] };
}

/** A cache below the texel cache, with the register of its link. */
function levelMemories(name: string, level: TagDesign & Pick<L3Design, 'bytesPerCycle'>, ports: number) {
  return {
    ...linesOf(name, level, 1, { tags: ports, data: ports }),
    others: [...orderStore(name, level), { name: `${name} link`, words: 1, bits: 8 * level.bytesPerCycle, ports: 1 }],
  };
}

/** The TLB: the page of each entry, its place in memory, and the entry of each walk. */
function tlbMemories({ pageBytes, sets, ways, walks }: TlbDesign) {
  const words = sets * ways;
  const page = addressBits(pageBytes);
  return {
    tags: { name: 'TLB tags', words, bits: page - Math.log2(sets) + 1, ports: 1 },
    data: { name: 'TLB pages', words, bits: page, ports: 1 },
    others: [
      ...(ways === 1 ? [] : [{ name: 'TLB lru', words: sets, bits: pairsOf(ways), ports: 1 }]),
      { name: 'page walks', words: walks, bits: page + bitsTo(ways), ports: READ_AND_WRITE },
    ],
  };
}

/** The ports of a bank of the L2; one without a limit, which no hardware has. */
export function l2Ports({ ports }: L2Design): number {
  return ports === 'unlimited' ? 1 : ports;
}

/** The FIFO after each stage: of every register that an earlier unit wrote and a later one reads, those of four lanes. */
function fifos({ pipeline }: Design, plain: Binding) {
  const registers = new StateRegisters(plain);
  return STAGES.flatMap((stage) => {
    const { fifo, title, gives: items } = STAGE_RECORDS[stage];
    if (fifo === null) return [];
    return {
      name: `FIFO behind ${title}`,
      stage,
      items,
      words: pipeline.fifoDepth[fifo],
      bits: waitingBits(registers, stage),
      ports: READ_AND_WRITE,
    };
  });
}

function waitingBits(registers: StateRegisters, stage: Stage): number {
  // Tag and data stages write no registers.
  const left = STAGES.slice(0, STAGES.indexOf(stage) + 1).filter((passed) =>
    UNIT_NAMES.some((unit) => unit === passed),
  );
  const later = UNIT_NAMES.slice(left.length);
  const waiting = new Set(later.flatMap((unit) => registers.into(unit)));
  const bits = [...waiting]
    .filter(({ register }) => later.every((unit) => unit !== register.from))
    .reduce((sum, { register, format }) => sum + register.of.entries.length * format.width, 0);
  // The data stage gives the bytes of the taps, as many as the widest texel of the plain path has.
  return QUAD_LANES * (bits + (stage === 'data' ? TAP_BITS : 0));
}

/** Four taps of at most 32 bits each. */
const TAP_BITS = 4 * 32;
