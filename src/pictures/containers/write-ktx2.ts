import * as ktx from 'ktx-parse';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import { vkFormatNumber } from './container-vk-formats.ts';

/** An image of a KTX 2.0 file. The layers of a cube map are its faces +X, -X, +Y, -Y, +Z and -Z. */
export interface Ktx2Image extends ImageSource {
  readonly cube: boolean;
}

const FACES = 6;
const ALPHA = 3;

/** Places in a KTX 2.0 file: pixelWidth, pixelHeight after it, and the level index with its bytes for each level. */
const PIXEL_WIDTH = 20;
const INDEX = 80;
const INDEX_ENTRY = 24;

/**
 * A KTX 2.0 file of all levels, without compression. The same image always gives the same bytes.
 *
 * @throws RangeError when the number of layers of a cube map is no multiple of six
 */
export function encodeKtx2(image: Ktx2Image): Uint8Array {
  return joinedBytes(ktx2Pieces(image));
}

/** The file of `encodeKtx2` in pieces, the levels as they are: no copy of them is made. @throws as `encodeKtx2` */
export function ktx2Pieces(image: Ktx2Image): readonly Uint8Array[] {
  const { format, width, height, levels } = image;
  // The library writes the part before the levels, for an image of one texel. The places of the levels follow from
  // their sizes: the smallest is the first, and each begins at a multiple of the texel's bytes and of 4.
  const small = ktx.write(onePixelContainer(image), { keepWriter: true });
  const view = new DataView(small.buffer, small.byteOffset);
  const first = Number(view.getBigUint64(INDEX + INDEX_ENTRY * (levels.length - 1), true));
  view.setUint32(PIXEL_WIDTH, width, true);
  view.setUint32(PIXEL_WIDTH + 4, height, true);
  const start = small.subarray(0, first);
  const pieces: Uint8Array[] = [start];
  const alignment = [1, 2, 4].find((times) => (times * format.texelBytes) % 4 === 0)! * format.texelBytes;
  let offset = start.length;
  for (let l = levels.length - 1; l >= 0; l--) {
    const padding = Math.ceil(offset / alignment) * alignment - offset;
    if (padding > 0) pieces.push(new Uint8Array(padding));
    offset += padding;
    const { length } = levels[l];
    [offset, length, length].forEach((value, n) => {
      view.setBigUint64(INDEX + INDEX_ENTRY * l + 8 * n, BigInt(value), true);
    });
    pieces.push(levels[l]);
    offset += length;
  }
  return pieces;
}

/** The container of an image of one texel with as many levels, all of one texel too. */
function onePixelContainer(image: Ktx2Image): ktx.KTX2Container {
  const { format, width, height, layers, levels, cube } = image;
  const elements = cube ? layers / FACES : layers;
  if (!Number.isInteger(elements) || (cube && width !== height)) {
    throw new RangeError(`a cube map has six square faces a layer, not ${layers} of ${width}x${height} texels`);
  }
  const texel = new Uint8Array(format.texelBytes * layers);
  return {
    ...ktx.createDefaultContainer(),
    vkFormat: vkFormatNumber(format.name) as ktx.VKFormat,
    typeSize: format.componentBits / 8,
    pixelWidth: 1,
    pixelHeight: 1,
    pixelDepth: 0,
    // 0 means no array.
    layerCount: elements === 1 ? 0 : elements,
    faceCount: cube ? FACES : 1,
    levelCount: levels.length,
    levels: levels.map(() => ({ levelData: texel, uncompressedByteLength: texel.length })),
    dataFormatDescriptor: [descriptor(format)],
    keyValue: { KTXwriter: 'texunit' },
  };
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
      channelType: (component === ALPHA ? ktx.KHR_DF_CHANNEL_RGBSDA_ALPHA : component) | qualifiers(format, component),
      samplePosition: [0, 0, 0, 0],
      ...bounds(format),
    })),
  };
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
