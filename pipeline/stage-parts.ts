import type { Design } from '../rtl-model/design.ts';
import type { UnitPath } from '../rtl-model/texture-unit.ts';
import type { Announcer } from './announcer.ts';
import type { InFlight } from './in-flight.ts';
import type { Statistics } from './statistics.ts';

/** What every stage works with. */
export interface StageParts {
  readonly design: Design;
  readonly paths: readonly UnitPath[];
  readonly inFlight: InFlight;
  readonly statistics: Statistics;
  readonly announcer: Announcer | undefined;
}
