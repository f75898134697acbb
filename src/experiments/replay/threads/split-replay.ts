import { setImmediate as nextTurn } from 'node:timers/promises';
import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { ReplayDesign } from '../caches/lookup-levels.ts';
import { type ReplayTotals, sumOfRecords, totalsOf } from '../caches/replay-totals.ts';
import { accessesThatFit, BLOCK_ACCESSES, type Pass, restOfPass } from './split-block.ts';
import { type SplitKey, splitKey } from './split-key.ts';
import { type KeyedSectors, SplitLists } from './split-lists.ts';
import { BLOCKS, type GivenBlock, slotOf, SplitSchedule } from './split-schedule.ts';
import type { PartTotals, SplitWork } from './split-work.ts';
import { startThread, type Thread } from '../../../platform/threads/thread.ts';

/** The program of a worker. */
const PROGRAM = new URL('./split-worker', import.meta.url);

/** The longest time in milliseconds that this thread waits for workers before it checks for their faults. */
const LONGEST_WAIT = 10;

/**
 * A replay of many designs in one pass over a trace on several cores. Its sums are exactly the totals of ManyReplays.
 * Accesses come in batches that all threads share, a block each. The first free worker makes the look-ups of the passes
 * that begin in a block and distributes them. Each worker simulates the sets of its part of all blocks in order. A
 * design whose sets cannot be divided belongs to one worker as a whole.
 *
 * The workers keep the state of their sets from block to block. A pool that gives any task to any worker does not allow
 * that, so these are threads of Node's own.
 */
export class SplitReplay {
  /** The split key of each design. */
  readonly keys: readonly SplitKey[];
  private readonly designs: readonly ReplayDesign[];
  private readonly sectorBytes: number;
  private readonly schedule: SplitSchedule;
  private readonly batches: readonly AccessBatch[];
  private readonly workers: readonly PartWorker[];
  /** The number of batches filled, or being filled; `filling` is the current one. */
  private taken = 0;
  private filling: AccessBatch | null = null;
  /** The block that was filled last. It goes to the workers once the end of its last pass is known. */
  private held: (Omit<GivenBlock, 'rest'> & { readonly last: Pass }) | null = null;
  private fault: { readonly error: unknown } | null = null;

  /**
   * @param designs valid by `checkWidths`
   * @param cores number of cores for the sets, at least 1; the number of parts is the next power of two at or below it
   */
  constructor(designs: readonly ReplayDesign[], cores: number) {
    const parts = 2 ** Math.floor(Math.log2(cores));
    this.designs = designs;
    this.sectorBytes = Math.min(...designs.map(({ cache }) => cache.sectorBytes));
    this.schedule = new SplitSchedule(parts);
    const memory = Array.from({ length: BLOCKS }, () => new SharedArrayBuffer(AccessBatch.memoryBytes(BLOCK_ACCESSES)));
    this.batches = memory.map((each) => new AccessBatch(BLOCK_ACCESSES, each));
    this.keys = designs.map((design) => splitKey(design, parts));
    let whole = 0;
    const ofDesign = designs.map(({ cache: { sectorBytes } }, n): KeyedSectors => {
      const key = this.keys[n];
      return { sectorBytes, key, part: key.by === 'nothing' ? whole++ % parts : 0 };
    });
    const names = ofDesign.map((each) => JSON.stringify(each));
    const keyed = ofDesign.filter((_, n) => names.indexOf(names[n]) === n);
    const lists = names.map((name) => keyed.findIndex((each) => JSON.stringify(each) === name));
    const work = {
      designs,
      lists,
      keyed,
      parts,
      schedule: this.schedule.memory,
      batches: memory,
      sectors: keyed.map(() => SplitLists.memory(parts)),
    };
    this.workers = Array.from({ length: parts }, (_, part) => {
      const worker = partWorker({ ...work, part });
      worker.totals.catch((error: unknown) => {
        this.fault ??= { error };
      });
      return worker;
    });
  }

  /** An empty batch, to be filled and taken next; waits if the workers are late. */
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

  /** The totals in the order of the designs, once: this ends the workers. */
  async finish(): Promise<readonly ReplayTotals[]> {
    try {
      if (this.filling !== null) await this.give(this.filling);
      if (this.held !== null) this.schedule.give({ ...this.held, rest: 0 });
      this.schedule.end();
      const parts = await Promise.all(this.workers.map((worker) => worker.totals));
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

  /** Stops the workers of a replay that is not finished. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.map(({ thread }) => thread.worker.terminate()));
  }

  /** The batch to fill. @throws the error of a failed worker */
  private async room(): Promise<AccessBatch> {
    if (this.filling !== null) return this.filling;
    while (!this.schedule.waitForSlot(this.taken, LONGEST_WAIT)) {
      await nextTurn();
      if (this.fault !== null) throw this.fault.error;
    }
    this.filling = this.batches[slotOf(this.taken++)];
    this.filling.count = 0;
    return this.filling;
  }

  /** Gives the batch to the workers. Accesses with more look-ups than a block allows go into further blocks. */
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
    if (held !== null) this.schedule.give({ ...held, rest: rest ?? 0 });
    const last = { quad: batch.quad[end - 1], pass: batch.pass[end - 1] };
    this.held = { slot: slotOf(this.taken - 1), start: rest ?? 0, end, goesOn: rest === null, last };
  }
}

/** A thread that distributes blocks and simulates a part of a split replay. */
interface PartWorker {
  readonly thread: Thread;
  /** The worker's counts after the end of the schedule; rejects if the thread fails before. */
  readonly totals: Promise<PartTotals>;
}

function partWorker(work: SplitWork): PartWorker {
  const thread = startThread(PROGRAM, work);
  const counted = new Promise<PartTotals>((resolve) => thread.worker.on('message', resolve));
  return { thread, totals: Promise.race([counted, thread.end]) };
}
