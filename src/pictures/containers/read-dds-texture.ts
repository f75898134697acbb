import type { ContainerBytes } from './container-bytes.ts';
import type { TextureFile } from './container-file.ts';
import { type ContainerShape, layerBytes } from './container-shape.ts';
import { type DdsFormat, DXGI_FORMATS } from './read-dds-dxgi.ts';
import { readPixelFormat } from './read-dds-pixel-format.ts';

const FACES = 6;

/** The positions of the fields of DDS_HEADER, after the four bytes "DDS ", and of DDS_HEADER_DXT10. */
const AT = {
  size: 4,
  flags: 8,
  height: 12,
  width: 16,
  depth: 24,
  mipMapCount: 28,
  pixelFormat: 76,
  caps2: 112,
  data: 128,
  dxgiFormat: 128,
  dimension: 132,
  misc: 136,
  arraySize: 140,
  dataDx10: 148,
} as const;
const HEADER_BYTES = 124;
const PIXEL_FORMAT_BYTES = 32;

/** Flags of dwCaps2. */
const CUBE_MAP = 0x200;
const ALL_FACES = 0xfc00;
const VOLUME = 0x20_0000;
/** The types by D3D10_RESOURCE_DIMENSION, then the bit of miscFlag. */
const DIMENSIONS: ReadonlyMap<number, TextureFile['type']> = new Map([
  [2, '1d'],
  [3, '2d'],
  [4, '3d'],
]);
const TEXTURE_CUBE = 0x4;

/** The facts that both kinds of header state. */
interface Header extends ContainerShape {
  readonly rewrite: DdsFormat['rewrite'];
  readonly formatField: string;
  readonly data: number;
}

/**
 * Reads a DDS file (Microsoft's programming guide for DDS), with or without the DX10 header, in any format with a
 * VkFormat. As the guide asks, sizes follow from format, width and height, not from dwPitchOrLinearSize. Flags that
 * only say that a field is present are ignored. A cube map must have all six faces.
 *
 * @throws TextureFileError for a file that is damaged, inconsistent or not supported
 */
export function readDdsTexture(file: ContainerBytes): TextureFile {
  file.require(AT.data, 'the header of DDS');
  expectField(file, 'dwSize', file.u32(AT.size), HEADER_BYTES);
  expectField(file, 'ddspf.dwSize', file.u32(AT.pixelFormat), PIXEL_FORMAT_BYTES);
  const { rewrite, formatField, data, ...shape } = readHeader(file);
  const fields = { width: 'dwWidth', levelCount: 'dwMipMapCount', format: formatField };
  const bytes = layerBytes(file, shape, fields);
  const end = data + shape.layers * bytes.reduce((sum, level) => sum + level, 0);
  file.require(end, `${shape.layers} layers of ${shape.levelCount} levels (${shape.format})`);
  if (file.length > end) throw file.error('file', `${file.length} bytes, expected ${end} by format and size`);
  const levels = gatherLevels(file, data, bytes, shape.layers);
  if (rewrite !== undefined) levels.forEach(rewrite);
  const { levelCount: _, ...texture } = shape;
  return { ...texture, levels };
}

function readHeader(file: ContainerBytes): Header {
  const legacy = readPixelFormat(file, AT.pixelFormat);
  const header = legacy === null ? readDx10(file) : readLegacy(file, legacy);
  for (const [field, size] of [
    ['dwWidth', header.width],
    ['dwHeight', header.height],
    ['dwDepth', header.depth],
  ] as const) {
    if (size === 0) throw file.error(field, '0, expected at least 1');
  }
  if (header.cube && header.width !== header.height) {
    throw file.error('dwHeight', `${header.height}, expected ${header.width} as wide: a cube map has square faces`);
  }
  return header;
}

function readLegacy(file: ContainerBytes, { format, rewrite }: DdsFormat): Header {
  const caps2 = file.u32(AT.caps2);
  const cube = (caps2 & CUBE_MAP) !== 0;
  const volume = (caps2 & VOLUME) !== 0;
  if (cube && volume) throw file.error('dwCaps2', 'a cube map and a volume, expected one of them');
  if (cube && (caps2 & ALL_FACES) !== ALL_FACES) {
    throw file.error('dwCaps2', `faces 0x${(caps2 & ALL_FACES).toString(16)} of a cube map, expected all six, 0xfc00`);
  }
  return {
    ...sizes(file, volume ? '3d' : '2d'),
    format,
    rewrite,
    cube,
    layers: cube ? FACES : 1,
    formatField: 'ddspf',
    data: AT.data,
  };
}

function readDx10(file: ContainerBytes): Header {
  file.require(AT.dataDx10, 'the DX10 header');
  const number = file.u32(AT.dxgiFormat);
  const format = DXGI_FORMATS.get(number);
  if (format === undefined) throw file.error('dxgiFormat', `${number} is not read, expected one with a VkFormat`);
  const dimension = file.u32(AT.dimension);
  const type = DIMENSIONS.get(dimension);
  if (type === undefined) throw file.error('resourceDimension', `${dimension}, expected 2 (1D), 3 (2D) or 4 (3D)`);
  const cube = (file.u32(AT.misc) & TEXTURE_CUBE) !== 0;
  if (cube && type !== '2d') throw file.error('miscFlag', `a cube map of ${type} images, expected 2D`);
  checkCaps(file, type, cube);
  const elements = file.u32(AT.arraySize);
  if (elements === 0) throw file.error('arraySize', '0, expected at least 1');
  if (type === '3d' && elements !== 1) throw file.error('arraySize', `${elements} of a 3D texture, expected 1`);
  if (type === '1d') expectField(file, 'dwHeight', file.u32(AT.height), 1);
  return {
    ...sizes(file, type),
    format: format.format,
    rewrite: format.rewrite,
    cube,
    layers: cube ? elements * FACES : elements,
    formatField: 'dxgiFormat',
    data: AT.dataDx10,
  };
}

/** Checks dwCaps2, which may omit facts of the DX10 header but not contradict it. */
function checkCaps(file: ContainerBytes, type: TextureFile['type'], cube: boolean): void {
  const caps2 = file.u32(AT.caps2);
  if ((caps2 & CUBE_MAP) !== 0 && !cube) {
    throw file.error('dwCaps2', 'a cube map, expected none: miscFlag of the DX10 header says so');
  }
  if ((caps2 & VOLUME) !== 0 && type !== '3d') {
    throw file.error('dwCaps2', `a volume, expected none: the DX10 header says ${type}`);
  }
}

/** The sizes in the header. dwDepth counts for volumes only; no dwMipMapCount means one level. */
function sizes(file: ContainerBytes, type: TextureFile['type']) {
  return {
    type,
    width: file.u32(AT.width),
    height: file.u32(AT.height),
    depth: type === '3d' ? file.u32(AT.depth) : 1,
    levelCount: Math.max(1, file.u32(AT.mipMapCount)),
  };
}

/**
 * Reorders the texels: a DDS file has every layer with all its levels, the record has every level with all its layers.
 */
function gatherLevels(file: ContainerBytes, data: number, bytes: readonly number[], layers: number): Uint8Array[] {
  const levels = bytes.map((layer) => new Uint8Array(layer * layers));
  let at = data;
  for (let layer = 0; layer < layers; layer++) {
    bytes.forEach((length, l) => {
      levels[l].set(file.bytes.subarray(at, at + length), layer * length);
      at += length;
    });
  }
  return levels;
}

function expectField(file: ContainerBytes, field: string, value: number, expected: number): void {
  if (value !== expected) throw file.error(field, `${value}, expected ${expected}`);
}
