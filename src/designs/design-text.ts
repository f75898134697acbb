import type {
  CacheDesign,
  Design,
  DramTiming,
  L2Design,
  L3Design,
  MemoryDesign,
  PipelineDesign,
  RowDesign,
  TagDesign,
  TlbDesign,
} from '../../rtl-model/design/design.ts';
import { policyOf } from '../../rtl-model/design/replacement-policies.ts';
import { counted, sizeText } from '../platform/pages/wording.ts';
import { dramName } from './drams.ts';

/** Parts of a description. Those without words are left out. */
type Words = readonly (string | false)[];

function joined(words: Words, between = ', '): string {
  return words.filter((word) => word !== false && word !== '').join(between);
}

/** What an access finds: the caches and the parts of the memory. It is all that a replay without a clock depends on. */
export function cacheText(cache: CacheDesign, memory?: Pick<MemoryDesign, 'channels' | 'rows'>): string {
  const { lineBytes, sectorBytes, layout, victimLines, prefetch, tlb, l2, l3 } = cache;
  return joined([
    ...tagWords(cache, sectorBytes < lineBytes && `${sectorBytes}-byte sectors`),
    layout,
    victimLines > 0 && `victim buffer of ${victimLines}`,
    prefetch !== null && `prefetch of ${AHEAD[prefetch.next]} into ${counted(prefetch.sectors, 'sector')}`,
    tlb !== null && tlbText(tlb),
    l2 !== null && l2Text(l2),
    l3 !== null && `L3 (${joined(tagWords(l3, false))})`,
    memory !== undefined && memoryWords(memory),
  ]);
}

/** A design's caches, its memory, and their times: the fields that cost nothing are left out. */
export function designText({ cache, pipeline }: Design): string {
  const { memory } = pipeline;
  return joined([cacheText(cache, memory), cacheTimes(cache), memoryTimes(memory), unitWords(pipeline)], '; ');
}

const AHEAD = { line: 'the next line', mip: 'the next level', 'line-and-mip': 'the next line and level' } as const;
const SHARING = { pass: 'pass', lane: 'lane', none: 'tap' } as const;

/** Size, lines, sets and replacement of a cache. */
function tagWords(
  { lineBytes, sets, ways, replacement, rrpvBits, setIndex, indexBits }: TagDesign,
  sectors: string | false,
): Words {
  const { title, predicts = false } = policyOf(replacement);
  return [
    sizeText(lineBytes * sets * ways),
    `${lineBytes}-byte lines`,
    sectors,
    sets === 1 ? 'fully associative' : `${sets} sets of ${counted(ways, 'way')}`,
    ways > 1 && `${predicts ? `${rrpvBits}-bit ` : ''}${title}`,
    sets > 1 && setIndex !== 'modulo' && `${setIndex} index`,
    indexBits !== null && `index of address bits ${indexBits.join(' ')}`,
  ];
}

function tlbText({ pageBytes, sets, ways }: TlbDesign): string {
  const place = sets === 1 ? 'fully associative' : `${sets} sets of ${counted(ways, 'way')}`;
  return `TLB of ${counted(sets * ways, 'page')} of ${sizeText(pageBytes)} (${place})`;
}

function l2Text(l2: L2Design): string {
  if (l2.allocation === 'none') return 'L2 without lines';
  const bypassed = l2.bypass === 'written' && 'bypassed by writes';
  const inclusive = l2.inclusive && 'inclusive';
  const own = l2.sharing === 'none' && 'one for each unit';
  return `L2${l2.allocation === 'victim' ? ' of victims' : ''} (${joined([...tagWords(l2, false), inclusive, bypassed, own])})`;
}

function memoryWords({ channels, rows }: Pick<MemoryDesign, 'channels' | 'rows'>): string {
  return joined([
    channels !== null && `${channels.count} channels of ${sizeText(channels.interleaveBytes)} in turn`,
    rows !== null && `${counted(rows.banks, 'bank')} of ${sizeText(rows.rowBytes)} rows, ${rows.policy}`,
  ]);
}

/** The ports of the texel cache and of its L2, the costs of fills, and the misses that can wait. */
function cacheTimes({
  banks,
  dataPorts,
  portSharing,
  sectorsPerTag,
  tapOrder,
  coalescing,
  ...more
}: CacheDesign): string {
  const { replay, writes, missLatency, missesPerCycle, missQueue, fill, tlb, l2, l3 } = more;
  const { dataCycles, turnaroundCycles, tagCycles, tags } = fill;
  return joined([
    (dataPorts > 1 || portSharing !== 'pass') &&
      `${counted(banks, 'bank')} of ${counted(dataPorts, 'port')}, a read for each ${SHARING[portSharing]}`,
    sectorsPerTag > 1 && `${counted(sectorsPerTag, 'look-up')} of a line on a tag port`,
    tapOrder === 'by-tap' && 'first taps of all lanes first',
    coalescing === 'none' && 'a look-up for each tap',
    replay === 'look-up' && 'misses looked up again',
    writes === 'through' && 'writes through',
    missLatency > 0 && `misses sent ${counted(missLatency, 'cycle')} later`,
    missesPerCycle < MOST_MISSES && `${counted(missesPerCycle, 'miss', 'misses')} a cycle`,
    missQueue < LONGEST_QUEUE && `miss queue of ${missQueue}`,
    dataCycles > 0 && `fills of ${counted(dataCycles, 'cycle')} on the data ports`,
    dataCycles > 0 && turnaroundCycles > 0 && `${counted(turnaroundCycles, 'cycle')} to turn them around`,
    tagCycles > 0 && `fills of ${counted(tagCycles, 'cycle')} on the tag ports`,
    tags === 'arrival' && 'tags replaced when lines come',
    tlb !== null && `${counted(tlb.walks, 'page walk')} of ${counted(tlb.walkLatency, 'cycle')}`,
    l2 !== null && `L2 ${joined(l2Times(l2))}`,
    l3 !== null && `L3 ${joined(timesAway(l3))}`,
  ]);
}

/** The values of the two fields at which they hold nothing up: their largest. */
const MOST_MISSES = 64;
const LONGEST_QUEUE = 4096;

function l2Times({ banks, ports, outstandingMisses, busClock, ...l2 }: L2Design): Words {
  return [
    ...timesAway(l2, clockText(busClock)),
    ports !== 'unlimited' && `${counted(banks, 'bank')} of ${counted(ports, 'port')}`,
    outstandingMisses !== 'unlimited' && `${outstandingMisses} outstanding`,
  ];
}

/** @param clock of the link */
function timesAway(
  { latency, dataLatency, bytesPerCycle }: Pick<L3Design, 'latency' | 'dataLatency' | 'bytesPerCycle'>,
  clock = '',
): Words {
  return [
    `${latency} cycles away`,
    dataLatency > 0 && `its data ${dataLatency} more`,
    `${bytesPerCycle} bytes a cycle${clock}`,
  ];
}

function memoryTimes({ latency, bytesPerCycle, busClock, burstBytes, requests, ...more }: MemoryDesign): string {
  const { rows, refresh, otherClient } = more;
  return `memory ${joined([
    `${latency} cycles away`,
    `${bytesPerCycle} bytes a cycle${clockText(busClock)}`,
    burstBytes > 1 && `bursts of ${burstBytes} bytes`,
    requests === 'one-at-a-time' && 'one request at a time',
    rows !== null && (rows.timing === null ? `${rows.activateCycles} cycles to open a row` : dramText(rows.timing)),
    rows !== null && rows.prechargeCycles > 0 && `${rows.prechargeCycles} to close it`,
    rows !== null && rows.window > 1 && `open rows first in a window of ${rows.window}`,
    rows !== null && rows.ranks > 1 && `${rows.ranks} ranks`,
    rows !== null && rows.queue !== null && queueText(rows.queue),
    rows !== null && rows.hitLimit !== 'unlimited' && `${counted(rows.hitLimit, 'burst')} of an open row`,
    refresh !== null && `refresh of ${refresh.cycles} in ${refresh.interval} cycles`,
    otherClient !== null && `another client's ${otherClient.bytes} bytes in ${otherClient.interval} cycles`,
  ])}`;
}

function queueText({ transactions, commands, writes }: NonNullable<RowDesign['queue']>): string {
  const apart = writes === null ? '' : ` and ${writes.entries} for writes, drained from ${writes.low} on when idle`;
  return `queues of ${transactions}, of ${commands} a bank${apart}`;
}

/** Commands of a DRAM: its name, or its limits. */
function dramText(timing: DramTiming): string {
  const limits = Object.keys(timing) as readonly (keyof DramTiming)[];
  return `commands of ${dramName(timing) ?? limits.map((limit) => `${limit} ${timing[limit]}`).join(' ')}`;
}

/** The clock of a bus that is not the unit's. */
function clockText({ cycles, unitCycles }: MemoryDesign['busClock']): string {
  return cycles === unitCycles ? '' : ` of a clock of ${cycles}/${unitCycles}`;
}

/** The requests in flight, if they are limited, the shader, if it waits for results, and the units, if there are several. */
function unitWords({ requestsInFlight, shader, units }: PipelineDesign): string {
  const { warps, quadsPerWarp, instructionsBetween } = shader;
  const shares = {
    tiles: `tiles of ${units.tilePixels} pixels`,
    batch: `batches of ${units.batchQuads} quads`,
    trace: 'as the trace names them',
  };
  return joined(
    [
      requestsInFlight !== 'unlimited' && `${counted(requestsInFlight, 'request')} in flight`,
      warps !== 'unlimited' &&
        `${counted(warps, 'warp')} of ${quadsPerWarp} quads, ${instructionsBetween} instructions between`,
      units.count > 1 && `${units.count} units, ${shares[units.distribution]}, ${units.arbitration}`,
      units.places !== 'unlimited' && `${counted(units.places, 'miss', 'misses')} at a time`,
    ],
    '; ',
  );
}
