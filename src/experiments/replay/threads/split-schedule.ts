/** The number of blocks in flight: the one being filled, and those that the workers process. */
export const BLOCKS = 8;
/**
 * The number of blocks that must become free before the filling thread is woken, because it takes a core from the
 * workers.
 */
const FREED_AT_ONCE = 4;

/** The layout of the shared memory, in words. */
const WORD = { changes: 0, given: 1, ended: 2, claimed: 3, awaited: 4, perSlot: 5 };
const SLOT = { start: 0, end: 1, rest: 2, goesOn: 3, dealt: 4, words: 5 };
const PER_WORKER = WORD.perSlot + BLOCKS * SLOT.words;

/** A block that is given to the workers. */
export interface GivenBlock {
  readonly slot: number;
  /** The block's entries in the slot; the entries before them belong to the block before. */
  readonly start: number;
  readonly end: number;
  /** The number of entries of the next slot that belong to the block: the rest of its last pass. */
  readonly rest: number;
  /** True if the block begins in the middle of a pass. */
  readonly goesOn: boolean;
}

/**
 * The assignment of blocks to threads, in shared memory. Blocks are numbered in the order in which they are given. One
 * worker distributes a block to all of them, and each simulates its part of all blocks in order. Then the slot is free
 * for the block with a number higher by BLOCKS.
 */
export class SplitSchedule {
  readonly memory: SharedArrayBuffer;
  private readonly words: Int32Array;
  private readonly workers: number;

  constructor(workers: number, memory = new SharedArrayBuffer(4 * (PER_WORKER + workers))) {
    this.memory = memory;
    this.words = new Int32Array(memory);
    this.workers = workers;
  }

  // Called by the thread that reads the trace.

  /** Waits, at most the given time, for a block's slot if a worker still uses it. @returns true if the slot is free */
  waitForSlot(block: number, milliseconds: number): boolean {
    if (this.allSimulated(block - BLOCKS + 1)) return true;
    const awaited = block - BLOCKS + FREED_AT_ONCE;
    Atomics.store(this.words, WORD.awaited, awaited);
    if (!this.allSimulated(awaited)) Atomics.wait(this.words, WORD.awaited, awaited, milliseconds);
    return this.allSimulated(block - BLOCKS + 1);
  }

  /** Gives the next block, including its entries in the next slot. */
  give({ slot, start, end, rest, goesOn }: GivenBlock): void {
    const at = wordOf(slot, 0);
    this.words[at + SLOT.start] = start;
    this.words[at + SLOT.end] = end;
    this.words[at + SLOT.rest] = rest;
    this.words[at + SLOT.goesOn] = goesOn ? 1 : 0;
    this.words[at + SLOT.dealt] = 0;
    Atomics.add(this.words, WORD.given, 1);
    this.tell();
  }

  /** Announces that no more blocks follow. */
  end(): void {
    Atomics.store(this.words, WORD.ended, 1);
    this.tell();
  }

  // Called by a worker.

  /** The number of changes so far, for `wait`. It must be read before the search for work. */
  changes(): number {
    return Atomics.load(this.words, WORD.changes);
  }

  /** Waits until something has changed since `changes`. */
  wait(changes: number): void {
    Atomics.wait(this.words, WORD.changes, changes);
  }

  /** The next block that no worker distributes yet, claimed for this worker; null if there is none for it. */
  claim(worker: number): GivenBlock | null {
    const claimed = Atomics.load(this.words, WORD.claimed);
    const block = Math.floor(claimed / this.workers);
    if (block === Atomics.load(this.words, WORD.given)) return null;
    const slot = slotOf(block);
    const at = wordOf(slot, 0);
    const given = {
      slot,
      start: this.words[at + SLOT.start],
      end: this.words[at + SLOT.end],
      rest: this.words[at + SLOT.rest],
      goesOn: this.words[at + SLOT.goesOn] === 1,
    };
    // The pass is known to the worker that distributed the block before.
    if (given.goesOn && claimed % this.workers !== worker) return null;
    const mine = (block + 1) * this.workers + worker;
    return Atomics.compareExchange(this.words, WORD.claimed, claimed, mine) === claimed ? given : this.claim(worker);
  }

  dealt(slot: number): void {
    Atomics.store(this.words, wordOf(slot, SLOT.dealt), 1);
    this.tell();
  }

  isDealt(block: number): boolean {
    const given = block < Atomics.load(this.words, WORD.given);
    return given && Atomics.load(this.words, wordOf(slotOf(block), SLOT.dealt)) === 1;
  }

  /** Announces that the worker has simulated a block. */
  simulated(worker: number, block: number): void {
    Atomics.store(this.words, PER_WORKER + worker, block + 1);
    const awaited = Atomics.load(this.words, WORD.awaited);
    if (awaited === 0 || !this.allSimulated(awaited)) return;
    Atomics.store(this.words, WORD.awaited, 0);
    Atomics.notify(this.words, WORD.awaited);
  }

  /** True if there is no block of that number and none will follow. */
  hasEnded(block: number): boolean {
    return Atomics.load(this.words, WORD.ended) === 1 && block === Atomics.load(this.words, WORD.given);
  }

  /** True if each worker has simulated so many blocks. */
  private allSimulated(blocks: number): boolean {
    for (let worker = 0; worker < this.workers; worker++) {
      if (Atomics.load(this.words, PER_WORKER + worker) < blocks) return false;
    }
    return true;
  }

  private tell(): void {
    Atomics.add(this.words, WORD.changes, 1);
    Atomics.notify(this.words, WORD.changes);
  }
}

/** The slot of a block number. */
export function slotOf(block: number): number {
  return block % BLOCKS;
}

function wordOf(slot: number, word: number): number {
  return WORD.perSlot + SLOT.words * slot + word;
}
