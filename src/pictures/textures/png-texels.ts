import { unfilterRow } from './png-filters.ts';
import { type PngColours, PngFault, type PngHeader } from './png-file.ts';

/** Texels of an image that are stored together: all, or those of a pass of Adam7. */
interface Pass {
  readonly width: number;
  readonly height: number;
  /** The first texel, and the distance from one to the next. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** The passes of Adam7: x, y, dx, dy (PNG specification, 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes that have texels. */
function passesOf({ width, height, interlaced }: PngHeader): readonly Pass[] {
  if (!interlaced) return [{ width, height, x: 0, y: 0, dx: 1, dy: 1 }];
  return ADAM7.map(([x, y, dx, dy]) => {
    return { width: Math.ceil((width - x) / dx), height: Math.ceil((height - y) / dy), x, y, dx, dy };
  }).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Bytes of a row of texels, without its filter type. */
function rowBytes({ components, depth }: PngHeader, width: number): number {
  return Math.ceil((width * components * depth) / 8);
}

/** Bytes of all rows with their filter types: what the image data decompresses to. */
export function filteredBytes(header: PngHeader): number {
  return passesOf(header).reduce((sum, { width, height }) => sum + height * (1 + rowBytes(header, width)), 0);
}

/** Texels made from filtered rows that come in pieces of any length. */
export class PngTexels {
  /** r, g, b and a of each texel, 8 bits each. */
  readonly texels: Uint8Array<ArrayBuffer>;
  /** Rows that are made, and all of them. */
  made = 0;
  readonly rows: number;
  private readonly header: PngHeader;
  private readonly passes: readonly Pass[];
  private readonly expand: Expand;
  private pass = 0;
  /** The row of the pass. */
  private row = 0;
  /** The row that is not complete: its filter type and filtered bytes, and the number of those that are there. */
  private line = new Uint8Array();
  private filled = 0;
  /** The last row of the pass, and storage for the next. */
  private above = new Uint8Array();
  private spare = new Uint8Array();

  constructor(header: PngHeader, colours: PngColours) {
    this.header = header;
    this.passes = passesOf(header);
    this.rows = this.passes.reduce((sum, { height }) => sum + height, 0);
    this.texels = new Uint8Array(4 * header.width * header.height);
    this.expand = expandOf(header, colours);
    this.begin();
  }

  /** @throws PngFault unless every row was there, and nothing more */
  end(): void {
    if (this.made < this.rows || this.filled > 0) throw new PngFault(`it has ${this.made} of ${this.rows} rows`);
  }

  /** @throws PngFault for more bytes than rows take, and for an unknown filter */
  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.made === this.rows) throw new PngFault('more data than rows');
      const { line } = this;
      if (this.filled === 0 && bytes.length - at >= line.length) {
        at += line.length;
        this.make(bytes.subarray(at - line.length, at));
        continue;
      }
      const part = bytes.subarray(at, at + line.length - this.filled);
      line.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled < line.length) return;
      this.filled = 0;
      this.make(line);
    }
  }

  private begin(): void {
    const bytes = rowBytes(this.header, this.passes[this.pass].width);
    this.row = 0;
    this.line = new Uint8Array(1 + bytes);
    this.above = new Uint8Array(bytes);
    this.spare = new Uint8Array(bytes);
  }

  private make(line: Uint8Array): void {
    const { header, texels, above, spare: row } = this;
    const { height, x, y, dx, dy } = this.passes[this.pass];
    const step = Math.max(1, (header.components * header.depth) >> 3);
    if (!unfilterRow(line[0], line.subarray(1), above, row, step)) throw new PngFault(`filter ${line[0]} is not known`);
    const start = 4 * header.width * (y + this.row * dy);
    this.expand(row, texels.subarray(start + 4 * x, start + 4 * header.width), 4 * dx);
    this.above = row;
    this.spare = above;
    this.made++;
    if (++this.row < height || ++this.pass === this.passes.length) return;
    this.begin();
  }
}

/**
 * Makes r, g, b and a of the texels of a row.
 *
 * @param texels where the first goes; the row may end before them
 * @param step bytes from a texel to the next
 */
type Expand = (row: Uint8Array, texels: Uint8Array, step: number) => void;

function expandOf(header: PngHeader, { palette, transparent }: PngColours): Expand {
  const { components, depth, hasPalette } = header;
  if (hasPalette) return expandIndices(depth, palette, transparent);
  if (depth === 8 && transparent === null) return expandBytes(components);
  return expandSamples(components, depth, transparent);
}

/** Samples of 8 bits. */
function expandBytes(components: number): Expand {
  const [green, blue] = components < 3 ? [0, 0] : [1, 2];
  const alpha = components % 2 === 1 ? null : components - 1;
  return (row, texels, step) => {
    for (let n = 0, to = 0; n < row.length; n += components, to += step) {
      texels[to] = row[n];
      texels[to + 1] = row[n + green];
      texels[to + 2] = row[n + blue];
      texels[to + 3] = alpha === null ? 255 : row[n + alpha];
    }
  };
}

/** The n-th sample of a row: 1, 2, 4, 8 or 16 bits, the first in the highest bits of its byte. */
function sampleAt(row: Uint8Array, n: number, depth: number): number {
  if (depth === 16) return (row[2 * n] << 8) | row[2 * n + 1];
  const bit = n * depth;
  return (row[bit >> 3] >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** Samples of any depth, rounded to nearest: floor(v * 255 / (2^depth - 1) + 0.5). */
function expandSamples(components: number, depth: number, transparent: Uint8Array | null): Expand {
  const colours = components < 3 ? 1 : 3;
  if (transparent !== null && (components === 2 || components === 4 || transparent.length !== 2 * colours)) {
    throw new PngFault(`tRNS has ${transparent.length} bytes, which do not suit its colour type`);
  }
  const hidden = transparent && Array.from({ length: colours }, (_, c) => sampleAt(transparent, c, 16));
  const most = 2 ** depth - 1;
  const texel = [0, 0, 0, 0];
  return (row, texels, step) => {
    const count = Math.floor((8 * row.length) / (components * depth));
    for (let n = 0, to = 0; n < count && to < texels.length; n++, to += step) {
      for (let c = 0; c < components; c++) texel[c] = sampleAt(row, components * n + c, depth);
      const seen = hidden === null || hidden.some((value, c) => value !== texel[c]);
      for (let c = 0; c < 3; c++) texels[to + c] = Math.floor((texel[c % colours] * 255) / most + 0.5);
      const alpha = components === colours ? most : texel[components - 1];
      texels[to + 3] = seen ? Math.floor((alpha * 255) / most + 0.5) : 0;
    }
  };
}

function expandIndices(depth: number, palette: Uint8Array, alphas: Uint8Array | null): Expand {
  const colours = palette.length / 3;
  if (!Number.isInteger(colours) || colours > 2 ** depth) {
    throw new PngFault(`its palette has ${palette.length} bytes for indices of ${depth} bits`);
  }
  return (row, texels, step) => {
    for (let n = 0, to = 0; n < (8 * row.length) / depth && to < texels.length; n++, to += step) {
      const index = sampleAt(row, n, depth);
      if (index >= colours) throw new PngFault(`index ${index} is beyond its palette of ${colours} colours`);
      for (let c = 0; c < 3; c++) texels[to + c] = palette[3 * index + c];
      texels[to + 3] = alphas?.[index] ?? 255;
    }
  };
}
