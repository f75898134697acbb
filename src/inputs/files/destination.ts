import { accessSync, constants, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { descriptorOf, isNamed } from './descriptors.ts';
import { STANDARD, UsageError } from './usage-error.ts';

/** The place that an output goes to. */
export type Destination =
  /** A descriptor that is open already: a standard stream, or one that an argument of the program names. */
  | { readonly kind: 'descriptor'; readonly descriptor: number }
  /** A device or a pipe, which takes what is written at once. */
  | { readonly kind: 'device'; readonly path: string }
  /** A regular file, which gets its content when all of it is there. Its path has no links at its end. */
  | { readonly kind: 'file'; readonly path: string; readonly mode: number | undefined };

/**
 * @throws UsageError for a folder, a socket, a link to another descriptor, a file or a folder that may not be written, and links in a circle
 */
export function destinationOf(path: string): Destination {
  if (path === STANDARD) return { kind: 'descriptor', descriptor: 1 };
  let target = path;
  for (let links = 0; ; links++) {
    const descriptor = descriptorOf(target);
    if (descriptor !== null) {
      if (!isNamed(descriptor))
        throw new UsageError(`${path}: leads to ${target}, expected a file, a pipe or a device`);
      return { kind: 'descriptor', descriptor };
    }
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    if (links === MOST_LINKS) throw new UsageError(`${path}: cannot be written (too many symbolic links)`);
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
  const found = statSync(target, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new UsageError(`${path}: is a folder, expected the name of a file`);
  if (found?.isSocket() === true) throw new UsageError(`${path}: is a socket, expected a file, a pipe or a device`);
  if (found !== undefined) accessSync(target, constants.W_OK);
  if (found !== undefined && !found.isFile()) return { kind: 'device', path: target };
  return { kind: 'file', path: target, mode: found && found.mode & PERMISSIONS };
}

const MOST_LINKS = 40;
const PERMISSIONS = 0o777;

/** A text that two destinations share if they are one. Null for a device, to which several outputs may go. */
export function identityOf(destination: Destination): string | null {
  if (destination.kind === 'device') return null;
  if (destination.kind === 'descriptor') return `descriptor ${destination.descriptor}`;
  const { path } = destination;
  return fileIdentity(path) ?? join(realpathSync(dirname(path)), basename(path));
}

/** A text that all names of a file share; null where there is no file. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? `${found.dev}:${found.ino}` : null;
}
