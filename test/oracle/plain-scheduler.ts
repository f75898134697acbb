import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { busCycle, type Piece, piecesOf, type PlainRequest, unitCycle } from './plain-memory.ts';

/** A thing that waits in a channel: a piece of a request, a transfer of the other client (no piece), or a refresh. */
interface Thing {
  readonly kind: 'piece' | 'transfer' | 'refresh';
  readonly cycle: number;
  readonly number: number;
  readonly request: number;
  readonly piece?: Piece;
}

interface Bank {
  open: number | null;
  /** The first cycle in which it can take a piece, the piece that it works on, and when that is ready. */
  free: number;
  piece: Thing | null;
  ready: number;
}

/**
 * A memory with a window as docs/caches.md defines it, slowly: channel by channel, cycle after cycle.
 *
 * @param requests in the order of their cycles, if there is other work; else in any order, which numbers them
 * @returns the cycle in which each request is back, and the counts of rows
 */
export function plainScheduler(memory: MemoryDesign, requests: readonly PlainRequest[]) {
  const count = memory.channels?.count ?? 1;
  const counts = { rowHits: 0, rowMisses: 0, rowConflicts: 0 };
  const back = requests.map(() => 0);
  for (let channel = 0; channel < count; channel++) {
    const things = thingsOf(memory, requests, channel, count);
    runChannel(memory, things, counts, (request, cycle) => (back[request] = Math.max(back[request], cycle)));
  }
  return { back, rows: counts };
}

/** All that comes to a channel, in order, with more other work than there is time for. */
function thingsOf(memory: MemoryDesign, requests: readonly PlainRequest[], channel: number, count: number): Thing[] {
  const { refresh, otherClient } = memory;
  const end = 20000 + (requests.at(-1)?.cycle ?? 0);
  const things: Omit<Thing, 'number'>[] = [];
  // Refreshes come before transfers of the same cycle, and these before requests: the sort below keeps this order.
  const [refreshEach, otherEach] = [refresh?.interval ?? end, otherClient?.interval ?? end];
  for (let k = 1; k * refreshEach < end; k++) {
    things.push({ kind: 'refresh', cycle: k * refreshEach, request: -1 });
  }
  for (let k = channel + 1; k * otherEach < end; k += count) {
    things.push({ kind: 'transfer', cycle: k * otherEach, request: -1 });
  }
  requests.forEach(({ cycle, address, bytes }, request) => {
    for (const piece of piecesOf(memory, address, bytes)) {
      if (piece.channel === channel) things.push({ kind: 'piece', cycle, request, piece });
    }
  });
  if (refresh !== null || otherClient !== null) things.sort((a, b) => a.cycle - b.cycle);
  return things.map((thing, number) => ({ ...thing, number }));
}

function runChannel(
  memory: MemoryDesign,
  things: Thing[],
  counts: { rowHits: number; rowMisses: number; rowConflicts: number },
  there: (request: number, cycle: number) => void,
): void {
  const { latency, bytesPerCycle, refresh, otherClient } = memory;
  const rows = memory.rows!;
  const banks = Array.from({ length: rows.banks }, (): Bank => ({ open: null, free: 0, piece: null, ready: 0 }));
  let frozen = 0;
  let busFree = 0;

  /** The work that is not behind a refresh. */
  const present = () => {
    const barrier = things.findIndex(({ kind }) => kind === 'refresh');
    return things.slice(0, barrier === -1 ? undefined : barrier);
  };
  const inWindow = ({ number }: Thing) => number - things[0].number < rows.window;

  const refreshes = (cycle: number): boolean => {
    const [{ kind, cycle: due }] = things;
    if (kind !== 'refresh' || due > cycle || frozen > cycle) return false;
    if (banks.some(({ free }) => free > cycle) || unitCycle(memory, busFree) - latency > cycle) return false;
    frozen = cycle + refresh!.cycles;
    busFree = Math.max(busFree, busCycle(memory, frozen + latency));
    for (const bank of banks) bank.open = null;
    things.shift();
    return true;
  };
  const bankTakes = (cycle: number): boolean => {
    for (const [n, bank] of banks.entries()) {
      if (bank.piece !== null || bank.free > cycle || frozen > cycle) continue;
      const own = present().filter(({ piece }) => piece?.bank === n);
      const come = own.filter((thing) => thing.cycle <= cycle);
      const chosen = come.find((thing) => thing.piece!.row === bank.open && inWindow(thing)) ?? own[0];
      if (chosen === undefined || chosen.cycle > cycle) continue;
      const { row } = chosen.piece!;
      bank.piece = chosen;
      bank.ready = cycle;
      if (row === bank.open) counts.rowHits++;
      else {
        counts.rowMisses++;
        if (bank.open !== null) counts.rowConflicts++;
        bank.ready += rows.activateCycles + (bank.open === null ? 0 : rows.prechargeCycles);
      }
      bank.open = rows.policy === 'open' ? row : null;
      return true;
    }
    return false;
  };
  /** @param s a cycle of the bus that begins in the unit's cycle, but for the latency */
  const busMoves = (s: number): boolean => {
    if (busFree > s || things[0].kind === 'refresh') return false;
    const ready = (thing: Thing) => {
      if (thing.kind === 'transfer') return busCycle(memory, thing.cycle + latency) <= s;
      const bank = banks[thing.piece!.bank];
      return bank.piece === thing && busCycle(memory, bank.ready + latency) <= s;
    };
    const thing = present().find((each) => inWindow(each) && ready(each));
    if (thing === undefined) return false;
    const bytes = thing.piece?.bytes ?? otherClient!.bytes;
    busFree = s;
    for (let more = bytes; more > 0; more -= bytesPerCycle) busFree++;
    things.splice(things.indexOf(thing), 1);
    if (thing.piece === undefined) return true;
    const bank = banks[thing.piece.bank];
    const end = unitCycle(memory, busFree);
    bank.piece = null;
    bank.free = end - latency + (rows.policy === 'closed' ? rows.prechargeCycles : 0);
    there(thing.request, end);
    return true;
  };

  const { cycles, unitCycles } = memory.busClock;
  const left = () => things.some(({ kind }) => kind === 'piece');
  let s = 0;
  for (let cycle = 0; left(); cycle++) {
    const settle = () => {
      while (left() && (refreshes(cycle) || bankTakes(cycle)));
    };
    settle();
    for (; left() && Math.floor((s * unitCycles) / cycles) - latency <= cycle; s++) if (busMoves(s)) settle();
  }
}
