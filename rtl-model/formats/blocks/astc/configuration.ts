import { blockBits } from '../bits.ts';
import type { BlockMode } from './block-mode.ts';
import { INTEGER_RANGES, sequenceBits } from './integer-sequence.ts';

/** The fields of a block between its block mode and its colours; one record, filled anew for each block. */
export interface Configuration {
  /** Partitions, 1 to 4. */
  partitions: number;
  /** The partition index field, 0 to 1023: the seed of the pattern. */
  seed: number;
  /** Colour endpoint mode of each partition, 0 to 15. */
  readonly endpointModes: Uint8Array;
  /**
   * Length of the endpoint sequence in integers, 2 to 18, its first bit, and its range as an index of INTEGER_RANGES.
   */
  endpointIntegers: number;
  endpointFirst: number;
  endpointRange: number;
  /** The component, 0 to 3, that takes the weights of the second plane; -1 without one. */
  secondPlane: number;
}

export function emptyConfiguration(): Configuration {
  return {
    partitions: 1,
    seed: 0,
    endpointModes: new Uint8Array(4),
    endpointIntegers: 0,
    endpointFirst: 0,
    endpointRange: 0,
    secondPlane: -1,
  };
}

const BLOCK_BITS = 128;
const MOST_ENDPOINT_INTEGERS = 18;
const SMALLEST_ENDPOINT_RANGE = INTEGER_RANGES.findIndex(({ largest }) => largest === 5);

/**
 * Reads a configuration (ASTC: Block Layout, Color Endpoint Mode, Data Size Determination).
 *
 * @returns false if the block is illegal: four partitions and two planes, more than 18 endpoint integers, or too few
 * bits for them in range 0..5 (ASTC: Illegal Encodings)
 */
export function readConfiguration(bytes: Uint8Array, from: number, mode: BlockMode, into: Configuration): boolean {
  into.partitions = 1 + blockBits(bytes, from, 11, 2);
  if (mode.dualPlane && into.partitions === 4) return false;
  let end = BLOCK_BITS - mode.weightBits;
  if (into.partitions === 1) {
    into.endpointModes[0] = blockBits(bytes, from, 13, 4);
    into.endpointFirst = 17;
  } else {
    into.seed = blockBits(bytes, from, 13, 10);
    into.endpointFirst = 29;
    end = readEndpointModes(bytes, from, end, into);
  }
  if (mode.dualPlane) {
    end -= 2;
    into.secondPlane = blockBits(bytes, from, end, 2);
  } else {
    into.secondPlane = -1;
  }
  return sizeEndpoints(end - into.endpointFirst, into);
}

/**
 * Reads the endpoint modes of 2 to 4 partitions.
 *
 * @param end the lowest bit of the weights
 * @returns the lowest bit of the fields that follow the colours
 */
function readEndpointModes(bytes: Uint8Array, from: number, end: number, into: Configuration): number {
  const { partitions, endpointModes } = into;
  const selector = blockBits(bytes, from, 23, 2);
  const low = blockBits(bytes, from, 25, 4);
  if (selector === 0) {
    endpointModes.fill(low);
    return end;
  }
  const extraBits = 3 * partitions - 4;
  const field = low | (blockBits(bytes, from, end - extraBits, extraBits) << 4);
  for (let k = 0; k < partitions; k++) {
    const endpointClass = selector - 1 + ((field >> k) & 1);
    endpointModes[k] = 4 * endpointClass + ((field >> (partitions + 2 * k)) & 3);
  }
  return end - extraBits;
}

/** Selects the largest range that fits the bits left for colours. */
function sizeEndpoints(bits: number, into: Configuration): boolean {
  let integers = 0;
  for (let k = 0; k < into.partitions; k++) integers += endpointIntegers(into.endpointModes[k]);
  if (integers > MOST_ENDPOINT_INTEGERS) return false;
  into.endpointIntegers = integers;
  for (let range = INTEGER_RANGES.length - 1; range >= SMALLEST_ENDPOINT_RANGE; range--) {
    if (sequenceBits(INTEGER_RANGES[range], integers) > bits) continue;
    into.endpointRange = range;
    return true;
  }
  return false;
}

/** The number of integers of an endpoint mode: 2, 4, 6 or 8 by its class. */
export function endpointIntegers(endpointMode: number): number {
  return 2 * (endpointMode >> 2) + 2;
}
