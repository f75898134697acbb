import { existsSync } from 'node:fs';

/**
 * The file of the default picture of scenes: the whole Earth, 4096x2048 (pictures/SOURCES.md). It is in the package's
 * src/, whether this module runs from there or from dist/. The package is the nearest folder above the module that has
 * a package.json.
 */
export const DEFAULT_PICTURE: URL = new URL(
  'src/pictures/textures/pictures/earth-blue-marble.jpg',
  packageFolder(import.meta.url),
);

function packageFolder(module: string): URL {
  let folder = new URL('.', module);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error(`${module}: no folder above it holds a package.json`);
    folder = above;
  }
  return folder;
}
