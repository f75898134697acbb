import type { BlockCodec } from './blocks/block-codec.ts';
import { formatRecord } from './format-record.ts';
import type { ComponentType, TexelFormat } from './texel-format.ts';
import { floatToHalf } from '../fixed-point/float16.ts';

/**
 * The component count of each family of block-compressed formats (Vulkan: Format Definition); other families have 4.
 */
const COMPONENTS: readonly (readonly [RegExp, number])[] = [
  [/^bc1_rgb_|^bc6h_|^etc2_r8g8b8_/, 3],
  [/^bc5_|^eac_r11g11_/, 2],
  [/^bc4_|^eac_r11_/, 1],
];

/** The width of a component that its codec gives as a float: BC6H and ASTC HDR give halves. */
const FLOAT_BITS = 16;

/** The formats whose endpoints have at most 8 bits, BC1 to BC5: they are filtered at the rate of 8-bit formats. */
const EIGHT_BIT_ENDPOINTS = /^bc[1-5]_/;

/**
 * The texel format of a block codec. `bits` are those of each component as the codec gives it; `shifts` are unused.
 *
 * @param name as VkFormat in lower case: `bc7_srgb_block`
 * @param otherDecodings as in the record
 */
export function blockFormat(
  name: string,
  codec: BlockCodec,
  otherDecodings: () => readonly TexelFormat[] = () => [],
): TexelFormat {
  const count = COMPONENTS.find(([family]) => family.test(name))?.[1] ?? 4;
  const order = [0, 1, 2, 3].slice(0, count);
  const componentType = /_([us](?:norm|float)|srgb)_block/.exec(name)![1] as ComponentType;
  return formatRecord({
    name,
    componentType,
    ...(EIGHT_BIT_ENDPOINTS.test(name) && { componentBits: 8 }),
    order,
    bits: order.map((component) => codec.scales[component].bits || FLOAT_BITS),
    shifts: order.map(() => 0),
    texelBytes: codec.bytes,
    block: Object.freeze({ width: codec.width, height: codec.height }),
    codec,
    unpacker: new BlockUnpacker(codec, { name, componentType, order }),
    otherDecodings,
  });
}

/** A compressed format's name without its numeric format (Vulkan: Format Compatibility Classes). */
export function compressionOf({ name }: TexelFormat): string {
  return name.replace(/_(unorm|snorm|srgb|sfloat|ufloat)_block$/, '');
}

/** True if two formats of a compression decode blocks to the same codes: they differ in their transfer function alone. */
export function decodesAlike(a: TexelFormat, b: TexelFormat): boolean {
  const encoded = [a, b].every(({ componentType }) => componentType === 'unorm' || componentType === 'srgb');
  const [ofA, ofB] = [a.codec?.scales ?? [], b.codec?.scales ?? []];
  return (
    encoded &&
    ofA.every(({ one, bits, signed }, c) => {
      const other = ofB[c];
      return other.one === one && other.bits === bits && other.signed === signed;
    })
  );
}

/** Decodes the blocks of a format into the texel memory, texel after texel. */
class BlockUnpacker {
  /**
   * The format in which the decoded texels lie in the texel memory: r, g, b, a as codes of 8 bits where they fit, otherwise
   * of 16 bits. Floats are halves, which hold them exactly.
   */
  readonly format: TexelFormat;
  private readonly codec: BlockCodec;
  private readonly floats: boolean;
  private readonly texels: Float32Array;

  /** @param name,componentType,order those of the format that has the blocks */
  constructor(
    codec: BlockCodec,
    { name, componentType, order }: Pick<TexelFormat, 'name' | 'componentType' | 'order'>,
  ) {
    const bits = codec.scales.every(({ bits: width, one, signed }) => width > 0 && one < 256 && !signed) ? 8 : 16;
    this.format = formatRecord({
      name,
      componentType,
      order,
      bits: order.map(() => bits),
      shifts: order.map((_, n) => bits * n),
      texelBytes: (4 * bits) / 8,
      codec,
    });
    this.codec = codec;
    this.floats = codec.scales.some(({ bits: width }) => width === 0);
    this.texels = new Float32Array(4 * codec.width * codec.height);
  }

  /** @param memory,to the place of the first texel, a multiple of the texel's bytes */
  unpack(block: Uint8Array, from: number, memory: DataView, to: number): void {
    const { codec, texels, format } = this;
    codec.decode(block, from, texels);
    const { order, bits, texelBytes } = format;
    for (let texel = 0; texel < codec.width * codec.height; texel++) {
      for (let n = 0; n < order.length; n++) {
        const value = texels[4 * texel + order[n]];
        const at = to + texel * texelBytes + (bits[n] / 8) * n;
        if (bits[n] === 8) memory.setUint8(at, value);
        else if (this.floats) memory.setUint16(at, floatToHalf(value), true);
        else memory.setInt16(at, value, true);
      }
    }
  }
}
