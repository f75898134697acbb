import { createRequire } from 'node:module';
import { serveTasks } from '../../../platform/threads/serve-tasks.ts';
import { decompressDraco } from './decompress-draco.ts';
import type { GltfSource } from './gltf-source.ts';

/** The decoder's package is CommonJS and WebAssembly. */
const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule: () => Promise<unknown> };

const decode = async (source: GltfSource) => decompressDraco(source, await draco.createDecoderModule());
const buffersOf = ({ resources }: GltfSource) => [...new Set(Object.values(resources).map(({ buffer }) => buffer))];
serveTasks(() => decode, 0, buffersOf);
