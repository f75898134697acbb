import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import {
  ANCHORS_OF_TWO,
  PARTITIONS_OF_THREE,
  PARTITIONS_OF_TWO,
  SECOND_ANCHORS_OF_THREE,
  THIRD_ANCHORS_OF_THREE,
} from './block-partitions.ts';
import type { SparseComponents } from './decode-texel.ts';
import { linearFromSrgb, readBits } from './decode-number.ts';
import type { FormatLayout } from './format-table.ts';

/** Parameters of a BC7 mode (Khronos Data Format: Mode-dependent BPTC parameters). */
interface PartitionedMode {
  readonly subsets: number;
  readonly partitionBits: number;
  readonly rotationBits: number;
  readonly selectorBits: number;
  readonly colorBits: number;
  readonly alphaBits: number;
  /** Bits below an endpoint: none, one for each, or one for each subset. */
  readonly lowBits: 'none' | 'each' | 'shared';
  readonly indexBits: number;
  readonly secondBits: number;
}

function mode(numbers: readonly number[], lowBits: PartitionedMode['lowBits']): PartitionedMode {
  const [subsets, partitionBits, rotationBits, selectorBits, colorBits, alphaBits, indexBits, secondBits] = numbers;
  return { subsets, partitionBits, rotationBits, selectorBits, colorBits, alphaBits, lowBits, indexBits, secondBits };
}

const MODES: readonly PartitionedMode[] = [
  mode([3, 4, 0, 0, 4, 0, 3, 0], 'each'),
  mode([2, 6, 0, 0, 6, 0, 3, 0], 'shared'),
  mode([3, 6, 0, 0, 5, 0, 2, 0], 'none'),
  mode([2, 6, 0, 0, 7, 0, 2, 0], 'each'),
  mode([1, 0, 2, 1, 5, 6, 2, 3], 'none'),
  mode([1, 0, 2, 0, 7, 8, 2, 2], 'none'),
  mode([1, 0, 0, 0, 7, 7, 4, 0], 'each'),
  mode([2, 6, 0, 0, 5, 5, 2, 0], 'each'),
];

/** Weights of interpolation, in 64ths, by the bits of an index (D3D11.3 19.5.14.3). */
export const BLOCK_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** The subset of a texel, and the texels whose indices lack a bit. */
export function partitionOf(subsets: number, partition: number, texel: number): { subset: number; anchors: number[] } {
  if (subsets === 1) return { subset: 0, anchors: [0] };
  if (subsets === 2) {
    return { subset: Number(PARTITIONS_OF_TWO[partition][texel]), anchors: [0, ANCHORS_OF_TWO[partition]] };
  }
  const anchors = [0, SECOND_ANCHORS_OF_THREE[partition], THIRD_ANCHORS_OF_THREE[partition]];
  return { subset: Number(PARTITIONS_OF_THREE[partition][texel]), anchors };
}

/** The index of a texel among indices of `bits` bits that begin at bit `start`. */
export function blockIndex(
  block: Uint8Array,
  start: number,
  bits: number,
  texel: number,
  anchors: readonly number[],
): number {
  const before = anchors.filter((anchor) => anchor < texel).length;
  return readBits(block, start + bits * texel - before, anchors.includes(texel) ? bits - 1 : bits);
}

/** The texel (x, y) of a BC7 block (D3D11.3 19.5.14; Khronos Data Format: BC7). */
export function decodePartitionedBlock(
  device: ForeignDevice,
  layout: FormatLayout,
  block: Uint8Array,
  x: number,
  y: number,
): SparseComponents {
  const number = [0, 1, 2, 3, 4, 5, 6, 7].find((bit) => (block[0] >> bit) & 1);
  if (number === undefined) return [0, 0, 0, 0];
  const chosen = MODES[number];
  let bit = number + 1;
  const take = (count: number): number => {
    bit += count;
    return readBits(block, bit - count, count);
  };
  const partition = take(chosen.partitionBits);
  const rotation = take(chosen.rotationBits);
  const selector = take(chosen.selectorBits);
  const ends = takeEndpoints(device, chosen, take);
  const { subset: own, anchors } = partitionOf(chosen.subsets, partition, 4 * y + x);
  const subset = faulty(device, 'bc7_partition_ignored') ? 0 : own;
  const first = blockIndex(block, bit, chosen.indexBits, 4 * y + x, anchors);
  const secondStart = bit + 16 * chosen.indexBits - anchors.length;
  const second = chosen.secondBits === 0 ? first : blockIndex(block, secondStart, chosen.secondBits, 4 * y + x, [0]);
  const lists: [number, number][] = [
    [first, chosen.indexBits],
    [second, chosen.secondBits === 0 ? chosen.indexBits : chosen.secondBits],
  ];
  if (selector === 1 && !faulty(device, 'bc7_selector_ignored')) lists.reverse();
  const values = [0, 1, 2, 3].map((component) => {
    const [index, bits] = lists[component === 3 ? 1 : 0];
    const weight = BLOCK_WEIGHTS[bits][index];
    return ((64 - weight) * ends[2 * subset][component] + weight * ends[2 * subset + 1][component] + 32) >> 6;
  });
  if (rotation > 0 && !faulty(device, 'bc7_rotation_ignored')) {
    [values[3], values[rotation - 1]] = [values[rotation - 1], values[3]];
  }
  const srgb = layout.numeric === 'srgb' && !faulty(device, 'srgb_ignored') && !faulty(device, 'srgb_after_filter');
  return values.map((value, component) => (srgb && component < 3 ? linearFromSrgb(value / 255) : value / 255));
}

/** Endpoints as bytes: colour and alpha, their lower bits, and the highest bits repeated. */
function takeEndpoints(device: ForeignDevice, chosen: PartitionedMode, take: (count: number) => number): number[][] {
  const count = 2 * chosen.subsets;
  const ends: number[][] = Array.from({ length: count }, () => [0, 0, 0, 255]);
  for (const component of [0, 1, 2]) for (const end of ends) end[component] = take(chosen.colorBits);
  if (chosen.alphaBits > 0) for (const end of ends) end[3] = take(chosen.alphaBits);
  const low = ends.map(() => 0);
  if (chosen.lowBits === 'each') for (let end = 0; end < count; end++) low[end] = take(1);
  else if (chosen.lowBits === 'shared') {
    for (let subset = 0; subset < chosen.subsets; subset++) low.fill(take(1), 2 * subset, 2 * subset + 2);
  }
  const extra = chosen.lowBits === 'none' ? 0 : 1;
  if (faulty(device, 'bc7_low_bits_ignored')) low.fill(0);
  for (const [number, end] of ends.entries())
    for (let component = 0; component < (chosen.alphaBits > 0 ? 4 : 3); component++) {
      const bits = (component === 3 ? chosen.alphaBits : chosen.colorBits) + extra;
      const value = extra === 1 ? 2 * end[component] + low[number] : end[component];
      end[component] = ((value << (8 - bits)) | (value >> (2 * bits - 8))) & 255;
    }
  return ends;
}
