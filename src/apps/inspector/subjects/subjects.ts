import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { isTextureFile } from '../../../pictures/containers/decode-texture.ts';
import { pictureKind } from '../../../pictures/textures/picture-kind.ts';
import { buildMipChain, pictureFormat } from '../../../pictures/downsampler/mip-chain.ts';
import { CHECKER_CELLS, CHECKER_SIZE, checkerboard } from '../../../pictures/textures/checkerboard.ts';
import { tintedLevels } from '../../../pictures/textures/level-colours.ts';
import earth from '../../../pictures/textures/pictures/earth-blue-marble.jpg?url';
import type { Model } from '../../../pictures/scenes/gltf/model.ts';
import type { Source } from '../state/inspector-state.ts';
import { unpackFiles } from '../state/packed-files.ts';
import { decodeImage, readFiles } from './dropped-files.ts';
import type { FilesAnswer, FilesQuestion, DrawnSubject } from '../state/protocol.ts';
import { modelStage, sceneStage, type SceneStage, stageRequests } from './scene-subject.ts';
import type { SubjectRequests } from './subject.ts';
import type { LoadedTrace, TraceRequests } from './trace-subject.ts';

/** The kinds of files that the page reads, as messages about other files name them. */
const READ =
  'not read; expected a picture (PNG, JPEG), a texture (KTX 2.0, DDS), a model (glTF), a request trace with its results ' +
  '(JSON Lines, CSV, gzip or not, Parquet), or a session';
/** The name by which the traces of `texunit simulate` have the picture of the globe. */
const EARTH_FILE = 'earth-blue-marble.jpg';
const MODEL = /\.(glb|gltf)$/i;

/** Keeps the value of the last key. */
function latest<T>() {
  let last: { readonly key: string; readonly value: Promise<T> } | null = null;
  return (given: unknown, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(given);
    if (key !== last?.key) last = { key, value: make() };
    return last.value;
  };
}

const textures = latest<ImageSource>();
const stages = latest<SceneStage>();
const requests = latest<SubjectRequests | TraceRequests>();
let texture: { readonly name: string; readonly bytes: Uint8Array } | null = null;
let trace: LoadedTrace | null = null;
let model: Model | null = null;
let drops = 0;

/** Reads files, and keeps what they are for the subjects that come. */
export async function* filesTask({ files }: FilesQuestion): AsyncGenerator<FilesAnswer> {
  const read = typeof files === 'string' ? await unpackFiles(files) : await readFiles(files);
  const [first] = read.keys();
  drops++;
  const gltf = [...read.keys()].find((name) => MODEL.test(name));
  if (gltf !== undefined) {
    // A page without a model loads no reader of glTF.
    const { loadModel } = await import('./model-stage.ts');
    model = await loadModel(gltf, read);
    yield { kind: 'model', name: gltf };
    return;
  }
  const { loadTrace } = await traceReader();
  const loaded = await loadTrace(read, new Map([[EARTH_FILE, await earthBytes()]]));
  if (loaded !== null) {
    trace = loaded;
    yield { kind: 'trace', name: loaded.name };
    return;
  }
  texture = { name: first, bytes: read.get(first)! };
  if (pictureKind(texture.bytes) === null && !isTextureFile(texture.bytes)) throw new Error(`${first}: ${READ}`);
  decodeImage(texture.bytes, texture.name, pictureFormat());
  yield { kind: 'texture', name: first };
}

/** The requests of a subject. The last ones are kept, and so are texture and scene while the camera moves. */
export function requestsOf(subject: DrawnSubject): Promise<SubjectRequests | TraceRequests> {
  const { source, aim } = subject;
  return requests([subject, drops], async () => {
    if (source.scene !== 'trace') return stageRequests(await stageOf(source), source, aim);
    if (trace === null) throw new Error('the trace is not in the link: drop its file on the page');
    const { traceRequests } = await traceReader();
    return traceRequests(trace);
  });
}

/** The reader of traces, which a page without one loads no sooner. */
function traceReader() {
  return import('./trace-subject.ts');
}

function stageOf(source: Source): Promise<SceneStage> {
  return stages([source, drops], async () => {
    if (source.scene !== 'model') return sceneStage(source, await textureOf(source));
    if (model === null) throw new Error('the model is not in the link: drop its file on the page');
    return modelStage(source, model);
  });
}

function textureOf({ texture: name, levels, srgb }: Source): Promise<ImageSource> {
  return textures([name, levels, srgb, name === 'file' && drops], async () => {
    const image = await plainTexture(name, srgb);
    return levels === 'coloured' ? tintedLevels(image) : image;
  });
}

async function plainTexture(name: Source['texture'], srgb: boolean): Promise<ImageSource> {
  if (name === 'checker') return buildMipChain(checkerboard(CHECKER_SIZE, CHECKER_CELLS), pictureFormat(srgb));
  if (name === 'file') {
    if (texture === null) throw new Error('the texture is not in the link: drop its file on the page');
    return decodeImage(texture.bytes, texture.name, pictureFormat(srgb));
  }
  return decodeImage(await earthBytes(), 'earth', pictureFormat(srgb));
}

async function earthBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(earth, import.meta.url));
  if (!response.ok) throw new Error(`${earth}: the server answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
