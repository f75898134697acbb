import { baseScales } from '../coordinates/texel-coordinates.ts';
import type { Lane } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { areaOf, FLOAT_LENGTH_ERROR } from './footprint.ts';
import { permittedDerivatives } from './implicit-length.ts';

/**
 * True if a sample may be filtered anisotropically, in a way that is the implementation's (D3D11.3 7.18.11). Without a
 * ratio of the axes by any method, and with maxAnisotropy of 1, it is the isotropic sample (Vulkan: Scale Factor
 * Operation).
 */
export function isAnisotropic(state: SampleState, lane: Lane): boolean {
  const { sampler, instruction } = state;
  const isAsked = sampler.anisotropyEnable && instruction.lod !== 'explicit';
  return isAsked && sampler.maxAnisotropy > 1 && largestRatio(state, lane) > 1;
}

/**
 * The largest ratio of the axes: of the lengths of the derivatives in x and y, by each method of the scale factor, and
 * by the area that they span, as D3D11.3 has it (7.18.11) and units do under Vulkan, too. Axes that are as long as each
 * other only after differences are rounded have a ratio: the number of samples is rounded up.
 */
export function largestRatio(state: SampleState, lane: Lane): number {
  const scales = baseScales(state);
  const exact = { ...state, reading: { ...state.reading, exactDifferences: true } };
  const derivatives = [state, exact].flatMap((of) => permittedDerivatives(of, lane));
  const ratios = derivatives.flatMap(({ dx, dy }) => {
    const [x, y] = [dx, dy].map((of) => of.map((component, axis) => component * scales[axis]));
    const ofLengths = [Math.max, Math.hypot, (...parts: number[]) => parts.reduce((a, b) => a + b)].map((length) => {
      const [a, b] = [x, y].map((of) => length(...of.map(Math.abs)));
      return a === b ? 1 : Math.max(a, b) / Math.min(a, b);
    });
    if (x.length === 1) return ofLengths;
    const ofArea = Math.max(Math.hypot(...x), Math.hypot(...y)) ** 2 / areaOf(x, y).area;
    return [...ofLengths, ofArea > 1 + FLOAT_LENGTH_ERROR ? ofArea : 1];
  });
  return ratios.reduce((most, ratio) => (ratio >= 1 ? Math.max(most, ratio) : Infinity), 1);
}
