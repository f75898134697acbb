import { type Document, Logger, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions';
import { decoderReason } from '../../../../traces/encodings/decoder-reason.ts';
import { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { guarded } from '../../../threads/guarded-thread.ts';
import { checkFile } from './check-file.ts';
import { type GltfSource, readSource } from './gltf-source.ts';
import { ModelError } from './model-error.ts';

const DRACO = KHRDracoMeshCompression.EXTENSION_NAME;
const EXTENSIONS = [KHRMeshQuantization, KHRTextureTransform];
const EXTENSION_NAMES: readonly string[] = [DRACO, ...EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME)];
const DRACO_PROGRAM = new URL('./draco-program', import.meta.url);

/** A glTF file with its buffers and images, as JSON and as objects: node n of one is node n of the other. */
export interface GltfFile {
  readonly json: GltfSource['json'];
  readonly document: Document;
}

/** Reads glTF without the compression of Draco. */
export function gltfReader(): NodeIO {
  return new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(EXTENSIONS);
}

/**
 * Reads a glTF 2.0 or GLB file and all files that it refers to.
 *
 * @param budget takes the files and the accessors
 * @throws ModelError when a file is missing, damaged, no glTF 2.0, or requires an extension that is not supported
 */
export async function readGltf(path: string, budget: MemoryBudget = new MemoryBudget()): Promise<GltfFile> {
  const source = readSource(path, budget);
  const { json } = source;
  checkExtensions(json, path);
  checkFile(source, path, budget);
  try {
    const plain = json.extensionsUsed?.includes(DRACO) ? await withoutDraco(source, budget) : source;
    return { json, document: await gltfReader().readJSON(plain) };
  } catch (cause) {
    throw new ModelError(path, `damaged: ${decoderReason(cause)}`, { cause });
  }
}

/** The same file, its primitives decompressed on a thread that can be stopped. */
function withoutDraco(source: GltfSource, budget: MemoryBudget): Promise<GltfSource> {
  const size = Object.values(source.resources).reduce((sum, { length }) => sum + length, 0);
  return guarded<GltfSource>(DRACO_PROGRAM, source, size, budget.bytes);
}

function checkExtensions({ extensionsRequired = [] }: GltfSource['json'], path: string): void {
  const strange = extensionsRequired.filter((name) => !EXTENSION_NAMES.includes(name));
  if (strange.length === 0) return;
  const known = EXTENSION_NAMES.join(', ');
  throw new ModelError(path, `requires ${strange.slice(0, 8).join(' and ')}; of extensions ${known} are read`);
}
