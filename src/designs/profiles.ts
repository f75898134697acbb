import type { Design } from '../../rtl-model/design/design.ts';
import attila from './profiles/attila.json' with { type: 'json' };
import tmu2 from './profiles/tmu2.json' with { type: 'json' };
import vortex from './profiles/vortex.json' with { type: 'json' };

/** Designs of real units, by name: docs/profiles.md has their sources. No rule of the specifications holds for them. */
export const UNIT_PROFILES: ReadonlyMap<string, Design> = new Map(
  [tmu2, vortex, attila].map((file) => {
    const { $schema: _, ...design } = file;
    return [design.name, design as unknown as Design];
  }),
);
