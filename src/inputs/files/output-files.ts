import { accessSync, constants, copyFileSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { isUrl, NO_URL } from '../../platform/files/whole-file.ts';
import { type Destination, destinationOf, fileIdentity, identityOf } from './destination.ts';
import { attempt, FileOutput } from './file-output.ts';
import { Journal } from './journal.ts';
import { isClosedPipe, STANDARD, UsageError } from './usage-error.ts';

/** An output that a command has named. */
interface Claim {
  /** The path as the user gave it. */
  readonly path: string;
  readonly destination: Destination;
  /** Null until it is opened. */
  output: FileOutput | null;
  /** The file beside its place that grows until all are complete; null for what is written through. */
  partial: string | null;
  /** Writes the end of the output, before it is closed. */
  end: () => void;
}

/** Counts the files of this process that are in the making. */
let made = 0;

/**
 * The outputs of a run. A regular file grows beside its place, and all are put in their places together once the last
 * is complete: whatever happens before, nothing half-written is left and no older file is lost. Links are followed.
 * Devices, pipes and standard output take what is written at once.
 */
export class OutputFiles {
  /** By identity; those that are checked and not opened yet have no output. */
  private readonly claims = new Map<string, Claim>();
  private readonly inputs: ReadonlySet<string>;
  private readonly journal = new Journal();

  /** @param inputs paths of the files that the run reads, which no output may replace */
  constructor(inputs: readonly string[] = []) {
    this.inputs = new Set(inputs.flatMap((path) => inputIdentity(path) ?? []));
  }

  /** True if an output is standard output, so that messages go to standard error. */
  get takesStandardOutput(): boolean {
    return this.claims.has(STANDARD_OUTPUT);
  }

  /**
   * Checks places before the work begins; an output without an option is undefined.
   *
   * @throws UsageError when an output cannot be made there, or two would go to one place
   */
  expect(paths: readonly (string | undefined)[]): void {
    for (const path of paths) if (path !== undefined) this.claim(path);
  }

  /**
   * Opens an output to be written piece by piece, gzipped where its name ends in .gz.
   *
   * @throws UsageError when it cannot be made
   */
  open(path: string): FileOutput {
    return this.opened(path).output;
  }

  /** A text that is written piece by piece. @throws UsageError as `open` */
  text(path: string): TextSink {
    return this.open(path).text;
  }

  /**
   * An output with a writer.
   *
   * @param start makes the writer; the writer's end is called when all is written
   * @throws UsageError as `open`
   */
  stream<Output extends { readonly end: () => void }>(path: string, start: (file: FileOutput) => Output): Output {
    const claim = this.opened(path);
    const output = start(claim.output);
    claim.end = () => output.end();
    return output;
  }

  /** An output that is written at once. @throws UsageError when it cannot be written */
  whole(path: string, content: string | Uint8Array): void {
    this.pieces(path, [typeof content === 'string' ? Buffer.from(content) : content]);
  }

  /** An output that is written at once, piece after piece. @throws UsageError when it cannot be written */
  pieces(path: string, pieces: Iterable<Uint8Array>): void {
    const file = this.open(path);
    for (const piece of pieces) file.bytes(piece);
    file.close();
  }

  /**
   * Puts every file in its place, and returns where that is.
   *
   * @throws UsageError when one cannot be completed or put there; then all older files are back
   */
  commit(): readonly string[] {
    const claims = [...this.claims.values()].filter(({ output }) => output !== null);
    for (const { output, end } of claims) {
      end();
      output!.close();
    }
    const backups = claims.flatMap((claim) => (claim.partial === null ? [] : this.place(claim, claim.partial)));
    this.journal.settle(backups.map((remove) => ({ remove })));
    this.journal.goBack();
    this.claims.clear();
    return claims.filter(({ partial }) => partial !== null).map(({ path }) => path);
  }

  /**
   * Removes what has been written so far, and folders made for it that hold nothing else, and puts older files back.
   * After commit() that is nothing.
   */
  discard(): void {
    for (const { output } of this.claims.values()) output?.abandon();
    this.claims.clear();
    this.journal.goBack();
  }

  private opened(path: string): Claim & { readonly output: FileOutput } {
    const expected = [...this.claims.values()].find((claim) => claim.path === path && claim.output === null);
    const claim = expected ?? this.claim(path);
    const output = this.begin(claim);
    return Object.assign(claim, { output });
  }

  private claim(path: string): Claim {
    if (isUrl(path)) throw new UsageError(`${path}: ${NO_URL}`);
    return attempt(path, () => {
      if (path !== STANDARD) this.makeFolder(dirname(path), path);
      const destination = destinationOf(path);
      if (destination.kind === 'file') {
        this.makeFolder(dirname(destination.path), path);
        accessSync(dirname(destination.path), constants.W_OK);
      }
      const identity = identityOf(destination) ?? `${path} ${this.claims.size}`;
      if (this.inputs.has(identity)) throw new UsageError(`${path}: is an input, too, expected another file`);
      if (this.claims.has(identity)) throw new UsageError(`${path}: two outputs would go to this file`);
      const claim: Claim = { path, destination, output: null, partial: null, end: () => {} };
      this.claims.set(identity, claim);
      return claim;
    });
  }

  private begin(claim: Claim): FileOutput {
    const { path, destination } = claim;
    if (destination.kind === 'descriptor') return new FileOutput(path, destination.descriptor, true, false);
    if (destination.kind === 'device') return FileOutput.through(destination.path, path);
    const partial = this.beside(destination.path, 'partial');
    claim.partial = partial;
    this.journal.note({ remove: partial });
    return FileOutput.open(partial, path, 'wx', destination.mode);
  }

  /** Puts a complete file in its place. @returns the name that the older one has until the outputs are complete */
  private place({ path, destination }: Claim, partial: string): readonly string[] {
    const { path: place } = destination as Extract<Destination, { kind: 'file' }>;
    return attempt(path, () => {
      if (statSync(place, { throwIfNoEntry: false }) === undefined) {
        this.journal.note({ remove: place });
        renameSync(partial, place);
        return [];
      }
      const backup = this.beside(place, 'backup');
      this.journal.note({ restore: place, from: backup });
      keep(place, backup);
      renameSync(partial, place);
      return [backup];
    });
  }

  /** The name of a file for the time of the run, in the folder of another. */
  private beside(path: string, ending: string): string {
    const name = join(dirname(path), `texunit-${process.pid}-${made++}.${ending}`);
    // An older process of the same number may have left one when the machine went down.
    attempt(path, () => rmSync(name, { force: true }));
    return name;
  }

  /** @param output that goes there, for messages */
  private makeFolder(path: string, output: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) return;
    if (found !== undefined) throw new UsageError(`${output}: ${path} is a file, expected a folder`);
    this.makeFolder(dirname(resolve(path)), output);
    this.journal.note({ remove: resolve(path) });
    mkdirSync(path);
  }
}

const STANDARD_OUTPUT = identityOf({ kind: 'descriptor', descriptor: 1 })!;

/** Gives a file a second name, or a second copy where the file system has no such names. */
function keep(path: string, backup: string): void {
  try {
    linkSync(path, backup);
  } catch {
    copyFileSync(path, backup);
  }
}

/** The `fileIdentity` of an input; null for one that cannot be found, of which its reader says why. */
function inputIdentity(path: string): string | null {
  try {
    return fileIdentity(path);
  } catch {
    return null;
  }
}

/** The files of a run that are known before its work begins. An output without an option is undefined. */
export interface RunFiles {
  readonly inputs: readonly (string | undefined)[];
  readonly outputs: readonly (string | undefined)[];
}

/**
 * Runs an action that writes files; when it fails, none of its files stay.
 *
 * @throws UsageError before the action where an output cannot be made, or would replace an input
 */
export async function withOutputs<T>(
  { inputs, outputs }: RunFiles,
  action: (files: OutputFiles) => Promise<T>,
): Promise<T> {
  const files = new OutputFiles(inputs.filter((path) => path !== undefined));
  try {
    files.expect(outputs);
    return await action(files);
  } catch (error) {
    if (!isClosedPipe(error) || outputs.filter((path) => path !== undefined).length < 2) throw error;
    throw new UsageError('standard output: was closed before its end, so that no file is written', { cause: error });
  } finally {
    files.discard();
  }
}
