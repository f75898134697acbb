import type { AccessBatch } from '../../traces/access-batch.ts';
import type { ReplayDesign } from './lookup-levels.ts';
import { PartWorker } from './part-worker.ts';
import { type ReplayTotals, type StreamTotals, totalsOf } from './replay-totals.ts';
import { AccessBlock, PIECE } from './split-block.ts';
import { type SplitKey, splitKey } from './split-key.ts';
import { type KeyedSectors, SplitLists } from './split-lists.ts';
import { BLOCKS, SplitSchedule } from './split-schedule.ts';

/**
 * Many designs in one pass over a trace, by several cores: the sums are exactly the totals of ManyReplays. This thread
 * copies accesses to shared memory, in blocks of whole passes. The worker that comes first makes the look-ups of a block
 * and deals them out; of all blocks in order, each worker simulates the sets of its part. A design whose sets can't be
 * told apart is one worker's as a whole.
 *
 * The workers keep the state of their sets from block to block, which a pool of workers for whatever task comes next has
 * no place for: hence threads of Node's own.
 */
export class SplitReplay {
  /** How each design is split. */
  readonly keys: readonly SplitKey[];
  private readonly designs: readonly ReplayDesign[];
  private readonly sectorBytes: number;
  private readonly schedule: SplitSchedule;
  private readonly blocks: readonly AccessBlock[];
  private readonly workers: readonly PartWorker[];
  /** The slot of the block that is filled, and whether that begins in midst of a pass. */
  private slot = 0;
  private goesOn = false;
  private wake: (() => void) | null = null;
  private fault: { readonly error: unknown } | null = null;

  /**
   * @param designs valid by `checkWidths`
   * @param cores for the sets, at least 1; there are as many parts, or as the next lower power of two
   */
  constructor(designs: readonly ReplayDesign[], cores: number) {
    const parts = 2 ** Math.floor(Math.log2(cores));
    this.designs = designs;
    this.sectorBytes = Math.min(...designs.map(({ cache }) => cache.sectorBytes));
    this.schedule = new SplitSchedule(parts);
    this.blocks = Array.from({ length: BLOCKS }, () => new AccessBlock());
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
      blocks: this.blocks.map(({ memory }) => memory),
      sectors: keyed.map(() => SplitLists.memory(parts)),
    };
    this.workers = Array.from({ length: parts }, (_, part) => {
      const worker = new PartWorker({ ...work, part }, () => this.wake?.());
      worker.totals.catch((error: unknown) => {
        this.fault ??= { error };
        this.wake?.();
      });
      return worker;
    });
  }

  /** Takes accesses, and waits where the workers are behind. The batch may be used again afterwards. */
  async take(batch: AccessBatch): Promise<void> {
    for (let from = 0; from < batch.count; from += PIECE) {
      const until = Math.min(batch.count, from + PIECE);
      while (!this.blocks[this.slot].hasRoomFor(until - from)) await this.give();
      this.blocks[this.slot].add(batch, from, until);
    }
  }

  /** The totals in the order of the designs, once: the workers end. */
  async finish(): Promise<readonly ReplayTotals[]> {
    try {
      while (!this.blocks[this.slot].isEmpty) await this.give();
      this.schedule.end();
      const parts = await Promise.all(this.workers.map((worker) => worker.totals));
      return this.designs.map((_, n) =>
        totalsOf(
          sum(parts.map(({ streams }) => streams[n])),
          parts.map(({ levels }) => levels[n]),
        ),
      );
    } finally {
      await this.stop();
    }
  }

  /** Ends the workers of a replay that is not finished. */
  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  /** Gives the passes of the block away, and begins the next with what is left. @throws what a worker has failed with */
  private async give(): Promise<void> {
    const block = this.blocks[this.slot];
    const { start, end, midPass } = block.cut(this.sectorBytes);
    this.schedule.give({ slot: this.slot, start, end, goesOn: this.goesOn });
    this.slot = await this.freeSlot();
    this.blocks[this.slot].startWith(block, end);
    this.goesOn = midPass;
  }

  private async freeSlot(): Promise<number> {
    for (;;) {
      if (this.fault !== null) throw this.fault.error;
      const slot = this.schedule.freeSlot();
      if (slot !== null) return slot;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}

function sum(streams: readonly StreamTotals[]): StreamTotals {
  return streams.reduce((total, { accesses, passes, bankConflicts }) => ({
    accesses: total.accesses + accesses,
    passes: total.passes + passes,
    bankConflicts: total.bankConflicts + bankConflicts,
  }));
}
