import type { InFlight } from '../in-flight.ts';
import type { RunParts } from '../run-parts.ts';
import type { StageWork } from '../stage-work.ts';
import type { Announcer } from './announcer.ts';
import type { SlotPool } from './slot-pool.ts';

/** The parts that every stage works with. */
export interface StageParts extends RunParts {
  readonly inFlight: InFlight;
  readonly work: StageWork;
  readonly quadSlots: SlotPool;
  readonly passSlots: SlotPool;
  readonly announcer: Announcer | undefined;
}
