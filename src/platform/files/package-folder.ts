import { existsSync } from 'node:fs';

/**
 * The folder of the package that a module is in, whether it runs from src/ or from dist/: the nearest folder above the
 * module that has a package.json.
 *
 * @param module its `import.meta.url`
 */
export function packageFolder(module: string): URL {
  let folder = new URL('.', module);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error(`${module}: no folder above it holds a package.json`);
    folder = above;
  }
  return folder;
}
