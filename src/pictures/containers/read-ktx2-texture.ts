import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import type { ContainerBytes } from './container-bytes.ts';
import type { TextureFile } from './container-file.ts';
import { type Supercompression, ZLIB, ZSTANDARD } from './container-inflate.ts';
import { type ContainerShape, layerBytes } from './container-shape.ts';
import { VK_FORMAT_NAMES } from './container-vk-formats.ts';
import { type FormatBlock, formatBlock } from './format-block.ts';
import { startsWith } from '../textures/picture-kind.ts';

const FACES = 6;
export const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb];
/** The bytes after "«KTX 20»", which a transfer as text would change. */
const IDENTIFIER_END = 0x0a1a0a0d;
const BASIS_LZ = 1;
const SCHEMES: ReadonlyMap<number, Supercompression | null> = new Map([
  [0, null],
  [2, ZSTANDARD],
  [3, ZLIB],
]);

/** The positions of the fields of the header and of the index (KTX 2.0, 3). */
const AT = {
  vkFormat: 12,
  typeSize: 16,
  pixelWidth: 20,
  pixelHeight: 24,
  pixelDepth: 28,
  layerCount: 32,
  faceCount: 36,
  levelCount: 40,
  scheme: 44,
  dfd: 48,
  kvd: 56,
  sgd: 64,
  levels: 80,
} as const;
const LEVEL_INDEX_BYTES = 24;

/** Colour models without a VkFormat, which are transcoded to one (Khronos Data Format, 5.6). */
const UNIVERSAL_MODELS: ReadonlyMap<number, string> = new Map([
  [163, 'ETC1S'],
  [166, 'UASTC'],
]);

const BASIC_HEADER = 28;
const SAMPLE_BYTES = 16;

/** A range of the file's bytes, with the field that gives its position. */
interface Region {
  readonly field: string;
  readonly offset: number;
  readonly length: number;
}

/** True if the bytes begin like a KTX 2.0 file. */
export function isKtx2(file: Uint8Array): boolean {
  return startsWith(file, IDENTIFIER);
}

/**
 * Reads a KTX 2.0 file (KTX File Format Specification 2.0): any format of VK_FORMAT_NAMES with a block, uncompressed or
 * compressed by ZLIB or Zstandard. A levelCount of 0, which asks the reader to generate levels, gives one level.
 * Metadata is ignored.
 *
 * @throws TextureFileError for a file that is damaged, inconsistent or not supported (BasisLZ, UASTC)
 */
export function readKtx2Texture(file: ContainerBytes): TextureFile {
  file.require(AT.levels, 'the header of KTX 2.0');
  if (file.u32(8) !== IDENTIFIER_END) throw file.error('identifier', 'damaged, expected to end in bytes 0d 0a 1a 0a');
  const scheme = supercompression(file);
  const shape = readShape(file);
  const bytes = layerBytes(file, shape, { width: 'pixelWidth', levelCount: 'levelCount', format: 'vkFormat' });
  const start = AT.levels + shape.levelCount * LEVEL_INDEX_BYTES;
  file.require(start, `the index of ${shape.levelCount} levels`);
  const dfd = regionAt(file, 'dfdByteOffset', AT.dfd);
  checkDescriptor(file, dfd, formatBlock(shape.format)!, shape.format);
  const regions = [
    { field: 'the header', offset: 0, length: start },
    dfd,
    regionAt(file, 'kvdByteOffset', AT.kvd),
    ...bytes.map((layer, l) => levelRegion(file, l, layer * shape.layers, scheme)),
  ];
  refuseOverlaps(file, regions);
  const levels = bytes.map((layer, l) => readLevel(file, l, layer * shape.layers, scheme));
  const { levelCount: _, ...texture } = shape;
  return { ...texture, levels };
}

/** The compression of the levels; null if there is none. */
function supercompression(file: ContainerBytes): Supercompression | null {
  const number = file.u32(AT.scheme);
  const scheme = SCHEMES.get(number);
  const read = 'expected 0 (none), 2 (Zstandard) or 3 (ZLIB)';
  if (number === BASIS_LZ) {
    throw file.error('supercompressionScheme', `1 is BasisLZ (ETC1S), which is not transcoded; ${read}`);
  }
  if (scheme === undefined) throw file.error('supercompressionScheme', `${number} is no scheme of KTX 2.0; ${read}`);
  if (file.u64(AT.sgd + 8) !== 0) {
    throw file.error('sgdByteLength', `${file.u64(AT.sgd + 8)}, expected 0: scheme ${number} has no global data`);
  }
  return scheme;
}

function readShape(file: ContainerBytes): ContainerShape {
  const [width, height, depth] = [file.u32(AT.pixelWidth), file.u32(AT.pixelHeight), file.u32(AT.pixelDepth)];
  const layerCount = file.u32(AT.layerCount);
  const faceCount = file.u32(AT.faceCount);
  const format = readFormat(file);
  const typeSize = file.u32(AT.typeSize);
  if (![1, 2, 4, 8].includes(typeSize)) throw file.error('typeSize', `${typeSize}, expected 1, 2, 4 or 8`);
  if (width === 0) throw file.error('pixelWidth', '0, expected at least 1');
  if (height === 0 && (depth !== 0 || formatBlock(format)?.height !== 1)) {
    throw file.error('pixelHeight', `0 for ${depth === 0 ? format : 'a 3D texture'}, expected at least 1`);
  }
  if (depth !== 0 && /^[xds]\d/.test(format)) throw file.error('pixelDepth', `${depth}, expected 0 for ${format}`);
  if (depth !== 0 && layerCount !== 0) {
    throw file.error('layerCount', `${layerCount} of a 3D texture, expected 0: there are no arrays of 3D images`);
  }
  if (faceCount !== 1 && faceCount !== FACES) throw file.error('faceCount', `${faceCount}, expected 1 or 6`);
  const cube = faceCount === FACES;
  if (cube && (width !== height || depth !== 0)) {
    throw file.error('faceCount', `6 faces of ${width}x${height}x${depth} texels, expected 2D squares`);
  }
  return {
    format,
    type: depth > 0 ? '3d' : height > 0 ? '2d' : '1d',
    cube,
    width,
    height: Math.max(1, height),
    depth: Math.max(1, depth),
    layers: Math.max(1, layerCount) * faceCount,
    levelCount: Math.max(1, file.u32(AT.levelCount)),
  };
}

/** The VkFormat. KTX 2.0, 3.1 forbids scaled formats and the A8B8G8R8 formats whose bytes are R8G8B8A8. */
function readFormat(file: ContainerBytes): string {
  const number = file.u32(AT.vkFormat);
  if (number === 0) throw file.error('vkFormat', `0 (undefined)${universal(file)}, expected the number of a VkFormat`);
  const name = VK_FORMAT_NAMES.get(number);
  if (name === undefined) throw file.error('vkFormat', `${number} is not read, expected a VkFormat of one plane`);
  if (/_[us]scaled|^a8b8g8r8_/.test(name)) {
    throw file.error('vkFormat', `${number} (${name}) is prohibited in KTX 2.0, expected an equivalent`);
  }
  return name;
}

/** The colour model in the data format descriptor of a file without a VkFormat, if there is a descriptor. */
function universal(file: ContainerBytes): string {
  const model = file.u32(AT.dfd) + 12;
  const name = model < file.length ? UNIVERSAL_MODELS.get(file.u8(model)) : undefined;
  return name === undefined ? '' : ` of ${name}, which is not transcoded`;
}

/** The range that two words at `at` give: its offset and its length. */
function regionAt(file: ContainerBytes, field: string, at: number): Region {
  return inside(file, { field, offset: file.u32(at), length: file.u32(at + 4) });
}

/**
 * Refuses a data format descriptor that is no basic one (Khronos Data Format, 5), or whose block differs from the
 * VkFormat's. The block's dimensions less one are at byte 16; the bytes of plane 0 are at byte 20, or 0 in a
 * supercompressed file.
 *
 * @param block block of the VkFormat
 */
function checkDescriptor(file: ContainerBytes, { offset, length }: Region, block: FormatBlock, format: string): void {
  if (length < BASIC_HEADER) throw file.error('dfdByteLength', `${length}, expected at least ${BASIC_HEADER}`);
  const total = file.u32(offset);
  if (total !== length) throw file.error('dfdTotalSize', `${total}, expected the ${length} of dfdByteLength`);
  if (file.u32(offset + 4) !== 0) {
    throw file.error('dfd', `descriptor type ${file.u32(offset + 4)}, expected 0 (Khronos, basic) first`);
  }
  const size = file.u16(offset + 10);
  if (size + 4 > length || size < BASIC_HEADER - 4 || (size - (BASIC_HEADER - 4)) % SAMPLE_BYTES !== 0) {
    throw file.error('dfd', `a basic descriptor of ${size} bytes, expected 24 and 16 a sample, ${length - 4} at most`);
  }
  const model = UNIVERSAL_MODELS.get(file.u8(offset + 12));
  if (model !== undefined) throw file.error('dfd', `colour model ${model}, expected that of ${format}`);
  const said = [0, 1, 2].map((n) => file.u8(offset + 16 + n) + 1);
  const plane = file.u8(offset + 20);
  if (said[0] === block.width && said[1] === block.height && said[2] === 1 && (plane === 0 || plane === block.bytes)) {
    return;
  }
  const expected = `${block.width}x${block.height}x1 texels in ${block.bytes} (${format})`;
  throw file.error('dfd', `blocks of ${said.join('x')} texels in ${plane} bytes, expected ${expected}`);
}

/** The bytes of a level. Their length must follow from format and size; it is checked before anything is allocated. */
function levelRegion(file: ContainerBytes, level: number, bytes: number, scheme: Supercompression | null): Region {
  const at = AT.levels + level * LEVEL_INDEX_BYTES;
  const field = `levels[${level}]`;
  const [offset, length, uncompressed] = [file.u64(at), file.u64(at + 8), file.u64(at + 16)];
  if (uncompressed !== bytes) {
    throw file.error(`${field}.uncompressedByteLength`, `${uncompressed}, expected ${bytes} by format and size`);
  }
  if (scheme === null && length !== bytes) {
    throw file.error(`${field}.byteLength`, `${length}, expected ${bytes} by format and size`);
  }
  if (scheme !== null && length * scheme.ratio < bytes) {
    const least = Math.ceil(bytes / scheme.ratio);
    throw file.error(
      `${field}.byteLength`,
      `${length}, expected at least ${least} of ${scheme.name} for ${bytes} bytes`,
    );
  }
  return inside(file, { field: `${field}.byteOffset`, offset, length });
}

function inside(file: ContainerBytes, region: Region): Region {
  const { field, offset, length } = region;
  if (offset + length <= file.length) return region;
  throw file.error(
    field,
    `${offset} and ${length} bytes from there, expected an end by the file's ${file.length} bytes`,
  );
}

function refuseOverlaps(file: ContainerBytes, regions: readonly Region[]): void {
  const sorted = regions.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset);
  for (let n = 1; n < sorted.length; n++) {
    const [before, { field, offset }] = [sorted[n - 1], sorted[n]];
    const end = before.offset + before.length;
    if (offset < end) throw file.error(field, `${offset} lies in ${before.field}, expected at least ${end}`);
  }
}

function readLevel(file: ContainerBytes, level: number, bytes: number, scheme: Supercompression | null): Uint8Array {
  const at = AT.levels + level * LEVEL_INDEX_BYTES;
  const data = file.bytes.subarray(file.u64(at), file.u64(at) + file.u64(at + 8));
  // The slice of a Buffer would share its memory.
  if (scheme === null) return new Uint8Array(data);
  file.budget.require(bytes, `${file.name}: decompressing levels[${level}]`);
  try {
    return scheme.inflate(data, bytes);
  } catch (cause) {
    const what = `${data.length} bytes of ${scheme.name}, expected to give ${bytes}: ${decoderReason(cause)}`;
    throw file.error(`levels[${level}]`, what, { cause });
  }
}
