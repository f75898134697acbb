import { PARTITIONS } from '../../../../rtl-model/formats/blocks/bc/bc-partitions.ts';
import { BC7_BIT_SOURCES } from './bc7-bit-sources.ts';

/** First bit and width of each field, from Khronos' table of BC7 bit layouts; the number of subsets comes first. */
interface Layout {
  readonly subsets: number;
  readonly partition?: readonly [number, number];
  readonly rotation?: number;
  readonly selection?: number;
  readonly indices: readonly [number, number];
  readonly secondary?: readonly [number, number];
}

const LAYOUTS: readonly Layout[] = [
  { subsets: 3, partition: [1, 4], indices: [83, 3] },
  { subsets: 2, partition: [2, 6], indices: [82, 3] },
  { subsets: 3, partition: [3, 6], indices: [99, 2] },
  { subsets: 2, partition: [4, 6], indices: [98, 2] },
  { subsets: 1, rotation: 5, selection: 7, indices: [50, 2], secondary: [81, 3] },
  { subsets: 1, rotation: 6, indices: [66, 2], secondary: [97, 2] },
  { subsets: 1, indices: [65, 4] },
  { subsets: 2, partition: [8, 6], indices: [98, 2] },
];

/**
 * Decodes a BC7 block of modes 0 to 7, texel by texel and bit by bit as Khronos' text describes it: r, g, b, a of 16
 * texels.
 */
export function bc7FromText(block: bigint): number[] {
  const field = (first: number, count: number) => Number((block >> BigInt(first)) & ((1n << BigInt(count)) - 1n));
  const mode = [0, 1, 2, 3, 4, 5, 6, 7].find((n) => field(n, 1) === 1)!;
  const { subsets, partition, rotation, selection, indices, secondary } = LAYOUTS[mode];
  const { subset, anchor } = PARTITIONS[subsets][partition ? field(...partition) : 0];
  const endpoint = (n: number) =>
    BC7_BIT_SOURCES[mode][n].map((sources) => {
      if (sources === '') return 255;
      return sources.split(' ').reduce((value, source) => 2 * value + field(Number(source), 1), 0);
    });
  const weight = (texel: number, [first, bits]: readonly [number, number]) => {
    const anchorsBefore = anchor.slice(0, texel).reduce((sum, is) => sum + is, 0);
    return weightOf(field(first + bits * texel - anchorsBefore, bits - anchor[texel]), bits);
  };
  return [...Array(16).keys()].flatMap((texel) => {
    const end0 = endpoint(2 * subset[texel]);
    const end1 = endpoint(2 * subset[texel] + 1);
    const primary = weight(texel, indices);
    const other = secondary ? weight(texel, secondary) : primary;
    const swapped = selection !== undefined && field(selection, 1) === 1;
    const weights = swapped ? [other, other, other, primary] : [primary, primary, primary, other];
    const rgba = weights.map((w, c) => Math.floor(((64 - w) * end0[c] + w * end1[c]) / 64 + 0.5));
    const turn = rotation === undefined ? 0 : field(rotation, 2);
    if (turn > 0) [rgba[3], rgba[turn - 1]] = [rgba[turn - 1], rgba[3]];
    return rgba;
  });
}

/** The weight by the formulas that Khronos gives beside the table. */
export function weightOf(index: number, bits: number): number {
  if (bits === 2) return index * 21 + (index >> 1);
  if (bits === 3) return index * 9 + (index >> 2);
  return (index << 2) + (index >> 2) + ((index >> 1) & 1);
}
