import type { Binding } from '../state/binding.ts';
import { type AxisEntries, axisTable, type LevelAxis } from './axis-table.ts';
import { addressModes } from './texel-wrapper.ts';

/** Where the texels of an image lie: a table for each axis, and the byte address of each level in the view's first layer. */
export interface ImageTables {
  /** The axes that the view has, columns first: the texels of each level along the axis, and its table. */
  readonly axes: readonly { readonly sizes: readonly number[]; readonly tables: readonly AxisEntries[] }[];
  readonly base: Int32Array;
}

/** The tables of a view under its sampler's address modes. */
export function imageTables({ image, sampler, view, dimensions, cube }: Binding): ImageTables {
  const { levels, texelStride } = image;
  // Seamless cubes have no address modes; indices beyond a face lead to its edge.
  const seamless = cube && !sampler.nonSeamlessCubeMap;
  const axesOf = ({ width, height, depth, column, row, sliceTexels }: (typeof levels)[number]): LevelAxis[] => [
    { size: width, offsets: column },
    { size: height, offsets: row },
    { size: depth, offsets: Int32Array.from({ length: depth }, (_, k) => k * sliceTexels) },
  ];
  const axes = addressModes(sampler)
    .slice(0, dimensions)
    .map((mode, axis) => {
      const ofLevels = levels.map((level) => axesOf(level)[axis]);
      const tables = axisTable(ofLevels, seamless ? 'clamp_to_edge' : mode, texelStride);
      return { sizes: ofLevels.map(({ size }) => size), tables };
    });
  return { axes, base: Int32Array.from(levels, ({ base, layerBytes }) => base + view.baseArrayLayer * layerBytes) };
}
