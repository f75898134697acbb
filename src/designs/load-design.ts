import type { Design } from '../../rtl-model/design/design.ts';
import { FileError, readTextFile } from '../platform/files/whole-file.ts';
import { BASES } from './bases.ts';
import { closest } from './closest.ts';
import { parseDesign } from './parse-design.ts';

/** A design that cannot be found. The message is one line. */
export class DesignNotFoundError extends Error {
  override readonly name = 'DesignNotFoundError';
}

/**
 * A preset or a real unit by its name, or the design in a JSON file by its path.
 *
 * @throws DesignNotFoundError when it is neither; SourceError as parseDesign()
 */
export function loadDesign(nameOrPath: string): Design {
  return BASES.get(nameOrPath) ?? parseDesign(read(nameOrPath), nameOrPath);
}

function read(path: string): string {
  try {
    return readTextFile(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const problem = error.missing ? `no design "${path}": ${advice(path)}` : error.message;
    throw new DesignNotFoundError(problem, { cause: error });
  }
}

function advice(name: string): string {
  if (/[/\\]|\.json$/.test(name)) return 'there is no such file';
  const names = [...BASES.keys()];
  const near = closest(name, names);
  return `${near ? `did you mean ${near}? ` : ''}Expected a JSON file or one of the designs ${names.join(', ')}`;
}
