import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { axesOf, isCube } from '../../specification/state/view.ts';
import {
  type Changed,
  change,
  each,
  type Hypothesis,
  type GroupsOf,
  type JudgedState,
  ofSamples,
} from './changed-questions.ts';
import type { Fault } from './faults.ts';

/** Moves a coordinate along an axis of `size` texels. */
type Move = (coordinate: number, size: number) => number;

const AXES = ['s', 't', 'r'] as const;

/** The sizes of the levels that a view has. */
function levelSizes({ image, view }: JudgedState): readonly (readonly number[])[] {
  return Array.from({ length: view.levelCount }, (_, n) =>
    [image.width, image.height, image.depth ?? 1].map((size) => Math.max(1, size >> (view.baseMipLevel + n))),
  );
}

/** A hypothesis about the places of samples in 1D, 2D and 3D views; Y'CbCr has two places a sample. */
function placed(groups: GroupsOf): GroupsOf {
  return ofSamples((given) => {
    const { view, texture } = given;
    return isCube(view.viewType) || texture.sampler.ycbcrConversion !== null ? [] : groups(given);
  });
}

/** The coordinates of all lanes, along all axes or along some. */
function moved(given: JudgedState, size: readonly number[], move: Move, only?: number): Changed {
  const scaled = !given.texture.sampler.unnormalizedCoordinates;
  return {
    operands: (batch) => {
      for (let axis = 0; axis < axesOf(given.view.viewType); axis++) {
        if (only !== undefined && axis !== only) continue;
        const unit = scaled ? size[axis] : 1;
        change(batch[AXES[axis]], (value) => move(value * unit, size[axis]) / unit);
      }
    },
  };
}

/**
 * Half a texel left out or taken twice, a mirrored axis, a scale of a texel less or of the next power of two; the
 * fraction left out.
 */
const PLACES: readonly (readonly [fault: Fault, move: Move])[] = [
  ['address-unit/place', (x) => x + 0.5],
  ['address-unit/place', (x) => x - 0.5],
  ['address-unit/place', (x, size) => size - x],
  ['address-unit/place', (x, size) => x * ((size - 1) / size)],
  ['address-unit/place', (x, size) => x * (2 ** Math.ceil(Math.log2(size)) / size)],
  ['address-unit/coordinate', (x) => Math.floor(x - 0.5) + 0.5],
];

/** An axis alone, or all of them. */
const WHICH = [undefined, 0, 1, 2] as const;

/** Coordinates that are scaled, shifted, mirrored or exchanged: a way to do so, along all axes or one, is a cause. */
export const OTHER_PLACES: readonly Hypothesis[] = [
  ...PLACES.flatMap(([fault, move]) =>
    WHICH.map((only): Hypothesis => {
      const groups = placed((given) =>
        isAxis(given, only) ? each(levelSizes(given), (size) => moved(given, size, move, only)) : [],
      );
      return { fault, groups };
    }),
  ),
  {
    fault: 'address-unit/place',
    groups: placed(({ view }) => (axesOf(view.viewType) > 1 ? [[{ operands: exchangeAxes }]] : [])),
  },
];

/** An axis alone is a case of its own where there are others. */
function isAxis({ view }: JudgedState, only: number | undefined): boolean {
  const axes = axesOf(view.viewType);
  return only === undefined || (axes > 1 && only < axes);
}

function exchangeAxes({ s, t }: QuadBatch): void {
  s.forEach((value, lane) => ([s[lane], t[lane]] = [t[lane], value]));
}

/** Weights made of the fraction: exchanged, smoothed, squared, halves, of three bits, and all ones as 255. */
const WEIGHTS: readonly ((fraction: number) => number)[] = [
  (a) => 1 - a,
  (a) => a * a * (3 - 2 * a),
  (a) => a * a,
  () => 0.5,
  (a) => Math.floor(a * 8) / 8,
  (a) => Math.round(a * 8) / 8,
  (a) => (Math.floor(a * 256) / 255) % 1,
];

/** Linear filters whose weights are not the fractions, along all axes or one. */
export const OTHER_WEIGHTS: readonly Hypothesis[] = WEIGHTS.flatMap((weight) =>
  WHICH.map((only): Hypothesis => {
    const move: Move = (x) => {
      const texel = Math.floor(x - 0.5);
      return texel + 0.5 + weight(x - 0.5 - texel);
    };
    const groups = placed((given) => {
      const { magFilter, minFilter } = given.texture.sampler;
      const linear = magFilter === 'linear' || minFilter === 'linear';
      return linear && isAxis(given, only) ? each(levelSizes(given), (size) => moved(given, size, move, only)) : [];
    });
    return { fault: 'filter-unit/weights', groups };
  }),
);
