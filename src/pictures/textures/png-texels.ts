import { type PngColours, PngFault, type PngHeader } from './png-file.ts';

/** The passes of Adam7: the first texel, and the distance from one to the next (PNG specification, 8.2). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Texels of an image that are stored together: all, or those of each pass of Adam7 that has any. */
function passesOf({ width, height, interlaced }: PngHeader) {
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

/** Makes texels from filtered rows that come in pieces of any length. */
export interface PngTexels {
  /** r, g, b and a of each texel, 8 bits each. */
  readonly texels: Uint8Array<ArrayBuffer>;
  /** @throws PngFault for more bytes than rows take, and for an unknown filter */
  readonly take: (bytes: Uint8Array) => void;
  /** @throws PngFault unless every row was there, and nothing more */
  readonly end: () => void;
}

export function pngTexels(header: PngHeader, colours: PngColours): PngTexels {
  const { width, components, depth } = header;
  const passes = passesOf(header);
  const rows = passes.reduce((sum, { height }) => sum + height, 0);
  const texels = new Uint8Array(4 * width * header.height);
  const expand = expandOf(header, colours);
  const step = Math.max(1, (components * depth) >> 3);
  let made = 0;
  /** Makes the rows in turn. A yield has room for the filter type and the filtered bytes of a row; it gets them full. */
  const rowMaker = function* (): Generator<Uint8Array, void, Uint8Array> {
    for (const { width: columns, height, x, y, dx, dy } of passes) {
      const bytes = rowBytes(header, columns);
      const line = new Uint8Array(1 + bytes);
      let [above, spare] = [new Uint8Array(bytes), new Uint8Array(bytes)];
      for (let row = 0; row < height; row++, made++) {
        const filtered = yield line;
        if (filtered[0] >= UNFILTER.length) throw new PngFault(`filter ${filtered[0]} is not known`);
        UNFILTER[filtered[0]](filtered.subarray(1), above, spare, step);
        const start = 4 * width * (y + row * dy);
        expand(spare, texels.subarray(start + 4 * x, start + 4 * width), 4 * dx);
        [above, spare] = [spare, above];
      }
    }
  };
  const maker = rowMaker();
  let line = maker.next().value!;
  /** The bytes of the row that are there. */
  let filled = 0;
  const make = (filtered: Uint8Array) => {
    line = maker.next(filtered).value ?? line;
  };
  return {
    texels,
    take: (bytes) => {
      for (let at = 0; at < bytes.length;) {
        if (made === rows) throw new PngFault('more data than rows');
        if (filled === 0 && bytes.length - at >= line.length) {
          at += line.length;
          make(bytes.subarray(at - line.length, at));
          continue;
        }
        const part = bytes.subarray(at, at + line.length - filled);
        line.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < line.length) return;
        filled = 0;
        make(line);
      }
    },
    end: () => {
      if (made < rows || filled > 0) throw new PngFault(`it has ${made} of ${rows} rows`);
    },
  };
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

/**
 * Undoes the filter of a PNG row (PNG specification, 9.2): each byte is the sum, modulo 256, of the filtered one and a
 * prediction from the bytes to the left, above, and above to the left.
 *
 * @param filtered bytes of the row
 * @param above the row above; zeros above the first row
 * @param row takes the bytes, as many as `above` has
 * @param step bytes from a texel to the next
 */
type Unfilter = (filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number) => void;

/** By the type of the filter. */
const UNFILTER: readonly Unfilter[] = [
  (filtered, _above, row) => row.set(filtered),
  (filtered, _above, row, step) => addLeft(filtered, row, step),
  addAbove,
  addMean,
  addPaeth,
];

function addAbove(filtered: Uint8Array, above: Uint8Array, row: Uint8Array): void {
  for (let n = 0; n < row.length; n++) row[n] = filtered[n] + above[n];
}

function addLeft(filtered: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    for (let n = c; n < row.length; n += step) row[n] = left = (filtered[n] + left) & 0xff;
  }
}

function addMean(filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    for (let n = c; n < row.length; n += step) row[n] = left = (filtered[n] + ((left + above[n]) >> 1)) & 0xff;
  }
}

/** The prediction is the neighbour nearest to left + above - corner: the left one, then the one above, wins a tie. */
function addPaeth(filtered: Uint8Array, above: Uint8Array, row: Uint8Array, step: number): void {
  for (let c = 0; c < step; c++) {
    let left = 0;
    let corner = 0;
    for (let n = c; n < row.length; n += step) {
      const up = above[n];
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      row[n] = left = (filtered[n] + nearest) & 0xff;
      corner = up;
    }
  }
}
