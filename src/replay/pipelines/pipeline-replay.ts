import type { Account } from '../../../pipeline/account.ts';
import type { PipelineObserver } from '../../../pipeline/observer.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { RequestWork } from '../request-work.ts';

/** A replay of a trace's requests through the whole pipeline of several designs, in one pass over the trace. */
export class PipelineReplay {
  private readonly pipelines: readonly Pipeline[];

  /**
   * @param work surveyed to the end of the trace
   * @param observer watches the pipeline; requires that there is only one design
   * @throws DesignError when the arithmetic cannot hold a design, RangeError when the images outgrow the texel memory
   * or a state cannot be bound
   */
  constructor(
    designs: readonly Design[],
    { images, states }: Pick<RequestWork, 'images' | 'states'>,
    observer?: PipelineObserver,
  ) {
    this.pipelines = designs.map(
      (design) => new Pipeline(design, layOutImages(images, design.cache.layout), states, () => {}, observer),
    );
  }

  run(batch: QuadBatch): void {
    for (const pipeline of this.pipelines) pipeline.run(batch);
  }

  /** The accounts in the order of the designs. */
  finish(): readonly Account[] {
    return this.pipelines.map((pipeline) => pipeline.finish());
  }
}
