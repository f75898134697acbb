import { TraceError } from './trace-error.ts';

const MARK = [0xef, 0xbb, 0xbf] as const;
const STRICT = { fatal: true, ignoreBOM: true } as const;
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a text without the byte order mark that may be in front. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return MARK.every((byte, n) => bytes[n] === byte) ? bytes.subarray(MARK.length) : bytes;
}

/** The problem of bytes that are no UTF-8, and the whole lines before it; null where they are UTF-8. */
export function utf8Fault(bytes: Uint8Array): { readonly before: Uint8Array; readonly problem: string } | null {
  if (sound(bytes, bytes.length, false)) return null;
  /** Lengths of beginnings that are UTF-8, but for a character that is cut, and that are not. */
  let [good, bad] = [0, bytes.length + 1];
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1;
    if (sound(bytes, middle, true)) good = middle;
    else bad = middle;
  }
  const text = new TextDecoder('utf-8', STRICT).decode(bytes.subarray(0, good), { stream: true });
  const at = new TextEncoder().encode(text).length;
  const before = bytes.subarray(0, bytes.subarray(0, at).lastIndexOf(0x0a) + 1);
  const place = `byte ${at - before.length + 1} of the line (0x${bytes[at].toString(16).padStart(2, '0')})`;
  return { before, problem: `is no UTF-8 at ${place}` };
}

/** @param cut true if the last character may be cut */
function sound(bytes: Uint8Array, length: number, cut: boolean): boolean {
  try {
    new TextDecoder('utf-8', STRICT).decode(bytes.subarray(0, length), { stream: cut });
    return true;
  } catch {
    return false;
  }
}

/** The text of bytes in which `utf8Fault` has found no fault. */
export function decodeUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

/** The text of a whole file, without a byte order mark. @throws TraceError at the line where it is no UTF-8 */
export function utf8Text(bytes: Uint8Array, file: string): string {
  const text = withoutMark(bytes);
  const fault = utf8Fault(text);
  if (fault === null) return decodeUtf8(text);
  throw new TraceError({ file, line: decodeUtf8(fault.before).split('\n').length }, 'line', fault.problem);
}
