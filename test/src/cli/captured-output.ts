import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Gives what the tests of a file write to standard output to a function instead.
 *
 * @param tell gets what they write to standard error; that is left as it is without the function
 */
export function captureOutput(take: (text: string) => void, tell?: (text: string) => void): void {
  const { writeSync } = fs;
  beforeAll(() => {
    const streams = [[process.stdout, take] as const, ...(tell === undefined ? [] : [[process.stderr, tell] as const])];
    for (const [stream, sink] of streams) {
      vi.spyOn(stream, 'write').mockImplementation((piece) => {
        sink(String(piece));
        return true;
      });
    }
    fs.writeSync = ((
      descriptor: number,
      piece: Uint8Array,
      at: number,
      length: number = piece.length - at,
      place?: number,
    ) => {
      if (descriptor !== 1) return writeSync(descriptor, piece, at, length, place);
      take(Buffer.from(piece.subarray(at, at + length)).toString());
      return length;
    }) as typeof writeSync;
    syncBuiltinESMExports();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  });
}
