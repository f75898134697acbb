import { createRequire } from 'node:module';

const manifest: unknown = createRequire(import.meta.url)('texunit/package.json');

/** The version of the package. */
export const VERSION: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
