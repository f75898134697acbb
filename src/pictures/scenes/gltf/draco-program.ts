import { createRequire } from 'node:module';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { serveGuarded } from '../../../threads/serve-guarded.ts';
import { gltfReader } from './document.ts';
import type { GltfSource } from './gltf-source.ts';

/** The decoder's package is CommonJS and WebAssembly. */
const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule: () => Promise<unknown> };

serveGuarded<GltfSource>(async (source: GltfSource) => {
  const io = gltfReader()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });
  const document = await io.readJSON(source);
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (extension.extensionName === KHRDracoMeshCompression.EXTENSION_NAME) extension.dispose();
  }
  const { json, resources } = await gltfReader().writeJSON(document);
  return { result: { json, resources }, transfer: [...new Set(Object.values(resources).map(({ buffer }) => buffer))] };
});
