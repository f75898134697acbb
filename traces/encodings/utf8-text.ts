import { TraceError } from './trace-error.ts';

const LINE_FEED = 0x0a;
const MARK = [0xef, 0xbb, 0xbf] as const;
const STRICT = { fatal: true, ignoreBOM: true } as const;
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The first fault of bytes that are no UTF-8. */
export interface Utf8Fault {
  /** Bytes of the lines before the faulty one, and the number of these lines. */
  readonly sound: number;
  readonly lines: number;
  readonly problem: string;
}

/** The bytes of a text without the byte order mark that may be in front. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return MARK.every((byte, n) => bytes[n] === byte) ? bytes.subarray(MARK.length) : bytes;
}

/** The fault of bytes that are no UTF-8; null where they are. */
export function utf8Fault(bytes: Uint8Array): Utf8Fault | null {
  if (decodes(bytes)) return null;
  /** Lengths of beginnings that are UTF-8, but for a character that is cut, and that are not. */
  let [good, bad] = [0, bytes.length + 1];
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle), true)) good = middle;
    else bad = middle;
  }
  const text = new TextDecoder('utf-8', STRICT).decode(bytes.subarray(0, good), { stream: true });
  const at = new TextEncoder().encode(text).length;
  const sound = bytes.subarray(0, at).lastIndexOf(LINE_FEED) + 1;
  const problem = `is no UTF-8 at byte ${at - sound + 1} of the line (0x${bytes[at].toString(16).padStart(2, '0')})`;
  return { sound, lines: text.split('\n').length - 1, problem };
}

/** @param cut true if the last character may be cut */
function decodes(bytes: Uint8Array, cut = false): boolean {
  try {
    new TextDecoder('utf-8', STRICT).decode(bytes, { stream: cut });
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
  throw new TraceError({ file, line: fault.lines + 1 }, 'line', fault.problem);
}
