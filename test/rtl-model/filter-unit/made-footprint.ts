import { Footprints, UNBOUND_ADDRESS } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { type Binding, bind } from '../../../rtl-model/state/binding.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT } from '../../oracle/instructions.ts';

/** The changes of a state that make a test's own. */
export interface State {
  readonly format?: string;
  readonly image?: Partial<ImageSource>;
  readonly view?: Partial<ImageView>;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
  readonly design?: Binding['design'];
}

/** The binding of an image of 8 x 8 texels, all 0. */
export function stateOf({ format = 'r8g8b8a8_unorm', image, view, sampler, instruction, design }: State = {}): Binding {
  const source = { format: TEXEL_FORMATS.get(format)!, width: 8, height: 8, layers: 1, ...image };
  const memory = layOutImages([{ ...source, levels: [new Uint8Array(levelBytes(source, 0))] }], 'linear');
  const state = {
    image: 0,
    view: { ...wholeView(memory.images[0]), ...view },
    sampler: { ...DEFAULT_SAMPLER, ...sampler },
    instruction: { ...EXPLICIT, ...instruction },
  };
  return bind(design ?? FULL_QUALITY, memory, state, 0);
}

/** The lane, and the lane of the footprints, that tests use. Those before and behind hold other values. */
export const [LANE, FOOT] = [2, 3];
const [LANES, FEET] = [4, 5];
/** The least and the greatest texel of another quad. */
const [LEAST, GREATEST] = [-5, 1e6];

/** Registers in which every lane holds something, as they do after another quad, perhaps of another state. */
export function usedLanes(): LaneRegisters {
  const lanes = new LaneRegisters(LANES);
  for (const name of ['sumHi', 'sumLo', 'tapSum'] as const)
    lanes[name].fill(3, 0, 4 * LANES).fill(NaN, 4 * LANE, 4 * LANE + 4);
  lanes.least.fill(LEAST);
  lanes.greatest.fill(GREATEST);
  for (const name of ['color', 'targetTexel', 'weightSum'] as const) lanes[name].fill(3);
  lanes.samples[LANE] = 1;
  // The lane behind waits for its own end, the one before has none.
  lanes.passes[LANE + 1] = 1;
  return lanes;
}

export interface Taps {
  /** r, g, b, a of each tap: what the decoder gives. */
  readonly texels: readonly (readonly number[])[];
  readonly addresses?: readonly number[];
  readonly weights?: readonly number[];
  /** The weights of lerps along u, v and w. */
  readonly lerps?: readonly number[];
  /** The texels of no tap; NaN if left out. */
  readonly others?: number;
  /** True for integers, which are texel bits. */
  readonly integer?: boolean;
}

/** The footprint of one pass, its texels decoded; every other place holds something else. */
export function footprintOf({
  texels,
  addresses,
  weights,
  lerps = [],
  others = NaN,
  integer = false,
}: Taps): Footprints {
  const foot = new Footprints(FEET);
  foot.texel.fill(others);
  foot.weight.fill(55);
  foot.tapCount.fill(1);
  foot.tapCount[FOOT] = texels.length;
  texels.forEach((texel, tap) => (integer ? foot.texelBits : foot.texel).set(texel, 16 * FOOT + 4 * tap));
  foot.address.fill(UNBOUND_ADDRESS);
  foot.address.set(addresses ?? [0, 4, 8, 12], 4 * FOOT);
  if (weights !== undefined) foot.weight.set(weights, 4 * FOOT);
  [foot.alpha[FOOT], foot.beta[FOOT], foot.gamma[FOOT]] = [lerps[0] ?? 0, lerps[1] ?? 0, lerps[2] ?? 0];
  return foot;
}

/** r, g, b, a of the lane's result, when no register of another lane has changed. */
export function resultOf(lanes: LaneRegisters): number[] {
  const { color, targetTexel, weightSum } = lanes;
  const others = (register: ArrayLike<number>, entries: number) =>
    Array.from(register).filter((_, n) => n < entries * LANES && Math.floor(n / entries) !== LANE);
  const results = [...others(color, 4), ...others(targetTexel, 16), ...others(weightSum, 1)];
  const sums = [lanes.sumHi, lanes.sumLo, lanes.tapSum].flatMap((register) => others(register, 4));
  const extremes = [
    others(lanes.least, 4).some((x) => x !== LEAST),
    others(lanes.greatest, 4).some((x) => x !== GREATEST),
  ];
  if (results.some((x) => x !== 3) || sums.some((x) => x !== 3) || extremes.includes(true)) {
    throw new Error(`lanes beside the result: ${results.join(' ')}, ${sums.join(' ')}, ${extremes.join(' ')}`);
  }
  return [...color.subarray(4 * LANE, 4 * LANE + 4)];
}
