/** x and y of each sample in turn, from the pixel's upper left corner, in sixteenths of a pixel. */
const SIXTEENTHS: readonly (readonly number[])[] = [
  [8, 8],
  [12, 12, 4, 4],
  [6, 2, 14, 6, 2, 10, 10, 14],
  [9, 5, 7, 11, 13, 9, 5, 3, 3, 13, 1, 7, 11, 15, 15, 1],
  [9, 9, 7, 5, 5, 10, 12, 7, 3, 6, 10, 13, 13, 11, 11, 3, 6, 14, 8, 1, 4, 2, 2, 12, 0, 8, 15, 4, 14, 15, 1, 0],
];

/**
 * The places of the samples of a pixel from its upper left corner, in pixels (Vulkan: Standard Sample Locations; the
 * same as D3D11.3 19.2.4).
 *
 * @returns no place for a sample that the pattern lacks, or a number of samples without a pattern
 */
export function standardPlace(samples: number, sample: number): readonly [x: number, y: number] | undefined {
  const pattern = SIXTEENTHS.find(({ length }) => length === 2 * samples) ?? [];
  if (!(sample >= 0 && 2 * sample < pattern.length)) return undefined;
  return [pattern[2 * sample] / 16, pattern[2 * sample + 1] / 16];
}
