import { group as groupsOf } from 'd3-array';
import type { Account } from '../../../../pipeline/stages/account.ts';
import type { PipelineObserver } from '../../../../pipeline/stages/observer.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { evaluationKey, PipelineGroup } from '../../../../pipeline/units/pipeline-group.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { inOrder } from '../design-order.ts';
import type { RequestWork } from '../request-work.ts';

/**
 * A replay of a trace's requests through the whole pipeline of several designs, in one pass over the trace. Designs with
 * the same results and sectors share the evaluation of the quads.
 */
export class PipelineReplay {
  private readonly groups: readonly {
    readonly designs: readonly Design[];
    readonly pipelines: Pick<PipelineGroup, 'run' | 'finish'>;
  }[];

  /**
   * @param work surveyed to the end of the trace
   * @param observer watches the pipeline; requires that there is only one design
   * @throws DesignError when the arithmetic cannot hold a design, RangeError when the images outgrow the texel memory
   * or a state cannot be bound
   */
  constructor(
    private readonly designs: readonly Design[],
    { images, states }: Pick<RequestWork, 'images' | 'states'>,
    observer?: PipelineObserver,
  ) {
    this.groups = Array.from(groupsOf(designs, evaluationKey).values(), (alike) => {
      const memory = layOutImages(images, alike[0].cache.layout);
      const pipelines =
        observer === undefined
          ? new PipelineGroup(alike, memory, states, () => {})
          : observed(new Pipeline(alike[0], memory, states, () => {}, observer));
      return { designs: alike, pipelines };
    });
  }

  run(batch: QuadBatch): void {
    for (const { pipelines } of this.groups) pipelines.run(batch);
  }

  /** The accounts in the order of the designs. */
  finish(): readonly Account[] {
    const accounts = this.groups.map(({ pipelines }) => pipelines.finish());
    return inOrder(this.designs, this.groups, accounts);
  }
}

function observed(pipeline: Pipeline): Pick<PipelineGroup, 'run' | 'finish'> {
  return { run: (batch) => pipeline.run(batch), finish: () => [pipeline.finish()] };
}
