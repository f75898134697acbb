/** The most characters of packed files in a link. */
export const MOST_PACKED = 6000;
/** Bytes of files beyond which a link is not tried. */
const MOST_TRIED = 2 ** 18;
/** Characters that are made at once. */
const PIECE = 2 ** 15;

/** Files as one text: their names and sizes as a line of JSON, then their bytes, by zlib in base64url. */
export async function packFiles(files: readonly File[]): Promise<string> {
  const head = JSON.stringify(files.map(({ name, size }) => [name, size]));
  const bytes = await through(new CompressionStream('deflate'), [head, '\n', ...files]);
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Files for a link; null for those that are too large for one. */
export async function packedForLink(files: readonly File[]): Promise<string | null> {
  if (files.reduce((sum, { size }) => sum + size, 0) > MOST_TRIED) return null;
  const packed = await packFiles(files);
  return packed.length <= MOST_PACKED ? packed : null;
}

/** The inverse of packFiles: the bytes of each file by its name. @throws Error when the text is damaged */
export async function unpackFiles(text: string): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  try {
    const packed = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const given = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    const bytes = await through(new DecompressionStream('deflate'), [given]);
    let at = bytes.indexOf('\n'.charCodeAt(0)) + 1;
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))) as readonly (readonly [string, number])[];
    const files = head.map(([name, size]) => [name, bytes.slice(at, (at += size))] as const);
    if (files.length > 0 && at === bytes.length) return new Map(files);
  } catch {
    // A fault of base64, zlib or JSON says nothing to a user.
  }
  throw new Error('files: damaged; expected the files as this page packs them');
}

async function through(
  stream: CompressionStream,
  parts: (string | Blob | Uint8Array<ArrayBuffer>)[],
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob(parts).stream().pipeThrough(stream)).arrayBuffer());
}
