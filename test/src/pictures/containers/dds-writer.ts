/**
 * The parts of a DDS file in the terms of its headers (Microsoft's programming guide for DDS): an independent writer.
 */
export interface DdsParts {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly mipMapCount?: number;
  /** DDS_PIXELFORMAT: dwFlags, dwFourCC as letters or number, dwRGBBitCount, masks of r, g, b, a. */
  readonly pixelFormat: readonly [flags: number, fourCc: string | number, bits?: number, ...masks: number[]];
  readonly caps2?: number;
  readonly dx10?: readonly [dxgiFormat: number, resourceDimension: number, miscFlag: number, arraySize: number];
  readonly data: Uint8Array;
}

export const CUBE_OF_SIX_FACES = 0xfe00;
export const VOLUME = 0x200000;
/** The DDS_PIXELFORMAT of files with a DX10 header. */
export const DX10 = [4, 'DX10'] as const;

export function ddsFile(parts: DdsParts): Uint8Array {
  const { width, height, depth = 0, mipMapCount = 0, pixelFormat, caps2 = 0, dx10 = [], data } = parts;
  const [flags, fourCc, bits = 0, ...masks] = pixelFormat;
  const [r = 0, g = 0, b = 0, a = 0] = masks;
  const code = typeof fourCc === 'number' ? fourCc : new DataView(letters(fourCc).buffer).getUint32(0, true);
  const words = [
    [0x20534444, 124, 0x1007, height, width, 0, depth, mipMapCount],
    new Array<number>(11).fill(0),
    [32, flags, code, bits, r, g, b, a],
    [0x1000, caps2, 0, 0, 0],
    dx10,
    dx10.length > 0 ? [0] : [],
  ].flat();
  const file = new Uint8Array(4 * words.length + data.length);
  const view = new DataView(file.buffer);
  words.forEach((word, n) => view.setUint32(4 * n, word, true));
  file.set(data, 4 * words.length);
  return file;
}

function letters(text: string): Uint8Array {
  return Uint8Array.from([0, 1, 2, 3], (n) => text.charCodeAt(n));
}
