import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, vi } from 'vitest';

/** Gives what the tests of a file write to standard output to a function instead. */
export function captureOutput(take: (text: string) => void): void {
  const { writeSync } = fs;
  beforeAll(() => {
    vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
      take(String(piece));
      return true;
    });
    fs.writeSync = ((descriptor: number, piece: Uint8Array, at: number) => {
      if (descriptor !== 1) return writeSync(descriptor, piece, at);
      take(Buffer.from(piece.subarray(at)).toString());
      return piece.length - at;
    }) as typeof writeSync;
    syncBuiltinESMExports();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  });
}
