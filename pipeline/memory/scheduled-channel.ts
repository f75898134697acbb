import { CAUSE } from '../counters/causes.ts';
import { DramChannel } from './dram-channel.ts';
import { BUS_FREE, NEXT_OTHER, NEXT_REFRESH, REFRESHED } from './memory-channel.ts';

/** A part of a request that has not begun to move. */
interface Part {
  readonly order: number;
  readonly came: number;
  readonly bytes: number;
  readonly bank: number;
  readonly row: number;
  /** Receives the cycle in which the part has moved. */
  readonly moved: (end: number) => void;
}

/** Other work whose turn has not come: a refresh, or a transfer of the other client. */
interface OtherWork {
  readonly order: number;
  readonly due: number;
  readonly refresh: boolean;
}

type Waiting = Part | OtherWork;

/**
 * A channel that serves open rows first, and then what came first (FR-FCFS; Rixner et al. 2000). Parts and other work
 * wait in the order in which they come. Each bank works on one part at a time. It takes the oldest of the window whose
 * row is open, or else its oldest of all, and opens the row. The bus moves the oldest of the window that is ready. The
 * window is counted from the oldest that waits, so that fewer than its length can overtake. A refresh is overtaken by
 * nothing.
 */
export class ScheduledChannel extends DramChannel {
  private readonly window = this.memory.rows!.window;
  private readonly waiting: Waiting[] = [];
  /** The parts in `waiting`, and the number of everything that has waited. */
  private parts = 0;
  private order = 0;
  /** The part that each bank works on, and the cycle from which on it can move, but for the latency. */
  private readonly work: (Part | null)[] = Array.from(this.bankFree, () => null);
  private readonly ready = new Float64Array(this.bankFree.length);
  /** The cycle of the last decision, and a cycle before which no other is due. */
  private now = 0;
  private next = 0;

  /** True if nothing waits. */
  get idle(): boolean {
    return this.parts === 0;
  }

  /** @returns a function that lets part n of the traffic's last request come in a cycle */
  add(
    n: number,
    moved: (end: number) => void,
    _written: boolean,
    taken: (cycle: number) => void,
  ): (came: number) => void {
    const { partBytes, partBank, partRow } = this.traffic;
    const [bytes, bank, row] = [partBytes[n], partBank[n], partRow[n]];
    return (came) => {
      this.otherWork(came);
      this.waiting.push({ order: this.order++, came, bytes, bank, row, moved });
      this.parts++;
      this.next = 0;
      taken(came);
    };
  }

  /** Makes the decisions before a cycle, in the order of time. Banks decide before the bus. */
  settle(before: number): void {
    const { waiting, times } = this;
    while (this.parts > 0 && this.next < before) {
      const first = waiting[0];
      if ('due' in first && first.refresh) {
        this.beginRefresh(first.due);
        continue;
      }
      const choice = this.nextChoice();
      const move = this.nextMove();
      const bankFirst = choice.cycle <= move.cycle;
      const cycle = bankFirst ? choice.cycle : move.cycle;
      const known = waiting.length;
      this.otherWork(Math.min(cycle, before - 1));
      if (waiting.length > known) continue;
      if (cycle >= before) {
        this.next = Math.min(cycle, times[NEXT_REFRESH], times[NEXT_OTHER]);
        return;
      }
      this.now = cycle;
      if (bankFirst) this.choose(choice.bank);
      else this.begin(move.next!);
    }
  }

  protected override refresh(due: number): void {
    this.waiting.push({ order: this.order++, due, refresh: true });
  }

  protected override transfer(due: number): void {
    this.waiting.push({ order: this.order++, due, refresh: false });
  }

  /** The next bank that takes a part, and the cycle in which it does; Infinity for none. */
  private nextChoice(): { readonly bank: number; readonly cycle: number } {
    const { work, bankFree, times, now } = this;
    let bank = -1;
    let cycle = Infinity;
    const seen = new Set<number>();
    for (const part of this.waiting) {
      if ('due' in part) {
        if (part.refresh) break;
        continue;
      }
      if (work[part.bank] !== null || (seen.has(part.bank) && !this.overtakes(part))) continue;
      seen.add(part.bank);
      const at = Math.max(part.came, bankFree[part.bank], times[REFRESHED], now);
      if (at >= cycle) continue;
      cycle = at;
      bank = part.bank;
    }
    return { bank, cycle };
  }

  /** True if the part can be taken before older ones of its bank. */
  private overtakes({ order, bank, row }: Part): boolean {
    return order < this.waiting[0].order + this.window && this.traffic.isOpen(this.channel, bank, row);
  }

  /** The bank takes a part in the cycle. */
  private choose(bank: number): void {
    const { now, traffic, openCycles } = this;
    let chosen: Part | null = null;
    for (const part of this.waiting) {
      if ('due' in part) {
        if (part.refresh) break;
        continue;
      }
      if (part.bank !== bank || part.came > now) continue;
      if (this.overtakes(part)) {
        chosen = part;
        break;
      }
      chosen ??= part;
    }
    const { came, row } = chosen!;
    this.bankReady(came, bank);
    this.work[bank] = chosen;
    this.ready[bank] = now + openCycles[traffic.open(this.channel, bank, row)];
  }

  /** The next to be moved by the bus, and the cycle in which that is decided; Infinity for none. */
  private nextMove(): { readonly next: Waiting | null; readonly cycle: number } {
    const { clock, latency, times, window, waiting, work, ready } = this;
    const until = waiting[0].order + window;
    let next: Waiting | null = null;
    let start = Infinity;
    for (const each of waiting) {
      if (each.order >= until) break;
      let from: number;
      if ('due' in each) {
        if (each.refresh) break;
        from = each.due;
      } else if (work[each.bank] === each) from = ready[each.bank];
      else continue;
      const at = Math.max(clock.toBus(from + latency), times[BUS_FREE]);
      if (at >= start) continue;
      start = at;
      next = each;
    }
    return { next, cycle: next === null ? Infinity : clock.within(start) - latency };
  }

  /** The bus begins to move. */
  private begin(next: Waiting): void {
    const { clock, latency, times, waiting } = this;
    waiting.splice(waiting.indexOf(next), 1);
    if ('due' in next) {
      const start = Math.max(clock.toBus(next.due + latency), times[BUS_FREE]);
      super.transfer(next.due);
      this.note(clock.toUnit(start), clock.toUnit(times[BUS_FREE]), CAUSE.memoryElsewhere);
      return;
    }
    const { bank, bytes, moved } = next;
    const start = Math.max(clock.toBus(this.ready[bank] + latency), times[BUS_FREE]);
    const end = clock.toUnit(this.move(start, bytes));
    this.work[bank] = null;
    this.bankFree[bank] = end - latency + this.closeCycles;
    this.parts--;
    this.note(clock.toUnit(start), end, CAUSE.memoryBandwidth);
    moved(end);
  }

  /** A refresh whose turn has come. */
  private beginRefresh(due: number): void {
    const { clock, latency, times, waiting } = this;
    waiting.shift();
    const from = Math.max(clock.toUnit(times[BUS_FREE]), due + latency);
    super.refresh(due);
    this.note(from, times[REFRESHED] + latency, CAUSE.memoryElsewhere);
  }
}
