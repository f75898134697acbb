import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { TableDecoder } from './table-decoder.ts';
import type { TexelDecoder } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * Decoder of 4:2:2 pairs in one plane: each texel has its own g, both share the pair's b and r (D3D11.3 19.4). The
 * address of the odd texel is half a pair after that of the even one. Pairs lie at multiples of their size.
 */
export class PairDecoder implements TexelDecoder {
  readonly tables = null;
  private readonly even: TableDecoder;
  private readonly odd: TableDecoder;
  private readonly half: number;

  constructor(format: TexelFormat, border: Float32Array, srgbLinearBits: number) {
    this.even = new TableDecoder(format, border, srgbLinearBits);
    this.odd = new TableDecoder(format, border, srgbLinearBits, true);
    this.half = format.texelBytes / 2;
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap(foot: Footprints, tap: number, address: number, data: TexelBytes): void {
    const odd = address >= 0 && (address & this.half) !== 0;
    if (odd) this.odd.decodeTap(foot, tap, address - this.half, data);
    else this.even.decodeTap(foot, tap, address, data);
  }
}
