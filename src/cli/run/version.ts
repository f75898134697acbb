import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const manifest: unknown = require('texunit/package.json');

/** The version of the package. */
export const VERSION: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';

/**
 * The version and, after a plus sign, the hash of the program as it was last built: a clone that has changed has another
 * one. It is the version alone before the first build.
 */
export function buildVersion(): string {
  const hash = join(dirname(require.resolve('texunit/package.json')), 'dist/program/build-hash');
  return existsSync(hash) ? `${VERSION}+${readFileSync(hash, 'utf8')}` : VERSION;
}
