import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readWholeFile } from './whole-file.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
};

/** The page takes nothing from elsewhere. The decoder of Zstandard is WebAssembly in a data URI. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'connect-src data: blob:',
].join('; ');

/**
 * The folder of a page, as Vite builds it, as one HTML file that a browser opens from the disk, too: the file has the
 * scripts, workers and pictures compressed.
 *
 * @param folder has index.html, and below assets/ what that needs
 * @throws FileError when a file is missing: the page is not built
 */
export function pageInOneFile(folder: URL): string {
  const read = (path: string) => readWholeFile(fileURLToPath(new URL(path, folder)));
  const page = read('index.html').toString();
  const names = readdirSync(new URL('assets/', folder)).filter((name) => extname(name) in TYPES);
  const packed = Object.fromEntries(names.map((name) => [name, packedFile(name, read(`assets/${name}`), names)]));
  return page
    .replace('<meta charset="utf-8" />', `$&<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`)
    .replace(/<link rel="stylesheet".*?href="(.*?)">/, (_, path: string) => `<style>${read(path).toString()}</style>`)
    .replace(
      /(<script type="module").*?assets\/(.*?)">/,
      (_, tag: string, entry: string) => `${tag}>${START}await start(${JSON.stringify(packed)}, '${entry}');`,
    );
}

/** A file as its type, its bytes by gzip in base64, and the words in its text that are URLs of other files. */
function packedFile(name: string, bytes: Uint8Array, names: readonly string[]): readonly [string, string, string[]] {
  const type = TYPES[extname(name)];
  if (extname(name) !== '.js') return [type, gzipSync(bytes).toString('base64'), []];
  let text = Buffer.from(bytes).toString();
  const uses: string[] = [];
  for (const other of names) {
    if (text.includes(`./${other}`)) uses.push(`./${other}`);
    else if (extname(other) !== '.js' && text.includes(other)) uses.push(other);
    // A script that is named and not imported is a worker.
    else text = text.replaceAll(other, `worker:${other}`);
  }
  return [type, gzipSync(text, { level: 9 }).toString('base64'), uses];
}

/**
 * The function that starts a packed file, in the page and in each worker. It makes blob URLs of the file and of those that
 * it uses. A page on the disk has no origin that its workers share (Chromium): a worker is a plain script with the packed
 * files, makes its own URLs, and keeps the messages that come before its module is loaded.
 */
const START = `
const start = async (files, entry) => {
  const early = [];
  const keep = (message) => early.push(message);
  addEventListener('message', keep);
  const urls = new Map();
  const urlOf = async (name) => {
    if (urls.has(name)) return urls.get(name);
    const [type, packed, uses] = files[name];
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    let content = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
    for (const word of uses) content = (await new Response(content).text()).replaceAll(word, await urlOf(word.replace('./', '')));
    urls.set(name, URL.createObjectURL(new Blob([content], { type })));
    return urls.get(name);
  };
  globalThis.Worker = class extends Worker {
    constructor({ href }) {
      const call = 'start(' + JSON.stringify(files) + ',"' + href.replace('worker:', '') + '")';
      super(URL.createObjectURL(new Blob(['const start=' + start + ';' + call])));
    }
  };
  await import(await urlOf(entry));
  removeEventListener('message', keep);
  for (const { data } of early) dispatchEvent(new MessageEvent('message', { data }));
};
`;
