import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { CAUSE } from '../counters/causes.ts';
import { DramChannel } from './dram-channel.ts';
import { BUS_FREE } from './memory-channel.ts';
import { type QueuedPart, RequestQueues } from './request-queues.ts';

/** A part of a request that has bursts to move. Commands serve it from the cycle in which it came. */
interface WaitingPart extends QueuedPart {
  /** Its place among the parts that commands serve, by age. */
  order: number;
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
 * waits for the open one or `rows.hitLimit` bursts of it have moved. Each rank has its own limits; the bus changes from
 * one rank to another in tRTRS. With `rows.queue`, commands serve the parts in the queues of the banks.
 *
 * All times are in cycles of the bus. A request reaches the channel after the memory's latency.
 */
export class CommandChannel extends DramChannel {
  private readonly rows = this.memory.rows!;
  private readonly timing = this.rows.timing!;
  private readonly hitLimit = this.rows.hitLimit === 'unlimited' ? Infinity : this.rows.hitLimit;
  private readonly staysOpen = this.rows.policy !== 'closed';
  private readonly closesIdle = this.rows.policy === 'idle-closed';
  private readonly burst = Math.ceil(this.memory.burstBytes / this.memory.bytesPerCycle);
  private readonly waiting: WaitingPart[] = [];
  private readonly queues = this.rows.queue && new RequestQueues<WaitingPart>(this.rows.queue, this.rows.banks);
  private order = 0;
  /** The bank of the last command. */
  private served = 0;
  /** The first cycle without a command, and one before which no other is due. */
  private now = 0;
  private next = 0;
  /** The cycles from the refresh of one rank to that of the next, the cycle of the next one, and its rank. */
  private readonly refreshes =
    this.timing.tREFI === 'never' ? Infinity : Math.floor(this.timing.tREFI / this.rows.ranks);
  private nextRefresh = this.refreshes;
  private refreshedRank = 0;

  // By bank: the open row, the part that opened it, the bursts that moved since, and the first cycle for each command.
  private readonly openRow = new Float64Array(this.rows.banks).fill(CLOSED);
  private readonly openedBy: (WaitingPart | null)[] = Array.from(this.openRow, () => null);
  private readonly hits = new Float64Array(this.rows.banks);
  private readonly activateFrom = new Float64Array(this.rows.banks);
  private readonly columnFrom = new Float64Array(this.rows.banks);
  private readonly prechargeFrom = new Float64Array(this.rows.banks);
  private readonly ranks = this.rows.ranks;
  private readonly groups = this.ranks * this.timing.bankGroups;
  // By group of banks of each rank, and after them by rank: the first cycle for an activation, a read and a write.
  private readonly groupActivate = new Float64Array(this.groups + this.ranks);
  private readonly groupRead = new Float64Array(this.groups + this.ranks);
  private readonly groupWrite = new Float64Array(this.groups + this.ranks);
  /** The last four activations of each rank, the oldest first. */
  private readonly activations = Array.from({ length: this.ranks }, () => Array.from({ length: 4 }, () => -Infinity));
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
    return this.waiting.length === 0 && (this.queues === null || this.queues.empty);
  }

  /** @returns a function that lets part n of the traffic's last request come in a cycle */
  add(
    n: number,
    moved: (end: number) => void,
    written: boolean,
    taken: (cycle: number) => void,
  ): (cycle: number) => void {
    const { clock, latency, memory, queues, traffic } = this;
    const { partBytes, partBank, partRow } = traffic;
    const bursts = partBytes[n] / memory.burstBytes;
    const [bank, row] = [partBank[n], partRow[n]];
    return (cycle) => {
      const came = clock.toBus(cycle + latency);
      const entered = (at: number) => taken(at === came ? cycle : clock.toUnit(at) - latency);
      const part = { order: 0, came, bank, row, written, bursts, begun: false, moved, entered };
      if (queues !== null) queues.add(part);
      else {
        this.wait(part);
        taken(cycle);
      }
      this.next = 0;
    };
  }

  override endFrom(cycle: number): void {
    if (this.queues !== null) this.queues.endsFrom = this.clock.toBus(cycle + this.latency);
    this.next = 0;
  }

  /** Sends the commands that no request from a cycle on can change. */
  settle(before: number): void {
    const { queues } = this;
    const until = this.clock.toBus(before + this.latency);
    while (!this.idle && this.next < until) {
      const { kind, bank, part, cycle } = this.nextCommand();
      const move = queues === null ? Infinity : queues.next;
      this.next = Math.min(cycle, this.nextRefresh, move);
      if (this.next >= until) return;
      // A command leaves its place to a part that moves in the same cycle.
      if (move < Math.min(cycle, this.nextRefresh)) {
        const moved = queues!.move();
        if (moved !== null) this.wait(moved);
      } else if (this.nextRefresh <= cycle) this.refresh();
      else this.send(kind, bank, part, cycle);
    }
  }

  /** The part can be served by commands, after those that can be already. */
  private wait(part: WaitingPart): void {
    part.order = this.order++;
    this.waiting.push(part);
  }

  private nextCommand() {
    const { waiting, rows, now, openRow, openedBy, heads, hitFrom, seen, prechargeFrom } = this;
    let kind = COLUMN;
    let bank = 0;
    let next: WaitingPart | null = null;
    let cycle = Infinity;
    let turn = 0;
    const offer = (command: number, part: WaitingPart, from: number) => {
      const at = Math.max(now, part.came, from);
      const its = this.turnOf(part);
      if (at > cycle || (at === cycle && its >= turn)) return;
      [kind, bank, next, cycle, turn] = [command, part.bank, part, at, its];
    };
    const until = (waiting[0]?.order ?? 0) + rows.window;
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
    if (this.closesIdle) {
      for (let idle = 0; idle < openRow.length; idle++) {
        const at = Math.max(now, prechargeFrom[idle]);
        if (closed(idle) || at >= cycle || waiting.some((part) => part.bank === idle && part.came <= at)) continue;
        [kind, bank, next, cycle] = [PRECHARGE, idle, null, at];
      }
    }
    return { kind, bank, part: next as WaitingPart | null, cycle };
  }

  /** The place of a part's command among those that may be sent in one cycle. All places are one without queues. */
  private turnOf({ bank, order }: WaitingPart): number {
    if (this.queues === null) return 0;
    const { banks } = this.rows;
    return ((this.place(bank) - this.place(this.served) - 1 + banks) % banks) + order / 2 ** 40;
  }

  /** The number of a bank where those of a group follow each other. */
  private place(bank: number): number {
    const { banks } = this.rows;
    const inGroup = banks / this.groups;
    return this.groupOf(bank) * inGroup + Math.floor((bank % (banks / this.ranks)) / this.timing.bankGroups);
  }

  private rankOf(bank: number): number {
    return Math.floor((bank * this.ranks) / this.rows.banks);
  }

  /** The group of a bank among those of all ranks. */
  private groupOf(bank: number): number {
    const { bankGroups } = this.timing;
    return this.rankOf(bank) * bankGroups + (bank % bankGroups);
  }

  private activateAt(bank: number): number {
    const { groups, groupActivate, activations, timing } = this;
    const rank = this.rankOf(bank);
    const fifth = activations[rank][0] + timing.tFAW;
    return Math.max(this.activateFrom[bank], groupActivate[this.groupOf(bank)], groupActivate[groups + rank], fifth);
  }

  private columnAt({ bank, written }: WaitingPart): number {
    const { groups, groupRead, groupWrite, columnFrom } = this;
    const group = written ? groupWrite : groupRead;
    return Math.max(columnFrom[bank], group[this.groupOf(bank)], group[groups + this.rankOf(bank)]);
  }

  private send(kind: number, bank: number, part: WaitingPart | null, cycle: number): void {
    this.now = cycle + 1;
    this.served = bank;
    if (part !== null && !part.begun) {
      const { came } = part;
      const from = [this.columnFrom, this.activateFrom, this.prechargeFrom][kind][bank];
      if (from > came) {
        this.bankWaits++;
        this.bankWaitCycles += this.clock.toUnit(from) - this.clock.toUnit(came);
      }
      if (kind === COLUMN) this.traffic.open(this.channel, bank, part.row);
      part.begun = true;
    }
    if (kind === COLUMN) this.column(part!, cycle);
    else if (kind === ACTIVATE) this.activate(part!, cycle);
    else this.precharge(bank, cycle);
    if (part === null) this.traffic.close(this.channel, bank, bank + 1);
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
    const activations = this.activations[this.rankOf(bank)];
    activations.shift();
    activations.push(cycle);
  }

  private precharge(bank: number, cycle: number): void {
    this.openRow[bank] = CLOSED;
    this.openedBy[bank] = null;
    this.activateFrom[bank] = cycle + this.timing.tRP;
  }

  private column(part: WaitingPart, cycle: number): void {
    const { timing, burst, prechargeFrom } = this;
    const { tCL, tCWL, tCCD_S, tCCD_L, tRTP, tRTW, tRTRS, tWR, tWTR_S, tWTR_L } = timing;
    const { bank, written } = part;
    const start = cycle + (written ? tCWL : tCL);
    const end = this.move(start, this.memory.burstBytes);
    const [samePace, pace] = [cycle + tCCD_L, cycle + Math.max(tCCD_S, burst)];
    // Data of a write never overtake those of a read.
    const turn = cycle + Math.max(tRTW, tCL + burst - tCWL);
    this.later(this.groupRead, bank, written ? end + tWTR_L : samePace, written ? end + tWTR_S : pace);
    this.later(this.groupWrite, bank, written ? samePace : turn, written ? pace : turn);
    for (let rank = 0; rank < this.ranks; rank++) {
      if (rank === this.rankOf(bank)) continue;
      const at = this.groups + rank;
      this.groupRead[at] = Math.max(this.groupRead[at], end + tRTRS - tCL);
      this.groupWrite[at] = Math.max(this.groupWrite[at], (written ? end : end + tRTRS) - tCWL);
    }
    prechargeFrom[bank] = Math.max(prechargeFrom[bank], written ? end + tWR : cycle + tRTP);
    this.hits[bank]++;
    this.note(this.clock.toUnit(start), this.clock.toUnit(end), CAUSE.memoryBandwidth);
    if (--part.bursts > 0) return;
    if (!this.staysOpen) this.precharge(bank, prechargeFrom[bank]);
    this.waiting.splice(this.waiting.indexOf(part), 1);
    this.queues?.leave(bank, cycle);
    part.moved(this.clock.toUnit(end));
  }

  /** Precharges the banks of the next rank as soon as they can be, and refreshes them. */
  protected override refresh(): void {
    const { tRP, tRFC } = this.timing;
    const { clock, openRow, openedBy, activateFrom, times, refreshedRank } = this;
    const due = Math.max(this.nextRefresh, this.now);
    const banks = [...openRow.keys()].filter((bank) => this.rankOf(bank) === refreshedRank);
    this.traffic.close(this.channel, banks[0], banks[0] + banks.length);
    const open = banks.filter((bank) => openRow[bank] !== CLOSED);
    const allClosed = open.length === 0 ? due : Math.max(due, ...open.map((bank) => this.prechargeFrom[bank])) + tRP;
    const from = Math.max(allClosed, ...banks.map((bank) => activateFrom[bank]));
    for (const bank of banks) {
      openRow[bank] = CLOSED;
      openedBy[bank] = null;
      activateFrom[bank] = from + tRFC;
    }
    if (this.ranks === 1) {
      this.note(clock.toUnit(Math.max(from, times[BUS_FREE])), clock.toUnit(from + tRFC), CAUSE.memoryElsewhere);
      this.now = from + 1;
    }
    this.nextRefresh += this.refreshes;
    this.refreshedRank = (refreshedRank + 1) % this.ranks;
  }

  /** Moves the first cycle for a command on, in the group of a bank and in its rank. */
  private later(from: Float64Array, bank: number, inGroup: number, inRank: number): void {
    const group = this.groupOf(bank);
    const rank = this.groups + this.rankOf(bank);
    from[group] = Math.max(from[group], inGroup);
    from[rank] = Math.max(from[rank], inRank);
  }
}
