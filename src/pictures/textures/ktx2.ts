import * as ktx from 'ktx-parse';
import { type ImageSource, levelSize } from '../../../rtl-model/memory/image.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';

/** An image of a KTX 2.0 file. The layers of a cube map are its faces +X, -X, +Y, -Y, +Z and -Z. */
export interface Ktx2Image extends ImageSource {
  readonly cube: boolean;
}

const FACES = 6;
const ALPHA = 3;

/** The VkFormat of every format that can be read and written. */
const VK_FORMATS: ReadonlyMap<string, ktx.VKFormat> = new Map([
  ['r8_unorm', ktx.VK_FORMAT_R8_UNORM],
  ['r8_snorm', ktx.VK_FORMAT_R8_SNORM],
  ['r8_srgb', ktx.VK_FORMAT_R8_SRGB],
  ['r8g8_unorm', ktx.VK_FORMAT_R8G8_UNORM],
  ['r8g8_snorm', ktx.VK_FORMAT_R8G8_SNORM],
  ['r8g8_srgb', ktx.VK_FORMAT_R8G8_SRGB],
  ['r8g8b8a8_unorm', ktx.VK_FORMAT_R8G8B8A8_UNORM],
  ['r8g8b8a8_snorm', ktx.VK_FORMAT_R8G8B8A8_SNORM],
  ['r8g8b8a8_srgb', ktx.VK_FORMAT_R8G8B8A8_SRGB],
  ['b8g8r8a8_unorm', ktx.VK_FORMAT_B8G8R8A8_UNORM],
  ['b8g8r8a8_snorm', ktx.VK_FORMAT_B8G8R8A8_SNORM],
  ['b8g8r8a8_srgb', ktx.VK_FORMAT_B8G8R8A8_SRGB],
  ['r16_unorm', ktx.VK_FORMAT_R16_UNORM],
  ['r16g16b16a16_unorm', ktx.VK_FORMAT_R16G16B16A16_UNORM],
  ['r16_sfloat', ktx.VK_FORMAT_R16_SFLOAT],
  ['r16g16b16a16_sfloat', ktx.VK_FORMAT_R16G16B16A16_SFLOAT],
  ['r32_sfloat', ktx.VK_FORMAT_R32_SFLOAT],
  ['r32g32b32a32_sfloat', ktx.VK_FORMAT_R32G32B32A32_SFLOAT],
]);

/**
 * A KTX 2.0 file of all levels, without compression. The same image always gives the same bytes.
 *
 * @throws RangeError when the number of layers of a cube map is no multiple of six
 */
export function encodeKtx2(image: Ktx2Image): Uint8Array {
  const { format, width, height, layers, levels, cube } = image;
  const elements = cube ? layers / FACES : layers;
  if (!Number.isInteger(elements) || (cube && width !== height)) {
    throw new RangeError(`a cube map has six square faces a layer, not ${layers} of ${width}x${height} texels`);
  }
  const container: ktx.KTX2Container = {
    ...ktx.createDefaultContainer(),
    vkFormat: VK_FORMATS.get(format.name)!,
    typeSize: format.componentBits / 8,
    pixelWidth: width,
    pixelHeight: height,
    pixelDepth: 0,
    // 0 stands for no array.
    layerCount: elements === 1 ? 0 : elements,
    faceCount: cube ? FACES : 1,
    levelCount: levels.length,
    levels: levels.map((texels) => ({ levelData: new Uint8Array(texels), uncompressedByteLength: texels.length })),
    dataFormatDescriptor: [descriptor(format)],
    keyValue: { KTXwriter: 'texunit' },
  };
  return ktx.write(container, { keepWriter: true });
}

/** The basic data format descriptor: one sample for each component, in memory order. */
function descriptor(format: TexelFormat): ktx.KTX2DataFormatDescriptorBasicFormat {
  const srgb = format.componentType === 'srgb';
  return {
    vendorId: ktx.KHR_DF_VENDORID_KHRONOS,
    descriptorType: ktx.KHR_DF_KHR_DESCRIPTORTYPE_BASICFORMAT,
    versionNumber: ktx.KHR_DF_VERSION,
    colorModel: ktx.KHR_DF_MODEL_RGBSDA,
    colorPrimaries: ktx.KHR_DF_PRIMARIES_BT709,
    transferFunction: srgb ? ktx.KHR_DF_TRANSFER_SRGB : ktx.KHR_DF_TRANSFER_LINEAR,
    flags: ktx.KHR_DF_FLAG_ALPHA_STRAIGHT,
    texelBlockDimension: [0, 0, 0, 0],
    bytesPlane: [format.texelBytes, 0, 0, 0, 0, 0, 0, 0],
    samples: format.order.map((component, n) => ({
      bitOffset: n * format.componentBits,
      bitLength: format.componentBits - 1,
      channelType: channel(component) | qualifiers(format, component),
      samplePosition: [0, 0, 0, 0],
      ...bounds(format),
    })),
  };
}

function channel(component: number): number {
  return component === ALPHA ? ktx.KHR_DF_CHANNEL_RGBSDA_ALPHA : component;
}

function qualifiers({ componentType }: TexelFormat, component: number): number {
  if (componentType === 'sfloat') return ktx.KHR_DF_SAMPLE_DATATYPE_FLOAT | ktx.KHR_DF_SAMPLE_DATATYPE_SIGNED;
  if (componentType === 'snorm') return ktx.KHR_DF_SAMPLE_DATATYPE_SIGNED;
  return componentType === 'srgb' && component === ALPHA ? ktx.KHR_DF_SAMPLE_DATATYPE_LINEAR : 0;
}

/** The codes of -1 (0 without a sign) and of 1. Those of floats are float32 patterns at any width. */
function bounds({ componentType, componentBits }: TexelFormat): { sampleLower: number; sampleUpper: number } {
  if (componentType === 'sfloat') return { sampleLower: 0xbf800000 | 0, sampleUpper: 0x3f800000 };
  const upper = 2 ** (componentType === 'snorm' ? componentBits - 1 : componentBits) - 1;
  return { sampleLower: componentType === 'snorm' ? -upper : 0, sampleUpper: upper };
}

/**
 * Reads a KTX 2.0 file of 2D images (also arrays and cube maps) without compression, in one of MIP_CHAIN_FORMATS.
 *
 * @throws Error, one line without the file's name, when the bytes are no such file
 */
export function decodeKtx2(file: Uint8Array): Ktx2Image {
  const container = parse(file);
  const { pixelWidth: width, pixelHeight: height, pixelDepth, supercompressionScheme, vkFormat } = container;
  const format = [...MIP_CHAIN_FORMATS.values()].find(({ name }) => VK_FORMATS.get(name) === vkFormat);
  if (supercompressionScheme !== ktx.KHR_SUPERCOMPRESSION_NONE) throw new Error('supercompressed KTX 2.0 is not read');
  if (format === undefined) {
    throw new Error(`VkFormat ${vkFormat} is not read, expected one of ${[...MIP_CHAIN_FORMATS.keys()].join(', ')}`);
  }
  if (width === 0 || height === 0 || pixelDepth !== 0) throw new Error('1D and 3D textures are not read');
  const layers = Math.max(1, container.layerCount) * container.faceCount;
  const levels = container.levels.map(({ levelData }, l) => {
    const bytes = levelSize(width, l) * levelSize(height, l) * layers * format.texelBytes;
    if (levelData.length === bytes) return levelData.slice();
    throw new Error(`level ${l} has ${levelData.length} bytes, expected ${bytes} (${format.name})`);
  });
  return { format, width, height, layers, levels, cube: container.faceCount === FACES };
}

function parse(file: Uint8Array): ktx.KTX2Container {
  try {
    return ktx.read(file);
  } catch (cause) {
    throw new Error('the KTX 2.0 file is truncated or damaged', { cause });
  }
}

const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb];

/** True if the bytes begin like a KTX 2.0 file. */
export function isKtx2(file: Uint8Array): boolean {
  return IDENTIFIER.every((byte, n) => file[n] === byte);
}
