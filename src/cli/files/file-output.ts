import { closeSync, openSync, writeSync } from 'node:fs';
import type { TraceOutput } from '../../../traces/encodings/trace-encoding.ts';
import { GzipStream } from './gzip-stream.ts';
import { UsageError } from './usage-error.ts';

/** Characters that are gathered before they are written. */
const CHUNK = 2 ** 18;

/** A file that is written piece by piece, as bytes or as a text in UTF-8. */
export class FileOutput implements TraceOutput {
  private readonly name: string;
  private readonly descriptor: number;
  private readonly gzip: GzipStream | null;
  private readonly encoder = new TextEncoder();
  private pieces: string[] = [];
  private gathered = 0;

  /**
   * @param gzipped as one gzip member
   * @param name for messages, where the file gets another one later
   * @throws UsageError when it cannot be made
   */
  constructor(path: string, gzipped: boolean, name: string = path) {
    this.name = name;
    this.descriptor = this.attempt(() => openSync(path, 'w'));
    this.gzip = gzipped ? new GzipStream((bytes) => this.store(bytes)) : null;
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

  close(): void {
    this.flush();
    this.gzip?.end();
    this.attempt(() => closeSync(this.descriptor));
  }

  private flush(): void {
    this.bytes(this.encoder.encode(this.pieces.join('')));
    this.pieces = [];
    this.gathered = 0;
  }

  private store(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += this.attempt(() => writeSync(this.descriptor, bytes, at));
  }

  private attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      throw new UsageError(`${this.name}: cannot be written (${String(cause)})`, { cause });
    }
  }
}
