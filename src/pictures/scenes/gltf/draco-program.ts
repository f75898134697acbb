import { createRequire } from 'node:module';
import { serveGuarded } from '../../../platform/threads/serve-guarded.ts';
import { decompressDraco } from './decompress-draco.ts';
import type { GltfSource } from './gltf-source.ts';

/** The decoder's package is CommonJS and WebAssembly. */
const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule: () => Promise<unknown> };

serveGuarded<GltfSource>(async (source: GltfSource) => {
  const result = await decompressDraco(source, await draco.createDecoderModule());
  return { result, transfer: [...new Set(Object.values(result.resources).map(({ buffer }) => buffer))] };
});
