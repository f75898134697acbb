import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { TexelLocator } from '../../../../traces/accesses/texel-locator.ts';
import type { TracedImage } from '../../../../traces/accesses/image-table.ts';
import type { PassLineBatch } from '../caches/line-stream.ts';
import { GrowingStudy } from './growing-study.ts';

/** Accesses and misses over the area of a level, with all layers and slices added up. */
export interface LevelHeat {
  /** Name of the image, and its number in the table of the trace. */
  readonly image: string;
  readonly imageNumber: number;
  readonly level: number;
  /** Size of the level, and of a cell, in texels. Cells of the last column and row may reach beyond the level. */
  readonly width: number;
  readonly height: number;
  readonly cellTexels: number;
  readonly columns: number;
  readonly rows: number;
  /** Accesses of each cell, row by row from the top left, and the accesses that missed. */
  readonly touches: readonly number[];
  readonly misses: readonly number[];
}

/** The most cells along a side. */
const MOST_CELLS = 256;

/** The look-ups of a batch of accesses, and the misses among them. */
export interface MissedLookups {
  /** Size of the unit of a look-up in bytes: a line, or a sector. */
  readonly lineBytes: number;
  readonly lookups: PassLineBatch;
  /** 1 for each look-up that missed, 0 for others. */
  readonly missed: Uint8Array;
}

/** The number of recent addresses whose cell is remembered: one for each remainder of the address. */
const REMEMBERED = 2 ** 14;
const OUTSIDE = -1;

/** Accesses and misses over the texels of each level of a trace's images, in at most 256x256 square cells. */
export class TexelHeat extends GrowingStudy {
  private readonly locator = new TexelLocator(this.images);
  /** Grids by image and level, of the levels that were accessed. */
  private readonly grids: (CellGrid | undefined)[][] = this.images.map(() => []);
  /** Cells of all grids, and their counts. */
  private cells = 0;
  private touches = new Float64Array(0);
  private misses = new Float64Array(0);
  /** The number of accesses outside of all images. */
  private outside = 0;
  private readonly address = new Float64Array(REMEMBERED).fill(-1);
  private readonly cell = new Int32Array(REMEMBERED);
  /** The pass of the latest access, and true if it has made no look-up so far. */
  private quad = -1;
  private pass = -1;
  private passBegins = true;
  /** Index of the batch's look-up that the next first access to a line makes. */
  private nextLookup = 0;

  /**
   * @param budget takes the counts
   * @throws RangeError when levels of the images overlap
   */
  constructor(
    private readonly images: readonly TracedImage[],
    budget?: MemoryBudget,
  ) {
    super(budget);
  }

  /**
   * Counts every access. A miss counts for the access that made the look-up: the first of its pass to the line.
   *
   * @param lookups the look-ups that LineStream made of this batch; if absent, only accesses are counted
   */
  take(batch: AccessBatch, lookups?: MissedLookups): void {
    const { address, quad, pass, count } = batch;
    this.nextLookup = 0;
    for (let n = 0; n < count; n++) {
      if (quad[n] !== this.quad || pass[n] !== this.pass) {
        this.quad = quad[n];
        this.pass = pass[n];
        this.passBegins = true;
      }
      const misses = lookups === undefined ? 0 : this.missesOf(lookups, address[n], batch.bytes[n]);
      const cell = this.cellOf(address[n]);
      if (cell === OUTSIDE) {
        this.outside++;
      } else {
        this.touches[cell]++;
        this.misses[cell] += misses;
      }
    }
  }

  /** The levels that were accessed. */
  result(): { readonly levels: readonly LevelHeat[]; readonly outside: number } {
    const levels = this.images.flatMap(({ name, levels }, imageNumber) =>
      levels.flatMap(({ width, height }, level) => {
        const grid = this.grids[imageNumber][level];
        if (grid === undefined) return [];
        const { first, shift, columns, rows } = grid;
        const own = (counts: Float64Array) => Array.from(counts.subarray(first, first + columns * rows));
        const counts = { touches: own(this.touches), misses: own(this.misses) };
        return [{ image: name, imageNumber, level, width, height, cellTexels: 2 ** shift, columns, rows, ...counts }];
      }),
    );
    return { levels, outside: this.outside };
  }

  /** The number of the top left cell of a level that was accessed; the others follow row by row. */
  firstCell(imageNumber: number, level: number): number {
    return this.grids[imageNumber][level]!.first;
  }

  /** The number of misses of an access' look-ups: 0 for a line that its pass has looked up before. */
  private missesOf({ lineBytes, lookups, missed }: MissedLookups, address: number, bytes: number): number {
    const last = Math.floor((address + bytes - 1) / lineBytes);
    let misses = 0;
    for (let line = Math.floor(address / lineBytes); line <= last; line++) {
      const n = this.nextLookup;
      if (n >= lookups.count || lookups.line[n] !== line || (lookups.passStart[n] === 1 && !this.passBegins)) continue;
      misses += missed[n];
      this.nextLookup++;
      this.passBegins = false;
    }
    return misses;
  }

  /** The number of the cell of the texel at an address; -1 outside of all images. */
  cellOf(address: number): number {
    const slot = address - Math.floor(address / REMEMBERED) * REMEMBERED;
    if (this.address[slot] !== address) {
      this.address[slot] = address;
      this.cell[slot] = this.locate(address);
    }
    return this.cell[slot];
  }

  private locate(address: number): number {
    const { locator } = this;
    if (!locator.locate(address)) return OUTSIDE;
    const { image, level, x, y } = locator;
    const grid = (this.grids[image][level] ??= this.newGrid(image, level));
    return grid.first + (y >> grid.shift) * grid.columns + (x >> grid.shift);
  }

  private newGrid(image: number, level: number): CellGrid {
    const { width, height } = this.images[image].levels[level];
    const shift = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / MOST_CELLS)));
    const columns = Math.ceil(width / 2 ** shift);
    const rows = Math.ceil(height / 2 ** shift);
    const first = this.cells;
    this.cells += columns * rows;
    if (this.cells > this.touches.length) {
      this.touches = this.longer(this.touches, 2 * this.cells);
      this.misses = this.longer(this.misses, 2 * this.cells);
    }
    return { first, shift, columns, rows };
  }
}

/** The cells of a level, row by row from `first` on; a cell has 2^shift texels along each side. */
interface CellGrid {
  readonly first: number;
  readonly shift: number;
  readonly columns: number;
  readonly rows: number;
}
