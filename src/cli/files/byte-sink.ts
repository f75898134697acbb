import { closeSync, openSync, writeSync } from 'node:fs';
import { ByteWriter } from 'hyparquet-writer';
import { UsageError } from './usage-error.ts';
import { GzipStream } from './gzip-stream.ts';

/** Characters that are gathered before they are written. */
const CHUNK = 2 ** 18;

/** A file that is written piece by piece. */
export class FileSink {
  private readonly name: string;
  private readonly descriptor: number;

  /**
   * @param name for messages, where the file gets another one later
   * @throws UsageError when it cannot be made
   */
  constructor(path: string, name: string) {
    this.name = name;
    this.descriptor = this.attempt(() => openSync(path, 'w'));
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += this.attempt(() => writeSync(this.descriptor, bytes, at));
  }

  close(): void {
    this.attempt(() => closeSync(this.descriptor));
  }

  private attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      throw new UsageError(`${this.name}: cannot be written (${String(cause)})`, { cause });
    }
  }
}

/** A text file, as UTF-8. */
export class TextFile {
  private readonly file: FileSink;
  private readonly gzip: GzipStream | null;
  private readonly encoder = new TextEncoder();
  private pieces: string[] = [];
  private gathered = 0;

  /**
   * @param gzipped as one gzip member
   * @param name for messages
   * @throws UsageError when the file cannot be made
   */
  constructor(path: string, gzipped: boolean, name: string = path) {
    const file = new FileSink(path, name);
    this.file = file;
    this.gzip = gzipped ? new GzipStream((bytes) => file.write(bytes)) : null;
  }

  readonly write = (text: string): void => {
    this.pieces.push(text);
    this.gathered += text.length;
    if (this.gathered >= CHUNK) this.flush();
  };

  close(): void {
    this.flush();
    this.gzip?.end();
    this.file.close();
  }

  private flush(): void {
    const bytes = this.encoder.encode(this.pieces.join(''));
    if (this.gzip === null) this.file.write(bytes);
    else this.gzip.write(bytes);
    this.pieces = [];
    this.gathered = 0;
  }
}

/** Where a Parquet writer puts its bytes: they go to the file after every row group. */
export class ParquetSink extends ByteWriter {
  private readonly file: FileSink;

  /**
   * @param name for messages
   * @throws UsageError when the file cannot be made
   */
  constructor(path: string, name: string = path) {
    super();
    this.file = new FileSink(path, name);
  }

  flush(): void {
    this.file.write(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
    this.file.close();
  }
}
