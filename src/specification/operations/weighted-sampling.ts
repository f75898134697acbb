import type { WeightView } from '../../../rtl-model/state/image-view.ts';
import type { Answer } from '../answers/answer.ts';
import type { Lane } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { snappedCoordinates, windowAnswer, type WindowTap } from './window-sum.ts';

/**
 * OpImageSampleWeightedQCOM in the view's first level (Vulkan: Weight Sampling Operation), for every snapped coordinate
 * that the design may have.
 *
 * @param kernel the weight image, and how its view reads it
 */
export function weightedSample(state: SampleState, kernel: SampleState, weights: WeightView, lane: Lane): Answer {
  const one = 2 ** state.design.address.coordinate.fractionBits;
  const placesAlong = (axis: number) => snappedCoordinates(state, lane, axis);
  return windowAnswer(state, lane, placesAlong, (column, row) => ({
    taps: kernelTaps(kernel, weights, column / one, row / one),
    divisor: 1,
  }));
}

function kernelTaps(kernel: SampleState, weights: WeightView, u: number, v: number): readonly WindowTap[] {
  const { filterCenter, filterSize, numPhases } = weights;
  const phases = Math.sqrt(numPhases);
  const phase = (x: number) => Math.floor((x - 0.5 - Math.floor(x - 0.5)) * phases);
  const [left, top] = [Math.floor(u - filterCenter[0]), Math.floor(v - filterCenter[1])];
  return Array.from({ length: filterSize[0] * filterSize[1] }, (_, n) => {
    const [k, l] = [n % filterSize[0], Math.floor(n / filterSize[0])];
    return { i: left + k, j: top + l, weight: weightOf(kernel, k, l, phase(u), phase(v), phases) };
  });
}

/** w(k, l, psi): of the phase's layer, or the product of a horizontal and a vertical weight, packed in fours. */
function weightOf(kernel: SampleState, k: number, l: number, hPhase: number, vPhase: number, phases: number): number {
  if (!kernel.view.viewType.startsWith('1d')) return weightAt(kernel, k, l, vPhase * phases + hPhase);
  const packed = (n: number, phase: number) => phases * 4 * Math.floor(n / 4) + phase * 4 + (n % 4);
  return weightAt(kernel, packed(k, hPhase), 0, 0) * weightAt(kernel, packed(l, vPhase), 0, 1);
}

function weightAt({ texels, view }: SampleState, i: number, j: number, layer: number): number {
  return texels.inside(view.baseMipLevel, view.baseArrayLayer + layer, i, j)[0] / texels.ones[0];
}
