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
 * @returns the cycle of the unit in which each is back, and the rows that were found open, opened, and in conflict
 */
export function plainCommands(memory: MemoryDesign, requests: readonly PlainAccess[]) {
  const rows = { rowHits: 0, rowMisses: 0, rowConflicts: 0 };
  const back = requests.map(() => 0);
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
    runChannel(memory, all, rows, (request, end) => (back[request] = Math.max(back[request], unitCycle(memory, end))));
  }
  return { back, rows };
}

function runChannel(
  memory: MemoryDesign,
  waiting: Waiting[],
  rows: { rowHits: number; rowMisses: number; rowConflicts: number },
  moved: (request: number, end: number) => void,
): void {
  const { banks, window, policy, hitLimit } = memory.rows!;
  const timing = memory.rows!.timing!;
  let burst = 0;
  for (let bytes = 0; bytes < memory.burstBytes; bytes += memory.bytesPerCycle) burst++;
  const sent: Command[] = [];
  const open = Array.from({ length: banks }, (): number | null => null);
  // The row that a bank had open before it was closed for another one; refreshes and the policy close it for good.
  const left = Array.from({ length: banks }, (): number | null => null);
  const opener = Array.from({ length: banks }, (): Waiting | null => null);
  let refreshed = 0;
  const send = (kind: Command['kind'], bank: number, cycle: number, end = cycle) =>
    sent.push({ kind, bank, cycle, end });
  const may = (kind: Command['kind'], bank: number, cycle: number) => {
    const fits = (one: Command) => {
      const cycles = least(timing, burst, one, kind, bank);
      return cycles === 0 || cycle - one.cycle >= cycles;
    };
    if (kind === 'activate') {
      const recent = sent.filter((one) => one.kind === 'activate' && one.cycle > cycle - timing.tFAW);
      if (recent.length >= 4) return false;
    }
    return sent.every(fits);
  };

  for (let s = 0; waiting.length > 0; s++) {
    if (timing.tREFI !== 'never' && s >= (refreshed + 1) * timing.tREFI) {
      const opened = [...open.keys()].filter((bank) => open[bank] !== null);
      if (opened.length > 0) {
        if (!opened.every((bank) => may('precharge', bank, s))) continue;
        for (const bank of opened) send('precharge', bank, s);
        open.fill(null);
      } else if (may('refresh', 0, s)) {
        send('refresh', 0, s);
        refreshed++;
        left.fill(null);
      }
      continue;
    }
    const present = waiting.filter(({ comes }) => comes <= s);
    const inWindow = ({ number }: Waiting) => number < waiting[0].number + window;
    const hits = (part: Waiting) =>
      inWindow(part) && open[part.bank] === part.row && (policy === 'open' || opener[part.bank] === part);
    const column = present.find((part) => hits(part) && may(part.write ? 'write' : 'read', part.bank, s));
    if (column !== undefined) {
      const { write, bank, request } = column;
      const end = s + (write ? timing.tCWL : timing.tCL) + burst;
      send(write ? 'write' : 'read', bank, s, end);
      if (!column.opened) rows.rowHits++;
      column.opened = true;
      if (--column.left > 0) continue;
      moved(request, end);
      waiting.splice(waiting.indexOf(column), 1);
      if (policy === 'open') continue;
      let closes = s;
      while (!may('precharge', bank, closes)) closes++;
      send('precharge', bank, closes);
      [open[bank], left[bank]] = [null, null];
      continue;
    }
    const oldest = present.filter(({ bank, number }) => !present.some((p) => p.bank === bank && p.number < number));
    const activated = oldest.find(({ bank }) => open[bank] === null && may('activate', bank, s));
    if (activated !== undefined) {
      const { bank, row } = activated;
      send('activate', bank, s);
      rows.rowMisses++;
      if (left[bank] !== null) rows.rowConflicts++;
      [open[bank], left[bank], opener[bank]] = [row, row, activated];
      activated.opened = true;
      continue;
    }
    const bursts = (bank: number) => {
      const last = sent.findLastIndex((one) => one.kind === 'activate' && one.bank === bank);
      return sent.slice(last + 1).filter((one) => one.bank === bank && (one.kind === 'read' || one.kind === 'write'))
        .length;
    };
    const closed = oldest.find(({ bank, row }) => {
      if (open[bank] === null || open[bank] === row || !may('precharge', bank, s)) return false;
      return !present.some((part) => part.bank === bank && hits(part)) || bursts(bank) >= Number(hitLimit);
    });
    if (closed === undefined) continue;
    send('precharge', closed.bank, s);
    open[closed.bank] = null;
  }
}

/** The cycles from a command to one of another kind, at least. */
function least(timing: DramTiming, burst: number, before: Command, kind: Command['kind'], bank: number): number {
  const { bankGroups } = timing;
  const all = before.kind === 'refresh';
  const sameBank = before.bank === bank || all;
  const sameGroup = before.bank % bankGroups === bank % bankGroups || all;
  const data = before.end - before.cycle;
  const limits: readonly (readonly [from: Command['kind'], to: Command['kind'], where: boolean, cycles: number])[] = [
    ['activate', 'read', sameBank, timing.tRCD],
    ['activate', 'write', sameBank, timing.tRCD],
    ['activate', 'precharge', sameBank, timing.tRAS],
    ['activate', 'activate', true, timing.tRRD_S],
    ['activate', 'activate', sameGroup, timing.tRRD_L],
    ['precharge', 'activate', sameBank, timing.tRP],
    ['precharge', 'refresh', true, timing.tRP],
    ['read', 'read', true, Math.max(burst, timing.tCCD_S)],
    ['read', 'read', sameGroup, timing.tCCD_L],
    ['write', 'write', true, Math.max(burst, timing.tCCD_S)],
    ['write', 'write', sameGroup, timing.tCCD_L],
    ['read', 'write', true, timing.tRTW],
    ['read', 'write', true, timing.tCL + burst - timing.tCWL],
    ['write', 'read', true, data + timing.tWTR_S],
    ['write', 'read', sameGroup, data + timing.tWTR_L],
    ['read', 'precharge', sameBank, timing.tRTP],
    ['write', 'precharge', sameBank, data + timing.tWR],
    ['refresh', 'activate', true, timing.tRFC],
    ['refresh', 'refresh', true, timing.tRFC],
  ];
  return Math.max(0, ...limits.map(([a, b, where, cycles]) => (a === before.kind && b === kind && where ? cycles : 0)));
}
