import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { componentField } from './code-table.ts';
import { storeTexel } from './store-texel.ts';
import type { TexelDecoder, TexelTables } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * Decoder of all formats of one to four 8-bit components, with one look-up a byte. A texel of fewer than four bytes is
 * read as the low end of a word. The bytes above it are those of the missing components, whose tables are constant.
 */
export class ByteDecoder implements TexelDecoder {
  readonly tables: TexelTables;
  private readonly border: Float32Array;
  /** The codes of the four bytes of a word, from the low byte on: four tables of 256 entries, one after the other. */
  private readonly codes: Float32Array;
  /** The component, 0 to 3 for r, g, b, a, that each byte holds. */
  private readonly component0: number;
  private readonly component1: number;
  private readonly component2: number;
  private readonly component3: number;

  constructor(format: TexelFormat, border: Float32Array, srgbLinearBits: number) {
    const field = (component: number) => componentField(format, component, srgbLinearBits);
    const fields = [field(0), field(1), field(2), field(3)] as const;
    const lacking = [0, 1, 2, 3].filter((component) => !format.order.includes(component));
    const components = [...format.order, ...lacking];
    this.border = border;
    this.codes = new Float32Array(4 * 256);
    components.forEach((component, byte) => {
      const { codes, mask } = fields[component];
      for (let code = 0; code < 256; code++) this.codes[256 * byte + code] = codes[code & mask];
    });
    [this.component0, this.component1, this.component2, this.component3] = components;
    this.tables = { fields, border };
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap({ texel }: Footprints, tap: number, address: number, { words }: TexelBytes): void {
    const to = 4 * tap;
    if (address >= 0) {
      const word = words[address >>> 2] >>> ((address & 3) << 3);
      const { codes } = this;
      texel[to + this.component0] = codes[word & 255];
      texel[to + this.component1] = codes[256 | ((word >>> 8) & 255)];
      texel[to + this.component2] = codes[512 | ((word >>> 16) & 255)];
      texel[to + this.component3] = codes[768 | (word >>> 24)];
    } else if (address === BORDER_ADDRESS) {
      storeTexel(texel, to, this.border);
    }
  }
}
