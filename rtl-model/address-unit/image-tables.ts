import type { Binding } from '../state/binding.ts';
import type { AddressMode } from '../state/sampler.ts';
import { type AxisEntries, axisTable } from './axis-table.ts';

/** Where the texels of an image lie: a table for each axis, and the byte address of each level in the view's first layer. */
export interface ImageTables {
  readonly columns: readonly AxisEntries[];
  readonly rows: readonly AxisEntries[];
  /** The table of slices of a volume; null for other images. */
  readonly slices: readonly AxisEntries[] | null;
  readonly base: Int32Array;
}

/** The tables of a view under its sampler's address modes. */
export function imageTables({ image, sampler, view, dimensions, cube }: Binding): ImageTables {
  const { levels, texelStride } = image;
  // Seamless cubes have no address modes; indices beyond a face lead to its edge.
  const seamless = cube && !sampler.nonSeamlessCubeMap;
  const plane = (size: 'width' | 'height', offsets: 'column' | 'row', mode: AddressMode) =>
    axisTable(
      levels.map((level) => ({ size: level[size], offsets: level[offsets] })),
      seamless ? 'clamp_to_edge' : mode,
      texelStride,
    );
  const slice = ({ depth, sliceTexels }: (typeof levels)[number]) => ({
    size: depth,
    offsets: Int32Array.from({ length: depth }, (_, k) => k * sliceTexels),
  });
  return {
    columns: plane('width', 'column', sampler.addressModeU),
    rows: plane('height', 'row', sampler.addressModeV),
    slices: dimensions === 3 ? axisTable(levels.map(slice), sampler.addressModeW, texelStride) : null,
    base: Int32Array.from(levels, ({ base, layerBytes }) => base + view.baseArrayLayer * layerBytes),
  };
}
