/**
 * A BC7 mode: the width and position of each field (D3D11.3 19.5.14.4; Khronos data format: Mode-dependent BPTC
 * parameters).
 */
export interface Bc7Mode {
  readonly subsets: number;
  readonly partitionBits: number;
  readonly rotationBits: number;
  readonly indexSelectionBits: number;
  /** Width of a color channel of one endpoint; `alphaBits`: that of alpha, 0 if alpha is 255. */
  readonly colorBits: number;
  readonly alphaBits: number;
  /** 1 if a P-bit is appended as the lowest bit of every channel of an endpoint, 0 otherwise. */
  readonly pBits: number;
  /** True if both endpoints of a subset share one P-bit. */
  readonly pBitsShared: boolean;
  /** Width of an index; the index of an anchor texel is one bit shorter. */
  readonly indexBits: number;
  /** Width of an index of the second set; 0 if there is none. */
  readonly secondaryIndexBits: number;

  /** First (lowest) bit of each field in the block, in the order of the fields. */
  readonly partitionFirst: number;
  readonly rotationFirst: number;
  readonly indexSelectionFirst: number;
  readonly colorsFirst: number;
  readonly alphasFirst: number;
  readonly pBitsFirst: number;
  readonly indicesFirst: number;
  readonly secondaryIndicesFirst: number;
}

/** The columns of the Khronos table: NS, PB, RB, ISB, CB, AB, EPB, SPB, IB, IB2. */
const TABLE = [
  [3, 4, 0, 0, 4, 0, 1, 0, 3, 0],
  [2, 6, 0, 0, 6, 0, 0, 1, 3, 0],
  [3, 6, 0, 0, 5, 0, 0, 0, 2, 0],
  [2, 6, 0, 0, 7, 0, 1, 0, 2, 0],
  [1, 0, 2, 1, 5, 6, 0, 0, 2, 3],
  [1, 0, 2, 0, 7, 8, 0, 0, 2, 2],
  [1, 0, 0, 0, 7, 7, 1, 0, 4, 0],
  [2, 6, 0, 0, 5, 5, 1, 0, 2, 0],
];

function mode(row: readonly number[], number: number): Bc7Mode {
  const [subsets, partitionBits, rotationBits, indexSelectionBits, colorBits, alphaBits] = row;
  const [endpointPBits, sharedPBits, indexBits, secondaryIndexBits] = row.slice(6);
  const partitionFirst = number + 1;
  const rotationFirst = partitionFirst + partitionBits;
  const indexSelectionFirst = rotationFirst + rotationBits;
  const colorsFirst = indexSelectionFirst + indexSelectionBits;
  const alphasFirst = colorsFirst + 6 * subsets * colorBits;
  const pBitsFirst = alphasFirst + 2 * subsets * alphaBits;
  const indicesFirst = pBitsFirst + subsets * (2 * endpointPBits + sharedPBits);
  return Object.freeze({
    subsets,
    partitionBits,
    rotationBits,
    indexSelectionBits,
    colorBits,
    alphaBits,
    pBits: endpointPBits + sharedPBits,
    pBitsShared: sharedPBits === 1,
    indexBits,
    secondaryIndexBits,
    partitionFirst,
    rotationFirst,
    indexSelectionFirst,
    colorsFirst,
    alphasFirst,
    pBitsFirst,
    indicesFirst,
    secondaryIndicesFirst: indicesFirst + 16 * indexBits - subsets,
  });
}

/** Modes 0 to 7. The mode number is the count of zero bits below the block's lowest one bit. */
export const BC7_MODES: readonly Bc7Mode[] = TABLE.map(mode);
