import { floatToHalf } from '../fixed-point/float16.ts';
import type { BlockCodec } from '../formats/blocks/block-codec.ts';
import { formatRecord } from '../formats/format-record.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * The format in which the decoded texels of a block-compressed format lie in the texel memory: r, g, b, a as codes of 8
 * bits where they fit, otherwise of 16 bits. Floats are halves, which hold them exactly. A format without blocks is
 * returned unchanged.
 */
export function decodedFormat(format: TexelFormat): TexelFormat {
  const { codec } = format;
  if (codec === null) return format;
  const bits = codec.scales.every(({ bits: width, one, signed }) => width > 0 && one < 256 && !signed) ? 8 : 16;
  return formatRecord({
    name: format.name,
    componentType: format.componentType,
    order: format.order,
    bits: format.order.map(() => bits),
    shifts: format.order.map((_, n) => bits * n),
    texelBytes: (4 * bits) / 8,
    codec,
  });
}

/** Decodes a block into the texel memory, texel after texel. */
export class BlockUnpacker {
  private readonly floats: boolean;
  private readonly texels: Float32Array;

  /** @param format the format that `decodedFormat` returns */
  constructor(
    private readonly codec: BlockCodec,
    private readonly format: TexelFormat,
  ) {
    this.floats = codec.scales.some(({ bits }) => bits === 0);
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
