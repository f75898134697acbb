import type { AccessBatch } from '../../traces/access-batch.ts';
import type { ReplayDesign } from './lookup-levels.ts';
import { LookupStreams } from './lookup-streams.ts';
import { PartWorker } from './part-worker.ts';
import { type ReplayTotals, totalsOf } from './replay-totals.ts';
import { type SplitKey, splitKey } from './split-key.ts';
import { SplitStream } from './split-stream.ts';

/** Sectors of one size, dealt out by one key. */
interface KeyedStream {
  readonly name: string;
  readonly sectorBytes: number;
  readonly key: SplitKey;
  readonly part: number;
}

/**
 * Many designs in one pass over a trace, by several cores: each simulates the sets of its part, and the sums are exactly
 * the totals of ManyReplays. This thread makes the look-ups and deals them out in shared memory. A design whose sets
 * can't be told apart goes to one core as a whole.
 *
 * The workers keep the state of their sets from block to block, which a pool of workers for whatever task comes next has
 * no place for: hence threads of Node's own.
 */
export class SplitReplay {
  /** How each design is split. */
  readonly keys: readonly SplitKey[];
  private readonly designs: readonly ReplayDesign[];
  private readonly lookups: LookupStreams;
  private readonly sizes: readonly number[];
  private readonly streams: readonly SplitStream[];
  private readonly workers: readonly PartWorker[];

  /**
   * @param designs valid by `checkWidths`
   * @param cores for the sets, at least 1; there are as many parts, or as the next lower power of two
   */
  constructor(designs: readonly ReplayDesign[], cores: number) {
    const parts = 2 ** Math.floor(Math.log2(cores));
    this.designs = designs;
    this.lookups = new LookupStreams(designs);
    this.keys = designs.map((design) => splitKey(design, parts));
    let whole = 0;
    const ofDesign = designs.map(({ cache: { sectorBytes } }, n): KeyedStream => {
      const key = this.keys[n];
      const part = key.by === 'nothing' ? whole++ % parts : 0;
      return { name: JSON.stringify([sectorBytes, key, part]), sectorBytes, key, part };
    });
    const keyed = [...new Map(ofDesign.map((stream) => [stream.name, stream])).values()];
    this.sizes = keyed.map(({ sectorBytes }) => sectorBytes);
    this.streams = keyed.map(
      ({ key, sectorBytes, part }, n) =>
        new SplitStream(key, sectorBytes, parts, part, (block, filled) => {
          this.workers.forEach((worker, k) => worker.simulate(n, block, filled[k]));
        }),
    );
    const streams = ofDesign.map(({ name }) => keyed.findIndex((stream) => stream.name === name));
    const blocks = this.streams.map((stream) => stream.blocks);
    this.workers = Array.from(
      { length: parts },
      (_, part) =>
        new PartWorker(
          { designs, streams, blocks, part },
          (stream, block) => this.streams[stream].release(block),
          (error) => this.streams.forEach((stream) => stream.fail(error)),
        ),
    );
  }

  /** Takes accesses, and waits where the workers are behind. The batch may be used again afterwards. */
  async take(batch: AccessBatch): Promise<void> {
    for (const { sectorBytes, lookups } of this.lookups.take(batch)) {
      for (let n = 0; n < this.streams.length; n++) {
        if (this.sizes[n] === sectorBytes) await this.streams[n].take(lookups);
      }
    }
  }

  /** The totals in the order of the designs, once: the workers end. */
  async finish(): Promise<readonly ReplayTotals[]> {
    try {
      for (const stream of this.streams) await stream.flush();
      for (const worker of this.workers) worker.end();
      const parts = await Promise.all(this.workers.map((worker) => worker.totals));
      return this.designs.map(({ cache }, n) =>
        totalsOf(
          this.lookups.totals(cache),
          parts.map((part) => part[n]),
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
}
