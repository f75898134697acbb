/**
 * The positions of a pixel's samples: x, y from its centre in sixteenths of a pixel, y down. These are the standard
 * patterns of D3D11.3 19.2.4 and Vulkan (standardSampleLocations).
 */
export const SAMPLE_POSITIONS: ReadonlyMap<number, readonly (readonly [number, number])[]> = new Map([
  [1, [[0, 0]]],
  [
    2,
    [
      [4, 4],
      [-4, -4],
    ],
  ],
  [
    4,
    [
      [-2, -6],
      [6, -2],
      [-6, 2],
      [2, 6],
    ],
  ],
  [
    8,
    [
      [1, -3],
      [-1, 3],
      [5, 1],
      [-3, -5],
      [-5, 5],
      [-7, -1],
      [3, 7],
      [7, -7],
    ],
  ],
  [
    16,
    [
      [1, 1],
      [-1, -3],
      [-3, 2],
      [4, -1],
      [-5, -2],
      [2, 5],
      [5, 3],
      [3, -5],
      [-2, 6],
      [0, -7],
      [-4, -6],
      [-6, 4],
      [-8, 0],
      [7, -4],
      [6, 7],
      [-7, -8],
    ],
  ],
]);
