import { existsSync, fstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';

/** The descriptor that a name of the system means, such as /dev/stdout or /dev/fd/3; null for any other path. */
export function descriptorOf(path: string): number | null {
  const [, stream, number] =
    /^\/(?:dev|proc\/self)\/(?:(stdin|stdout|stderr)|fd\/(\d{1,6}))$/.exec(resolve(path)) ?? [];
  if (stream !== undefined) return ['stdin', 'stdout', 'stderr'].indexOf(stream);
  return number === undefined ? null : Number(number);
}

/** The descriptors beyond the standard streams that the arguments of this process name, as a shell's `<(...)` does. */
export function namedDescriptors(): number[] {
  const paths = process.argv.map((argument) => /(?:^|=|^-\w)(\/.*)/.exec(argument)?.[1] ?? '');
  return paths.map(descriptorOf).filter((descriptor) => descriptor !== null && descriptor > STANDARD_ERROR) as number[];
}

const STANDARD_ERROR = 2;

/** True for a standard stream, and for a descriptor that an argument names. All others may be those of Node itself. */
export function isNamed(descriptor: number): boolean {
  return descriptor <= STANDARD_ERROR || namedDescriptors().includes(descriptor);
}

/**
 * True if the descriptor is open and was so before this process began. Those of Node itself have no type of a file
 * (epoll, eventfd, io_uring), or are pipes with both ends in this process.
 */
export function isInherited(descriptor: number): boolean {
  const found = statOf(descriptor);
  if (found === null || (found.mode & FILE_TYPE) === 0) return false;
  const ends = readdirSync('/dev/fd')
    .map(Number)
    .filter((other) => found.isFIFO() && statOf(other)?.ino === found.ino);
  return new Set(ends.map(accessMode)).size <= 1;
}

const FILE_TYPE = 0o170000;

/** 0 for a descriptor that is read, 1 for one that is written; null where the system does not say it. */
function accessMode(descriptor: number): number | null {
  const path = `/proc/self/fdinfo/${descriptor}`;
  if (!existsSync(path)) return null;
  return Number(/^flags:\s*\d*(\d)$/m.exec(readFileSync(path, 'utf8'))![1]) & ACCESS_MODE;
}

const ACCESS_MODE = 3;

function statOf(descriptor: number): Stats | null {
  try {
    return fstatSync(descriptor);
  } catch {
    return null;
  }
}
