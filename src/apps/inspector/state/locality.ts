import type { Design } from '../../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { replayPart } from '../../../experiments/replay/caches/lookup-levels.ts';
import { CacheReplay } from '../../../experiments/replay/caches/many-replays.ts';
import { AccessCapture } from '../../../experiments/replay/capture.ts';
import { GrowingStudy } from '../../../experiments/replay/locality/growing-study.ts';
import { LineStudy } from '../../../experiments/replay/locality/line-study.ts';
import { type LevelHeat, TexelHeat } from '../../../experiments/replay/locality/texel-heat.ts';
import type { RepeatableRequests } from './time-window.ts';

/** The heat of a level, and the number of its top left cell; the other cells follow row by row. */
export interface NumberedHeat extends LevelHeat {
  readonly first: number;
}

/** Pixels and the cells of texels that they read: entry n is one pixel with one cell, each pair once or a few times. */
export interface TexelLinks {
  /** 65536 * y + x. */
  readonly pixel: Uint32Array;
  readonly cell: Uint32Array;
}

const MOST_LINKS = 2 ** 22;
/** Links of the same pixel, a little before, in which a cell is looked for. */
const RECENT = 16;

/** Reads the texels of all requests without a clock. Yields the quads so far. @throws DesignError, RangeError as Pipeline */
export function* localityOf({ images, states, names, batches }: RepeatableRequests, design: Design) {
  const capture = new AccessCapture(design, texelMemory(design, images), states, names);
  const heat = new TexelHeat(capture.images);
  const study = new LineStudy();
  const links = new LinkList();
  const { sectorBytes, lineBytes, sets, ways } = design.cache;
  let accesses: AccessBatch | null = null;
  const replay = new CacheReplay(replayPart(design), (lookups, { missed }) => {
    study.take(lookups);
    heat.take(accesses!, { lineBytes: sectorBytes, lookups, missed });
  });
  let quads = 0;
  for (const batch of batches()) {
    for (accesses of capture.accesses(batch)) {
      replay.take(accesses);
      links.take(accesses, batch, quads, heat);
    }
    quads += batch.count;
    yield quads;
  }
  const { curve } = study.result();
  const { misses, lookups } = replay.totals();
  return {
    /** Look-ups, each of a sector of the design's texel cache, and the bytes of one. */
    lookups: curve.lookups,
    sectorBytes,
    /** The miss ratio of a fully associative LRU cache of each size; the last size has compulsory misses alone. */
    curve: curve.sizes().map((lines) => ({ bytes: lines * sectorBytes, ratio: curve.missRatio(lines) })),
    workingSetBytes: curve.workingSet * sectorBytes,
    /** The design's own texel cache. */
    own: { bytes: lineBytes * sets * ways, ratio: lookups === 0 ? 0 : misses / lookups },
    levels: heat.result().levels.map((level): NumberedHeat => {
      return { ...level, first: heat.firstCell(level.imageNumber, level.level) };
    }),
    links: links.result(),
    /** False where there are more links than are kept. */
    allLinks: !links.full,
  };
}

/** The locality of the texel reads of requests. */
export type Locality = ReturnType<typeof localityOf> extends Generator<number, infer Found> ? Found : never;

class LinkList extends GrowingStudy {
  full = false;
  private pixel = new Uint32Array(2 ** 16);
  private cell = new Uint32Array(2 ** 16);
  private count = 0;

  take({ quad, lane, address, count }: AccessBatch, batch: QuadBatch, firstQuad: number, heat: TexelHeat): void {
    for (let n = 0; n < count; n++) {
      const k = quad[n] - firstQuad;
      const x = batch.x[k] + (lane[n] & 1);
      const y = batch.y[k] + (lane[n] >> 1);
      const cell = heat.cellOf(address[n]);
      if (cell >= 0) this.add(pixelNumber(x, y), cell);
    }
  }

  result(): TexelLinks {
    return { pixel: this.pixel.slice(0, this.count), cell: this.cell.slice(0, this.count) };
  }

  private add(pixel: number, cell: number): void {
    for (let n = Math.max(0, this.count - RECENT); n < this.count; n++) {
      if (this.cell[n] === cell && this.pixel[n] === pixel) return;
    }
    this.full ||= this.count === MOST_LINKS;
    if (this.full) return;
    if (this.count === this.pixel.length) {
      this.pixel = this.longer(this.pixel, 2 * this.count);
      this.cell = this.longer(this.cell, 2 * this.count);
    }
    this.pixel[this.count] = pixel;
    this.cell[this.count++] = cell;
  }
}

/** The number of a pixel in TexelLinks. */
export function pixelNumber(x: number, y: number): number {
  return 65536 * y + x;
}

/** The pixels that read a cell, by their numbers, each once. */
export function readersOf({ pixel, cell }: TexelLinks, wanted: number): ReadonlySet<number> {
  return new Set(pixel.filter((_, n) => cell[n] === wanted));
}

/** The cells that a pixel reads, each once. */
export function cellsOf({ pixel, cell }: TexelLinks, x: number, y: number): ReadonlySet<number> {
  const wanted = pixelNumber(x, y);
  return new Set(cell.filter((_, n) => pixel[n] === wanted));
}
