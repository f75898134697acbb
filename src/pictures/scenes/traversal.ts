/**
 * The order in which a triangle's quads are visited: row by row; tile by tile, each row by row; or along the Hilbert
 * curve over the screen.
 */
export const TRAVERSALS = ['scanline', 'tiles', 'hilbert'] as const;
export type TraversalOrder = (typeof TRAVERSALS)[number];

/** The shape that is drawn. Positions are in quads. */
export interface PixelRegion {
  /** True if a block of quads, both corners included, can contain a part of the shape. */
  touches(left: number, top: number, right: number, bottom: number): boolean;
}

/** Quads of a rectangle, both corners included, which are visited row by row. */
export type QuadBlock = readonly [left: number, top: number, right: number, bottom: number];

/** The quads of a rectangle, block after block, each once. Blocks that the region does not touch are skipped. */
export type Traversal = (...rectangle: QuadBlock) => Generator<QuadBlock, void>;

/**
 * The order in which tiles are visited: row by row; every other row backwards; or along the Hilbert curve over the
 * screen's tiles.
 */
export const TILE_ORDERS = ['rows', 'serpentine', 'hilbert'] as const;
export type TileOrder = (typeof TILE_ORDERS)[number];

/** The tiles of the order `tiles`: a grid from the screen's upper left corner on. */
export interface Tiling {
  /** Size of a tile in pixels, both even. */
  readonly width: number;
  readonly height: number;
  readonly order: TileOrder;
}

export const DEFAULT_TILING: Tiling = Object.freeze({ width: 8, height: 8, order: 'rows' });
