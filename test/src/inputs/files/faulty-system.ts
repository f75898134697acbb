import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Call =
  'fsyncSync' | 'writeSync' | 'readSync' | 'read' | 'closeSync' | 'renameSync' | 'openSync' | 'mkdirSync' | 'linkSync';

/** An error as the system gives it. */
function systemError(code: string, words: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${words}, ${syscall}`), { code, syscall });
}

/**
 * Runs an action in which a call to the file system fails once.
 *
 * @param nth time that it is called, from 0
 */
export async function withFailing<T>(
  call: Call,
  nth: number,
  [code, words]: readonly [string, string],
  action: () => T | Promise<T>,
): Promise<T> {
  let calls = 0;
  return replacing(
    call,
    (real) =>
      (...args: unknown[]) => {
        if (calls++ === nth) throw systemError(code, words, call.replace('Sync', ''));
        return real(...args);
      },
    action,
  );
}

/** Runs an action in which no file can be read to its end: the second read of data fails, and all behind it. */
export async function withUnreadable<T>(action: () => T | Promise<T>): Promise<T> {
  let reads = 0;
  const error = () => systemError('EIO', 'i/o error', 'read');
  const whole = (real: (...args: unknown[]) => unknown) => (descriptor: number, bytes: Uint8Array, at: number) => {
    if (reads++ > 0) throw error();
    // The first read gives some of the bytes.
    return real(descriptor, bytes, at, Math.min(16, bytes.length - at), null);
  };
  const streamed =
    (real: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (reads++ > 0) (args.at(-1) as (error: Error) => void)(error());
      else real(...args);
    };
  return replacing('readSync', whole, () => replacing('read', streamed, action));
}

/** Runs an action on a disk that is full after so many bytes. A write that reaches the end writes what fits. */
export async function withFullDisk<T>(bytes: number, action: () => T | Promise<T>): Promise<T> {
  let left = bytes;
  return replacing(
    'writeSync',
    (real) => (descriptor: number, piece: Uint8Array, at: number) => {
      if (left === 0) throw systemError('ENOSPC', 'no space left on device', 'write');
      const written = real(descriptor, piece, at, Math.min(left, piece.length - at)) as number;
      left -= written;
      return written;
    },
    action,
  );
}

/** Runs an action in which another function takes the place of a call to the file system. */
export async function replacing<T>(
  call: Call,
  replacement: (real: (...args: unknown[]) => unknown) => unknown,
  action: () => T | Promise<T>,
): Promise<T> {
  const real = fs[call];
  Object.assign(fs, { [call]: replacement(real as never) });
  syncBuiltinESMExports();
  try {
    return await action();
  } finally {
    Object.assign(fs, { [call]: real });
    syncBuiltinESMExports();
  }
}
