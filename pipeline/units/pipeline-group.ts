import type { Design } from '../../rtl-model/design/design.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { unitPaths } from '../../rtl-model/path/bind-units.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { type Account, runAccount } from '../stages/account.ts';
import { type BlockClockwork, runTogether } from '../stages/block-clockwork.ts';
import type { QuadSink } from '../stages/clockwork.ts';
import { QuadBlocks } from '../stages/quad-blocks.ts';
import { isStepped, type RunParts, runParts, stateFacts } from '../cache/run-parts.ts';
import { TimedClockwork } from '../timed/timed-clockwork.ts';
import { UnitsClockwork } from './units-clockwork.ts';

/**
 * A text that is equal for designs with the same results and the same sectors of each pass: they differ in rates, tags,
 * ports, latencies and memory alone.
 */
export function evaluationKey(design: Design): string {
  const { address, filter, cache } = design;
  const { layout, blocks, sectorBytes, tapOrder, coalescing, portSharing } = cache;
  return JSON.stringify({
    ...design,
    name: null,
    description: null,
    pipeline: null,
    address: { ...address, tapsPerCycle: null },
    filter: { ...filter, samplesPerCycle: null, rate: null },
    cache: { layout, blocks, sectorBytes, tapOrder, coalescing, portSharing },
  });
}

/** The cycle mode of designs with one `evaluationKey`: each quad is evaluated once, and timed for each design. */
export class PipelineGroup {
  private readonly parts: readonly (readonly RunParts[])[];
  private readonly blocks: QuadBlocks;
  private readonly clocks: readonly BlockClockwork[];

  /**
   * @param designs at least one
   * @param sink receives every quad in request order, once
   * @throws DesignError, RangeError as `unitPaths`
   */
  constructor(designs: readonly Design[], memory: TexelMemory, states: readonly TextureState[], sink: QuadSink) {
    for (const design of designs) checkWidths(design);
    const paths = unitPaths(designs[0], memory, states);
    const facts = paths.map(stateFacts);
    this.blocks = new QuadBlocks({ paths, states: facts }, designs[0].cache, memory.data);
    this.parts = designs.map((design) => runParts(design, facts));
    this.clocks = this.parts.map((units, n) => blockClock(units, this.blocks, n === 0 ? sink : () => {}));
  }

  /**
   * Takes every quad of the batch in; it may be reused afterwards.
   *
   * @throws RangeError where quads name a unit that there is not
   */
  run(batch: QuadBatch): void {
    runTogether(batch, this.blocks, this.clocks);
  }

  /** The accounts of everything so far, in the order of the designs, as `Pipeline.finish` returns them. */
  finish(): readonly Account[] {
    return this.clocks.map((clock, n) => runAccount(this.parts[n][0], clock.drain(), clock.tallies()));
  }
}

/**
 * The clock of quads that are evaluated in blocks.
 *
 * @param stepped true if units step cycle by cycle, false if their times are worked out wherever they can be
 */
export function blockClock(
  units: readonly RunParts[],
  blocks: QuadBlocks,
  sink: QuadSink,
  stepped = false,
): BlockClockwork {
  const steps = stepped || isStepped(units[0].design);
  return units.length > 1 || steps
    ? new UnitsClockwork(units, blocks, sink, steps)
    : new TimedClockwork(units[0], blocks, sink);
}
