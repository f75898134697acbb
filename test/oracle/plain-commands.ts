import type { DramTiming, MemoryDesign } from '../../rtl-model/design/design.ts';
import { busCycle, piecesOf, type PlainRequest, unitCycle } from './plain-memory.ts';

export interface PlainAccess extends PlainRequest {
  readonly write: boolean;
}

/** Bursts of a request in one row, which wait for commands. */
interface Waiting {
  readonly request: number;
  readonly comes: number;
  readonly bank: number;
  readonly row: number;
  readonly write: boolean;
  readonly number: number;
  left: number;
  opened: boolean;
}

/** A command that a bank, or all of them, have got; data of reads and writes end before `end`. */
interface Command {
  readonly kind: 'activate' | 'read' | 'write' | 'precharge' | 'refresh';
  readonly bank: number;
  readonly cycle: number;
  readonly end: number;
}

/**
 * A memory with the timing of a DRAM as docs/caches.md defines it, slowly: each channel goes through the cycles of its bus,
 * and holds what it might send against every command that it has sent before.
 *
 * @param requests in the order of their cycles
 * @param end the cycle of the unit from which on writes do not wait for others to be drained
 * @returns the cycle of the unit in which each is back and that in which it was taken, and the rows that were found open, opened, and in conflict
 */
export function plainCommands(memory: MemoryDesign, requests: readonly PlainAccess[], end = 0) {
  const rows = { rowHits: 0, rowMisses: 0, rowConflicts: 0 };
  const back = requests.map(() => 0);
  // The cycle in which the memory has taken each: in its own one, but for those that wait for a place.
  const taken = requests.map(({ cycle }) => cycle);
  for (let channel = 0; channel < (memory.channels?.count ?? 1); channel++) {
    const all: Waiting[] = [];
    requests.forEach(({ cycle, address, bytes, write }, request) => {
      for (const piece of piecesOf(memory, address, bytes)) {
        if (piece.channel !== channel) continue;
        const { bank, row } = piece;
        const comes = busCycle(memory, cycle + memory.latency);
        const left = piece.bytes / memory.burstBytes;
        all.push({ request, comes, bank, row, write, number: all.length, left, opened: false });
      }
    });
    const moved = (request: number, end: number) => (back[request] = Math.max(back[request], unitCycle(memory, end)));
    runChannel(
      memory,
      all,
      rows,
      moved,
      ({ request, comes }, cycle) => {
        const at = unitCycle(memory, cycle) - memory.latency;
        if (cycle > comes) taken[request] = Math.max(taken[request], at);
      },
      busCycle(memory, end + memory.latency),
    );
  }
  return { back, taken, rows };
}

/** @param taken gets the cycle of the bus in which a part has its place among the transactions */
function runChannel(
  memory: MemoryDesign,
  all: readonly Waiting[],
  rows: { rowHits: number; rowMisses: number; rowConflicts: number },
  back: (request: number, end: number) => void,
  taken: (part: Waiting, cycle: number) => void,
  end: number,
): void {
  const { banks, ranks, window, policy, hitLimit, queue } = memory.rows!;
  const timing = memory.rows!.timing!;
  let burst = 0;
  for (let bytes = 0; bytes < memory.burstBytes; bytes += memory.bytesPerCycle) burst++;
  const place: Place = { ranks, banks, bankGroups: timing.bankGroups };
  const sent: Command[] = [];
  const open = Array.from({ length: banks }, (): number | null => null);
  // The row that a bank had open before it was closed for another one; refreshes and the policy close it for good.
  const left = Array.from({ length: banks }, (): number | null => null);
  const opener = Array.from({ length: banks }, (): Waiting | null => null);
  const outside = queue === null ? [] : [...all];
  const transactions: Waiting[] = [];
  const writes: Waiting[] = [];
  let draining = 0;
  let moved = 0;
  // Parts that commands may serve.
  const waiting = queue === null ? [...all] : [];
  // Banks by group of each rank, in the order in which queues are served, the last one served at the end.
  const turns = Array.from({ length: banks }, (_, bank) => bank).sort(
    (a, b) => rankOf(place, a) - rankOf(place, b) || (a % timing.bankGroups) - (b % timing.bankGroups) || a - b,
  );
  while (turns.at(-1) !== 0) turns.push(turns.shift()!);
  const due: number[] = [];
  let refreshes = 0;
  const send = (kind: Command['kind'], bank: number, cycle: number, end = cycle) => {
    sent.push({ kind, bank, cycle, end });
    if (kind !== 'refresh') while (turns.at(-1) !== bank) turns.push(turns.shift()!);
  };
  const sameRank = (a: number, b: number) => rankOf(place, a) === rankOf(place, b);
  const may = (kind: Command['kind'], bank: number, cycle: number) => {
    const fits = (one: Command) => {
      const cycles = least(timing, burst, place, one, kind, bank);
      return cycle - one.cycle >= cycles;
    };
    if (kind === 'activate') {
      const recent = sent.filter(
        (one) => one.kind === 'activate' && sameRank(one.bank, bank) && one.cycle > cycle - timing.tFAW,
      );
      if (recent.length >= 4) return false;
    }
    return sent.every(fits);
  };

  /** Sends the one command of a cycle, if there is one that may be sent. */
  const command = (s: number) => {
    const present = waiting.filter(({ comes, bank }) => comes <= s && !due.includes(rankOf(place, bank)));
    const inWindow = ({ number }: Waiting) => number < waiting[0].number + window;
    const hits = (part: Waiting) =>
      inWindow(part) && open[part.bank] === part.row && (policy !== 'closed' || opener[part.bank] === part);
    const isOldest = (part: Waiting) => !present.some((p) => p.bank === part.bank && p.number < part.number);
    const bursts = (bank: number) => {
      const last = sent.findLastIndex((one) => one.kind === 'activate' && one.bank === bank);
      return sent.slice(last + 1).filter((one) => one.bank === bank && (one.kind === 'read' || one.kind === 'write'))
        .length;
    };
    const reads = (part: Waiting) => hits(part) && may(part.write ? 'write' : 'read', part.bank, s);
    const activates = (part: Waiting) => isOldest(part) && open[part.bank] === null && may('activate', part.bank, s);
    const precharges = (part: Waiting) => {
      const { bank, row } = part;
      if (!isOldest(part) || open[bank] === null || open[bank] === row || !may('precharge', bank, s)) return false;
      return !present.some((other) => other.bank === bank && hits(other)) || bursts(bank) >= Number(hitLimit);
    };
    const first = (parts: readonly Waiting[]) => parts.find(reads) ?? parts.find(activates) ?? parts.find(precharges);
    const next =
      queue === null
        ? first(present)
        : turns
            .map((bank) => present.find((part) => part.bank === bank && first([part]) !== undefined))
            .find((part) => part !== undefined);
    if (next === undefined) {
      if (policy !== 'idle-closed') return;
      const idle = [...open.keys()].find(
        (bank) =>
          open[bank] !== null &&
          !due.includes(rankOf(place, bank)) &&
          !present.some((part) => part.bank === bank) &&
          may('precharge', bank, s),
      );
      if (idle === undefined) return;
      send('precharge', idle, s);
      [open[idle], left[idle]] = [null, null];
      return;
    }
    const { bank, row, write, request } = next;
    if (reads(next)) {
      const end = s + (write ? timing.tCWL : timing.tCL) + burst;
      send(write ? 'write' : 'read', bank, s, end);
      if (!next.opened) rows.rowHits++;
      next.opened = true;
      if (--next.left > 0) return;
      back(request, end);
      waiting.splice(waiting.indexOf(next), 1);
      if (policy !== 'closed') return;
      let closes = s;
      while (!may('precharge', bank, closes)) closes++;
      send('precharge', bank, closes);
      [open[bank], left[bank]] = [null, null];
    } else if (activates(next)) {
      send('activate', bank, s);
      rows.rowMisses++;
      if (left[bank] !== null) rows.rowConflicts++;
      [open[bank], left[bank], opener[bank]] = [row, row, next];
      next.opened = true;
    } else {
      send('precharge', bank, s);
      open[bank] = null;
    }
  };

  for (let s = 0; outside.length + transactions.length + writes.length + waiting.length > 0; s++) {
    while (outside.length > 0 && outside[0].comes <= s) {
      const apart = outside[0].write && queue!.writes !== null;
      if (apart ? writes.length === queue!.writes!.entries : transactions.length === queue!.transactions) break;
      taken(outside[0], s);
      (apart ? writes : transactions).push(outside.shift()!);
    }
    if (timing.tREFI !== 'never' && s >= (refreshes + 1) * Math.floor(timing.tREFI / ranks))
      due.push(refreshes++ % ranks);
    const held = due.length > 0 && ranks === 1;
    for (const rank of due.slice()) {
      const own = [...open.keys()].filter((bank) => rankOf(place, bank) === rank);
      const opened = own.filter((bank) => open[bank] !== null);
      if (opened.length > 0) {
        if (!opened.every((bank) => may('precharge', bank, s))) continue;
        for (const bank of opened) sent.push({ kind: 'precharge', bank, cycle: s, end: s });
        for (const bank of own) open[bank] = null;
      }
      if (may('refresh', own[0], s)) {
        send('refresh', own[0], s);
        due.splice(due.indexOf(rank), 1);
        for (const bank of own) left[bank] = null;
      }
    }
    if (!held) command(s);
    const room = (bank: number) => waiting.filter((part) => part.bank === bank).length < queue!.commands;
    if (draining === 0 && queue !== null && queue.writes !== null) {
      const low = s >= end ? 1 : queue.writes.low;
      const enough = transactions.length === 0 && writes.length >= low;
      if (enough || writes.length === queue.writes.entries) draining = writes.length;
    }
    const from = draining > 0 ? writes : transactions;
    const moves = from.findIndex(({ bank }) => room(bank));
    if (moves < 0) continue;
    waiting.push({ ...from.splice(moves, 1)[0], comes: s + 1, number: moved++ });
    if (draining > 0) draining--;
  }
}

/** Ranks, banks and groups of a channel. */
interface Place {
  readonly ranks: number;
  readonly banks: number;
  readonly bankGroups: number;
}

function rankOf({ ranks, banks }: Place, bank: number): number {
  let rank = 0;
  while ((rank + 1) * (banks / ranks) <= bank) rank++;
  return rank;
}

/** The cycles from a command to one of another kind, at least; -Infinity where there is no limit. */
function least(
  timing: DramTiming,
  burst: number,
  place: Place,
  before: Command,
  kind: Command['kind'],
  bank: number,
): number {
  const { bankGroups } = timing;
  const all = before.kind === 'refresh';
  const ranked = rankOf(place, before.bank) === rankOf(place, bank);
  const sameBank = before.bank === bank;
  const sameGroup = ranked && (before.bank % bankGroups === bank % bankGroups || all);
  const data = before.end - before.cycle;
  const limits: readonly (readonly [from: Command['kind'], to: Command['kind'], where: boolean, cycles: number])[] = [
    ['activate', 'read', sameBank, timing.tRCD],
    ['activate', 'write', sameBank, timing.tRCD],
    ['activate', 'precharge', sameBank, timing.tRAS],
    ['activate', 'activate', ranked, timing.tRRD_S],
    ['activate', 'activate', sameGroup, timing.tRRD_L],
    ['precharge', 'activate', sameBank, timing.tRP],
    ['precharge', 'refresh', ranked, timing.tRP],
    ['read', 'read', ranked, Math.max(burst, timing.tCCD_S)],
    ['read', 'read', sameGroup, timing.tCCD_L],
    ['write', 'write', ranked, Math.max(burst, timing.tCCD_S)],
    ['write', 'write', sameGroup, timing.tCCD_L],
    ['read', 'write', ranked, timing.tRTW],
    ['read', 'write', ranked, timing.tCL + burst - timing.tCWL],
    ['write', 'read', ranked, data + timing.tWTR_S],
    ['write', 'read', sameGroup, data + timing.tWTR_L],
    ['read', 'read', !ranked, burst + timing.tRTRS],
    ['read', 'write', !ranked, timing.tCL + burst + timing.tRTRS - timing.tCWL],
    ['write', 'read', !ranked, timing.tCWL + burst + timing.tRTRS - timing.tCL],
    ['write', 'write', !ranked, burst],
    ['read', 'precharge', sameBank, timing.tRTP],
    ['write', 'precharge', sameBank, data + timing.tWR],
    ['refresh', 'activate', ranked, timing.tRFC],
    ['refresh', 'refresh', ranked, timing.tRFC],
  ];
  const those = limits.filter(([from, to, where]) => from === before.kind && to === kind && where);
  return Math.max(-Infinity, ...those.map(([, , , cycles]) => cycles));
}
