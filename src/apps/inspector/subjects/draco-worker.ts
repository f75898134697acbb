import createDecoderModule from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import wasm from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import { decompressDraco } from '../../../pictures/scenes/gltf/decompress-draco.ts';
import type { GltfSource } from '../../../pictures/scenes/gltf/gltf-source.ts';
import { serveGuardedWorker } from './guarded-worker.ts';

serveGuardedWorker(async (source: GltfSource): Promise<GltfSource> => {
  const response = await fetch(new URL(wasm, import.meta.url));
  if (!response.ok) throw new Error(`${wasm}: the server answers ${response.status}`);
  const wasmBinary = new Uint8Array(await response.arrayBuffer());
  return decompressDraco(source, await createDecoderModule({ wasmBinary }));
});
