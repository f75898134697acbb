import type { PixelRegion, Traversal } from './traversal.ts';

/** The order of blocks: a traversal whose positions are blocks of the screen's grid. */
export type BlockWalk = (blocks: PixelRegion) => Traversal;

/** Blocks of quads in the order of another traversal, each block row by row. */
export class BlocksInTurn implements Traversal {
  x = 0;
  y = 0;
  private readonly blocks: Traversal;
  private left = 0;
  private top = 0;
  private right = -1;
  private bottom = -1;
  /** The part of the current block that lies in the rectangle. */
  private blockLeft = 0;
  private blockRight = -1;
  private blockBottom = -1;

  /** @param columns,rows size of a block in quads */
  constructor(
    private readonly columns: number,
    private readonly rows: number,
    private readonly region: PixelRegion,
    walk: BlockWalk,
  ) {
    this.blocks = walk({
      touches: (left, top, right, bottom) =>
        region.touches(left * columns, top * rows, (right + 1) * columns - 1, (bottom + 1) * rows - 1),
    });
  }

  start(left: number, top: number, right: number, bottom: number): void {
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
    const { columns, rows } = this;
    this.blocks.start(
      Math.floor(left / columns),
      Math.floor(top / rows),
      Math.floor(right / columns),
      Math.floor(bottom / rows),
    );
    this.blockRight = -1;
    this.blockBottom = -1;
    this.x = 0;
    this.y = 0;
  }

  next(): boolean {
    if (++this.x <= this.blockRight) return true;
    this.x = this.blockLeft;
    return ++this.y <= this.blockBottom || this.nextBlock();
  }

  private nextBlock(): boolean {
    const { blocks, columns, rows } = this;
    let top: number;
    do {
      if (!blocks.next()) return false;
      this.blockLeft = Math.max(blocks.x * columns, this.left);
      this.blockRight = Math.min((blocks.x + 1) * columns - 1, this.right);
      top = Math.max(blocks.y * rows, this.top);
      this.blockBottom = Math.min((blocks.y + 1) * rows - 1, this.bottom);
    } while (!this.region.touches(this.blockLeft, top, this.blockRight, this.blockBottom));
    this.x = this.blockLeft;
    this.y = top;
    return true;
  }
}

/** A traversal row by row. In a serpentine, rows of odd y run from the right, so that each step goes to a neighbour. */
export class Rows implements Traversal {
  x = 0;
  y = 0;
  private left = 0;
  private right = -1;
  private bottom = -1;

  constructor(private readonly serpentine: boolean) {}

  start(left: number, top: number, right: number, bottom: number): void {
    this.left = left;
    this.right = right;
    this.bottom = bottom;
    this.y = top;
    this.x = this.backwards ? right + 1 : left - 1;
  }

  next(): boolean {
    this.x += this.backwards ? -1 : 1;
    if (this.x >= this.left && this.x <= this.right) return true;
    if (++this.y > this.bottom) return false;
    this.x = this.backwards ? this.right : this.left;
    return true;
  }

  private get backwards(): boolean {
    return this.serpentine && this.y % 2 === 1;
  }
}
