import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Cost, Exchange } from '../../../../src/pictures/downsampler/cost.ts';
import { componentValue, type Round, storeComponent, type Texel } from './own-arithmetic.ts';
import type { Reduce4 } from './own-reductions.ts';

/** Counts of the threads' work in the terms of Cost; the caller knows the number of dispatches. */
export type Counts = { -readonly [Field in keyof Omit<Cost, 'localBytes'>]: number } & { counterAccesses: number };

interface Level {
  readonly width: number;
  readonly height: number;
  readonly texels: Uint8Array;
}

/**
 * A model of a dispatch thread by thread, slow on purpose: 256 threads a group, registers, local memory, barriers as
 * the ends of steps, the counter of each slice, and every access counted. Threads 4n to 4n + 3 are a quad, 64 threads
 * are 8x8.
 */
export class ThreadModel {
  readonly counts: Counts = {
    dispatches: 0,
    groups: 0,
    reads: 0,
    writes: 0,
    bytesRead: 0,
    bytesWritten: 0,
    localWrites: 0,
    localReads: 0,
    shuffles: 0,
    barriers: 0,
    atomics: 0,
    counterAccesses: 0,
  };
  /** Slices in the order of their hand-overs, each with its last group. */
  readonly handOvers: (readonly [slice: number, group: number])[] = [];
  private readonly image: ImageSource;
  private readonly levels: readonly Level[];
  private readonly reduce: Reduce4;
  private readonly decode: Round;
  private readonly exchange: Exchange;
  private touched = new Set<string>();

  /** @param levels with room for their texels; the first level is read */
  constructor(image: ImageSource, levels: readonly Level[], reduce: Reduce4, decode: Round, exchange: Exchange) {
    this.image = image;
    this.levels = levels;
    this.reduce = reduce;
    this.decode = decode;
    this.exchange = exchange;
  }

  /** @param order of the groups, `columns * rows * layers` of them */
  run(order: readonly number[]): void {
    const { counts } = this;
    const [{ width, height }] = this.levels;
    const [columns, rows] = [Math.ceil(width / 64), Math.ceil(height / 64)];
    const counters = Array.from({ length: this.image.layers }, () => 0);
    counts.dispatches++;
    for (const group of order) {
      const slice = Math.floor(group / (columns * rows));
      const tile = group % (columns * rows);
      counts.groups++;
      this.tile(slice, tile % columns, Math.floor(tile / columns));
      if (this.levels.length <= 7) continue;
      counts.atomics++;
      const value = counters[slice]++;
      // One thread broadcasts the counter, all of them read it.
      counts.localWrites++;
      counts.barriers++;
      counts.localReads += 256;
      counts.counterAccesses += 257;
      if (value === columns * rows - 1) {
        this.handOvers.push([slice, group]);
        this.last(slice);
      }
    }
    counts.bytesRead += this.touched.size * this.image.format.texelBytes;
    this.touched = new Set();
  }

  private tile(slice: number, column: number, row: number): void {
    const held: (Texel | null)[][] = [];
    for (let thread = 0; thread < 256; thread++) {
      const [x, y] = place(thread);
      held.push(
        [0, 1, 2, 3].map((part) =>
          this.fetch(slice, 1, 32 * column + x + 16 * (part % 2), 32 * row + y + 16 * (part >> 1)),
        ),
      );
    }
    if (this.levels.length <= 2) return;
    let local =
      this.exchange === 'local-memory'
        ? this.fourParts(held, slice, column, row)
        : this.fourQuads(held, slice, column, row);
    for (let k = 3; k < Math.min(7, this.levels.length); k++) local = this.step(local, slice, k, column, row, 64 >> k);
  }

  /** Makes level 2 through local memory, a quarter of level 1 at a time. */
  private fourParts(held: (Texel | null)[][], slice: number, column: number, row: number): Map<string, Texel> {
    const result = new Map<string, Texel>();
    for (let part = 0; part < 4; part++) {
      const [px, py] = [part % 2, part >> 1];
      const local = new Map<string, Texel>();
      held.forEach((texels, thread) => this.put(local, place(thread), texels[part]));
      this.counts.barriers++;
      for (let thread = 0; thread < 64; thread++) {
        const [x, y] = place(thread);
        const [gx, gy] = [16 * column + 8 * px + x, 16 * row + 8 * py + y];
        const texel = this.reduceLocal(local, slice, 2, gx, gy, 2 * x, 2 * y);
        if (texel !== null) result.set(`${x + 8 * px},${y + 8 * py}`, texel);
      }
      this.counts.barriers++;
    }
    return this.kept(result, 2);
  }

  /** Makes level 2 by three shuffles in each quad. */
  private fourQuads(held: (Texel | null)[][], slice: number, column: number, row: number): Map<string, Texel> {
    const result = new Map<string, Texel>();
    const above = this.levels[1];
    for (let part = 0; part < 4; part++) {
      for (let thread = 0; thread < 256; thread += 4) {
        const [x, y] = place(thread).map((at) => at / 2);
        const [gx, gy] = [16 * column + 8 * (part % 2) + x, 16 * row + 8 * (part >> 1) + y];
        if (!this.inside(2, gx, gy)) continue;
        const [right, below] = [2 * gx + 1 < above.width ? 1 : 0, 2 * gy + 1 < above.height ? 2 : 0];
        const lane = (n: number) => held[thread + n][part]!;
        this.counts.shuffles += 3;
        const texel = this.reduce(lane(0), lane(right), lane(below), lane(right + below));
        this.write(slice, 2, gx, gy, texel);
        result.set(`${x + 8 * (part % 2)},${y + 8 * (part >> 1)}`, texel);
      }
    }
    return this.kept(result, 2);
  }

  /** Makes level k of one tile, `size` texels wide, from local memory. */
  private step(local: Map<string, Texel>, slice: number, k: number, column: number, row: number, size: number) {
    this.counts.barriers++;
    const result = new Map<string, Texel>();
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const [gx, gy] = [size * column + x, size * row + y];
        const texel = this.reduceLocal(local, slice, k, gx, gy, 2 * x, 2 * y);
        if (texel === null) continue;
        if (this.exchange === 'quad-shuffles') this.counts.shuffles += 3;
        result.set(`${x},${y}`, texel);
      }
    }
    return this.kept(result, k);
  }

  private last(slice: number): void {
    const eight = new Map<string, Texel>();
    for (let thread = 0; thread < 256; thread++) {
      const [x, y] = place(thread);
      const four = [0, 1, 2, 3].map((n) => this.fetch(slice, 7, 2 * x + (n % 2), 2 * y + (n >> 1)));
      if (this.levels.length <= 8 || !this.inside(8, x, y)) continue;
      const { width, height } = this.levels[7];
      const [right, below] = [2 * x + 1 < width ? 1 : 0, 2 * y + 1 < height ? 2 : 0];
      const texel = this.reduce(four[0]!, four[right]!, four[below]!, four[right + below]!);
      this.write(slice, 8, x, y, texel);
      eight.set(`${x},${y}`, texel);
    }
    let local = this.levels.length > 8 ? this.kept(eight, 8) : eight;
    for (let k = 9; k < this.levels.length; k++) local = this.step(local, slice, k, 0, 0, 4096 >> k);
  }

  /** A texel of level k from four in memory; null outside of the level. */
  private fetch(slice: number, k: number, x: number, y: number): Texel | null {
    if (!this.inside(k, x, y)) return null;
    const { width, height } = this.levels[k - 1];
    const [right, below] = [Math.min(2 * x + 1, width - 1), Math.min(2 * y + 1, height - 1)];
    const texel = this.reduce(
      this.read(slice, k - 1, 2 * x, 2 * y),
      this.read(slice, k - 1, right, 2 * y),
      this.read(slice, k - 1, 2 * x, below),
      this.read(slice, k - 1, right, below),
    );
    this.write(slice, k, x, y, texel);
    return texel;
  }

  private reduceLocal(
    local: Map<string, Texel>,
    slice: number,
    k: number,
    gx: number,
    gy: number,
    x: number,
    y: number,
  ) {
    if (!this.inside(k, gx, gy)) return null;
    const { width, height } = this.levels[k - 1];
    const [right, below] = [2 * gx + 1 < width ? x + 1 : x, 2 * gy + 1 < height ? y + 1 : y];
    const get = (i: number, j: number) => local.get(`${i},${j}`)!;
    this.counts.localReads += 4;
    const texel = this.reduce(get(x, y), get(right, y), get(x, below), get(right, below));
    this.write(slice, k, gx, gy, texel);
    return texel;
  }

  /** The texels that go to local memory, if a level is made of them. */
  private kept(texels: Map<string, Texel>, k: number): Map<string, Texel> {
    const endOfTile = k === 6 || k === this.levels.length - 1;
    if (!endOfTile) this.counts.localWrites += texels.size;
    return texels;
  }

  private put(local: Map<string, Texel>, [x, y]: readonly number[], texel: Texel | null): void {
    if (texel === null) return;
    this.counts.localWrites++;
    local.set(`${x},${y}`, texel);
  }

  private inside(k: number, x: number, y: number): boolean {
    return x < this.levels[k].width && y < this.levels[k].height;
  }

  private read(slice: number, k: number, x: number, y: number): Texel {
    const { format } = this.image;
    this.counts.reads++;
    this.touched.add(`${slice} ${k} ${x} ${y}`);
    const at = this.index(slice, k, x, y);
    return format.order.map((_, c) => this.decode(componentValue(format, c, this.levels[k].texels, at + c)));
  }

  private write(slice: number, k: number, x: number, y: number, texel: Texel): void {
    const { format } = this.image;
    this.counts.writes++;
    this.counts.bytesWritten += format.texelBytes;
    const at = this.index(slice, k, x, y);
    texel.forEach((value, c) => storeComponent(format, c, value, this.levels[k].texels, at + c));
  }

  private index(slice: number, k: number, x: number, y: number): number {
    const { width, height } = this.levels[k];
    return ((slice * height + y) * width + x) * this.image.format.order.length;
  }
}

/** Column and row of a thread in the 16x16 of a group. */
function place(thread: number): readonly [number, number] {
  const bit = (n: number) => (thread >> n) & 1;
  const x = bit(0) + 2 * bit(2) + 4 * bit(4) + 8 * bit(6);
  const y = bit(1) + 2 * bit(3) + 4 * bit(5) + 8 * bit(7);
  return [x, y];
}
