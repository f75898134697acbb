/** The kinds of pictures that are read. */
export type PictureKind = 'PNG' | 'JPEG';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_START = [0xff, 0xd8, 0xff];
/** Bytes of a file that tell its kind. */
export const KIND_BYTES = PNG_SIGNATURE.length;

/** The kind of a picture according to its magic number; null if it is neither PNG nor JPEG. */
export function pictureKind(file: Uint8Array): PictureKind | null {
  if (startsWith(file, PNG_SIGNATURE)) return 'PNG';
  if (startsWith(file, JPEG_START)) return 'JPEG';
  return null;
}

/** True if a file begins with these bytes. */
export function startsWith(file: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, n) => file[n] === byte);
}
