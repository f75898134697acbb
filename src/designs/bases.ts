import type { Design } from '../../rtl-model/design/design.ts';
import fermiCache from './published-caches/fermi-cache.json' with { type: 'json' };
import gpgpuSimCache from './published-caches/gpgpu-sim-cache.json' with { type: 'json' };
import gt200Cache from './published-caches/gt200-cache.json' with { type: 'json' };
import keplerCache from './published-caches/kepler-cache.json' with { type: 'json' };
import maxwellCache from './published-caches/maxwell-cache.json' with { type: 'json' };
import voltaCache from './published-caches/volta-cache.json' with { type: 'json' };
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

const UNITS = [
  [tmu2, vortex, attila, gamecubeFlipper, voodoo1, n64Rdp, rasterix, amdRx580],
  [sonyPsp, sonyPs2, xboxNv2a, intelGen9Fragment, intelGen9Compute, appleM1, amdRdna1],
  [nvidiaH100, nvidiaRtx3060, nvidiaRtx5070ti],
].flat();
const CACHES = [gt200Cache, fermiCache, keplerCache, maxwellCache, gpgpuSimCache, voltaCache];

/** The designs that come with texunit, by name, which a design of one's own can extend: presets, real units, and caches. */
export const BASES: ReadonlyMap<string, Design> = bases();

/** A design may extend a preset, or a design before it. */
function bases(): ReadonlyMap<string, Design> {
  const all = new Map(PRESETS);
  for (const file of [...UNITS, ...CACHES]) all.set(file.name, designOf(file, all));
  return all;
}

/**
 * Designs of real units, by name: those whose code is public (docs/profiles.md), then chips by their measured results
 * (docs/chips.md). No rule of the specifications holds for them.
 */
export const UNIT_PROFILES = named(UNITS);

/** Texture caches as they were published, by name, in a unit that is full-quality otherwise (docs/caches.md). */
export const PUBLISHED_CACHES = named(CACHES);

function named(files: readonly { readonly name: string }[]): ReadonlyMap<string, Design> {
  return new Map(files.map(({ name }) => [name, BASES.get(name)!]));
}
