import type { Design } from '../../rtl-model/design/design.ts';
import { PRESETS } from './presets.ts';
import amdRdna1 from './profiles/amd-rdna1.json' with { type: 'json' };
import amdRx580 from './profiles/amd-rx580.json' with { type: 'json' };
import appleM1 from './profiles/apple-m1.json' with { type: 'json' };
import attila from './profiles/attila.json' with { type: 'json' };
import gamecubeFlipper from './profiles/gamecube-flipper.json' with { type: 'json' };
import intelGen9Compute from './profiles/intel-gen9-compute.json' with { type: 'json' };
import intelGen9Fragment from './profiles/intel-gen9-fragment.json' with { type: 'json' };
import n64Rdp from './profiles/n64-rdp.json' with { type: 'json' };
import nvidiaH100 from './profiles/nvidia-h100.json' with { type: 'json' };
import nvidiaRtx3060 from './profiles/nvidia-rtx3060.json' with { type: 'json' };
import nvidiaRtx5070ti from './profiles/nvidia-rtx5070ti.json' with { type: 'json' };
import rasterix from './profiles/rasterix.json' with { type: 'json' };
import sonyPs2 from './profiles/sony-ps2.json' with { type: 'json' };
import sonyPsp from './profiles/sony-psp.json' with { type: 'json' };
import tmu2 from './profiles/tmu2.json' with { type: 'json' };
import voodoo1 from './profiles/voodoo1.json' with { type: 'json' };
import vortex from './profiles/vortex.json' with { type: 'json' };
import xboxNv2a from './profiles/xbox-nv2a.json' with { type: 'json' };
import { designOf } from './with-fields.ts';

/** The designs that come with texunit, by name, which a design of one's own can extend: presets, and real units. */
export const BASES: ReadonlyMap<string, Design> = bases();

/** A unit may extend a preset, or a unit before it. */
function bases(): ReadonlyMap<string, Design> {
  const all = new Map(PRESETS);
  const files = [
    [tmu2, vortex, attila, gamecubeFlipper, voodoo1, n64Rdp, rasterix, amdRx580],
    [sonyPsp, sonyPs2, xboxNv2a, intelGen9Fragment, intelGen9Compute, appleM1, amdRdna1],
    [nvidiaH100, nvidiaRtx3060, nvidiaRtx5070ti],
  ];
  for (const file of files.flat()) all.set(file.name, designOf(file, all));
  return all;
}

/**
 * Designs of real units, by name: those whose code is public (docs/profiles.md), then chips by their measured results
 * (docs/chips.md). No rule of the specifications holds for them.
 */
export const UNIT_PROFILES: ReadonlyMap<string, Design> = new Map([...BASES].filter(([name]) => !PRESETS.has(name)));
