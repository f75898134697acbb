import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Document, type JSONDocument, Logger, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRMeshQuantization, KHRTextureTransform } from '@gltf-transform/extensions';
import { checkFile } from './check-file.ts';
import { ModelError } from './model-error.ts';

const EXTENSIONS = [KHRDracoMeshCompression, KHRMeshQuantization, KHRTextureTransform];
const EXTENSION_NAMES: readonly string[] = EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME);
/** The first bytes of a .glb. */
const GLB_MAGIC = 'glTF';

/** A glTF file with its buffers and images, as JSON and as objects: node n of one is node n of the other. */
export interface GltfFile {
  readonly json: JSONDocument['json'];
  readonly document: Document;
}

/**
 * Reads a glTF 2.0 or GLB file and all files that it refers to.
 *
 * @throws ModelError when a file is missing, damaged, no glTF 2.0, or requires an extension that is not supported
 */
export async function readGltf(path: string): Promise<GltfFile> {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(EXTENSIONS);
  const source = await readSource(io, path);
  const { json } = source;
  try {
    checkVersion(json, path);
    checkFile(source, path);
    if (json.extensionsUsed?.includes('KHR_draco_mesh_compression')) {
      io.registerDependencies({ 'draco3d.decoder': await dracoDecoder() });
    }
    return { json, document: await io.readJSON(source) };
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(path, `damaged: ${reason(cause)}`, { cause });
  }
}

function checkVersion({ asset, extensionsRequired = [] }: JSONDocument['json'], path: string): void {
  const version: unknown = asset?.version;
  if (!String(version).startsWith('2.')) {
    throw new ModelError(path, `version ${JSON.stringify(version)}; glTF 2.0 is expected`);
  }
  const strange = extensionsRequired.filter((name) => !EXTENSION_NAMES.includes(name));
  if (strange.length === 0) return;
  const known = EXTENSION_NAMES.join(', ');
  throw new ModelError(path, `requires ${strange.join(' and ')}; of extensions ${known} are read`);
}

async function readSource(io: NodeIO, path: string): Promise<JSONDocument> {
  try {
    checkKind(readFileSync(path), path);
    return await io.readAsJSON(path);
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(path, sourceFault(cause, path), { cause });
  }
}

function checkKind(bytes: Buffer, path: string): void {
  if (bytes.toString('latin1', 0, 4) === GLB_MAGIC) {
    if (bytes.length < 20) throw new ModelError(path, 'the GLB is truncated: it ends before its first chunk');
    const [version, length] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
    if (version !== 2) throw new ModelError(path, `a GLB of version ${version}; 2 is expected`);
    if (length > bytes.length) {
      throw new ModelError(path, `the GLB is truncated: ${bytes.length} bytes of the ${length} that its header says`);
    }
  } else if (!/^[\uFEFF\s]*\{/.test(bytes.toString('utf8', 0, 64))) {
    throw new ModelError(path, 'not a glTF 2.0 file, neither JSON nor GLB by its first bytes');
  }
}

function sourceFault(cause: unknown, path: string): string {
  const { code, path: missing } = cause as NodeJS.ErrnoException;
  if (cause instanceof SyntaxError) return `not a glTF 2.0 file, its JSON is damaged: ${reason(cause)}`;
  if (code !== 'ENOENT') return `cannot be read: ${reason(cause)}`;
  return existsSync(path) ? `${missing}, which it refers to, is missing` : 'no such file';
}

/** Loads the Draco decoder. The package is CommonJS and WebAssembly, and is loaded only when needed. */
async function dracoDecoder(): Promise<unknown> {
  const draco = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule: () => Promise<unknown> };
  return draco.createDecoderModule();
}

/** The first line of an error's message. */
function reason(cause: unknown): string {
  return String(cause instanceof Error ? cause.message : cause).split('\n', 1)[0];
}
