import type { GLTF } from '@gltf-transform/core';
import { decodeBase64 } from '../../../../traces/encodings/base64.ts';
import { fieldName, isDeeper, fileValue } from '../../../../traces/encodings/json-lines.ts';
import { shortened } from '../../../../traces/encodings/names.ts';
import { utf8Text, withoutMark } from '../../../../traces/encodings/utf8-text.ts';
import { gltfSchema } from './gltf-schema.ts';
import { ModelError } from './model-error.ts';

/** The JSON of a glTF file, and the bytes of buffers and images by their URIs; @glb.bin is the chunk of a GLB. */
export interface GltfSource {
  readonly json: GLTF.IGLTF;
  readonly resources: Record<string, Uint8Array<ArrayBuffer>>;
}

/** The first bytes of a .glb, and the types of its chunks. */
const GLB_MAGIC = 'glTF';
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const GLB_BUFFER = '@glb.bin';
const MOST_DEPTH = 256;

/**
 * The parts of a glTF 2.0 or GLB file, whose types are checked.
 *
 * @param file its bytes  @param path for messages
 * @param resource reads a file that the model refers to by its URI; `what` names the part
 * @throws ModelError when the file is damaged; what `resource` throws
 */
export function gltfSource(
  file: Uint8Array<ArrayBuffer>,
  path: string,
  resource: (uri: string, what: string) => Uint8Array<ArrayBuffer>,
): GltfSource {
  const isGlb = String.fromCharCode(...file.subarray(0, 4)) === GLB_MAGIC;
  const { text, binary } = isGlb ? glbChunks(file, path) : gltfText(file, path);
  const json = parsedJson(text, path);
  const resources: GltfSource['resources'] = Object.create(null);
  if (binary !== null) resources[GLB_BUFFER] = binary;
  const used = [...named(json.buffers, 'buffer'), ...named(json.images, 'image')];
  for (const [n, { part, what }] of used.entries()) {
    const { uri } = part;
    if (uri === undefined) continue;
    if (/^data:/i.test(uri)) {
      part.uri = `__data${n}`;
      resources[part.uri] = dataBytes(uri, what, path);
    } else resources[uri] ??= resource(uri, what);
  }
  return { json, resources };
}

function* named(parts: readonly { uri?: string }[] | undefined, name: string) {
  for (const [n, part] of (parts ?? []).entries()) yield { part, what: `${name} ${n}` };
}

function glbChunks(file: Uint8Array<ArrayBuffer>, path: string) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  if (file.length < 20) throw new ModelError(path, 'the GLB is truncated: it ends before its first chunk');
  const [version, length] = [word(4), word(8)];
  if (version !== 2) throw new ModelError(path, `a GLB of version ${version}; 2 is expected`);
  if (length > file.length) {
    throw new ModelError(path, `the GLB is truncated: ${file.length} bytes of the ${length} that its header says`);
  }
  const chunk = (at: number, type: number) => {
    if (at + 8 > file.length || word(at + 4) !== type) return null;
    const end = at + 8 + word(at);
    if (end > file.length) throw new ModelError(path, `the GLB is truncated: a chunk ends at byte ${end}`);
    return file.subarray(at + 8, end);
  };
  const text = chunk(12, JSON_CHUNK);
  if (text === null) throw new ModelError(path, 'the first chunk of the GLB is no JSON');
  return { text: utf8Text(text, path), binary: chunk(20 + text.length, BINARY_CHUNK) };
}

function gltfText(file: Uint8Array, path: string) {
  if (!/^\s*\{/.test(String.fromCharCode(...withoutMark(file).subarray(0, 64)))) {
    throw new ModelError(path, 'not a glTF 2.0 file, neither JSON nor GLB by its first bytes');
  }
  return { text: utf8Text(file, path), binary: null };
}

/** @throws ModelError unless the text is JSON with the types that glTF 2.0 demands */
function parsedJson(text: string, path: string): GLTF.IGLTF {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? shortened(cause.message.split('\n', 1)[0]) : 'nested too deep';
    throw new ModelError(path, `not a glTF 2.0 file, its JSON is damaged: ${reason}`, { cause });
  }
  if (isDeeper(value, MOST_DEPTH)) throw new ModelError(path, `its JSON is nested more than ${MOST_DEPTH} deep`);
  checkVersion(value as GLTF.IGLTF, path);
  const parsed = gltfSchema.safeParse(value);
  if (parsed.success) return value as GLTF.IGLTF;
  const [issue] = parsed.error.issues;
  throw new ModelError(path, `${fieldName('', issue.path)} ${issue.message}`);
}

function checkVersion({ asset }: Partial<GLTF.IGLTF>, path: string): void {
  const version: unknown = asset?.version;
  if (typeof version === 'string' && version.startsWith('2.')) return;
  throw new ModelError(
    path,
    `version ${version === undefined ? 'undefined' : fileValue(version)}; glTF 2.0 is expected`,
  );
}

/** The bytes of a data URI (RFC 2397). */
function dataBytes(uri: string, what: string, path: string): Uint8Array<ArrayBuffer> {
  const comma = uri.indexOf(',');
  if (comma < 0) throw new ModelError(path, `${what} is a data URI without data`);
  const data = uri.slice(comma + 1);
  if (/;base64$/i.test(uri.slice(0, Math.min(comma, 256)))) {
    const bytes = decodeBase64(data);
    if (bytes !== null) return new Uint8Array(bytes);
    throw new ModelError(path, `${what} is a data URI whose data are no base64`);
  }
  try {
    return new TextEncoder().encode(decodeURIComponent(data));
  } catch (cause) {
    throw new ModelError(path, `${what} is a data URI whose data are no URI`, { cause });
  }
}
