import { group as groupsOf } from 'd3-array';
import type { Design, TexelLayout } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { type BatchLender, oneBatch } from '../../../traces/accesses/access-source.ts';
import { Relayout } from '../../../traces/accesses/relayout.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { AccessCapture } from './capture.ts';
import { inOrder } from './design-order.ts';
import { type Findings, type ReplayExtent, type Replayer, replayer } from './replayer.ts';
import type { RequestWork } from './request-work.ts';

/** Designs with the same accesses, and the source of these. */
interface Group<Source, Taker = Replayer> {
  readonly designs: readonly Design[];
  readonly layout: TexelLayout;
  readonly source: Source;
  readonly taker: Taker;
}

/** The accesses of a trace, moved to where each design's layout has the texels. */
export class LaidOutAccesses<Taker extends Pick<Replayer, 'lender' | 'take'>> {
  protected readonly groups: readonly Group<Relayout | null, Taker>[];
  /** Lends batches to fill. Their contents are taken without a copy if no design needs another texel layout. */
  readonly lender: BatchLender;
  /** Takes the accesses for the designs that keep the trace's texel layout. */
  private readonly unmoving: Taker | null;
  private moved = new AccessBatch(0);
  /** Accesses to no texel of the image table, which kept their addresses in a new layout. */
  unmoved = 0;

  /**
   * @param images the trace's images, with which texels are laid out as each design demands; if empty, addresses are
   * kept
   * @param takerOf takes the accesses of designs with one layout, with the images laid out so
   * @throws RangeError when levels of the images overlap
   */
  constructor(
    protected readonly designs: readonly Design[],
    images: readonly TracedImage[],
    takerOf: (designs: readonly Design[], images: readonly TracedImage[]) => Taker,
  ) {
    const keyOf = ({ cache }: Design) => (images.length === 0 ? '' : cache.layout);
    this.groups = Array.from(groupsOf(designs, keyOf).values(), (alike) => {
      const { layout } = alike[0].cache;
      const stays = images.every((image) => image.layout === layout);
      const source = stays ? null : new Relayout(images, layout);
      return { designs: alike, layout, source, taker: takerOf(alike, source?.images ?? images) };
    });
    this.unmoving = this.groups.find(({ source }) => source === null)?.taker ?? null;
    this.lender = this.unmoving?.lender ?? oneBatch();
  }

  async take(batch: AccessBatch): Promise<void> {
    let unmoved = 0;
    for (const { source, taker } of this.groups) {
      if (source === null) continue;
      if (this.moved.capacity < batch.count) this.moved = new AccessBatch(batch.capacity);
      this.moved.count = 0;
      this.moved.add(batch, 0, batch.count);
      unmoved = source.move(this.moved);
      await taker.take(this.moved);
    }
    this.unmoved += unmoved;
    // This comes last, because a batch lent to it belongs to it again afterwards.
    await this.unmoving?.take(batch);
  }
}

/** A replay of the accesses in a trace, without a clock. */
export class AccessReplay extends LaidOutAccesses<Replayer> {
  /** @throws RangeError when levels of the images overlap */
  constructor(designs: readonly Design[], images: readonly TracedImage[], extent: ReplayExtent) {
    const budget = new MemoryBudget();
    super(designs, images, (alike, laidOut) => replayer(alike, laidOut, extent, budget));
  }

  finish = () => merged(this.designs, this.groups);
  stop = () => stopped(this.groups);
}

/** What the requests of a trace work on. */
export interface RequestSources extends Pick<RequestWork, 'images' | 'states'> {
  readonly imageNames: readonly string[];
}

/** A replay of the accesses of a trace's requests, computed by the functional units of each design. */
export class RequestAccessReplay {
  private readonly groups: readonly Group<AccessCapture>[];

  /**
   * @param work surveyed to the end of the trace
   * @throws DesignError, RangeError as `AccessCapture` and `layOutImages`
   */
  constructor(
    private readonly designs: readonly Design[],
    { images, imageNames, states }: RequestSources,
    extent: ReplayExtent,
  ) {
    const budget = new MemoryBudget();
    const keyOf = ({ address, lod, decoder, limits, cache: { layout, blocks, tapOrder } }: Design) =>
      JSON.stringify([address, lod, decoder, limits, layout, blocks, tapOrder]);
    this.groups = Array.from(groupsOf(designs, keyOf).values(), (alike) => {
      const { layout } = alike[0].cache;
      const source = new AccessCapture(alike[0], texelMemory(alike[0], images), states, imageNames);
      return { designs: alike, layout, source, taker: replayer(alike, source.images, extent, budget) };
    });
  }

  async take(quads: QuadBatch): Promise<void> {
    for (const { source, taker } of this.groups) {
      for (const batch of source.accesses(quads)) await taker.take(batch);
    }
  }

  finish = () => merged(this.designs, this.groups);
  stop = () => stopped(this.groups);
}

async function stopped(groups: readonly Group<unknown>[]): Promise<void> {
  for (const { taker } of groups) await taker.stop?.();
}

/**
 * The findings of all groups: designs in their own order, streams named by their layouts, all other findings from the
 * first group.
 */
async function merged(designs: readonly Design[], groups: readonly Group<unknown>[]): Promise<Findings> {
  const found: Findings[] = [];
  for (const { taker } of groups) found.push(await taker.finish());
  const several = new Set(groups.map(({ layout }) => layout)).size > 1;
  return {
    ...found[0],
    streams: found.flatMap(({ streams }, g) =>
      streams.map((stream) => (several ? { ...stream, layout: groups[g].layout } : stream)),
    ),
    designs: inOrder(
      designs,
      groups,
      found.map((one) => one.designs),
    ),
  };
}
