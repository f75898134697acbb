import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemWords } from '../../pages/wording.ts';
import { RowsError } from './row-log.ts';

/** Milliseconds that the process which has a lock may take to tell its number. */
const LONGEST_ANSWER = 2000;

/**
 * Takes the right to write the rows of a folder, which one process of a machine has at a time. It is a local socket whose
 * name follows from the folder, so the system ends it together with its process, also one that is killed.
 *
 * @returns gives the right back
 * @throws RowsError when another process has it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const place = socketOf(folder);
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid))).unref();
  let holder = '';
  for (const start = performance.now(); holder === '' && performance.now() - start < LONGEST_ANSWER;) {
    if (await listens(server, folder, place)) return () => server.close();
    holder = await holderAt(place);
  }
  const who = holder === '' ? 'a process that does not answer' : `process ${holder}`;
  throw new RowsError(`${folder}: ${who} writes its rows; expected one sweep in a folder at a time`);
}

/** The name of a folder's socket. Only Linux and Windows have names of sockets that are no files. */
function socketOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const name = `texunit-sweep-${dev}-${ino}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
}

/** @returns false where another process listens */
async function listens(server: Server, folder: string, place: string): Promise<boolean> {
  try {
    await once(server.listen(place), 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw new RowsError(`${folder}: cannot be locked (${systemWords(error)})`, { cause: error });
  }
}

/** The number of the process that listens; empty when it has ended, or does not answer. */
async function holderAt(place: string): Promise<string> {
  const socket = connect(place);
  const attempt = setTimeout(() => socket.destroy(new Error('no answer')), LONGEST_ANSWER);
  try {
    return await text(socket);
  } catch (error) {
    const isLeft = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    // The file of a process that was killed.
    if (isLeft && !place.startsWith('\0')) rmSync(place, { force: true });
    return '';
  } finally {
    clearTimeout(attempt);
  }
}
