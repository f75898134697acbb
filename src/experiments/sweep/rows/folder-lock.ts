import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, openSync, readFileSync, readlinkSync, renameSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { systemWords } from '../../../platform/pages/wording.ts';
import { RowsError } from './log-reader.ts';

/** Milliseconds between two signs of life, and those without one after which a lock may be taken over. */
const BEAT = 2000;
const STALE_AFTER = 30_000;
/** Milliseconds that a process may take to end once it was killed, and between two looks at its lock. */
const ENDING = 1000;
const LOOK_INTERVAL = 100;

/**
 * The right to write the rows of a folder, which one process has at a time, on whatever machine or in whatever container:
 * the file `rows.lock`, which is created exclusively. Its text changes with every sign of life, so that others need no
 * clock that agrees with that of its process.
 */
export class FolderLock {
  private readonly path = join(this.folder, 'rows.lock');
  private readonly words = [hostname(), process.pid, place(), randomUUID()].join(' ');
  private timer: NodeJS.Timeout | null = null;
  private beaten = performance.now();
  private lost: RowsError | null = null;

  private constructor(private readonly folder: string) {}

  /**
   * Takes the lock of a folder. That of a process of this machine that has ended is nobody's.
   *
   * @param takeOver true to take that of a process that gives no sign of life while this one waits
   * @throws RowsError when another process has it
   */
  static async take(folder: string, takeOver = false, staleAfter = STALE_AFTER): Promise<FolderLock> {
    const lock = new FolderLock(folder);
    const first = lock.found();
    for (const start = performance.now(); !lock.write('wx');) {
      const found = lock.found();
      if (found === null) continue;
      if (hasEnded(found) || (found === first && performance.now() - start > staleAfter)) lock.remove(found);
      else if (takeOver ? found !== first : performance.now() - start > ENDING) throw lock.refusal(found);
      else await after(LOOK_INTERVAL);
    }
    lock.timer = setInterval(() => lock.beat(), BEAT).unref();
    return lock;
  }

  /** Makes sure of the lock before rows are written. @throws RowsError when another process has it now */
  hold(): void {
    // This process may have been stopped for longer than others wait for it.
    if (performance.now() - this.beaten > BEAT) this.beat();
    if (this.lost !== null) throw this.lost;
  }

  release(): void {
    if (this.timer !== null) clearInterval(this.timer);
    if (this.found()?.startsWith(this.words)) rmSync(this.path, { force: true });
  }

  private beat(): void {
    this.beaten = performance.now();
    if (this.found()?.startsWith(this.words)) this.write('r+');
    else
      this.lost ??= new RowsError(`${this.folder}: another process has taken its lock over; expected --resume later`);
  }

  /** The text of the lock; null where there is none. */
  private found(): string | null {
    return this.attempt('ENOENT', () => readFileSync(this.path, 'utf8'));
  }

  /** @returns false where there is a lock already */
  private write(flags: 'wx' | 'r+'): boolean {
    const descriptor = this.attempt('EEXIST', () => openSync(this.path, flags));
    if (descriptor === null) return false;
    writeSync(descriptor, Buffer.from(`${this.words} ${new Date().toISOString()}\n`), 0);
    closeSync(descriptor);
    return true;
  }

  /** Removes a lock that nobody has, and no other one: somebody else may have taken it over already. */
  private remove(text: string): void {
    const away = `${this.path}.${randomUUID()}`;
    if (this.attempt('ENOENT', () => renameSync(this.path, away)) === null) return;
    if (readFileSync(away, 'utf8') !== text) this.attempt('EEXIST', () => linkSync(away, this.path));
    rmSync(away);
  }

  /** @returns null at an error that is expected  @throws RowsError at any other one */
  private attempt<T>(expected: string, action: () => T): T | null {
    try {
      return action();
    } catch (error) {
      if (hasCode(error, expected)) return null;
      throw new RowsError(`${this.path}: cannot be locked (${systemWords(error)})`, { cause: error });
    }
  }

  private refusal(text: string): RowsError {
    const [host, number, , , , heartbeat] = text.trim().split(' ');
    const who = heartbeat === undefined ? 'an unknown process' : `process ${number} on ${host}`;
    const since = heartbeat === undefined ? '' : ` (its last sign of life: ${heartbeat})`;
    return new RowsError(
      `${this.folder}: ${who} writes its rows${since}; expected one sweep in a folder at a time, or --take-over if that one has ended`,
    );
  }
}

/** True if the process of a lock has certainly ended: its number counts here, and is free or that of a zombie. */
function hasEnded(text: string): boolean {
  const [, number, ...rest] = text.split(' ');
  if (place() === UNKNOWN || !rest.join(' ').startsWith(place())) return false;
  try {
    process.kill(Number(number), 0);
    return /\) [ZX] /.test(readFileSync(`/proc/${number}/stat`, 'latin1'));
  } catch (error) {
    return hasCode(error, 'ESRCH') || hasCode(error, 'ENOENT');
  }
}

const UNKNOWN = '- -';

/** Where the numbers of processes count: a run of the system, and a name space in it. */
function place(): string {
  try {
    const system = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${system} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return UNKNOWN;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
