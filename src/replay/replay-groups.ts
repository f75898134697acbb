import type { Design, TexelLayout } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { AccessBatch } from '../../traces/accesses/access-batch.ts';
import { type BatchLender, oneBatch } from '../../traces/accesses/access-source.ts';
import { Relayout } from '../../traces/accesses/relayout.ts';
import type { TracedImage } from '../../traces/accesses/image-table.ts';
import { AccessCapture } from './capture.ts';
import { type Findings, type ReplayExtent, type Replayer, replayer } from './replayer.ts';
import type { RequestWork } from './request-work.ts';

/** Designs that make the same accesses, and where these come from. */
interface Group<Source> {
  readonly designs: readonly Design[];
  readonly layout: TexelLayout;
  readonly source: Source;
  readonly replayer: Replayer;
}

/** A replay of accesses that a trace holds. */
export class AccessReplay {
  private readonly groups: readonly Group<Relayout | null>[];
  private readonly designs: readonly Design[];
  /** Lends the batches to fill: what they hold is taken without a copy where no design has texels laid out anew. */
  readonly lender: BatchLender;
  /** Of the designs that leave texels where they are. */
  private readonly unmoving: Replayer | null;
  private moved = new AccessBatch(0);
  /** Accesses to no texel of the image table: they kept their addresses where texels were laid out anew. */
  unmoved = 0;

  /**
   * @param images of the trace: with them texels are laid out as each design has it; where there are none, addresses stay
   * @throws RangeError when levels of the images overlap
   */
  constructor(designs: readonly Design[], images: readonly TracedImage[], extent: ReplayExtent) {
    this.designs = designs;
    const keyOf = ({ cache }: Design) => (images.length === 0 ? '' : cache.layout);
    this.groups = grouped(designs, keyOf).map((alike) => {
      const { layout } = alike[0].cache;
      const stays = images.every((image) => image.layout === layout);
      const source = stays ? null : new Relayout(images, layout);
      return { designs: alike, layout, source, replayer: replayer(alike, source?.images ?? images, extent) };
    });
    this.unmoving = this.groups.find(({ source }) => source === null)?.replayer ?? null;
    this.lender = this.unmoving?.lender ?? oneBatch();
  }

  async take(batch: AccessBatch): Promise<void> {
    let unmoved = 0;
    for (const { source, replayer } of this.groups) {
      if (source === null) continue;
      if (this.moved.capacity < batch.count) this.moved = new AccessBatch(batch.capacity);
      this.moved.count = 0;
      this.moved.add(batch, 0, batch.count);
      unmoved = source.move(this.moved);
      await replayer.take(this.moved);
    }
    this.unmoved += unmoved;
    // Last: a batch that it lent is its own again.
    await this.unmoving?.take(batch);
  }

  finish(): Promise<Findings> {
    return merged(this.designs, this.groups);
  }

  async stop(): Promise<void> {
    for (const { replayer } of this.groups) await replayer.stop();
  }
}

/** A replay of the accesses that the requests of a trace make, found by the functional units of each design. */
export class RequestAccessReplay {
  private readonly groups: readonly Group<AccessCapture>[];
  private readonly designs: readonly Design[];

  /**
   * @param work surveyed to the end of the trace
   * @throws DesignError, RangeError as `AccessCapture` and `layOutImages`
   */
  constructor(
    designs: readonly Design[],
    { images, imageNames, states }: Pick<RequestWork, 'images' | 'imageNames' | 'states'>,
    extent: ReplayExtent,
  ) {
    this.designs = designs;
    const keyOf = ({ address, lod, limits, cache: { layout, blocks } }: Design) =>
      JSON.stringify([address, lod, limits, layout, blocks]);
    this.groups = grouped(designs, keyOf).map((alike) => {
      const { layout } = alike[0].cache;
      const source = new AccessCapture(alike[0], layOutImages(images, layout), states, imageNames);
      return { designs: alike, layout, source, replayer: replayer(alike, source.images, extent) };
    });
  }

  async take(quads: QuadBatch): Promise<void> {
    for (const { source, replayer } of this.groups) {
      for (const batch of source.accesses(quads)) await replayer.take(batch);
    }
  }

  finish(): Promise<Findings> {
    return merged(this.designs, this.groups);
  }

  async stop(): Promise<void> {
    for (const { replayer } of this.groups) await replayer.stop();
  }
}

/** In the order of their first. */
function grouped(designs: readonly Design[], keyOf: (design: Design) => string): readonly (readonly Design[])[] {
  const groups = new Map<string, Design[]>();
  for (const design of designs) {
    const key = keyOf(design);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [design]);
    else group.push(design);
  }
  return [...groups.values()];
}

/** The findings of all groups, designs in their own order, streams told apart by their layouts; the rest is the first's. */
async function merged(designs: readonly Design[], groups: readonly Group<unknown>[]): Promise<Findings> {
  const found: Findings[] = [];
  for (const { replayer } of groups) found.push(await replayer.finish());
  const several = new Set(groups.map(({ layout }) => layout)).size > 1;
  const reports = new Map(found.flatMap((one, g) => groups[g].designs.map((design, n) => [design, one.designs[n]])));
  return {
    ...found[0],
    streams: found.flatMap(({ streams }, g) =>
      streams.map((stream) => (several ? { ...stream, layout: groups[g].layout } : stream)),
    ),
    designs: designs.map((design) => reports.get(design)!),
  };
}
