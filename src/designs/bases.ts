import type { Design } from '../../rtl-model/design/design.ts';
import { PRESETS } from './presets.ts';
import attila from './profiles/attila.json' with { type: 'json' };
import tmu2 from './profiles/tmu2.json' with { type: 'json' };
import vortex from './profiles/vortex.json' with { type: 'json' };
import { designOf } from './with-fields.ts';

/** Designs of real units, by name: docs/profiles.md has their sources. No rule of the specifications holds for them. */
export const UNIT_PROFILES: ReadonlyMap<string, Design> = new Map(
  [tmu2, vortex, attila].map((file) => [file.name, designOf(file, PRESETS)]),
);

/** The designs that come with texunit, by name, which a design of one's own can extend: presets, and real units. */
export const BASES: ReadonlyMap<string, Design> = new Map([...PRESETS, ...UNIT_PROFILES]);
