/** The kind and size of a picture file according to its first bytes. */
export interface PictureHeader {
  readonly kind: 'PNG' | 'JPEG';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_START = [0xff, 0xd8, 0xff];

/** The kind of a picture according to its magic number; null if it is neither PNG nor JPEG. */
export function pictureKind(file: Uint8Array): PictureHeader['kind'] | null {
  if (startsWith(file, PNG_SIGNATURE)) return 'PNG';
  if (startsWith(file, JPEG_START)) return 'JPEG';
  return null;
}

/** The size that the file states, read before decompression; null if the file ends before it. */
export function pictureHeader(file: Uint8Array, kind: PictureHeader['kind']): PictureHeader | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const size = kind === 'PNG' ? pngSize(view) : jpegSize(view);
  return size && { kind, ...size };
}

/** PNG: the first chunk is IHDR, with width and height at bytes 16 and 20. */
function pngSize(file: DataView) {
  if (file.byteLength < 24) return null;
  return { width: file.getUint32(16), height: file.getUint32(20) };
}

/** JPEG: segments (marker, length with its own two bytes) up to the first start of frame. */
function jpegSize(file: DataView) {
  let at = 2;
  while (at + 9 <= file.byteLength) {
    const marker = file.getUint8(at + 1);
    if (isStartOfFrame(marker)) return { width: file.getUint16(at + 7), height: file.getUint16(at + 5) };
    const fill = marker === 0xff;
    at += fill ? 1 : 2 + file.getUint16(at + 2);
  }
  return null;
}

/** True for SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function startsWith(file: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, n) => file[n] === byte);
}
