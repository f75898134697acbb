import { BORDER_ADDRESS, type Footprints } from '../registers/footprints.ts';
import { componentField } from './code-table.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { TexelDecoder, TexelTables, TexelWords } from './texel-decoder.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/** The position of a stored component. */
interface Field {
  readonly component: number;
  /** The texel's first byte that holds a bit of the component, and the component's lowest bit in that byte. */
  readonly byte: number;
  readonly shift: number;
  /** 32 - bits. */
  readonly spare: number;
}

/**
 * Decoder of UINT and SINT formats, stencil included: 32-bit integers in `foot.texelBits`, zero- or sign-extended
 * (D3D11.3 3.2.3.9 and 3.2.3.12). No component crosses a 32-bit word.
 */
export class IntegerDecoder implements TexelDecoder {
  readonly tables: TexelTables | null;
  readonly words: TexelWords | undefined;
  private readonly border: Int32Array;
  private readonly signed: boolean;
  private readonly fields: readonly Field[];

  constructor(format: TexelFormat, border: Int32Array) {
    this.border = border;
    this.signed = format.componentType === 'sint';
    if (format.componentBits === 32) this.words = { order: format.order, bits: 32, border };
    this.tables = this.words === undefined ? integerTables(format, border) : null;
    this.fields = format.shifts.map((first, stored) => ({
      component: format.order[stored],
      byte: first >>> 3,
      shift: first & 7,
      spare: 32 - format.bits[stored],
    }));
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const { address } = foot;
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, address[tap], data);
  }

  decodeTap({ texelBits }: Footprints, tap: number, address: number, { words }: TexelBytes): void {
    const to = 4 * tap;
    if (address >= 0) {
      const { fields, signed } = this;
      if (fields.length < 4) store(texelBits, to, 0, 0, 0, 1);
      for (let k = 0; k < fields.length; k++) {
        const { component, byte, shift, spare } = fields[k];
        const at = address + byte;
        const high = (words[at >>> 2] >>> (((at & 3) << 3) + shift)) << spare;
        texelBits[to + component] = signed ? high >> spare : high >>> spare;
      }
    } else if (address === BORDER_ADDRESS) {
      const { border } = this;
      store(texelBits, to, border[0], border[1], border[2], border[3]);
    }
  }
}

function integerTables(format: TexelFormat, border: Int32Array): TexelTables {
  const field = (component: number) => componentField(format, component, 0);
  return { fields: [field(0), field(1), field(2), field(3)], border: Float32Array.from(border) };
}

function store(texelBits: Int32Array, to: number, r: number, g: number, b: number, a: number): void {
  texelBits[to] = r;
  texelBits[to + 1] = g;
  texelBits[to + 2] = b;
  texelBits[to + 3] = a;
}
