import { BlockBits, BPTC_WEIGHTS, takeIndices, widenedCode } from './block-bits.ts';
import { partition } from './bptc-tables.ts';

/** Bits of the fields of a mode, which follow each other in this order (D3D11.3 19.5.14.4). */
interface Bc7Mode {
  readonly subsets: number;
  readonly partition: number;
  readonly rotation: number;
  readonly selector: number;
  readonly color: number;
  readonly alpha: number;
  /** P-bits: one for each endpoint, one for each subset, or none. */
  readonly pBits: 'endpoint' | 'subset' | 'none';
  readonly index: number;
  /** Bits of the second indices, 0 for none. */
  readonly index2: number;
}

const NO_CHOICE = { partition: 0, rotation: 0, selector: 0, alpha: 0, pBits: 'none', index2: 0 } as const;
const MODES: readonly Bc7Mode[] = [
  { ...NO_CHOICE, subsets: 3, partition: 4, color: 4, pBits: 'endpoint', index: 3 },
  { ...NO_CHOICE, subsets: 2, partition: 6, color: 6, pBits: 'subset', index: 3 },
  { ...NO_CHOICE, subsets: 3, partition: 6, color: 5, index: 2 },
  { ...NO_CHOICE, subsets: 2, partition: 6, color: 7, pBits: 'endpoint', index: 2 },
  { ...NO_CHOICE, subsets: 1, rotation: 2, selector: 1, color: 5, alpha: 6, index: 2, index2: 3 },
  { ...NO_CHOICE, subsets: 1, rotation: 2, color: 7, alpha: 8, index: 2, index2: 2 },
  { ...NO_CHOICE, subsets: 1, color: 7, alpha: 7, pBits: 'endpoint', index: 4 },
  { ...NO_CHOICE, subsets: 2, partition: 6, color: 5, alpha: 5, pBits: 'endpoint', index: 2 },
];

/** UNORM8 codes r, g, b, a of 16 texels; all 0 for the reserved mode (D3D11.3 19.5.14.2 to 19.5.14.4). */
export function bc7Texels(block: Uint8Array): readonly (readonly number[])[] {
  const bits = new BlockBits(block);
  let number = 0;
  while (number < 8 && bits.take(1) === 0) number++;
  if (number === 8) return Array.from({ length: 16 }, () => [0, 0, 0, 0]);
  const mode = MODES[number];

  const { subsets, fixUps } = partition(mode.subsets, bits.take(mode.partition));
  const rotation = bits.take(mode.rotation);
  const selector = bits.take(mode.selector);
  const ends = endpoints(bits, mode);
  const first = takeIndices(bits, mode.index, fixUps);
  const second = mode.index2 === 0 ? first : takeIndices(bits, mode.index2, [0]);

  const narrow = first.map((index) => BPTC_WEIGHTS[mode.index][index]);
  const other = mode.index2 === 0 ? narrow : second.map((index) => BPTC_WEIGHTS[mode.index2][index]);
  const [colorWeights, alphaWeights] = selector === 1 ? [other, narrow] : [narrow, other];
  return subsets.map((subset, texel) => {
    const [from, to] = [ends[2 * subset], ends[2 * subset + 1]];
    const color = from.map((end, c) => {
      const weight = (c === 3 ? alphaWeights : colorWeights)[texel];
      return Math.floor(((64 - weight) * end + weight * to[c] + 32) / 64);
    });
    if (rotation > 0) [color[rotation - 1], color[3]] = [color[3], color[rotation - 1]];
    return color;
  });
}

/** Endpoints in 8 bits: channel after channel, in each the endpoints, then the P-bits (D3D11.3 19.5.14.3). */
function endpoints(bits: BlockBits, mode: Bc7Mode): readonly number[][] {
  const count = 2 * mode.subsets;
  const channels = [0, 1, 2, 3].map((c) => {
    const width = c === 3 ? mode.alpha : mode.color;
    return Array.from({ length: count }, () => bits.take(width));
  });
  const pBits = Array.from(
    { length: mode.pBits === 'endpoint' ? count : mode.pBits === 'subset' ? mode.subsets : 0 },
    () => bits.take(1),
  );
  return Array.from({ length: count }, (_, end) =>
    channels.map((values, c) => {
      if (c === 3 && mode.alpha === 0) return 255;
      const width = c === 3 ? mode.alpha : mode.color;
      if (mode.pBits === 'none') return widenedCode(values[end], width);
      const pBit = mode.pBits === 'endpoint' ? pBits[end] : pBits[end >> 1];
      return widenedCode(2 * values[end] + pBit, width + 1);
    }),
  );
}
