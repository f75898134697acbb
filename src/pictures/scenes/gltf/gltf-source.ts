import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { GLTF } from '@gltf-transform/core';
import { fieldName, isDeeper, shown } from '../../../../traces/encodings/json-lines.ts';
import { shortened } from '../../../../traces/encodings/trace-error.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { FileError, fileError, readWholeFile } from '../../../files/whole-file.ts';
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
 * Reads a glTF 2.0 or GLB file, checks the types of what is in it, and reads the files that it refers to.
 *
 * @param budget takes the bytes of all files, each once
 * @throws ModelError when a file is missing or damaged, or lies outside of the model's folder
 */
export function readSource(path: string, budget: MemoryBudget): GltfSource {
  const file = readModelFile(path, path, budget);
  const { text, binary } = file.toString('latin1', 0, 4) === GLB_MAGIC ? glbChunks(file, path) : gltfText(file, path);
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
    } else resources[uri] ??= readModelFile(resourcePath(uri, what, path), path, budget, uri);
  }
  return { json, resources };
}

function* named(parts: readonly { uri?: string }[] | undefined, name: string) {
  for (const [n, part] of (parts ?? []).entries()) yield { part, what: `${name} ${n}` };
}

/** @param uri of a file that the model refers to */
function readModelFile(file: string, path: string, budget: MemoryBudget, uri?: string): Buffer<ArrayBuffer> {
  try {
    const bytes = readWholeFile(file, budget);
    budget.take(bytes.length, file);
    return bytes;
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    const missing = uri !== undefined && cause.missing;
    const problem = missing ? `${shortened(uri)}, which it refers to, is missing` : cause.problem;
    throw new ModelError(path, uri === undefined || missing ? problem : `${shortened(uri)}: ${problem}`, { cause });
  }
}

function glbChunks(file: Buffer<ArrayBuffer>, path: string) {
  if (file.length < 20) throw new ModelError(path, 'the GLB is truncated: it ends before its first chunk');
  const [version, length] = [file.readUInt32LE(4), file.readUInt32LE(8)];
  if (version !== 2) throw new ModelError(path, `a GLB of version ${version}; 2 is expected`);
  if (length > file.length) {
    throw new ModelError(path, `the GLB is truncated: ${file.length} bytes of the ${length} that its header says`);
  }
  const chunk = (at: number, type: number) => {
    if (at + 8 > file.length || file.readUInt32LE(at + 4) !== type) return null;
    const end = at + 8 + file.readUInt32LE(at);
    if (end > file.length) throw new ModelError(path, `the GLB is truncated: a chunk ends at byte ${end}`);
    return file.subarray(at + 8, end);
  };
  const text = chunk(12, JSON_CHUNK);
  if (text === null) throw new ModelError(path, 'the first chunk of the GLB is no JSON');
  return { text: text.toString('utf8'), binary: chunk(20 + text.length, BINARY_CHUNK) };
}

function gltfText(file: Buffer, path: string) {
  if (!/^[\uFEFF\s]*\{/.test(file.toString('utf8', 0, 64))) {
    throw new ModelError(path, 'not a glTF 2.0 file, neither JSON nor GLB by its first bytes');
  }
  return { text: file.toString('utf8').replace(/^\uFEFF/, ''), binary: null };
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
  throw new ModelError(path, `version ${version === undefined ? 'undefined' : shown(version)}; glTF 2.0 is expected`);
}

/** @throws ModelError for a URI that is no file in the model's folder */
function resourcePath(uri: string, what: string, path: string): string {
  const wrong = (problem: string) =>
    new ModelError(path, `${what} is ${shortened(uri)}, ${problem}; a file in the model's folder is expected`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) throw wrong('which is no file');
  const folder = dirname(resolve(path));
  let file: string;
  try {
    file = resolve(folder, decodeURIComponent(uri));
  } catch {
    throw wrong('which is no URI');
  }
  if (isAbsolute(uri) || !isWithin(folder, file)) throw wrong('which is outside');
  try {
    if (!isWithin(realpathSync(folder), realpathSync(file))) throw wrong('which leads outside');
  } catch (error) {
    // A file that is missing is told by whoever reads it.
    if (error instanceof ModelError || !(fileError(file, error) instanceof FileError)) throw error;
  }
  return file;
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && !/^\.\.(?:[/\\]|$)/.test(way) && !isAbsolute(way);
}

/** The bytes of a data URI (RFC 2397). */
function dataBytes(uri: string, what: string, path: string): Uint8Array<ArrayBuffer> {
  const comma = uri.indexOf(',');
  if (comma < 0) throw new ModelError(path, `${what} is a data URI without data`);
  const data = uri.slice(comma + 1);
  if (/;base64$/i.test(uri.slice(0, Math.min(comma, 256)))) return Uint8Array.from(Buffer.from(data, 'base64'));
  try {
    return new TextEncoder().encode(decodeURIComponent(data));
  } catch (cause) {
    throw new ModelError(path, `${what} is a data URI whose data are no URI`, { cause });
  }
}
