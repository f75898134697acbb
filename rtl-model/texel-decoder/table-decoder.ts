import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { componentField } from './code-table.ts';
import { storeTexel } from './store-texel.ts';
import { EXPONENT_SHIFT, type TexelField, type TexelDecoder, type TexelTables } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * Decoder of components of at most 16 bits that don't cross a 32-bit word: packed, 16-bit and three-component formats,
 * those with a shared exponent, and one texel of a 4:2:2 pair. One look-up a component.
 */
export class TableDecoder implements TexelDecoder {
  readonly tables: TexelTables;
  private readonly border: Float32Array;
  private readonly red: TexelField;
  private readonly green: TexelField;
  private readonly blue: TexelField;
  private readonly alpha: TexelField;

  /** @param second true to read the second of two components of one name */
  constructor(format: TexelFormat, border: Float32Array, srgbLinearBits: number, second = false) {
    this.border = border;
    [this.red, this.green, this.blue, this.alpha] = [0, 1, 2, 3].map((component) =>
      componentField(format, component, srgbLinearBits, second),
    );
    this.tables = { fields: [this.red, this.green, this.blue, this.alpha], border };
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap({ texel }: Footprints, tap: number, address: number, { words }: TexelBytes): void {
    const to = 4 * tap;
    if (address >= 0) {
      texel[to] = look(words, address, this.red);
      texel[to + 1] = look(words, address, this.green);
      texel[to + 2] = look(words, address, this.blue);
      texel[to + 3] = look(words, address, this.alpha);
    } else if (address === BORDER_ADDRESS) {
      storeTexel(texel, to, this.border);
    }
  }
}

function look(words: Uint32Array, address: number, { byte, shift, mask, exponent, codes }: TexelField): number {
  const at = address + byte;
  const word = words[at >>> 2];
  return codes[((word >>> (((at & 3) << 3) + shift)) & mask) | ((word >>> EXPONENT_SHIFT) & exponent)];
}
