/** Characters are joined in pieces of this many bytes: whole groups of three, and fewer than a call takes arguments. */
const PIECE = 3 * 2 ** 12;

/** Base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE)));
  }
  return text;
}

/**
 * The bytes of a base64 text.
 *
 * @returns null unless it is canonical: whole groups of four, padding at the end alone, its unused bits zero
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const last = text.slice(-4);
  if (btoa(atob(last)) !== last) return null;
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}
