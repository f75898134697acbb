import { describe, expect, it } from 'vitest';
import { cubicWeightTable } from '../../../../rtl-model/address-unit/cubic-weights.ts';
import { SamplePlan } from '../../../../rtl-model/address-unit/plans/sample-plan.ts';
import { TexelWrapper } from '../../../../rtl-model/address-unit/texel-wrapper.ts';
import { wrap } from '../../../../rtl-model/address-unit/wrap.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../../../rtl-model/fixed-point/rounding.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { Binding } from '../../../../rtl-model/state/binding.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import { FILTER_CODES } from '../../../../rtl-model/state/sample-shape.ts';
import { ADDRESS_MODES, type Filter, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { Dice } from '../../../oracle/dice.ts';
import { bound, type Shape } from '../../../oracle/numbered-image.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { nearestFixed, rational, round } from '../../../oracle/rational.ts';

/** The lanes of a plan: the first is not asked for, and the footprints begin two behind. */
const [FIRST, LANES, TO] = [1, 12, 3];
const FILTER = FULL_QUALITY.filter;
/** Texel coordinates have 8 fraction bits. */
const ONE = 256;
const UNTOUCHED = -99;

interface Case {
  readonly shape: Shape;
  readonly sampler: Partial<Sampler>;
  readonly view?: Partial<ImageView>;
  readonly filter?: Design['filter'];
  /** Any if left out. */
  readonly coordinates?: readonly number[];
}

/** The passes of four taps that a sample takes: 1, 2 or 4 taps along each axis. */
function passesOf(filter: number, dimensions: number): number {
  return Math.max(1, (filter === 0 ? 1 : filter === 1 ? 2 : 4) ** dimensions / 4);
}

/** A binding, its plan, random lanes and footprints. */
function prepare({ shape, sampler, view, filter, coordinates }: Case, dice: Dice) {
  const { binding: whole, number } = bound(shape, sampler, view);
  const binding: Binding = { ...whole, design: { ...whole.design, filter: filter ?? whole.design.filter } };
  const plan = new SamplePlan(binding);
  const [lanes, foot] = [new LaneRegisters(FIRST + LANES), new Footprints(TO + LANES + 1)];
  foot.address.fill(UNTOUCHED);
  const filters = [sampler.magFilter, sampler.minFilter].map((name: Filter = 'linear') => FILTER_CODES[name]);
  for (let lane = FIRST; lane < FIRST + LANES; lane++) {
    const any = () => (coordinates === undefined ? coordinate(dice) : dice.pick(coordinates));
    lanes.u[lane] = any();
    lanes.v[lane] = any();
    lanes.w[lane] = any();
    lanes.offsetU[lane] = dice.integer(-8, 7);
    lanes.offsetV[lane] = dice.integer(-8, 7);
    lanes.offsetW[lane] = dice.integer(-8, 7);
    lanes.layer[lane] = dice.integer(0, 40) / 4;
    lanes.face[lane] = dice.integer(0, 5);
    lanes.filter[lane] = dice.pick(filters);
    lanes.levelHi[lane] = dice.integer(0, 1);
    lanes.levelLo[lane] = 1 - lanes.levelHi[lane];
    lanes.levelWeight[lane] = dice.pick([0, 100]);
    // Positions of 3 samples are quarters; one axis is the major one.
    lanes.samples[lane] = binding.dimensions === 2 ? dice.pick([1, 3]) : 1;
    // The axis of a lane with one sample counts for nothing.
    const axis = () => (lanes.samples[lane] === 1 ? NaN : dice.integer(-64, 64) / 16);
    lanes.axisU[lane] = axis();
    lanes.axisV[lane] = axis();
    lanes.passes[lane] = plan.passes(lanes, lane);
    const inSample = passesOf(lanes.filter[lane], binding.dimensions);
    const samples = lanes.samples[lane] * (lanes.levelWeight[lane] === 0 ? 1 : 2);
    expect([lane, lanes.passes[lane]]).toEqual([lane, samples * inSample]);
  }
  return { binding, plan, lanes, foot, number };
}

/** A coordinate near the image, far from it, or between. */
function coordinate(dice: Dice): number {
  switch (dice.integer(0, 9)) {
    case 0:
      return Math.fround(dice.real(-2, 2) * 2 ** dice.integer(10, 18));
    case 1:
      return dice.pick([10, -10, 1024, -1024, 1, 0, -0, 0.5]);
    case 2:
      return Math.fround(dice.real(-16, 16));
    default:
      return dice.integer(-(3 << 12), 3 << 12) / 4096;
  }
}

/** The place of a sample along an axis, in texels of 8 fraction bits (D3D11.3 7.18.6-7.18.8). */
function place(u: number, size: number, mode: string, filter: number, offset: number): number {
  // Clamping modes stop at 10 images; the periods of others are no matter of texels and weights.
  const held = mode.includes('clamp') ? Math.max(-10, Math.min(u, 10)) : u;
  return Number(nearestFixed(held, size, 8)) - (filter === 0 ? 0 : ONE / 2) + offset * ONE;
}

/** The texel indices along an axis, before any address mode, the factor of each, and the weight of a lerp. */
interface Along {
  readonly indices: readonly number[];
  readonly factors: readonly number[];
  readonly weight: number;
}

function narrowWeight(fraction: number, { weightBits, rounding }: Design['filter']): number {
  return Number(round(rational(fraction, 2 ** (8 - weightBits)), rounding));
}

/** The indices around a place in texels of 8 fraction bits. */
function alongAxis(x: number, code: number, { sampler, design }: Binding): Along {
  const first = Math.floor(x / ONE);
  if (code === FILTER_CODES.nearest) return { indices: [first], factors: [1], weight: 0 };
  const one = 2 ** design.filter.weightBits;
  const weight = narrowWeight(x - first * ONE, design.filter);
  if (code === FILTER_CODES.linear) return { indices: [first, first + 1], factors: [one - weight, weight], weight };
  // A fraction that is rounded up to 1 is the next texel's 0.
  const start = first - 1 + Math.floor(weight / one);
  const { weightBits, cubicWeightBits } = design.filter;
  const table = cubicWeightTable(sampler.cubicWeights, weightBits, cubicWeightBits, design.text);
  const at = 4 * (weight % one);
  return { indices: [0, 1, 2, 3].map((n) => start + n), factors: [...table.subarray(at, at + 4)], weight: 0 };
}

const NO_AXIS: Along = { indices: [0], factors: [1], weight: 0 };
const MODES = ['addressModeU', 'addressModeV', 'addressModeW'] as const;

/** The positions, and the indices along each axis, of the sample that a pass belongs to; the taps before the pass. */
function sampleOf(binding: Binding, lanes: LaneRegisters, lane: number, pass: number) {
  const { dimensions, image, sampler, cube } = binding;
  const filter = lanes.filter[lane];
  const inSample = passesOf(filter, dimensions);
  const sample = Math.floor(pass / inSample);
  const n = lanes.samples[lane];
  const level = sample < n ? lanes.levelHi[lane] : lanes.levelLo[lane];
  // i / (n + 1) - 1/2 for i from 1.
  const step = ((sample % n) + 1) / (n + 1) - 0.5;
  const moved = (axis: number) => (n === 1 ? 0 : axis * step);
  const at = [
    Math.fround(lanes.u[lane] + moved(lanes.axisU[lane])) + 0,
    Math.fround(lanes.v[lane] + moved(lanes.axisV[lane])) + 0,
    lanes.w[lane] + 0,
  ].slice(0, dimensions);
  const { width, height, depth } = image.levels[level];
  const sizes = [width, height, depth];
  const offsets = [lanes.offsetU[lane], lanes.offsetV[lane], lanes.offsetW[lane]];
  const seamless = cube && !sampler.nonSeamlessCubeMap;
  const places = MODES.slice(0, dimensions).map((mode, axis) => {
    const x = place(at[axis], sizes[axis], seamless ? 'clamp' : sampler[mode], filter, offsets[axis]);
    // A sample beyond a face of a cube is held to half a texel around it.
    return seamless ? Math.max(-ONE / 2, Math.min(x, sizes[axis] * ONE - ONE / 2)) : x;
  });
  const along = MODES.map((_, axis) => (axis < dimensions ? alongAxis(places[axis], filter, binding) : NO_AXIS));
  return { level, at, places, along, sizes, firstTap: 4 * (pass % inSample) };
}

/** The number of the texel at indices of a level, or the border. */
function texelNumber({ image, view, sampler, arrayed, cube }: Binding, lanes: LaneRegisters, lane: number) {
  const layers = cube ? Math.floor(view.layerCount / 6) : view.layerCount;
  const selected = arrayed ? Number(nearestFixed(Math.min(lanes.layer[lane], layers - 1), 1, 0)) : 0;
  const layer = view.baseArrayLayer + (cube ? 6 * selected + lanes.face[lane] : selected);
  const { width, height, depth } = image.levels[0];
  return (level: number, sizes: readonly number[], indices: readonly number[]): number => {
    const [x, y, z] = MODES.map((mode, axis) => wrap(indices[axis], sizes[axis], sampler[mode]));
    if (Math.min(x, y, z) < 0) return BORDER_ADDRESS;
    const first = level === 0 ? 0 : width * height * depth * image.layers;
    return first + ((layer * sizes[2] + z) * sizes[1] + y) * sizes[0] + x;
  };
}

/** The same on a seamless cube, whose seams have tests of their own. */
function onCube(binding: Binding, lanes: LaneRegisters, lane: number, number: (address: number) => number) {
  const wrapper = new TexelWrapper(binding);
  const cubes = Math.floor(binding.view.layerCount / 6);
  const cube = binding.arrayed ? Number(nearestFixed(Math.min(lanes.layer[lane], cubes - 1), 1, 0)) : 0;
  return (level: number, _: readonly number[], [i, j]: readonly number[]): number =>
    number(wrapper.address(level, cube, lanes.face[lane], i, j, 0, lanes.filter[lane]));
}

/** Expects the footprints of all passes to be those of the formulas. */
function expectTaps(of: Case, seed: number): void {
  const { binding, plan, lanes, foot, number } = prepare(of, new Dice(seed));
  const { sampler, cube } = binding;
  const seamless = cube && !sampler.nonSeamlessCubeMap;
  for (let pass = 0; pass <= Math.max(...lanes.passes); pass++) {
    plan.footprints(lanes, FIRST, foot, TO, LANES, pass);
    expect([foot.address[4 * TO - 1], foot.address[4 * (TO + LANES)]]).toEqual([UNTOUCHED, UNTOUCHED]);
    const [found, expected]: [unknown[], unknown[]] = [[], []];
    for (let k = 0; k < LANES; k++) {
      const [lane, to] = [FIRST + k, TO + k];
      const taps = Array.from(foot.address.subarray(4 * to, 4 * to + 4), (address) => number(address));
      const lerps = [foot.alpha[to], foot.beta[to], foot.gamma[to]];
      const input = [pass, lane, lanes.filter[lane], lanes.u[lane], lanes.v[lane], lanes.w[lane]];
      found.push(input, taps, foot.tapCount[to], foot.plane[to], lerps);
      if (pass >= lanes.passes[lane]) {
        expected.push(input, NONE, 0, 0, [0, 0, 0]);
        continue;
      }
      const { level, at, places, along, sizes, firstTap } = sampleOf(binding, lanes, lane, pass);
      const [u, v, w] = along;
      const texel = seamless ? onCube(binding, lanes, lane, number) : texelNumber(binding, lanes, lane);
      const indices = w.indices.flatMap((z) => v.indices.flatMap((y) => u.indices.map((x) => [x, y, z])));
      const here = indices.slice(firstTap, firstTap + 4).map((of) => texel(level, sizes, of));
      const weights = along.map(({ weight }) => weight);
      expected.push(input, [...here, ...NONE].slice(0, 4), here.length, 0, weights);
      // Snapped coordinates may be whole periods off.
      const select = (x: number, axis: number) => [
        wrap(Math.floor(x / ONE), sizes[axis], sampler[MODES[axis]]),
        x & (ONE - 1),
      ];
      const positions = [foot.sampleU[to], foot.sampleV[to], foot.sampleW[to]].slice(0, at.length);
      const fixed = [foot.fixedU[to], foot.fixedV[to], foot.fixedW[to]].slice(0, at.length);
      found.push(positions.map(unsigned), fixed.map(select));
      expected.push(at, places.map(select));
      const products = w.factors.flatMap((c) => v.factors.flatMap((b) => u.factors.map((a) => unsigned(a * b * c))));
      found.push(Array.from(foot.weight.subarray(4 * to, 4 * to + here.length), unsigned));
      expected.push(products.slice(firstTap, firstTap + 4));
    }
    expect(found).toEqual(expected);
  }
}

/** The number, with one zero. */
function unsigned(x: number): number {
  return x + 0;
}

const NONE = [NO_TAP, NO_TAP, NO_TAP, NO_TAP];
const ROW: Shape = { type: '1d', width: 6, height: 1, layers: 3 };
const SQUARE: Shape = { width: 6, height: 4, layers: 1 };
const LAYERS: Shape = { width: 5, height: 3, layers: 5 };
const VOLUME: Shape = { type: '3d', width: 4, height: 6, depth: 3, layers: 1 };
const PART: Partial<ImageView> = { viewType: '2d_array', baseArrayLayer: 1, layerCount: 3 };

/** The shape and the view of a case. */
type Drawn = Pick<Case, 'shape' | 'view'> & { readonly nonSeamlessCubeMap?: boolean };

function allModes(dice: Dice): Partial<Sampler> {
  const [addressModeU, addressModeV, addressModeW] = [0, 1, 2].map(() => dice.pick(ADDRESS_MODES));
  return { addressModeU, addressModeV, addressModeW, magFilter: 'nearest', minFilter: 'linear' };
}

const SIX: Shape = { width: 4, height: 4, layers: 6 };
const CUBES: Shape = { width: 3, height: 3, layers: 13 };
const CUBE: Partial<ImageView> = { viewType: 'cube', layerCount: 6 };
const CUBE_ARRAY: Partial<ImageView> = { viewType: 'cube_array', baseArrayLayer: 1, layerCount: 12 };

describe('the taps of a sample', () => {
  it.each([
    ['rows', { shape: { ...ROW, layers: 1 } }],
    ['rows of an array', { shape: ROW, view: { viewType: '1d_array' as const } }],
    ['planes', { shape: SQUARE }],
    ['wide planes', { shape: { ...SQUARE, width: 72, height: 50 } }],
    ['planes of an array', { shape: LAYERS, view: PART }],
    ['volumes', { shape: VOLUME }],
    ['faces with seams', { shape: SIX, view: CUBE, nonSeamlessCubeMap: true }],
    ['cubes', { shape: SIX, view: CUBE }],
    ['cubes of an array', { shape: CUBES, view: CUBE_ARRAY }],
  ])('are the texels around it and their weights, in %s', (_, { nonSeamlessCubeMap = false, ...of }: Drawn) => {
    const dice = new Dice(0x5a);
    for (let n = 0; n < 12; n++) {
      expectTaps({ ...of, sampler: { ...allModes(dice), nonSeamlessCubeMap } }, dice.bits());
    }
  });

  it.each(['clamp_to_edge', 'clamp_to_border', 'mirrored_repeat'] as const)(
    'are the same far beyond an axis: %s',
    (mode) => {
      const dice = new Dice(0x5d);
      const sampler = { addressModeU: mode, addressModeV: mode, magFilter: 'nearest' } as const;
      // Some four images away, where tables may end.
      const coordinates = [6, 4].flatMap((size) => [16, -16 - size].map((texels) => (size + texels + 0.5) / size));
      for (let n = 0; n < 16; n++) expectTaps({ shape: SQUARE, sampler, coordinates }, dice.bits());
    },
  );

  it('have weights with the bits and the rounding of the filter', () => {
    const dice = new Dice(0x5b);
    for (let n = 0; n < 16; n++) {
      const filter = { ...FILTER, weightBits: dice.integer(1, 7), rounding: dice.pick(ROUNDING_MODES) };
      const of = dice.pick<Drawn>([{ shape: SQUARE }, { shape: VOLUME }, { shape: SIX, view: CUBE }]);
      expectTaps({ ...of, sampler: allModes(dice), filter }, dice.bits());
    }
  });
});

it('are four along each axis under a cubic filter, with the weights of its spline', () => {
  const dice = new Dice(0x5c);
  for (let n = 0; n < 12; n++) {
    const of = dice.pick<Drawn>([{ shape: ROW }, { shape: SQUARE }, { shape: VOLUME }, { shape: SIX, view: CUBE }]);
    const filters = dice.pick(['nearest', 'linear', 'cubic'] as const);
    const filter = { ...FILTER, weightBits: dice.integer(1, 8), rounding: dice.pick(ROUNDING_MODES) };
    const sampler = { ...allModes(dice), magFilter: 'cubic', minFilter: filters, cubicWeights: 'b_spline' } as const;
    expectTaps({ ...of, sampler, filter }, dice.bits());
  }
});
