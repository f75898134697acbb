import type { MemoryDesign } from '../../rtl-model/design/design.ts';

/** A request of the unit: the cycle in which it comes, and its bytes. */
export interface PlainRequest {
  readonly cycle: number;
  readonly address: number;
  readonly bytes: number;
}

/** Consecutive bytes of a request in one row of one bank. */
export interface Piece {
  readonly channel: number;
  readonly bank: number;
  readonly row: number;
  bytes: number;
}

/** A span of time, `from` to `until - 1`. */
interface Span {
  readonly from: number;
  readonly until: number;
}

interface PlainChannel {
  /** Cycles of the bus in which it is taken. */
  readonly bus: Span[];
  /** Cycles of the unit in which each bank works, and its open row. */
  readonly banks: { readonly work: Span[]; open: number | null }[];
  /** Cycles of the unit in which the channel refreshes. */
  readonly refreshes: Span[];
  /** Refreshes and transfers of the other client that have been done, of all from the first cycle on. */
  refreshed: number;
  transferred: number;
}

/**
 * The memory as docs/caches.md defines it, slowly: bytes are put into channels, banks and rows one by one, and times are
 * found by trying one cycle after the other.
 *
 * @returns the cycle in which each request is back, and the counts of rows
 */
export function plainMemory(memory: MemoryDesign, requests: readonly PlainRequest[]) {
  const count = memory.channels?.count ?? 1;
  const channels = Array.from({ length: count }, (): PlainChannel => {
    const banks = Array.from({ length: memory.rows?.banks ?? 1 }, () => ({ work: [], open: null }));
    return { bus: [], banks, refreshes: [], refreshed: 0, transferred: 0 };
  });
  const rows = { rowHits: 0, rowMisses: 0, rowConflicts: 0 };
  const back: number[] = [];
  for (const { cycle, address, bytes } of requests) {
    const taken = memory.requests === 'pipelined' ? cycle : Math.max(cycle, ...back);
    const ends = piecesOf(memory, address, bytes).map((piece) => {
      const channel = channels[piece.channel];
      otherWork(memory, channel, piece.channel, count, cycle);
      return served(memory, channel, piece, taken, rows);
    });
    back.push(Math.max(...ends));
  }
  return { back, rows };
}

export function piecesOf(
  { burstBytes, channels, rows }: MemoryDesign,
  address: number,
  bytes: number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = address;
  while (from % burstBytes !== 0) from--;
  let end = address + bytes;
  while (end % burstBytes !== 0) end++;
  for (let byte = from; byte < end; byte++) {
    let channel = 0;
    let place = byte;
    if (channels !== null) {
      const block = Math.floor(byte / channels.interleaveBytes);
      channel = block % channels.count;
      place = Math.floor(block / channels.count) * channels.interleaveBytes + (byte % channels.interleaveBytes);
    }
    const row = rows === null ? 0 : Math.floor(place / rows.rowBytes);
    const bank = rows === null ? 0 : row % rows.banks;
    const last = pieces.at(-1);
    if (last?.channel === channel && last.bank === bank && last.row === row) last.bytes++;
    else pieces.push({ channel, bank, row, bytes: 1 });
  }
  return pieces;
}

/** The first cycle from `from` on in which none of the spans is going on or is still to come. */
function firstAfter(spans: readonly Span[], from: number): number {
  let cycle = from;
  while (spans.some(({ until }) => until > cycle)) cycle++;
  return cycle;
}

/** The first cycle of the bus that begins no earlier than the unit's. */
export function busCycle({ busClock }: MemoryDesign, unit: number): number {
  let cycle = Math.floor((unit * busClock.cycles) / busClock.unitCycles) - 1;
  while (cycle * busClock.unitCycles < unit * busClock.cycles) cycle++;
  return cycle;
}

/** The first cycle of the unit that begins no earlier than the bus'. */
export function unitCycle({ busClock }: MemoryDesign, bus: number): number {
  let cycle = Math.floor((bus * busClock.unitCycles) / busClock.cycles) - 1;
  while (cycle * busClock.cycles < bus * busClock.unitCycles) cycle++;
  return cycle;
}

/** Moves bytes over the bus, no earlier than the unit's cycle. @returns the cycle in which they are there */
function moved(memory: MemoryDesign, { bus }: PlainChannel, from: number, bytes: number): number {
  const start = firstAfter(bus.slice(-1), busCycle(memory, from));
  let until = start;
  for (let left = bytes; left > 0; left -= memory.bytesPerCycle) until++;
  bus.push({ from: start, until });
  return unitCycle(memory, until);
}

function served(
  memory: MemoryDesign,
  channel: PlainChannel,
  { bank: number, row, bytes }: Piece,
  taken: number,
  counts: { rowHits: number; rowMisses: number; rowConflicts: number },
): number {
  const { rows, latency } = memory;
  let ready = firstAfter(channel.refreshes, taken);
  const bank = channel.banks[number];
  if (rows !== null) {
    ready = firstAfter([...bank.work.slice(-1), ...channel.refreshes], taken);
    if (bank.open === row) counts.rowHits++;
    else {
      counts.rowMisses++;
      if (bank.open !== null) {
        counts.rowConflicts++;
        ready += rows.prechargeCycles;
      }
      ready += rows.activateCycles;
    }
    bank.open = rows.policy === 'open' ? row : null;
  }
  const there = moved(memory, channel, ready + latency, bytes);
  if (rows !== null) {
    const until = there - latency + (rows.policy === 'closed' ? rows.prechargeCycles : 0);
    bank.work.push({ from: taken, until });
  }
  return there;
}

/** What is due up to the cycle in a channel, in the order of time; a refresh before a transfer of the same cycle. */
function otherWork(memory: MemoryDesign, channel: PlainChannel, n: number, count: number, until: number): void {
  const { refresh, otherClient, latency } = memory;
  const refreshDue = () => (refresh === null ? Infinity : (channel.refreshed + 1) * refresh.interval);
  const transferDue = () =>
    otherClient === null ? Infinity : (channel.transferred * count + n + 1) * otherClient.interval;
  for (;;) {
    const due = Math.min(refreshDue(), transferDue());
    if (due > until) return;
    if (due === refreshDue()) {
      const lastData = channel.bus.length === 0 ? 0 : unitCycle(memory, channel.bus.at(-1)!.until) - latency;
      const banks = channel.banks.flatMap(({ work }) => work);
      const from = firstAfter([...banks, ...channel.refreshes], Math.max(due, lastData));
      channel.refreshes.push({ from, until: from + refresh!.cycles });
      const quiet = busCycle(memory, from + refresh!.cycles + latency);
      channel.bus.push({ from: quiet, until: quiet });
      for (const bank of channel.banks) bank.open = null;
      channel.refreshed++;
    } else {
      moved(memory, channel, due + latency, otherClient!.bytes);
      channel.transferred++;
    }
  }
}
