import type { Account } from '../../../../pipeline/stages/account.ts';
import { AccessPipeline } from '../../../../pipeline/accesses/access-pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { oneBatch } from '../../../../traces/accesses/access-source.ts';
import type { TracedImage } from '../../../../traces/accesses/image-table.ts';
import { LaidOutAccesses } from '../replay-groups.ts';

/** A replay of the accesses in a trace through the whole pipeline of several designs, in one pass over the trace. */
export class AccessPipelineReplay extends LaidOutAccesses<Pipelines> {
  /**
   * @throws DesignError for designs that need images or pixels, as `AccessPipeline`; RangeError when levels of the
   * images overlap
   */
  constructor(designs: readonly Design[], images: readonly TracedImage[]) {
    super(designs, images, (alike) => new Pipelines(alike));
  }

  /** The accounts in the order of the designs. */
  finish(): readonly Account[] {
    const accounts = new Map(this.groups.flatMap(({ taker }) => taker.finish()));
    return this.designs.map((design) => accounts.get(design)!);
  }
}

class Pipelines {
  readonly lender = oneBatch();
  private readonly pipelines: readonly (readonly [Design, AccessPipeline])[];

  constructor(designs: readonly Design[]) {
    this.pipelines = designs.map((design) => [design, new AccessPipeline(design)]);
  }

  take(batch: AccessBatch): void {
    for (const [, pipeline] of this.pipelines) pipeline.run(batch);
  }

  finish(): readonly (readonly [Design, Account])[] {
    return this.pipelines.map(([design, pipeline]) => [design, pipeline.finish()]);
  }
}
