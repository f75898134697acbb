import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { storeTexel } from './store-texel.ts';
import type { TexelDecoder, TexelWords } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** 0, 0, 0, 1: the values of the components that a format lacks. */
const MISSING = Float32Array.of(0, 0, 0, 1);
/** A mask of the 24 low bits, the widest depth that a float32 holds exactly. */
const DEPTH24 = 0xff_ffff;

/** Decoder of components too wide for a table: one to four floats of 32 bits in order, or 24-bit depth. */
export class WideDecoder implements TexelDecoder {
  readonly tables = null;
  readonly words: TexelWords;
  private readonly order: readonly number[];
  private readonly float: boolean;
  private readonly border: Float32Array;

  constructor(format: TexelFormat, border: Float32Array) {
    this.order = format.order;
    this.float = format.componentType === 'sfloat';
    this.border = border;
    this.words = { order: format.order, bits: this.float ? 32 : 24, border };
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap({ texel }: Footprints, tap: number, address: number, { words, floats }: TexelBytes): void {
    const to = 4 * tap;
    if (address >= 0) {
      const { order } = this;
      const word = address >>> 2;
      if (order.length < 4) storeTexel(texel, to, MISSING);
      if (!this.float) texel[to] = words[word] & DEPTH24;
      else for (let k = 0; k < order.length; k++) texel[to + order[k]] = floats[word + k];
    } else if (address === BORDER_ADDRESS) {
      storeTexel(texel, to, this.border);
    }
  }
}
