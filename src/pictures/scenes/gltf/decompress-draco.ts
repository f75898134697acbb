import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { gltfReader } from './document.ts';
import type { GltfSource } from './gltf-source.ts';

/** The same file without the compression of Draco. @param decoder the module of Draco's decoder */
export async function decompressDraco(source: GltfSource, decoder: unknown): Promise<GltfSource> {
  const io = gltfReader()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.decoder': decoder });
  const document = await io.readJSON(source);
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (extension.extensionName === KHRDracoMeshCompression.EXTENSION_NAME) extension.dispose();
  }
  const { json, resources } = await gltfReader().writeJSON(document);
  return { json, resources };
}
