import { type Document, Logger, WebIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions';
import { decoderReason } from '../../../../traces/encodings/parquet/decoder-reason.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { checkFile } from './check-file.ts';
import type { GltfSource } from './gltf-source.ts';
import { ModelError } from './model-error.ts';

const DRACO = KHRDracoMeshCompression.EXTENSION_NAME;
const EXTENSIONS = [KHRMeshQuantization, KHRTextureTransform];
const EXTENSION_NAMES: readonly string[] = [DRACO, ...EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME)];

/** A glTF file with its buffers and images, as JSON and as objects: node n of one is node n of the other. */
export interface GltfFile {
  readonly json: GltfSource['json'];
  readonly document: Document;
}

/** Reads glTF without the compression of Draco. */
export function gltfReader(): WebIO {
  return new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(EXTENSIONS);
}

/**
 * The objects of a glTF file.
 *
 * @param budget takes the accessors  @param withoutDraco decompresses the primitives of a file
 * @throws ModelError when the file is damaged, or requires an extension that is not supported
 */
export async function gltfFile(
  source: GltfSource,
  path: string,
  budget: MemoryBudget,
  withoutDraco: (source: GltfSource) => Promise<GltfSource>,
): Promise<GltfFile> {
  const { json } = source;
  checkExtensions(json, path);
  checkFile(source, path, budget);
  try {
    const plain = json.extensionsUsed?.includes(DRACO) ? await withoutDraco(source) : source;
    return { json, document: await gltfReader().readJSON(plain) };
  } catch (cause) {
    throw new ModelError(path, `damaged: ${decoderReason(cause)}`, { cause });
  }
}

function checkExtensions({ extensionsRequired = [] }: GltfSource['json'], path: string): void {
  const strange = extensionsRequired.filter((name) => !EXTENSION_NAMES.includes(name));
  if (strange.length === 0) return;
  const known = EXTENSION_NAMES.join(', ');
  throw new ModelError(path, `requires ${strange.slice(0, 8).join(' and ')}; of extensions ${known} are read`);
}
