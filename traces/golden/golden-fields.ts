import { levelSize, type TexelMemory } from '../../rtl-model/memory/image.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { GoldenField } from './golden-file.ts';

/** Units whose inputs and outputs are written. */
export const GOLDEN_UNITS = ['front_end', 'lod', 'address', 'tag', 'decode', 'filter', 'result'] as const;
export type GoldenUnit = (typeof GOLDEN_UNITS)[number];

const STATE = field('state', 16, 'texture state');
const ADDRESS_BITS = 31;
const COMPONENTS = ['r', 'g', 'b', 'a'];
const LANES = [0, 1, 2, 3];

/** Fields of a unit's vectors in their order, inputs first. */
export function goldenFields(
  design: Design,
  memory: TexelMemory,
  states: readonly TextureState[],
): Readonly<Record<GoldenUnit, readonly GoldenField[]>> {
  const { lod, address, limits, filter } = design;
  const rates = lod.anisotropicRates[lod.anisotropicRates.length - 1];
  const size = bitsFor(limits.maxImageDimension2D);
  const level = bitsFor(lastLevel(limits.maxImageDimension2D));
  const coordinate = address.coordinate.integerBits + address.coordinate.fractionBits;
  const fraction = Math.max(1, address.coordinate.fractionBits);
  const weight = Math.max(1, lod.format.fractionBits);
  const images = states.flatMap(({ image }) => (image === null ? [] : [memory.images[image]]));
  const raw = 8 * Math.max(1, ...images.map(({ stored }) => stored.texelBytes));
  // Sums of float formats are float64 at the widest.
  const floats = images.some(({ stored }) => stored.componentType === 'sfloat' || stored.componentType === 'ufloat');
  const sum = floats ? 64 : filter.accumulatorBits;
  return {
    front_end: [
      STATE,
      field('active', 4, 'bit l set where lane l wants a result'),
      ...['s', 't', 'q'].flatMap((name) =>
        LANES.map((l) => field(`${name}${l}`, 32, name === 'q' ? 'float32, 1 without projection' : 'float32')),
      ),
      ...['u', 'v', 'dudx', 'dvdx', 'dudy', 'dvdy'].flatMap((name) =>
        LANES.map((l) => field(`${name}${l}`, 32, 'out: float32, normalized')),
      ),
    ],
    lod: [
      STATE,
      field('size_u', size, 'width of level 0, texels'),
      field('size_v', size, 'height of level 0, texels'),
      ...['dudx', 'dvdx', 'dudy', 'dvdy'].map((name) => field(name, 32, 'float32, normalized')),
      field('operand', 32, "float32: the instruction's LOD or bias"),
      field('min_lod', 32, "float32: the instruction's minimum"),
      field(
        'lod',
        lod.format.integerBits + lod.format.fractionBits,
        `out: signed ${fixedText(lod.format)}, after bias and clamp`,
      ),
      field('level_hi', level, 'out: finer level'),
      field('level_lo', level, 'out: coarser level'),
      field('level_weight', weight, `out: of the coarser level, / 2^${lod.format.fractionBits}`),
      field('samples', bitsFor(rates), 'out: N'),
      field('linear', 2, 'out: 0 nearest, 1 linear, 2 cubic'),
    ],
    address: [
      STATE,
      field('u', 32, 'float32, of the sample'),
      field('v', 32, 'float32, of the sample'),
      field('layer', 32, 'float32'),
      field('level', level, 'of the sample'),
      field('size_u', size, 'width of the level, texels'),
      field('size_v', size, 'height of the level, texels'),
      field('linear', 2, '0 nearest, 1 linear, 2 cubic'),
      field('offset_u', 16, 'signed, texels'),
      field('offset_v', 16, 'signed, texels'),
      field('fixed_u', coordinate, `out: signed ${fixedText(address.coordinate)}`),
      field('fixed_v', coordinate, `out: signed ${fixedText(address.coordinate)}`),
      field('alpha', fraction, 'out: weight of i0 + 1'),
      field('beta', fraction, 'out: weight of j0 + 1'),
      field('tap_count', 3, 'out: 1 or 4'),
      field('reads', 4, 'out: bit n set where tap n reads a texel'),
      ...[0, 1, 2, 3].map((tap) => field(`address${tap}`, ADDRESS_BITS, 'out: byte address, 0 where nothing is read')),
    ],
    tag: [
      field('line', ADDRESS_BITS, "the line's first byte"),
      field('set', bitsFor(design.cache.sets - 1), 'out: where the line belongs'),
      field('way', bitsFor(design.cache.ways - 1), 'out: of the set, where it is or comes'),
      field('hit', 1, 'out'),
    ],
    decode: [
      STATE,
      field('raw', raw, 'bytes of the texel, the first one least significant'),
      ...COMPONENTS.map((name) => field(name, 32, 'out: signed code, or float32')),
    ],
    filter: [
      STATE,
      field('tap_count', 3, '1 or 4'),
      field('alpha', fraction, 'weight of i0 + 1'),
      field('beta', fraction, 'weight of j0 + 1'),
      field('first', 1, 'the sum starts with this sample'),
      ...[0, 1, 2, 3].flatMap((tap) =>
        COMPONENTS.map((name) => field(`t${tap}_${name}`, 32, 'signed code, or float32; 0 where there is no tap')),
      ),
      ...COMPONENTS.map((name) => field(`before_${name}`, sum, 'signed sum before, or float64; 0 with first')),
      ...COMPONENTS.map((name) => field(`sum_${name}`, sum, 'out: signed sum with this sample, or float64')),
    ],
    result: [
      STATE,
      field('samples', bitsFor(rates), 'N'),
      field('level_weight', weight, 'of the coarser level'),
      ...COMPONENTS.map((name) => field(`hi_${name}`, sum, 'sum of the finer level')),
      ...COMPONENTS.map((name) => field(`lo_${name}`, sum, 'sum of the coarser level; 0 without weight')),
      ...COMPONENTS.map((name) => field(name, 32, 'out: float32')),
    ],
  };
}

function field(name: string, width: number, note: string): GoldenField {
  return { name, width, note };
}

function fixedText({
  integerBits,
  fractionBits,
}: {
  readonly integerBits: number;
  readonly fractionBits: number;
}): string {
  return `${integerBits}.${fractionBits}`;
}

/** Bits that hold 0 to `largest`. */
function bitsFor(largest: number): number {
  return Math.max(1, Math.ceil(Math.log2(largest + 1)));
}

function lastLevel(dimension: number): number {
  let level = 0;
  while (levelSize(dimension, level) > 1) level++;
  return level;
}
