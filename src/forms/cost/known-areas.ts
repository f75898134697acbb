import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { ABC_SCRIPT, type Area, FLOWS, type Gates, type Synthesis } from './synthesis/synthesis.ts';
import type { TimedSynthesis } from './synthesis/module-registers.ts';
import type { Placement } from './synthesis/placement.ts';
import type { Timing } from './synthesis/timing.ts';

/** The result for a module that stays in the folder from run to run. */
export type Known = Area | Gates | Timing | Placement;

const { XDG_CACHE_HOME, HOME, USERPROFILE } = process.env;
/** The user's folder. `homedir` would fail for a user without one: the null device takes its place and keeps nothing. */
const USER = HOME || USERPROFILE || devNull;
/** The folder in which areas stay from run to run: that of the user's caches (XDG Base Directory Specification). */
export const AREA_CACHE = join(XDG_CACHE_HOME || join(USER, '.cache'), 'texunit', 'area');

/**
 * Areas of modules that were synthesized before, one file each. Its name follows from all inputs: sources, parameters,
 * tables, and the flows and version of Yosys. A file that cannot be read or written costs a synthesis.
 */
export class KnownAreas {
  /** @param version of Yosys, or of all programs that give a time or a place */
  constructor(
    private readonly folder: string,
    private readonly version: string,
  ) {}

  /** The area, or null if it is not known. */
  get(synthesis: Synthesis): Area | null {
    const known = this.gates(synthesis);
    return known !== null && 'ice40' in known ? (known as Area) : null;
  }

  /** The gates, or null if neither they nor the area are known. */
  gates(synthesis: Synthesis): Gates | null {
    return this.read(synthesis) as Gates | null;
  }

  /** The time or the place of a version that gives such, or null if it is not known. */
  timed(synthesis: TimedSynthesis): Timing | Placement | null {
    return this.read(synthesis) as Timing | Placement | null;
  }

  put(synthesis: Synthesis, area: Known): void {
    const path = this.pathOf(synthesis);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(`${path}.${process.pid}`, JSON.stringify(area));
      renameSync(`${path}.${process.pid}`, path);
    } catch {
      // The next run synthesizes again.
    }
  }

  private read(synthesis: Synthesis): unknown {
    try {
      return JSON.parse(readFileSync(this.pathOf(synthesis), 'utf8'));
    } catch {
      return null;
    }
  }

  private pathOf(synthesis: Synthesis): string {
    const flows = Object.values(FLOWS).map((flow) => flow(synthesis.module));
    const hash = createHash('sha256').update(JSON.stringify([this.version, flows, ABC_SCRIPT, synthesis]));
    return join(this.folder, `${synthesis.module}-${hash.digest('hex').slice(0, 24)}.json`);
  }
}
