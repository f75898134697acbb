import { floatToHalf } from '../fixed-point/float16.ts';
import type { BlockCodec } from './blocks/block-codec.ts';
import { formatRecord } from './format-record.ts';
import type { TexelFormat } from './texel-format.ts';

/** Decodes the blocks of a format into the texel memory, texel after texel. */
export class BlockUnpacker {
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
