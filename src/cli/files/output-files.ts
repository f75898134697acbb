import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { FileOutput } from './file-output.ts';
import { UsageError } from './usage-error.ts';

interface OutputFile {
  readonly path: string;
  readonly partial: string;
  /** Writes what is still to come: what was gathered, and what belongs to the end. */
  readonly close: () => void;
}

/**
 * The files that a command writes. Each grows beside its place, and all are put in their places together once the last
 * is complete: whatever happens before, nothing half-written is left and no older file is lost.
 */
export class OutputFiles {
  private readonly files: OutputFile[] = [];
  /** Folders that were made for files, each after the one that it is in. */
  private readonly folders: string[] = [];

  /**
   * A text file that is written piece by piece, gzipped where its name ends in .gz.
   *
   * @throws UsageError when it cannot be made
   */
  text(path: string): TextSink {
    const partial = this.claim(path);
    const file = new FileOutput(partial, /\.gz$/i.test(path), path);
    this.files.push({ path, partial, close: () => file.close() });
    return file.text;
  }

  /**
   * A file with a writer of its own.
   *
   * @param open makes the file at the path that it is given first, for the path that it gets later; the writer's end is
   * called when all is written
   * @throws UsageError when it cannot be made
   */
  stream<Output extends { readonly end: () => void }>(
    path: string,
    open: (partial: string, path: string) => Output,
  ): Output {
    const partial = this.claim(path);
    const output = open(partial, path);
    this.files.push({ path, partial, close: () => output.end() });
    return output;
  }

  /**
   * A file that is written at once, a text as UTF-8.
   *
   * @throws UsageError when it cannot be written
   */
  whole(path: string, content: string | Uint8Array): void {
    const partial = this.claim(path);
    this.files.push({ path, partial, close: () => {} });
    attempt(path, () => writeFileSync(partial, content));
  }

  /**
   * A file that is written at once, piece after piece.
   *
   * @throws UsageError when it cannot be written
   */
  pieces(path: string, pieces: Iterable<Uint8Array>): void {
    const partial = this.claim(path);
    const file = new FileOutput(partial, false, path);
    this.files.push({ path, partial, close: () => file.close() });
    for (const piece of pieces) file.bytes(piece);
  }

  /** Puts every file in its place, and tells where that is. */
  commit(): readonly string[] {
    for (const { path, close } of this.files) attempt(path, close);
    for (const { path, partial } of this.files) attempt(path, () => renameSync(partial, path));
    this.folders.length = 0;
    return this.files.splice(0).map(({ path }) => path);
  }

  /** Removes what has been written so far, and folders made for it that hold nothing else; after commit() that is nothing. */
  discard(): void {
    for (const { partial } of this.files.splice(0)) rmSync(partial, { force: true });
    for (const folder of this.folders.splice(0).toReversed()) {
      if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    }
  }

  private claim(path: string): string {
    if (this.files.some((file) => resolve(file.path) === resolve(path))) {
      throw new UsageError(`${path}: two outputs would go to this file`);
    }
    attempt(path, () => this.makeFolder(dirname(path)));
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UsageError(`${path}: is a folder, expected the name of a file`);
    }
    return `${path}.${process.pid}.partial`;
  }

  private makeFolder(path: string): void {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    this.makeFolder(dirname(path));
    mkdirSync(path);
    this.folders.push(path);
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: cannot be written (${String(error)})`, { cause: error });
  }
}
