import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import { crc32 } from '../../platform/files/crc32.ts';

const SIGNATURE_BYTES = 8;
const IHDR_BYTES = 13;
/** Bytes of a chunk that are in memory at a time. */
const PIECE_BYTES = 2 ** 20;
const PALETTE = 3;
/** The colour types of IHDR: components of a texel, and the bits that one may have (PNG specification, 11.2.2). */
const COLOUR_TYPES: ReadonlyMap<number, { readonly components: number; readonly depths: readonly number[] }> = new Map([
  [0, { components: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { components: 3, depths: [8, 16] }],
  [PALETTE, { components: 1, depths: [1, 2, 4, 8] }],
  [4, { components: 2, depths: [8, 16] }],
  [6, { components: 4, depths: [8, 16] }],
]);

/** A fault of a PNG, without its name. */
export class PngFault extends Error {}

/** The fields of IHDR. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of a component, or of a palette's index. */
  readonly depth: number;
  readonly components: number;
  readonly hasPalette: boolean;
  readonly interlaced: boolean;
}

/** The facts in front of the image data that its texels depend on. */
export interface PngColours {
  /** r, g, b of each index; empty without a palette. */
  readonly palette: Uint8Array;
  /** The data of tRNS: the alpha of each index, or the components that are transparent, 16 bits each; null if none. */
  readonly transparent: Uint8Array | null;
}

/** A PNG's bytes. */
export interface PngBytes {
  readonly length: number;
  /** @throws PngFault where the file ends before */
  readonly read: (from: number, length: number) => Uint8Array;
}

/** The bytes of a file that is in memory. */
export function bytesOf(file: Uint8Array): PngBytes {
  return {
    length: file.length,
    read: (from, length) => {
      if (from + length > file.length) throw new PngFault(`it ends after ${file.length} bytes`);
      return file.subarray(from, from + length);
    },
  };
}

/** @throws PngFault unless the file begins with IHDR in one of the forms that the specification allows */
export function pngHeader(file: PngBytes): PngHeader {
  const view = viewOf(file.read(SIGNATURE_BYTES, 8 + IHDR_BYTES));
  if (typeAt(view, 4) !== 'IHDR' || view.getUint32(0) !== IHDR_BYTES) throw new PngFault('IHDR is not its first chunk');
  const [width, height] = [view.getUint32(8), view.getUint32(12)];
  const [depth, colourType, compression, filter, interlace] = [16, 17, 18, 19, 20].map((at) => view.getUint8(at));
  const known = COLOUR_TYPES.get(colourType);
  if (width === 0 || height === 0 || Math.max(width, height) >= 2 ** 31) {
    throw new PngFault(`IHDR gives ${width}x${height} texels`);
  }
  if (!known?.depths.includes(depth)) {
    throw new PngFault(`IHDR gives colour type ${colourType} of ${depth} bits`);
  }
  if (compression !== 0 || filter !== 0 || interlace > 1) {
    throw new PngFault(`IHDR gives compression ${compression}, filter ${filter}, interlace ${interlace}`);
  }
  const { components } = known;
  return { width, height, depth, components, hasPalette: colourType === PALETTE, interlaced: interlace === 1 };
}

/**
 * The compressed data of the IDAT chunks, piece by piece. Every chunk's CRC is checked.
 *
 * @param colours is called in front of the first piece
 * @throws PngFault for a damaged chunk, one that says more about texels, or a file that does not end with IEND
 */
export function* imageData(
  file: PngBytes,
  header: PngHeader,
  colours: (found: PngColours) => void,
): Generator<Uint8Array, void, void> {
  let palette = new Uint8Array();
  let transparent: Uint8Array | null = null;
  let begun = false;
  for (let at = SIGNATURE_BYTES; ;) {
    const head = file.read(at, 8);
    const view = viewOf(head);
    const [size, type] = [view.getUint32(0), typeAt(view, 4)];
    // Bit 5 of the first letter says that a chunk can be left out.
    const critical = (head[4] & 0x20) === 0;
    if (critical && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type)) throw new PngFault(`chunk ${type} is not known`);
    if (at + 12 + size > file.length) throw new PngFault(`it ends in chunk ${type}`);
    if (type === 'IDAT' && !begun) {
      if (header.hasPalette && palette.length === 0) throw new PngFault('it has no palette in front of its image data');
      colours({ palette, transparent });
      begun = true;
    }
    let crc = crc32(head.subarray(4));
    const end = at + 8 + size;
    for (at += 8; at < end;) {
      const piece = file.read(at, Math.min(PIECE_BYTES, end - at));
      crc = crc32(piece, crc);
      at += piece.length;
      if (type === 'IDAT') yield piece;
      if (type === 'PLTE' && !begun) palette = joinedBytes([palette, piece]);
      if (type === 'tRNS' && !begun) transparent = joinedBytes([transparent ?? new Uint8Array(), piece]);
    }
    if (viewOf(file.read(at, 4)).getUint32(0) !== crc) throw new PngFault(`the CRC of chunk ${type} is wrong`);
    at += 4;
    if (type !== 'IEND') continue;
    if (!begun) throw new PngFault('it has no image data');
    if (at < file.length) throw new PngFault(`${file.length - at} bytes follow its end`);
    return;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The four letters of a chunk's type; a byte that is no letter is shown by its number. */
function typeAt(view: DataView, at: number): string {
  return [0, 1, 2, 3]
    .map((n) => view.getUint8(at + n))
    .map((code) => (/[A-Za-z]/.test(String.fromCharCode(code)) ? String.fromCharCode(code) : `(${code})`))
    .join('');
}
