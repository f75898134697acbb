import { closeSync, constants, fchmodSync, openSync, writeSync } from 'node:fs';
import { constants as ZLIB, deflateRawSync } from 'node:zlib';
import type { TraceOutput } from '../../../traces/encodings/trace-encoding.ts';
import { crc32 } from '../../platform/files/crc32.ts';
import { isSystemError } from '../../platform/pages/wording.ts';
import { OutputError } from './usage-error.ts';

/** RFC 1952: magic, deflate, no flags, no time, no hints, system unknown. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** RFC 1951: an empty block that is the last. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/**
 * One gzip member, made piece by piece without waiting: every piece is deflated by itself up to a byte boundary. The
 * trailer shows a reader that nothing is missing.
 */
export class GzipStream {
  private crc = 0;
  private length = 0;

  constructor(private readonly sink: (bytes: Uint8Array) => void) {
    sink(HEADER);
  }

  write(bytes: Uint8Array): void {
    this.crc = crc32(bytes, this.crc);
    this.length += bytes.length;
    this.sink(deflateRawSync(bytes, { finishFlush: ZLIB.Z_SYNC_FLUSH }));
  }

  end(): void {
    const trailer = new DataView(new ArrayBuffer(8));
    trailer.setUint32(0, this.crc, true);
    trailer.setUint32(4, this.length, true);
    this.sink(LAST_BLOCK);
    this.sink(new Uint8Array(trailer.buffer));
  }
}

/** Characters that are gathered before they are written. */
const CHUNK = 2 ** 18;
/** Milliseconds until a descriptor that does not wait is tried again. */
const RETRY = 2;

/** An output that is written piece by piece, as bytes or as a text in UTF-8; gzipped where its name ends in .gz. */
export class FileOutput implements TraceOutput {
  private readonly gzip: GzipStream | null;
  private readonly encoder = new TextEncoder();
  private pieces: string[] = [];
  private gathered = 0;

  /**
   * @param name that the user gave, for messages  @param streamed true for standard output, a device or a pipe
   * @param owned true if the descriptor is closed at the end
   */
  constructor(
    readonly name: string,
    private descriptor: number | null,
    readonly streamed: boolean,
    private readonly owned: boolean,
  ) {
    this.gzip = /\.gz$/i.test(name) ? new GzipStream((bytes) => this.store(bytes)) : null;
  }

  /**
   * Opens a regular file.
   *
   * @param flags as for `openSync`
   * @param mode what the system gives if left out
   * @throws OutputError when it cannot be made
   */
  static open(path: string, name: string = path, flags: 'w' | 'wx' = 'w', mode?: number): FileOutput {
    const descriptor = attempt(name, () => openSync(path, flags));
    if (mode !== undefined) attempt(name, () => fchmodSync(descriptor, mode));
    return new FileOutput(name, descriptor, false, true);
  }

  /** Opens a device or a pipe. It is not made and not cut. @throws OutputError when it cannot be opened */
  static through(path: string, name: string): FileOutput {
    const descriptor = attempt(name, () => openSync(path, constants.O_WRONLY | constants.O_APPEND));
    return new FileOutput(name, descriptor, true, true);
  }

  readonly bytes = (bytes: Uint8Array): void => {
    if (this.gzip === null) this.store(bytes);
    else this.gzip.write(bytes);
  };

  readonly text = (text: string): void => {
    this.pieces.push(text);
    this.gathered += text.length;
    if (this.gathered >= CHUNK) this.flush();
  };

  /** Completes the output. A second call does nothing. */
  close(): void {
    if (this.descriptor === null) return;
    this.flush();
    this.gzip?.end();
    attempt(this.name, () => this.release());
  }

  /** Closes the descriptor, whatever has been written. */
  abandon(): void {
    try {
      this.release();
    } catch {
      // The error has been reported already.
    }
  }

  private release(): void {
    const { descriptor } = this;
    this.descriptor = null;
    if (this.owned && descriptor !== null) closeSync(descriptor);
  }

  private flush(): void {
    if (this.gathered > 0) this.bytes(this.encoder.encode(this.pieces.join('')));
    this.pieces = [];
    this.gathered = 0;
  }

  private store(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += attempt(this.name, () => this.some(bytes, at));
  }

  /** Writes bytes from a place on. @returns how many */
  private some(bytes: Uint8Array, at: number): number {
    for (;;) {
      try {
        return writeSync(this.descriptor!, bytes, at);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
        Atomics.wait(PAUSE, 0, 0, RETRY);
      }
    }
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** Runs an action on an output. @throws OutputError when the system refuses it */
export function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new OutputError(name, error);
  }
}
