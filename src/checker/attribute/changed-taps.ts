import { footprintTaps } from '../../specification/filtering/axis-taps.ts';
import { addressModesOf } from '../../specification/state/view.ts';
import type { FaultySteps } from '../../specification/texels/reading.ts';
import type { AxisTap, WeightedTap } from '../../specification/texels/taps.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../specification/texels/wrapping.ts';
import { type Hypothesis, type JudgedState, ofSamples } from './changed-questions.ts';
import type { Fault } from './faults.ts';
import { ALL_OR_ONE_AXIS, faultyStep } from './moved-places.ts';

/** Weights made of the fraction: exchanged, smoothed, squared, halves, and all ones as 255. */
const WEIGHTS: readonly ((fraction: number) => number)[] = [
  (a) => 1 - a,
  (a) => a * a * (3 - 2 * a),
  (a) => a * a,
  (a) => (a === 0 ? 0 : 0.5),
  (a) => Math.min(1, (a * 256) / 255),
];

export function isFiltered({ texture: { sampler } }: JudgedState): boolean {
  return [sampler.magFilter, sampler.minFilter].includes('linear');
}

/** Fractions of three bits: those of a coordinate, or the weights made of them. */
const FRACTIONS = [(a: number) => Math.floor(a * 8) / 8, (a: number) => Math.round(a * 8) / 8];

/**
 * Linear filters whose weights are not the fractions, along all axes or one. Weights of 0 are a fault of the coordinate
 * along all axes, and of the filter along one.
 */
const OTHER_WEIGHTS: readonly Hypothesis[] = ALL_OR_ONE_AXIS.flatMap((only) => {
  const of = (weight: (fraction: number) => number): FaultySteps => ({
    linearWeight: (fraction, axis) => (only === undefined || only === axis ? weight(fraction) : fraction),
  });
  return [
    ...WEIGHTS.map((weight) => faultyStep('filter-unit/weights', of(weight), only, isFiltered)),
    ...FRACTIONS.flatMap((cut) => [
      faultyStep('address-unit/coordinate', of(cut), only, isFiltered),
      faultyStep('filter-unit/weights', of(cut), only, isFiltered),
    ]),
    faultyStep('filter-unit/filter', of(Math.round), only, isFiltered),
    faultyStep(only === undefined ? 'address-unit/coordinate' : 'filter-unit/filter', of(Math.floor), only, isFiltered),
  ];
});

type Axes = readonly (readonly AxisTap[])[];
type LinearTaps = (axes: Axes, sizes: readonly number[], given: JudgedState) => readonly WeightedTap[];

/** Taps that are changed along each axis separately. */
function alongAxes(other: (taps: readonly AxisTap[], axis: number, axes: Axes) => readonly AxisTap[]): LinearTaps {
  return (axes) => footprintTaps(axes.map((taps, axis) => other(taps, axis, axes)));
}

/** Taps along u and v, both with the weights of axis `from`. */
function weightsOf(from: number): LinearTaps {
  return alongAxes((taps, axis, axes) =>
    axis > 1 || axes.length < 2 ? taps : taps.map((tap, n) => ({ ...tap, weight: axes[from][n].weight })),
  );
}

/** The second tap next to the wrapped first tap, clamped to the edge. */
function secondHeld(axes: Axes, sizes: readonly number[], { texture: { sampler }, view }: JudgedState) {
  const modes = addressModesOf(sampler, view.viewType);
  return footprintTaps(
    axes.map(([first, second], axis) => {
      const place = wrappedTexel(first.index, sizes[axis], modes[axis]);
      if (place === BORDER_TEXEL) return [first, second];
      return [first, { ...second, index: Math.min(place + 1, sizes[axis] - 1) }];
    }),
  );
}

/** Negative coordinates truncated toward 0: the first tap is one further, and the fraction is negative. */
const truncated = alongAxes((taps) => {
  const [first, second] = taps;
  if (second.weight === 0 || first.index >= 0) return taps;
  return [
    { ...second, weight: 2 - second.weight },
    { ...second, index: second.index + 1, weight: second.weight - 1 },
  ];
});

/** The average of the taps inside of the image, where one is. */
function withoutBorder(axes: Axes, sizes: readonly number[], { texture: { sampler }, view }: JudgedState) {
  const modes = addressModesOf(sampler, view.viewType);
  const taps = footprintTaps(axes);
  const isInside = ({ i, j, k }: WeightedTap) =>
    modes.every((mode, axis) => wrappedTexel([i, j, k][axis], sizes[axis], mode) !== BORDER_TEXEL);
  const inside = taps.filter(isInside);
  const total = inside.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? taps : inside.map((tap) => ({ ...tap, weight: tap.weight / total }));
}

/** One tap of a square left out. */
const LEFT_OUT = [0, 1, 2, 3].map((out): LinearTaps => (axes) => {
  const taps = footprintTaps(axes);
  return taps.length === 4 ? taps.filter((_, n) => n !== out) : taps;
});

/** Taps that are left out, held to the edge, or have weights of another axis or of too small a sum. */
const TAPS: readonly (readonly [fault: Fault, taps: LinearTaps])[] = [
  ['filter-unit/weights', weightsOf(0)],
  ['filter-unit/weights', weightsOf(1)],
  [
    'filter-unit/weights',
    alongAxes(([first, second]) => {
      const short = second.weight === 0 ? 0 : 2 ** -8;
      return [{ ...first, weight: Math.max(0, first.weight - short) }, second];
    }),
  ],
  ...LEFT_OUT.map((taps) => ['filter-unit/weights', taps] as const),
  ['address-unit/coordinate', truncated],
  ['address-unit/address-mode', secondHeld],
  ['address-unit/border-color', withoutBorder],
];

/** Linear filters with other weights or other taps. */
export const OTHER_TAPS: readonly Hypothesis[] = [
  ...OTHER_WEIGHTS,
  ...TAPS.map(([fault, taps]): Hypothesis => ({
    fault,
    groups: ofSamples((given) => {
      const linearTaps: FaultySteps['linearTaps'] = (axes, sizes) => taps(axes, sizes, given);
      return isFiltered(given) ? [[{ faultySteps: { linearTaps } }]] : [];
    }),
  })),
];
