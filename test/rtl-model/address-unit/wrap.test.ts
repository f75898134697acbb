import { describe, expect, it } from 'vitest';
import { BORDER, wrap } from '../../../rtl-model/address-unit/wrap.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../rtl-model/state/sampler.ts';

/** D3D11.3 7.18.9, the pseudo-code as it stands. Division truncates. */
function d3d(scaledU: number, numTexelsU: number, mode: AddressMode): number {
  if (scaledU >= 0 && scaledU <= numTexelsU - 1) return scaledU;
  switch (mode) {
    case 'repeat':
      scaledU %= numTexelsU;
      if (scaledU < 0) scaledU += numTexelsU;
      return scaledU + 0;
    case 'mirrored_repeat': {
      if (scaledU < 0) scaledU = -scaledU - 1;
      const flip = Math.trunc(scaledU / numTexelsU) & 1;
      scaledU %= numTexelsU;
      return flip ? numTexelsU - scaledU - 1 : scaledU;
    }
    case 'clamp_to_edge':
      return Math.max(0, Math.min(scaledU, numTexelsU - 1));
    case 'mirror_clamp_to_edge':
      if (scaledU < 0) scaledU = -scaledU - 1;
      return Math.max(0, Math.min(scaledU, numTexelsU - 1));
    default:
      return BORDER;
  }
}

const mod = (n: number, m: number) => ((n % m) + m) % m;
const mirror = (n: number) => (n >= 0 ? n : -(1 + n));
const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high));

/** Vulkan: Wrapping Operation. */
function vulkan(i: number, size: number, mode: AddressMode): number {
  switch (mode) {
    case 'repeat':
      return mod(i, size);
    case 'mirrored_repeat':
      return size - 1 - mirror(mod(i, 2 * size) - size);
    case 'clamp_to_edge':
      return clamp(i, 0, size - 1);
    case 'mirror_clamp_to_edge':
      return clamp(mirror(i), 0, size - 1);
    default: {
      const held = clamp(i, -1, size);
      return held === -1 || held === size ? BORDER : held;
    }
  }
}

describe('wrap', () => {
  it.each(ADDRESS_MODES)('selects the texels of both specifications for %s', (mode) => {
    const wrong: string[] = [];
    for (let size = 1; size <= 17; size++) {
      for (let i = -100; i <= 100; i++) {
        const got = wrap(i, size, mode);
        if (got !== d3d(i, size, mode) || got !== vulkan(i, size, mode)) {
          wrong.push(`i ${i} of ${size}: ${got}, D3D ${d3d(i, size, mode)}, Vulkan ${vulkan(i, size, mode)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ADDRESS_MODES)('never gives -0 under %s', (mode) => {
    for (const i of [-8, -4, -1, 0, 4]) expect(Object.is(wrap(i, 4, mode), -0)).toBe(false);
  });

  it.each(ADDRESS_MODES)('selects the texels of both specifications for %s at the ends of 32 bits', (mode) => {
    for (const size of [1, 3, 4096, 16384]) {
      for (const i of [-(2 ** 31), -(2 ** 31) + 1, 2 ** 31 - 2, 2 ** 31 - 1]) {
        expect([i, size, wrap(i, size, mode) + 0]).toEqual([i, size, d3d(i, size, mode)]);
        expect([i, size, wrap(i, size, mode) + 0]).toEqual([i, size, vulkan(i, size, mode) + 0]);
      }
    }
  });
});
