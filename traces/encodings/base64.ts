const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The six bits of a character code, -1 for a character that is none of the alphabet. */
const SIX_BITS = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));
/** Characters are joined in pieces of this many groups. */
const PIECE = 4096;

/** Base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += 3 * PIECE) {
    pieces.push(encodePiece(bytes.subarray(from, from + 3 * PIECE)));
  }
  return pieces.join('');
}

function encodePiece(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += 3) {
    const group = (bytes[k] << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    text += ALPHABET[group >> 18] + ALPHABET[(group >> 12) & 63];
    text += k + 1 < bytes.length ? ALPHABET[(group >> 6) & 63] : '=';
    text += k + 2 < bytes.length ? ALPHABET[group & 63] : '=';
  }
  return text;
}

/**
 * The bytes of a base64 text.
 *
 * @returns null unless it is canonical: whole groups of four, padding at the end alone, its unused bits zero
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let group = 0;
  let to = 0;
  for (let k = 0; k < text.length; k++) {
    const six = k < digits ? (SIX_BITS[text.charCodeAt(k)] ?? -1) : 0;
    if (six < 0) return null;
    group = ((group & 0x3ffff) << 6) | six;
    if (k % 4 !== 3) continue;
    if (k === text.length - 1 && (group & (2 ** (8 * padding) - 1)) !== 0) return null;
    for (let shift = 16; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = group >> shift;
  }
  return bytes;
}
