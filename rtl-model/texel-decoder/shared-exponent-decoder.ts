import { SHARED_EXPONENT_ULP } from '../fixed-point/shared-exponent.ts';
import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { storeTexel } from './store-texel.ts';
import type { TexelDecoder } from './texel-decoder.ts';

/** Decoder of e5b9g9r9_ufloat_pack32 (D3D11.3 19.3.2.1). */
export class SharedExponentDecoder implements TexelDecoder {
  readonly tables = null;

  constructor(private readonly border: Float32Array) {}

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap({ texel }: Footprints, tap: number, address: number, { words }: TexelBytes): void {
    const to = 4 * tap;
    if (address >= 0) {
      const word = words[address >>> 2];
      const ulp = SHARED_EXPONENT_ULP[word >>> 27];
      texel[to] = (word & 511) * ulp;
      texel[to + 1] = ((word >>> 9) & 511) * ulp;
      texel[to + 2] = ((word >>> 18) & 511) * ulp;
      texel[to + 3] = 1;
    } else if (address === BORDER_ADDRESS) {
      storeTexel(texel, to, this.border);
    }
  }
}
