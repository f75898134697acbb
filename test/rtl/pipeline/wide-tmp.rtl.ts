import { expect, it } from 'vitest';
import { PRESETS } from '../../../src/designs/presets.ts';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { unitDifference } from './unit-bench.ts';
import { randomTrace } from './unit-traces.ts';
const D3D11 = PRESETS.get('d3d11.3-synthesizable')!;
const VULKAN = PRESETS.get('vulkan-1.4-synthesizable')!;
it.each([VULKAN, D3D11])('wide', async (design) => {
  for (const sampling of [{ ...PLAIN_SAMPLING, wide: true }, { ...PLAIN_SAMPLING, wide: true, reductions: true, gathers: true, fetches: true }])
  for (const seed of [4, 8, 11, 12]) {
    const trace = randomTrace(design, seed, 600, false, sampling);
    expect(await unitDifference(design, trace, { sampling }), String(seed)).toBeNull();
  }
});
