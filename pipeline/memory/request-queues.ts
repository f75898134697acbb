import type { RowDesign } from '../../rtl-model/design/design.ts';

/** A part of a request that waits in the queues of a channel. */
export interface QueuedPart {
  readonly bank: number;
  /** The first cycle of the bus in which the part may take its next step. */
  came: number;
  /** Receives the cycle in which the part has a place in the channel's queue. */
  readonly entered: (cycle: number) => void;
}

/**
 * The queues of a channel: one of transactions for all banks, and one of commands for each bank. A part waits in front of
 * them until there is a place among the transactions. In each cycle of the bus, the oldest transaction whose bank has a
 * place moves to the queue of its bank, and can be served from the next cycle on.
 */
export class RequestQueues<Part extends QueuedPart> {
  private readonly transactions: Part[] = [];
  private readonly outside: Part[] = [];
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
    return this.transactions.length === 0;
  }

  add(part: Part): void {
    if (this.transactions.length === this.design.transactions) this.outside.push(part);
    else this.enter(part);
  }

  /** The cycle of the next move, Infinity for none. */
  get next(): number {
    return this.nextMove().cycle;
  }

  /** Makes the next move. @returns the part that its bank can serve */
  move(): Part {
    const { transactions, outside, taken } = this;
    const { part, cycle } = this.nextMove();
    this.now = cycle + 1;
    taken[part!.bank]++;
    transactions.splice(transactions.indexOf(part!), 1);
    part!.came = this.now;
    const first = outside.shift();
    if (first !== undefined) {
      first.came = Math.max(first.came, this.now);
      this.enter(first);
    }
    return part!;
  }

  /** A part has left the queue of its bank in the cycle. */
  leave(bank: number, cycle: number): void {
    this.taken[bank]--;
    this.left[bank] = cycle;
  }

  private enter(part: Part): void {
    this.transactions.push(part);
    part.entered(part.came);
  }

  private nextMove(): { readonly part: Part | null; readonly cycle: number } {
    const { transactions, taken, left, now, design } = this;
    let first: Part | null = null;
    let cycle = Infinity;
    for (const part of transactions) {
      const { bank, came } = part;
      if (taken[bank] === design.commands) continue;
      const at = Math.max(now, came, left[bank]);
      if (at < cycle) [first, cycle] = [part, at];
    }
    return { part: first, cycle };
  }
}
