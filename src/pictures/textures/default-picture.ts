import { packageFolder } from '../../platform/files/package-folder.ts';

/** The file of the default picture of scenes: the whole Earth, 4096x2048 (pictures/SOURCES.md). It is in the package's src/. */
export const DEFAULT_PICTURE: URL = new URL(
  'src/pictures/textures/pictures/earth-blue-marble.jpg',
  packageFolder(import.meta.url),
);
