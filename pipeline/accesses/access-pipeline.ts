import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { NOT_GIVEN } from '../../rtl-model/registers/quad-batch.ts';
import { type Account, runAccount } from '../stages/account.ts';
import type { PipelineOptions } from '../pipeline.ts';
import { refuseLevels } from '../cache/next-sectors.ts';
import { isStepped, runParts, type StateFacts } from '../cache/run-parts.ts';
import { Distribution } from '../units/distribution.ts';
import type { Units } from '../units/quad-list.ts';
import { SteppedUnits } from '../units/stepped-units.ts';
import { TimedUnits } from '../units/timed-units.ts';
import { AccessQuads, type IssuedAccesses } from './access-quads.ts';

/** The states of accesses: reads and writes, of which nothing is known but their addresses. */
const STATES: readonly StateFacts[] = [false, true].map((writes) => ({
  images: [],
  componentBits: 8,
  factors: [],
  writes,
}));

/**
 * Texel accesses in the cycle mode: all stages take the times that they take for a request with these accesses, and none
 * has values. The filter has its rate for 8-bit components.
 */
export class AccessPipeline {
  private readonly parts = runParts(this.design, STATES);
  private readonly units: Units;
  private readonly quads = new AccessQuads(this.design.cache);
  private readonly distribution = new Distribution(this.design.pipeline.units);

  /**
   * @throws DesignError for what needs images or pixels: prefetches by level, and several units with tiles of the screen
   */
  constructor(
    private readonly design: Design,
    { stepped = false }: PipelineOptions = {},
  ) {
    const { name, cache, pipeline } = design;
    if (pipeline.units.count > 1 && pipeline.units.distribution === 'tiles') {
      const problem = 'tiles; expected batch or trace for accesses without pixels';
      throw new DesignError('pipeline.units.distribution', problem, name);
    }
    if (cache.prefetch !== null) refuseLevels(cache.prefetch, name);
    const steps = stepped || isStepped(design);
    this.units = steps ? new SteppedUnits(this.parts) : new TimedUnits(this.parts);
  }

  /**
   * Takes accesses in; they may be reused afterwards. Passes may continue from call to call.
   *
   * @throws RangeError where they name a unit that there is not
   */
  run(accesses: IssuedAccesses): void {
    this.quads.take(accesses, this.list);
    this.units.advance();
  }

  /** Lets every quad out, and returns the account of everything so far. */
  finish(): Account {
    this.quads.end(this.list);
    this.units.finish();
    return runAccount(this.parts[0], this.units.now, this.units.tallies());
  }

  private readonly list = (): void => {
    const { quads, units } = this;
    units.lists[this.distribution.unitOf(0, 0, quads.unit)].add(quads.cycle, NOT_GIVEN, quads, 0);
  };
}
