import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import { PictureError } from '../textures/picture.ts';
import { MAX_SAMPLES } from './multisample-picture.ts';

/** The first four bytes of an EXR, little-endian. */
const MAGIC = 20000630;

/** The lossless compressions by their code, and the number of rows in a chunk of each. */
const COMPRESSIONS = [
  { name: 'none', rows: 1 },
  { name: 'RLE', rows: 1 },
  { name: 'ZIPS', rows: 1 },
  { name: 'ZIP', rows: 16 },
  { name: 'PIZ', rows: 32 },
] as const;

const FLAGS = [
  { bit: 0x200, what: 'tiled' },
  { bit: 0x800, what: 'deep' },
  { bit: 0x1000, what: 'of several parts' },
] as const;

const HALF = 1;
const FLOAT = 2;

/** True if the bytes begin like an EXR. */
export function isExr(file: Uint8Array): boolean {
  return file.length >= 4 && view(file).getUint32(0, true) === MAGIC;
}

/** An EXR that can be decoded. */
export interface CheckedExr {
  readonly width: number;
  readonly height: number;
  /** The file, its header reduced to the attributes that describe the storage of the pixels. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** The chunks of `file` that are compressed by zlib. */
  readonly zipped: readonly ExrChunk[];
}

/** The data of a chunk: where they are, and the bytes that they must give. */
export interface ExrChunk {
  readonly at: number;
  readonly bytes: number;
  readonly size: number;
}

/**
 * Checks everything that a decoder relies on: the window, the channels, and that every chunk exists once and inside the
 * file. Accepted are scan-line files with R, G, B and optionally A of one type, half or float, losslessly compressed.
 *
 * @throws PictureError that names the fault and the accepted form
 */
export function checkExr(file: Uint8Array, path: string): CheckedExr {
  const wrong = (message: string) => new PictureError(path, message);
  const reader = new ByteReader(file, wrong);
  reader.skip(4);
  const version = reader.uint32();
  const flag = FLAGS.find(({ bit }) => (version & bit) !== 0);
  if (flag) throw wrong(`an EXR that is ${flag.what}; a scan-line EXR of one part is expected`);
  const attributes = readAttributes(reader);
  const headerEnd = reader.at;
  const goTo = (name: string, type: string, size?: number) => {
    const attribute = attributes.get(name);
    if (attribute?.type !== type || (size !== undefined && attribute.size !== size)) {
      throw wrong(`the EXR has no attribute ${name} of type ${type}, or not one as large as it must be`);
    }
    reader.at = attribute.value;
    return attribute;
  };
  const window = goTo('dataWindow', 'box2i', 16);
  const lines = readWindow(reader, wrong);
  const { width, height } = lines;
  const compression = goTo('compression', 'compression', 1);
  const { rows, name } = compressionOf(file[compression.value], wrong);
  const list = goTo('channels', 'chlist');
  const pixelBytes = checkChannels(reader, wrong);
  if (reader.at !== list.value + list.size) throw wrong("the EXR's list of channels does not end where it should");
  reader.at = headerEnd;
  const chunks = checkChunks(reader, lines, rows, width * pixelBytes, wrong);
  const kept = [list, compression, window].map(({ start, value, size }) => file.subarray(start, value + size));
  const moved = joinedBytes([file.subarray(0, 8), ...kept, Uint8Array.of(0), file.subarray(headerEnd)]);
  const zipped = name.startsWith('ZIP') ? chunks.filter(({ bytes, size }) => bytes < size) : [];
  const shift = moved.length - file.length;
  return { width, height, file: moved, zipped: zipped.map((chunk) => ({ ...chunk, at: chunk.at + shift })) };
}

type Wrong = (message: string) => PictureError;

/** Reads attributes (name, type, size, value) up to an empty name: their positions and those of their values. */
function readAttributes(reader: ByteReader) {
  const attributes = new Map<string, { start: number; value: number; size: number; type: string }>();
  for (;;) {
    const start = reader.at;
    const name = reader.text();
    if (name === '') return attributes;
    const type = reader.text();
    const size = reader.uint32();
    attributes.set(name, { start, value: reader.skip(size), size, type });
  }
}

function compressionOf(code: number, wrong: Wrong) {
  if (code < COMPRESSIONS.length) return COMPRESSIONS[code];
  const names = COMPRESSIONS.map(({ name }) => name).join(', ');
  throw wrong(`an EXR of compression ${code}; expected one of ${names}`);
}

function readWindow(reader: ByteReader, wrong: Wrong) {
  const [left, top, right, bottom] = [reader.int32(), reader.int32(), reader.int32(), reader.int32()];
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (width < 1 || height < 1) throw wrong(`the EXR's dataWindow is ${width}x${height}; expected at least 1x1`);
  if (width * height > MAX_SAMPLES) {
    throw wrong(`the EXR holds ${width}x${height} samples; at most ${MAX_SAMPLES} are read`);
  }
  return { width, height, top };
}

/** Reads and checks the channels, and returns the bytes of a pixel. */
function checkChannels(reader: ByteReader, wrong: Wrong): number {
  const channels = [];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    const type = reader.uint32();
    reader.skip(4);
    channels.push({ name, type, xSampling: reader.uint32(), ySampling: reader.uint32() });
  }
  const names = channels.map(({ name }) => name);
  const missing = ['R', 'G', 'B'].find((name) => !names.includes(name));
  if (missing) throw wrong(`the EXR has no channel ${missing} (but ${names.join(', ')}); R, G and B are expected`);
  const luminance = ['Y', 'RY', 'BY'].find((name) => names.includes(name));
  if (luminance) throw wrong(`the EXR has a channel ${luminance} beside R, G and B; expected one or the other`);
  if (new Set(names).size !== names.length) throw wrong('the EXR has a channel twice');
  for (const { name, type, xSampling, ySampling } of channels) {
    if (type !== HALF && type !== FLOAT)
      throw wrong(`the EXR's channel ${name} is of type ${type}; expected half or float`);
    if (xSampling !== 1 || ySampling !== 1) {
      throw wrong(`the EXR's channel ${name} is subsampled ${xSampling}x${ySampling}; expected 1x1`);
    }
  }
  const colours = channels.filter(({ name }) => ['R', 'G', 'B', 'A'].includes(name));
  if (new Set(colours.map(({ type }) => type)).size > 1) {
    throw wrong("the EXR's channels R, G, B and A are of half and float; expected one type");
  }
  return channels.reduce((sum, { type }) => sum + 2 * type, 0);
}

type DataWindow = ReturnType<typeof readWindow>;

/**
 * Checks the chunks, which follow the table of their positions: the number of the first row, bytes, data.
 *
 * @param rows of a chunk, of `rowBytes` bytes each
 */
function checkChunks(reader: ByteReader, { height, top }: DataWindow, rows: number, rowBytes: number, wrong: Wrong) {
  const chunks = Math.ceil(height / rows);
  const found: ExrChunk[] = [];
  reader.skip(8 * chunks);
  const seen = new Set<number>();
  for (let n = 0; n < chunks; n++) {
    const row = reader.int32() - top;
    const bytes = reader.uint32();
    const most = Math.min(rows, height - row) * rowBytes;
    if (row < 0 || row >= height || row % rows !== 0 || seen.has(row) || bytes > most) {
      throw wrong(`the EXR is damaged (its chunk ${n} of ${bytes} bytes is for row ${row} of ${height})`);
    }
    seen.add(row);
    found.push({ at: reader.skip(bytes), bytes, size: most });
  }
  return found;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A reader of successive little-endian values. */
class ByteReader {
  at = 0;
  private readonly view: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly wrong: Wrong,
  ) {
    this.view = view(bytes);
  }

  /** Skips bytes and returns their position. */
  skip(count: number): number {
    const from = this.at;
    this.at += count;
    if (this.at > this.bytes.length) throw this.wrong('the EXR is truncated or damaged (it ends too early)');
    return from;
  }

  uint32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  int32(): number {
    return this.view.getInt32(this.skip(4), true);
  }

  /** Reads text up to a zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.at);
    const from = this.skip(end < 0 ? Infinity : end + 1 - this.at);
    return new TextDecoder('latin1').decode(this.bytes.subarray(from, end));
  }
}
