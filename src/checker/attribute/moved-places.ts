import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AddressMode } from '../../../rtl-model/state/sampler.ts';
import { addressModesOf, axesOf, isCube } from '../../specification/state/view.ts';
import type { FaultySteps, AxisOfLevel, SpecifiedAxis } from '../../specification/texels/reading.ts';
import { wrappedTexel } from '../../specification/texels/wrapping.ts';
import { change, exchange, type Hypothesis, type JudgedState, ofSamples } from './changed-questions.ts';
import type { Fault } from './faults.ts';

const AXES = ['s', 't', 'r'] as const;
/** All axes (undefined), or one of them. */
export const ALL_OR_ONE_AXIS = [undefined, 0, 1, 2] as const;

/** True for all axes, and for an axis of a view that has several. */
function hasAxis({ view }: JudgedState, only: number | undefined): boolean {
  const axes = axesOf(view.viewType);
  return only === undefined || (axes > 1 && only < axes);
}

/** A hypothesis of a faulty step in the address unit or the filter. */
export function faultyStep(
  fault: Fault,
  faultySteps: FaultySteps,
  only: number | undefined,
  where: (given: JudgedState) => boolean,
): Hypothesis {
  return { fault, groups: ofSamples((given) => (hasAxis(given, only) && where(given) ? [[{ faultySteps }]] : [])) };
}

/** The changed part of an axis rule. */
type OtherRule = (right: SpecifiedAxis, at: AxisOfLevel) => Partial<SpecifiedAxis>;

const powerOfTwo = (size: number) => 2 ** Math.ceil(Math.log2(size));

/**
 * Faulty shifts: half a texel left out or taken twice, by both filters or one. Faulty scales: a texel less, the next
 * power of two, the view's first level, a size rounded up, another axis, or none.
 */
const RULES: readonly OtherRule[] = [
  ({ shift }) => ({ shift: shift - 0.5 }),
  ({ shift }) => ({ shift: shift + 0.5 }),
  ({ shift }, { filter }) => (filter === 'linear' ? { shift: shift - 0.5 } : {}),
  ({ shift }, { filter }) => (filter === 'linear' ? { shift: shift + 0.5 } : {}),
  ({ shift }, { filter }) => (filter === 'nearest' ? { shift: shift - 0.5 } : {}),
  ({ shift }, { filter }) => (filter === 'nearest' ? { shift: shift + 0.5 } : {}),
  ({ size }) => ({ scale: size - 1 }),
  ({ size }) => ({ scale: powerOfTwo(size) }),
  (_, { axis, baseSizes }) => ({ scale: baseSizes[axis] }),
  ({ size }, { axis, baseSizes: { [axis]: base } }) => ({
    scale: Math.ceil(base / 2 ** Math.floor(Math.log2(base / size))),
  }),
  ({ scale }, { axis, sizes }) => ({ scale: axis === 0 ? scale : sizes[0] }),
  ({ scale, normalized }) => ({ scale: normalized ? 1 : scale }),
  ({ scale, size, normalized }) => ({ scale: normalized ? scale : size }),
];

const OTHER_RULES = RULES.flatMap((other) =>
  ALL_OR_ONE_AXIS.map((only) => {
    const axisRule: FaultySteps['axisRule'] = (right, at) =>
      only === undefined || only === at.axis ? { ...right, ...other(right, at) } : right;
    return faultyStep('address-unit/place', { axisRule }, only, ({ view }) => !isCube(view.viewType));
  }),
);

/** Changes the coordinates along all axes or one, before any step. Directions into cubes are no coordinates. */
function moved(
  fault: Fault,
  move: (coordinate: number, one: number, size: number) => number,
  only?: number,
): Hypothesis {
  const groups = ofSamples((given) => {
    const { image, view, texture } = given;
    if (isCube(view.viewType) || !hasAxis(given, only)) return [];
    const sizes = [image.width, image.height, image.depth ?? 1];
    const ones = texture.sampler.unnormalizedCoordinates ? sizes : [1, 1, 1];
    const operands = (batch: QuadBatch) =>
      AXES.slice(0, axesOf(view.viewType)).forEach((name, axis) => {
        if (only === undefined || only === axis) change(batch[name], (value) => move(value, ones[axis], sizes[axis]));
      });
    return [[{ operands }]];
  });
  return { fault, groups };
}

/** Bits of a normalized coordinate that is rounded before it is scaled. */
const KEPT_BITS = [8, 9, 10, 11];

const held = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Coordinates that are scaled, shifted, mirrored, exchanged, cut or clamped. */
export const OTHER_PLACES: readonly Hypothesis[] = [
  ...OTHER_RULES,
  ...ALL_OR_ONE_AXIS.map((only) => moved('address-unit/place', (value, one) => one - value, only)),
  {
    fault: 'address-unit/place',
    groups: ofSamples(({ view }) =>
      axesOf(view.viewType) > 1 && !isCube(view.viewType) ? [[{ operands: ({ s, t }) => exchange(s, t) }]] : [],
    ),
  },
  ...ALL_OR_ONE_AXIS.slice(1).map((only) => moved('address-unit/place', () => 0, only)),
  {
    fault: 'address-unit/place',
    groups: ({ image }) => (image.cornerSampled ? [[{ image: { ...image, cornerSampled: false } }]] : []),
  },
  ...KEPT_BITS.map((bits) =>
    moved('address-unit/coordinate', (value, one) => Math.round((value / one) * 2 ** bits) * 2 ** -bits * one),
  ),
  moved('address-unit/range', (value, one) => held(value, 0, one)),
  moved('address-unit/range', (value, one) => held(value, -one, 2 * one)),
  ...[11, 12, 13, 14].map((bits) =>
    moved('address-unit/range', (value, one, size) =>
      held(value, (-(2 ** bits) / size) * one, (2 ** bits / size) * one),
    ),
  ),
  // Coordinates that are not finite, with the values that a device may use instead.
  ...[0, -Infinity, Infinity].map((instead) =>
    moved('address-unit/range', (value) => (Number.isNaN(value) ? instead : value)),
  ),
  moved('address-unit/range', (value) => (Number.isFinite(value) ? value : 0)),
  moved('address-unit/range', (value) => (Number.isFinite(value) ? value : NaN)),
  moved('address-unit/range', (value) => (Number.isFinite(value) ? value : -value)),
];

type Wrapped = NonNullable<FaultySteps['wrapped']>;

const REPEATING: readonly AddressMode[] = ['repeat', 'mirrored_repeat'];
const MIRRORING: readonly AddressMode[] = ['mirrored_repeat', 'mirror_clamp_to_edge'];
const EVERY: readonly AddressMode[] = [...REPEATING, 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'];

/** The index clamped to the edge texels. */
const edge = (i: number, size: number) => held(i, 0, size - 1);
const isFar = (i: number, size: number) => i < -size || i >= 2 * size;

/** The distance from the texel at which the nearest mirror image begins. */
const fromMirror = (i: number, size: number) => Math.abs(i - 2 * size * Math.floor(i / (2 * size)) - size);

/**
 * Faulty wrapping of indices outside a level: one side, or all far indices, clamped to the edge; a wrong period; a
 * mirror that omits the edge at one or both ends of its period, or starts with the other half; an edge that is a texel
 * further in or out; negative coordinates truncated toward 0.
 */
const WRAPS: readonly (readonly [modes: readonly AddressMode[], wrapped: Wrapped])[] = [
  [EVERY, (i, size, mode) => (i < 0 ? 0 : wrappedTexel(i, size, mode))],
  [EVERY, (i, size, mode) => (i >= size ? size - 1 : wrappedTexel(i, size, mode))],
  [REPEATING, (i, size, mode) => (isFar(i, size) ? edge(i, size) : wrappedTexel(i, size, mode))],
  [MIRRORING, (i, size, mode) => wrappedTexel(i, size, isFar(i, size) ? 'repeat' : mode)],
  [REPEATING, (i, size, mode) => edge(wrappedTexel(i, powerOfTwo(size), mode), size)],
  [REPEATING, (i, size, mode) => edge(wrappedTexel(i, size + 1, mode), size)],
  [EVERY, (i, size, mode, baseSize) => Math.min(wrappedTexel(i, baseSize, mode), size - 1)],
  [
    ['mirrored_repeat'],
    (i, size) => Math.abs(i - Math.max(2 * size - 2, 1) * Math.round(i / Math.max(2 * size - 2, 1))),
  ],
  [MIRRORING, (i, size, mode) => wrappedTexel(i < 0 ? i + 1 : i, size, mode)],
  [MIRRORING, (i, size, mode) => edge(mode === 'mirrored_repeat' ? size - 1 - fromMirror(i, size) : Math.abs(i), size)],
  [['mirrored_repeat'], (i, size, mode) => wrappedTexel(i + size, size, mode)],
  [['clamp_to_edge'], (i, size) => held(i, 0, Math.max(size - 2, 0))],
  [['clamp_to_border'], (i, size, mode) => wrappedTexel(i === -1 ? 0 : i === size ? size - 1 : i, size, mode)],
  [EVERY, (i, size, mode) => wrappedTexel(i < 0 ? i + 1 : i, size, mode)],
];

/** Address modes that wrap wrongly, one mode or all, before or after whole periods are subtracted. */
export const OTHER_WRAPS: readonly Hypothesis[] = WRAPS.flatMap(([modes, other]) =>
  (modes.length > 1 ? [modes, ...modes.map((mode) => [mode])] : [modes]).flatMap((wrong) => {
    const wrapped: Wrapped = (i, size, mode, baseSize) =>
      wrong.includes(mode) ? other(i, size, mode, baseSize) : wrappedTexel(i, size, mode);
    const where = ({ texture: { sampler }, view }: JudgedState) =>
      addressModesOf(sampler, view.viewType).some((mode) => wrong.includes(mode));
    const tiles = wrong.some((mode) => REPEATING.includes(mode));
    return (tiles ? [false, true] : [false]).map((unreduced) =>
      faultyStep('address-unit/address-mode', { wrapped, unreduced }, undefined, where),
    );
  }),
);
