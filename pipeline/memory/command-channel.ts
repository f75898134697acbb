import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { CAUSE } from '../counters/causes.ts';
import { DramChannel } from './dram-channel.ts';
import { BUS_FREE } from './memory-channel.ts';

/** A part of a request that has bursts to move. */
interface WaitingPart {
  readonly order: number;
  /** The first cycle of the bus in which a command may serve it. */
  readonly came: number;
  readonly bank: number;
  readonly row: number;
  readonly written: boolean;
  /** Bursts that have not moved. */
  bursts: number;
  /** True once a command has served it. */
  begun: boolean;
  /** Receives the cycle in which the part has moved. */
  readonly moved: (end: number) => void;
}

const CLOSED = -1;
/** The commands, the first one first where several may be sent. */
const COLUMN = 0;
const ACTIVATE = 1;
const PRECHARGE = 2;

/**
 * A channel that sends commands to the banks of a DRAM, at most one a cycle of its bus, each as early as the limits of
 * JEDEC's standards let it: `rows.timing`. Columns come first, then activations, then precharges, the oldest part first
 * of each. The oldest `window` parts send columns; a bank opens the row of its oldest part, once no part of the window
 * waits for the open one or `rows.hitLimit` bursts of it have moved.
 *
 * All times are in cycles of the bus. A request reaches the channel after the memory's latency.
 */
export class CommandChannel extends DramChannel {
  private readonly rows = this.memory.rows!;
  private readonly timing = this.rows.timing!;
  private readonly hitLimit = this.rows.hitLimit === 'unlimited' ? Infinity : this.rows.hitLimit;
  private readonly staysOpen = this.rows.policy === 'open';
  private readonly burst = Math.ceil(this.memory.burstBytes / this.memory.bytesPerCycle);
  private readonly waiting: WaitingPart[] = [];
  private order = 0;
  /** The first cycle without a command, and one before which no other is due. */
  private now = 0;
  private next = 0;
  private nextRefresh = this.timing.tREFI === 'never' ? Infinity : this.timing.tREFI;

  // By bank: the open row, the part that opened it, the bursts that moved since, and the first cycle for each command.
  private readonly openRow = new Float64Array(this.rows.banks).fill(CLOSED);
  private readonly openedBy: (WaitingPart | null)[] = Array.from(this.openRow, () => null);
  private readonly hits = new Float64Array(this.rows.banks);
  private readonly activateFrom = new Float64Array(this.rows.banks);
  private readonly columnFrom = new Float64Array(this.rows.banks);
  private readonly prechargeFrom = new Float64Array(this.rows.banks);
  // By group of banks, and in the end for all of them: the first cycle for an activation, a read and a write.
  private readonly groups = this.timing.bankGroups;
  private readonly groupActivate = new Float64Array(this.groups + 1);
  private readonly groupRead = new Float64Array(this.groups + 1);
  private readonly groupWrite = new Float64Array(this.groups + 1);
  /** The last four activations, the oldest first. */
  private readonly activations = [-Infinity, -Infinity, -Infinity, -Infinity];
  /** The oldest part of each bank whose row is not open, and the first cycle in which a part waits for the open one. */
  private readonly heads: (WaitingPart | null)[] = Array.from(this.openRow, () => null);
  private readonly hitFrom = new Float64Array(this.rows.banks);
  private readonly seen = new Uint8Array(this.rows.banks);

  /** True for a memory that needs such channels. */
  static override serves({ rows }: MemoryDesign): boolean {
    return rows?.timing != null;
  }

  /** True if nothing waits. */
  get idle(): boolean {
    return this.waiting.length === 0;
  }

  /** @returns a function that lets part n of the traffic's last request come in a cycle */
  add(n: number, moved: (end: number) => void, written: boolean): (cycle: number) => void {
    const { partBytes, partBank, partRow } = this.traffic;
    const bursts = partBytes[n] / this.memory.burstBytes;
    const [bank, row] = [partBank[n], partRow[n]];
    return (cycle) => {
      const came = this.clock.toBus(cycle + this.latency);
      this.waiting.push({ order: this.order++, came, bank, row, written, bursts, begun: false, moved });
      this.next = 0;
    };
  }

  /** Sends the commands that no request from a cycle on can change. */
  settle(before: number): void {
    const until = this.clock.toBus(before + this.latency);
    while (this.waiting.length > 0 && this.next < until) {
      const { kind, part, cycle } = this.nextCommand();
      this.next = Math.min(cycle, this.nextRefresh);
      if (this.next >= until) return;
      if (this.nextRefresh <= cycle) this.refreshAll();
      else this.send(kind, part!, cycle);
    }
  }

  private nextCommand() {
    const { waiting, rows, now, openRow, openedBy, heads, hitFrom, seen, prechargeFrom } = this;
    let kind = COLUMN;
    let next: WaitingPart | null = null;
    let cycle = Infinity;
    const offer = (command: number, part: WaitingPart, from: number) => {
      const at = Math.max(now, part.came, from);
      if (at < cycle) [kind, next, cycle] = [command, part, at];
    };
    const until = waiting[0].order + rows.window;
    seen.fill(0);
    hitFrom.fill(Infinity);
    for (const part of waiting) {
      const { bank, order } = part;
      const isOpen = this.staysOpen ? openRow[bank] === part.row : openedBy[bank] === part;
      if (isOpen && order < until) {
        offer(COLUMN, part, this.columnAt(part));
        hitFrom[bank] = Math.min(hitFrom[bank], part.came);
      }
      if (seen[bank] === 0) heads[bank] = isOpen ? null : part;
      seen[bank] = 1;
    }
    const closed = (bank: number) => openRow[bank] === CLOSED;
    const waitingHeads = heads.filter((part, bank) => part !== null && seen[bank] === 1) as WaitingPart[];
    waitingHeads.sort((a, b) => a.order - b.order);
    for (const part of waitingHeads) if (closed(part.bank)) offer(ACTIVATE, part, this.activateAt(part.bank));
    for (const part of waitingHeads) {
      const { bank, came } = part;
      if (closed(bank)) continue;
      const at = Math.max(now, came, prechargeFrom[bank]);
      if (this.hits[bank] < this.hitLimit && hitFrom[bank] <= at) continue;
      offer(PRECHARGE, part, at);
    }
    return { kind, part: next as WaitingPart | null, cycle };
  }

  private activateAt(bank: number): number {
    const { groups, groupActivate, activations, timing } = this;
    const fifth = activations[0] + timing.tFAW;
    return Math.max(this.activateFrom[bank], groupActivate[bank % groups], groupActivate[groups], fifth);
  }

  private columnAt({ bank, written }: WaitingPart): number {
    const { groups, groupRead, groupWrite, columnFrom } = this;
    const group = written ? groupWrite : groupRead;
    return Math.max(columnFrom[bank], group[bank % groups], group[groups]);
  }

  private send(kind: number, part: WaitingPart, cycle: number): void {
    this.now = cycle + 1;
    const { bank, came } = part;
    if (!part.begun) {
      const from = [this.columnFrom, this.activateFrom, this.prechargeFrom][kind][bank];
      if (from > came) {
        this.bankWaits++;
        this.bankWaitCycles += this.clock.toUnit(from) - this.clock.toUnit(came);
      }
      if (kind === COLUMN) this.traffic.open(this.channel, bank, part.row);
      part.begun = true;
    }
    if (kind === COLUMN) this.column(part, cycle);
    else if (kind === ACTIVATE) this.activate(part, cycle);
    else this.precharge(bank, cycle);
  }

  private activate(part: WaitingPart, cycle: number): void {
    const { bank, row } = part;
    const { tRCD, tRAS, tRRD_S, tRRD_L } = this.timing;
    this.traffic.open(this.channel, bank, row);
    this.openRow[bank] = row;
    this.openedBy[bank] = part;
    this.hits[bank] = 0;
    this.columnFrom[bank] = cycle + tRCD;
    this.prechargeFrom[bank] = cycle + tRAS;
    this.later(this.groupActivate, bank, cycle + tRRD_L, cycle + tRRD_S);
    this.activations.shift();
    this.activations.push(cycle);
  }

  private precharge(bank: number, cycle: number): void {
    this.openRow[bank] = CLOSED;
    this.openedBy[bank] = null;
    this.activateFrom[bank] = cycle + this.timing.tRP;
  }

  private column(part: WaitingPart, cycle: number): void {
    const { timing, burst, prechargeFrom } = this;
    const { tCL, tCWL, tCCD_S, tCCD_L, tRTP, tRTW, tWR, tWTR_S, tWTR_L } = timing;
    const { bank, written } = part;
    const start = cycle + (written ? tCWL : tCL);
    const end = this.move(start, this.memory.burstBytes);
    const [samePace, pace] = [cycle + tCCD_L, cycle + Math.max(tCCD_S, burst)];
    // Data of a write never overtake those of a read.
    const turn = cycle + Math.max(tRTW, tCL + burst - tCWL);
    this.later(this.groupRead, bank, written ? end + tWTR_L : samePace, written ? end + tWTR_S : pace);
    this.later(this.groupWrite, bank, written ? samePace : turn, written ? pace : turn);
    prechargeFrom[bank] = Math.max(prechargeFrom[bank], written ? end + tWR : cycle + tRTP);
    this.hits[bank]++;
    this.note(this.clock.toUnit(start), this.clock.toUnit(end), CAUSE.memoryBandwidth);
    if (--part.bursts > 0) return;
    if (!this.staysOpen) this.precharge(bank, prechargeFrom[bank]);
    this.waiting.splice(this.waiting.indexOf(part), 1);
    part.moved(this.clock.toUnit(end));
  }

  /** Precharges all banks as soon as they can be, and refreshes them. */
  private refreshAll(): void {
    const { tRP, tRFC, tREFI } = this.timing;
    const { clock, openRow, activateFrom, times } = this;
    const due = Math.max(this.nextRefresh, this.now);
    const open = [...openRow.keys()].filter((bank) => openRow[bank] !== CLOSED);
    const allClosed = open.length === 0 ? due : Math.max(due, ...open.map((bank) => this.prechargeFrom[bank])) + tRP;
    const from = Math.max(allClosed, ...activateFrom);
    this.note(clock.toUnit(Math.max(from, times[BUS_FREE])), clock.toUnit(from + tRFC), CAUSE.memoryElsewhere);
    openRow.fill(CLOSED);
    this.openedBy.fill(null);
    activateFrom.fill(from + tRFC);
    this.traffic.close(this.channel);
    this.now = from + 1;
    this.nextRefresh += tREFI as number;
  }

  /** Moves the first cycle for a command on, in the group of a bank and in all groups. */
  private later(from: Float64Array, bank: number, inGroup: number, inAll: number): void {
    const { groups } = this;
    from[bank % groups] = Math.max(from[bank % groups], inGroup);
    from[groups] = Math.max(from[groups], inAll);
  }
}
