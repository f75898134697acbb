import type { RowDesign } from '../../rtl-model/design/design.ts';

/** A part of a request that waits in the queues of a channel. */
export interface QueuedPart {
  readonly bank: number;
  readonly written: boolean;
  /** The first cycle of the bus in which the part may take its next step. */
  came: number;
  /** Receives the cycle in which the part has a place in the channel's queue. */
  readonly entered: (cycle: number) => void;
}

/**
 * The queues of a channel: one of transactions for all banks, and one of commands for each bank. A part waits in front of
 * them until there is a place among the transactions. In each cycle of the bus, the oldest transaction whose bank has a
 * place moves to the queue of its bank, and can be served from the next cycle on. With a queue of their own, writes move
 * while it is drained: from the cycle in which it is full, or no read waits and enough writes do, until those that wait
 * then have moved. No read moves meanwhile.
 */
export class RequestQueues<Part extends QueuedPart> {
  private readonly transactions: Part[] = [];
  private readonly writes: Part[] = [];
  private readonly outside: Part[] = [];
  /** Writes that are to move before the next read does, and the cycle from which on no more requests come. */
  private draining = 0;
  endsFrom = Infinity;
  /** The places of each bank that are taken, and the cycle in which the last one was left. */
  private readonly taken = new Uint16Array(this.banks);
  private readonly left = new Float64Array(this.banks);
  /** The first cycle without a move. */
  private now = 0;

  constructor(
    private readonly design: NonNullable<RowDesign['queue']>,
    private readonly banks: number,
  ) {}

  get empty(): boolean {
    return this.transactions.length + this.writes.length === 0;
  }

  add(part: Part): void {
    this.outside.push(part);
    this.enter(0);
  }

  /** The cycle of the next move, Infinity for none. */
  get next(): number {
    return this.nextMove().cycle;
  }

  /** Makes the next move. @returns the part that its bank can serve; null if it is the begin of a drain */
  move(): Part | null {
    const { part, cycle } = this.nextMove();
    if (part === null) {
      this.draining = this.writes.filter(({ came }) => came <= cycle).length;
      this.now = cycle;
      return null;
    }
    const queue = this.queueOf(part);
    if (queue === this.writes) this.draining--;
    queue.splice(queue.indexOf(part), 1);
    this.taken[part.bank]++;
    part.came = this.now = cycle + 1;
    this.enter(this.now);
    return part;
  }

  /** A part has left the queue of its bank in the cycle. */
  leave(bank: number, cycle: number): void {
    this.taken[bank]--;
    this.left[bank] = cycle;
  }

  /** Lets parts in that find a place, from a cycle on. */
  private enter(from: number): void {
    const { outside, writes, design } = this;
    for (let part = outside[0]; part !== undefined; part = outside[0]) {
      const queue = this.queueOf(part);
      if (queue.length === (queue === writes ? design.writes!.entries : design.transactions)) return;
      outside.shift();
      part.came = Math.max(part.came, from);
      queue.push(part);
      part.entered(part.came);
    }
  }

  private queueOf({ written }: Part): Part[] {
    return written && this.design.writes !== null ? this.writes : this.transactions;
  }

  private nextMove(): { readonly part: Part | null; readonly cycle: number } {
    if (this.draining > 0) return this.oldestOf(this.writes);
    const read = this.oldestOf(this.transactions);
    const drain = this.nextDrain();
    return drain <= read.cycle ? { part: null, cycle: drain } : read;
  }

  /** The cycle in which the writes begin to be drained, Infinity for none. */
  private nextDrain(): number {
    const { writes, transactions, design, now, endsFrom } = this;
    if (writes.length === 0) return Infinity;
    const { entries, low } = design.writes!;
    const cameIn = writes.map(({ came }) => came).sort((a, b) => a - b);
    const full = writes.length === entries ? Math.max(now, cameIn[entries - 1]) : Infinity;
    const enough = writes.length < low ? Infinity : cameIn[low - 1];
    const idle = Math.max(now, Math.min(enough, Math.max(cameIn[0], endsFrom)));
    return transactions.some(({ came }) => came <= idle) ? full : Math.min(full, idle);
  }

  private oldestOf(queue: readonly Part[]): { readonly part: Part | null; readonly cycle: number } {
    const { taken, left, now, design } = this;
    let first: Part | null = null;
    let cycle = Infinity;
    for (const part of queue) {
      const { bank, came } = part;
      if (taken[bank] === design.commands) continue;
      const at = Math.max(now, came, left[bank]);
      if (at < cycle) [first, cycle] = [part, at];
    }
    return { part: first, cycle };
  }
}
