import { readFileSync, statSync } from 'node:fs';
import type { Design } from '../../rtl-model/design/design.ts';
import { systemWords } from '../pages/wording.ts';
import { closest } from './closest.ts';
import { parseDesign } from './parse-design.ts';
import { PRESETS } from './presets.ts';

/** A design that cannot be found. The message is one line. */
export class DesignNotFoundError extends Error {
  override readonly name = 'DesignNotFoundError';
}

/**
 * A preset by its name, or the design in a JSON file by its path.
 *
 * @throws DesignNotFoundError when it is neither; SourceError as parseDesign()
 */
export function loadDesign(nameOrPath: string): Design {
  return PRESETS.get(nameOrPath) ?? parseDesign(read(nameOrPath), nameOrPath);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new DesignNotFoundError(problemOf(path, error), { cause: error });
  }
}

function problemOf(path: string, error: unknown): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `no design "${path}": ${advice(path)}`;
  return `${path}: ${found.isDirectory() ? 'is a folder, expected a JSON file' : `cannot be read (${systemWords(error)})`}`;
}

function advice(name: string): string {
  if (/[/\\]|\.json$/.test(name)) return 'there is no such file';
  const near = closest(name, PRESETS.keys());
  const presets = [...PRESETS.keys()].join(', ');
  return `${near ? `did you mean ${near}? ` : ''}Expected a JSON file or one of the presets ${presets}`;
}
