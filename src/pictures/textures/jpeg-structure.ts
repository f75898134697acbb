/** A fault of a JPEG, without its name. */
export class JpegFault extends Error {}

/** The sizes of a JPEG by its frame header, and what its scans ask of a decoder. */
export interface JpegStructure {
  readonly width: number;
  readonly height: number;
  /** Blocks of 8x8 samples of all components. */
  readonly blocks: number;
  /** Blocks that the scans go through together: one scan of a progressive JPEG may pass all of them in a few bytes. */
  readonly visits: number;
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DRI = 0xdd;
/** Baseline, extended and progressive frames with Huffman codes. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const RST0 = 0xd0;
const MOST_SAMPLING = 4;

/**
 * Walks through the segments of a JPEG (ITU-T T.81, Annex B) without decoding: everything from the start to EOI must be
 * there, with one frame, a scan of every component, and a restart marker after every interval.
 *
 * @throws JpegFault
 */
export function jpegStructure(file: Uint8Array): JpegStructure {
  const reader = segmentReader(file);
  if (reader.marker() !== SOI) throw new JpegFault('it does not begin with SOI');
  let frame: Frame | null = null;
  let interval = 0;
  let visits = 0;
  for (let marker = reader.marker(); marker !== EOI; marker = reader.marker()) {
    const segment = reader.segment(marker);
    try {
      if (marker === DRI) interval = segment.getUint16(0);
      else if (FRAMES.includes(marker)) {
        if (frame !== null) throw new JpegFault('it has a second frame');
        frame = readFrame(segment);
      } else if (isFrame(marker)) {
        throw new JpegFault(`its frame is SOF${marker - 0xc0}; baseline, extended or progressive Huffman is expected`);
      } else if (marker === SOS) {
        if (frame === null) throw new JpegFault('a scan comes before its frame');
        const { mcus, blocks } = readScan(segment, frame);
        visits += blocks;
        const restarts = reader.skipScan();
        const expected = interval === 0 ? 0 : Math.ceil(mcus / interval) - 1;
        if (restarts < expected) throw new JpegFault(`a scan has ${restarts} of ${expected} restart markers`);
      }
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new JpegFault(`segment ff${marker.toString(16)} has ${segment.byteLength} bytes, too few`, { cause });
    }
  }
  if (frame === null) throw new JpegFault('it has no frame');
  const { width, height, components, mcus } = frame;
  const missing = components.find(({ seen }) => !seen);
  if (missing !== undefined) throw new JpegFault(`no scan has component ${missing.id}`);
  return { width, height, blocks: mcus * blocksOf(components), visits };
}

/** True for SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

type Frame = ReturnType<typeof readFrame>;

function readFrame(segment: DataView) {
  const [precision, height, width] = [segment.getUint8(0), segment.getUint16(1), segment.getUint16(3)];
  const count = segment.getUint8(5);
  if (precision !== 8) throw new JpegFault(`its samples have ${precision} bits; 8 are expected`);
  if (width === 0 || height === 0) throw new JpegFault(`its frame is ${width}x${height} samples`);
  if (![1, 3, 4].includes(count)) throw new JpegFault(`it has ${count} components; 1, 3 or 4 are expected`);
  const components = Array.from({ length: count }, (_, n) => {
    const [id, sampling] = [segment.getUint8(6 + 3 * n), segment.getUint8(7 + 3 * n)];
    const [h, v] = [sampling >> 4, sampling & 15];
    if (Math.min(h, v) < 1 || Math.max(h, v) > MOST_SAMPLING) {
      throw new JpegFault(`component ${id} is sampled ${h}x${v}; 1 to ${MOST_SAMPLING} are expected`);
    }
    // `seen` is true when a scan has given its DC coefficients.
    return { id, h, v, seen: false };
  });
  if (new Set(components.map(({ id }) => id)).size < count) throw new JpegFault('two components have one number');
  const mostH = Math.max(...components.map(({ h }) => h));
  const mostV = Math.max(...components.map(({ v }) => v));
  const mcus = Math.ceil(width / (8 * mostH)) * Math.ceil(height / (8 * mostV));
  return { width, height, components, mostH, mostV, mcus };
}

/** Blocks of an MCU of these components. */
function blocksOf(components: Frame['components']): number {
  return components.reduce((sum, { h, v }) => sum + h * v, 0);
}

/** The MCUs of a scan and the blocks in them (T.81, A.2): those of one component alone are its blocks. */
function readScan(segment: DataView, { width, height, components, mostH, mostV, mcus }: Frame) {
  const scanned = Array.from({ length: segment.getUint8(0) }, (_, n) => {
    const id = segment.getUint8(1 + 2 * n);
    const component = components.find((one) => one.id === id);
    if (component === undefined) throw new JpegFault(`a scan has component ${id}, which its frame has not`);
    return component;
  });
  if (scanned.length === 0) throw new JpegFault('a scan has no component');
  const firstCoefficient = segment.getUint8(1 + 2 * scanned.length);
  for (const component of scanned) component.seen ||= firstCoefficient === 0;
  if (scanned.length > 1) return { mcus, blocks: mcus * blocksOf(scanned) };
  const [{ h, v }] = scanned;
  const blocks = Math.ceil(Math.ceil((width * h) / mostH) / 8) * Math.ceil(Math.ceil((height * v) / mostV) / 8);
  return { mcus: blocks, blocks };
}

/** Reads the segments of a file one after the other. */
function segmentReader(file: Uint8Array) {
  let at = 0;
  const ended = () => new JpegFault(`it ends before its end marker, after ${file.length} bytes`);
  const byte = () => {
    if (at >= file.length) throw ended();
    return file[at++];
  };
  /** The second byte of a marker, or 0 in coded data; any number of ff may precede it. */
  const code = () => {
    let found = byte();
    while (found === 0xff) found = byte();
    return found;
  };
  return {
    /** The second byte of the next marker. */
    marker: (): number => {
      if (byte() !== 0xff) throw new JpegFault(`no marker is at byte ${at - 1}`);
      const found = code();
      if (found > 1 && (found < RST0 || found >= SOI)) return found;
      throw new JpegFault(`marker ff${found.toString(16).padStart(2, '0')} is outside of a scan`);
    },
    /** The parameters of a segment. */
    segment: (marker: number): DataView => {
      const length = 256 * byte() + byte();
      if (length < 2) throw new JpegFault(`segment ff${marker.toString(16)} is ${length} bytes long`);
      const start = at;
      at += length - 2;
      if (at > file.length) throw ended();
      return new DataView(file.buffer, file.byteOffset + start, length - 2);
    },
    /** Goes on to the marker after coded data. @returns the number of restart markers in it */
    skipScan: (): number => {
      for (let restarts = 0; ;) {
        while (byte() !== 0xff);
        const found = code();
        if (found === 0) continue;
        if (found < RST0 || found >= SOI) {
          at -= 2;
          return restarts;
        }
        if (found !== RST0 + (restarts % 8))
          throw new JpegFault(`restart marker ${restarts} is ff${found.toString(16)}`);
        restarts++;
      }
    },
  };
}
