import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import type { Dice } from '../oracle/dice.ts';
import { FORMATS } from './c-programs.ts';
import { type CState, randomState } from './c-states.ts';

const FLOATS = FORMATS.filter(({ componentType }) => componentType.endsWith('float'));
const FLOATS_OF_32_BITS = FORMATS.filter(({ name }) => /^(r32|r32g32b32a32)_sfloat$/.test(name));
const CODES = FORMATS.filter(({ name }) => /^(r8|r8g8b8a8|r5g6b5|bc[1-3])_.*(unorm|snorm|srgb)/.test(name));
const BLOCKS = FORMATS.filter(({ name }) => /^bc[1-3]_/.test(name));

/** A state of some formats that few of all states are like. */
function rareState(dice: Dice, formats: readonly TexelFormat[], isRare: (one: CState) => boolean): CState {
  for (;;) {
    const one = randomState(dice, dice.pick(formats).name);
    if (isRare(one)) return one;
  }
}

/** True for cubic filters. */
function isCubic({ state: { sampler } }: CState): boolean {
  return sampler.magFilter === 'cubic' && sampler.minFilter === 'cubic';
}

/** The same with a component that is one, and weights whose sum is not. */
function withOnes({ source, state }: CState): CState {
  const view = { ...state.view, components: ['g', 'one', 'b', 'a'] as const };
  return { source, state: { ...state, view, sampler: { ...state.sampler, cubicWeights: 'zero_tangent_cardinal' } } };
}

/** True for averages of a cube with seams that is small: many of its samples are at a corner. */
function hasCorners({ source, state: { sampler, view, instruction } }: CState): boolean {
  const filters = [sampler.magFilter, sampler.minFilter];
  const isLinear = filters.every((filter) => filter === 'linear') && sampler.reductionMode === 'weighted_average';
  const isSeamless = view.viewType.startsWith('cube') && !sampler.nonSeamlessCubeMap;
  return isSeamless && isLinear && instruction.op === 'sample' && source.width >> view.baseMipLevel <= 3;
}

/** True for linear filters between levels of texels that are alone, which a lane may have beside others. */
function hasTexelsAlone({ state: { sampler, instruction } }: CState): boolean {
  const isNearest = sampler.magFilter === 'nearest' || sampler.minFilter === 'nearest';
  const averages = sampler.reductionMode === 'weighted_average';
  return isNearest && averages && sampler.mipmapMode === 'linear' && instruction.op === 'sample';
}

/** The same with texels that are zeros, denormals and the least normal floats, most of them below 0. */
function withDenormals(dice: Dice, { source, state }: CState): CState {
  const texel = () => {
    const sign = dice.chance(0.8) ? 2 ** 31 : 0;
    return sign + dice.pick([() => 0, () => dice.integer(0, 2 ** 23 - 1), () => dice.integer(2 ** 23, 2 ** 26)])();
  };
  const levels = source.levels.map(
    ({ length }) => new Uint8Array(Uint32Array.from({ length: length / 4 }, texel).buffer),
  );
  return { source: { ...source, levels }, state };
}

/** How many states are random, and how many are of rare kinds. */
interface StateCounts {
  readonly plain: number;
  /** Cubic filters of floats. */
  readonly cubic: number;
  /** Components that are the sum of weights. */
  readonly ones: number;
  /** Small cubes with seams. */
  readonly corners: number;
  /** Blocks with palettes of colours. */
  readonly blocks: number;
  /** Texels alone of levels whose floats are denormals. */
  readonly denormals: number;
}

export function mixedStates(
  dice: Dice,
  { plain, cubic, ones, corners, blocks, denormals }: StateCounts,
): readonly CState[] {
  return [
    ...Array.from({ length: plain }, () => randomState(dice, dice.pick(FORMATS).name)),
    ...Array.from({ length: cubic }, () => rareState(dice, FLOATS, isCubic)),
    ...Array.from({ length: ones }, () => withOnes(rareState(dice, CODES, isCubic))),
    ...Array.from({ length: corners }, () => rareState(dice, CODES, hasCorners)),
    ...Array.from({ length: blocks }, () => randomState(dice, dice.pick(BLOCKS).name)),
    ...Array.from({ length: denormals }, () => withDenormals(dice, rareState(dice, FLOATS_OF_32_BITS, hasTexelsAlone))),
  ];
}
