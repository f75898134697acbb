import type { Account } from '../../../../pipeline/stages/account.ts';
import { AccessPipeline } from '../../../../pipeline/accesses/access-pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../../../traces/accesses/image-table.ts';
import { inOrder } from '../design-order.ts';
import { LaidOutAccesses } from '../replay-groups.ts';

/** A replay of the accesses in a trace through the whole pipeline of several designs, in one pass over the trace. */
export class AccessPipelineReplay extends LaidOutAccesses<AccessPipelines> {
  /**
   * @throws DesignError for designs that need images or pixels, as `AccessPipeline`; RangeError when levels of the
   * images overlap
   */
  constructor(designs: readonly Design[], images: readonly TracedImage[]) {
    super(designs, images, (alike) => {
      const pipelines = alike.map((design) => new AccessPipeline(design));
      return { pipelines, take: (batch) => pipelines.forEach((pipeline) => pipeline.run(batch)) };
    });
  }

  /** The accounts in the order of the designs. */
  finish(): readonly Account[] {
    const accounts = this.groups.map(({ taker }) => taker.pipelines.map((pipeline) => pipeline.finish()));
    return inOrder(this.designs, this.groups, accounts);
  }
}

/** The pipelines of designs with one layout, which take every batch. */
interface AccessPipelines {
  readonly pipelines: readonly AccessPipeline[];
  readonly take: (batch: AccessBatch) => void;
}
