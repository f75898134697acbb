import type { Design } from '../../rtl-model/design/design.ts';
import { PRESETS } from './presets.ts';
import { UNIT_PROFILES } from './profiles.ts';

/** The designs that come with texunit, by name, which a design of one's own can extend: presets, and real units. */
export const BASES: ReadonlyMap<string, Design> = new Map([...PRESETS, ...UNIT_PROFILES]);
