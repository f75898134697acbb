import { least } from 'd3-array';
import { TaskPool } from '../../../platform/threads/task-pool.ts';
import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { sumOfRecords } from '../../../../pipeline/counters/statistics.ts';
import { type ReplayDesign, type ReplayTotals, totalsOf } from '../caches/lookup-levels.ts';
import {
  accessesOf,
  accessesThatFit,
  BLOCK_ACCESSES,
  BLOCKS,
  type GivenBlock,
  type Pass,
  restOfPass,
  slotOf,
} from './split-block.ts';
import { lookUpsOf } from '../caches/lookup-streams.ts';
import { type SplitKey, splitKey } from './split-key.ts';
import { type KeyedSectors, SplitLists } from './split-lists.ts';
import type { PartTotals, SplitTask, SplitWork } from './split-worker.ts';

const SPLIT_WORKER = new URL('./split-worker', import.meta.url);

/**
 * A replay of many designs in one pass over a trace on several cores. Its sums are exactly the totals of ManyReplays.
 * Accesses come in batches that all threads share, a block each. The least busy thread makes the look-ups of the passes
 * that begin in a block and deals them to all parts. Each thread simulates the sets of its part of all blocks in order.
 * A design whose sets cannot be divided belongs to one thread as a whole.
 *
 * The threads keep the state of their sets from block to block: each is a pool of its own.
 */
export class SplitReplay {
  /** The split key of each design. */
  readonly keys: readonly SplitKey[];
  private readonly designs: readonly ReplayDesign[];
  private readonly sectorBytes: number;
  private readonly batches: readonly AccessBatch[];
  private readonly threads: readonly TaskPool<SplitTask, PartTotals | null>[];
  /** The number of batches filled, or being filled; `filling` is the current one. */
  private taken = 0;
  private filling: AccessBatch | null = null;
  /** The block that was filled last. It goes to the threads once the end of its last pass is known. */
  private held: (Omit<GivenBlock, 'rest'> & { readonly last: Pass }) | null = null;
  /** The thread that deals the latest block. */
  private dealer: TaskPool<SplitTask, PartTotals | null>;
  /** Resolves when all blocks so far are dealt; those of the slots when their latest blocks are simulated. */
  private dealt: Promise<unknown> = Promise.resolve();
  private readonly simulated: Promise<unknown>[] = [];

  /**
   * @param designs valid by `checkWidths`
   * @param cores number of cores for the sets, at least 1; the number of parts is the next power of two at or below it
   */
  constructor(designs: readonly ReplayDesign[], cores: number) {
    const parts = 2 ** Math.floor(Math.log2(cores));
    this.designs = designs;
    this.sectorBytes = Math.min(...designs.map(({ cache }) => cache.sectorBytes));
    const bytes = AccessBatch.memoryBytes(BLOCK_ACCESSES);
    this.batches = Array.from({ length: BLOCKS }, () => new AccessBatch(BLOCK_ACCESSES, new SharedArrayBuffer(bytes)));
    this.keys = designs.map((design) => splitKey(design, parts));
    let whole = 0;
    const ofDesign = designs.map(({ cache }, n): KeyedSectors => {
      const key = this.keys[n];
      const { sectorBytes } = cache;
      return { lookUps: lookUpsOf(cache), sectorBytes, key, part: key.by === 'nothing' ? whole++ % parts : 0 };
    });
    const names = ofDesign.map((each) => JSON.stringify(each));
    const keyed = ofDesign.filter((_, n) => names.indexOf(names[n]) === n);
    const lists = names.map((name) => keyed.findIndex((each) => JSON.stringify(each) === name));
    const batches = this.batches.map((batch) => accessesOf(batch, 0, BLOCK_ACCESSES));
    const work = { designs, lists, keyed, parts, batches, sectors: keyed.map(() => SplitLists.memory(parts)) };
    this.threads = Array.from({ length: parts }, (_, part) => {
      return new TaskPool(SPLIT_WORKER, 1, { ...work, part } satisfies SplitWork);
    });
    [this.dealer] = this.threads;
  }

  /** An empty batch, to be filled and taken next; waits if the threads are late. */
  async next(): Promise<AccessBatch> {
    if (this.filling !== null && this.filling.count > 0) await this.give(this.filling);
    return await this.room();
  }

  /**
   * Takes the batch that `next` lent without a copy. Any other batch is copied, and the caller may reuse it afterwards.
   */
  async take(batch: AccessBatch): Promise<void> {
    if (batch === this.filling) {
      await this.give(batch);
      return;
    }
    for (let from = 0; from < batch.count;) {
      const to = await this.room();
      const until = Math.min(batch.count, from + to.capacity - to.count);
      to.add(batch, from, until);
      if (to.count === to.capacity) await this.give(to);
      from = until;
    }
  }

  /** The totals in the order of the designs, once: this ends the threads. */
  async finish(): Promise<readonly ReplayTotals[]> {
    try {
      if (this.filling !== null) await this.give(this.filling);
      if (this.held !== null) this.run({ ...this.held, rest: 0 });
      await Promise.all(this.simulated);
      const parts = await Promise.all(this.threads.map(async (thread) => (await thread.run('count'))!));
      return this.designs.map((_, n) =>
        totalsOf(
          sumOfRecords(parts.map(({ streams }) => streams[n])),
          parts.map(({ levels }) => levels[n]),
        ),
      );
    } finally {
      await this.stop();
    }
  }

  /** Stops the threads of a replay that is not finished. */
  async stop(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  /** The batch to fill. @throws the error of a failed thread */
  private async room(): Promise<AccessBatch> {
    if (this.filling !== null) return this.filling;
    await this.simulated[slotOf(this.taken)];
    this.filling = this.batches[slotOf(this.taken++)];
    this.filling.count = 0;
    return this.filling;
  }

  /** Gives the batch to the threads. Accesses with more look-ups than a block allows go into further blocks. */
  private async give(batch: AccessBatch): Promise<void> {
    while (batch.count > 0) {
      const fit = accessesThatFit(batch, this.sectorBytes);
      this.hold(batch, fit);
      this.filling = null;
      if (fit === batch.count) return;
      const next = await this.room();
      next.add(batch, fit, batch.count);
      batch = next;
    }
  }

  /** Makes a block of the batch's first accesses, which show where the last pass of the block before ends. */
  private hold(batch: AccessBatch, end: number): void {
    const { held } = this;
    const rest = held === null ? 0 : restOfPass(batch, end, held.last, this.sectorBytes);
    if (held !== null) this.run({ ...held, rest: rest ?? 0 });
    const last = { quad: batch.quad[end - 1], pass: batch.pass[end - 1] };
    this.held = { slot: slotOf(this.taken - 1), start: rest ?? 0, end, goesOn: rest === null, last };
  }

  /** Runs a block: one thread deals its look-ups, then all simulate them, one block after the other. */
  private run(block: GivenBlock): void {
    // The pass that goes on is known to the thread that dealt the block before.
    if (!block.goesOn) this.dealer = least(this.threads, ({ tasks }) => tasks)!;
    const dealt = Promise.all([this.dealer.run({ deal: block }), this.dealt]);
    const simulated = dealt.then(() => Promise.all(this.threads.map((one) => one.run({ simulate: block.slot }))));
    // An error is reported to the caller that waits for the slot.
    simulated.catch(() => {});
    this.dealt = dealt;
    this.simulated[block.slot] = simulated;
  }
}
