import type { Design } from '../rtl-model/design.ts';
import type { UnitPath } from '../rtl-model/texture-unit.ts';
import type { ActivityHistory } from './activity-history.ts';
import type { MemoryPort } from './memory.ts';
import type { Statistics } from './statistics.ts';

/** What a run works with and accounts in. */
export interface RunParts {
  readonly design: Design;
  readonly paths: readonly UnitPath[];
  readonly memory: MemoryPort;
  readonly statistics: Statistics;
  readonly history: ActivityHistory;
}
