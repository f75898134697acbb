import type { Design } from '../rtl-model/design/design.ts';
import type { UnitPath } from '../rtl-model/path/unit-path.ts';
import type { BusTimes } from './bus-times.ts';
import type { MemoryPort } from './memory.ts';
import type { SharedL2 } from './shared-l2.ts';
import type { Statistics } from './statistics.ts';
import type { Timeline } from './timeline.ts';

/** The parts of a unit's run that both clocks work with, and count in. */
export interface RunParts {
  readonly design: Design;
  readonly paths: readonly UnitPath[];
  readonly memory: MemoryPort;
  /** The use of the memory's buses. */
  readonly bus: BusTimes;
  /** The L2, whose tags, ports and outstanding misses all units share. */
  readonly l2: SharedL2 | null;
  readonly statistics: Statistics;
  /** The causes of the cycles. */
  readonly timeline: Timeline;
}
