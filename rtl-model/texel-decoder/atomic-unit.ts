import { NAN_BITS } from '../fixed-point/float32.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { Binding } from '../state/binding.ts';
import type { AtomicOp } from '../state/instruction.ts';
import type { TexelDecoder } from './texel-decoder.ts';

const FLOAT = new Float32Array(1);
const BITS = new Int32Array(FLOAT.buffer);

/**
 * The decoder of OpAtomic* on images of one 32-bit component: at its tap it replaces the texel in the texel memory, and
 * leaves the old one in the footprint. Texels are taken in the order of the taps: quads in the order of the requests,
 * lanes in the order of the quad. The address unit has put the operand into component r of the tap, the comparator of a
 * compare-exchange into g. A texel outside of the image is neither read nor changed.
 */
export class AtomicUnit implements TexelDecoder {
  readonly tables = null;
  private readonly memory: TexelBytes;
  private readonly replaced: (old: number, operand: number, comparator: number) => number;
  private readonly float: boolean;

  /** @throws RangeError when the format has no atomics, or not this one */
  constructor({ view, memory, instruction }: Binding) {
    const { componentType, order, bits, name } = view.format;
    const op = instruction.atomic ?? 'add';
    const operations = OPERATIONS[componentType as keyof typeof OPERATIONS] as Operations | undefined;
    const replaced = operations?.[op];
    if (replaced === undefined || order.length !== 1 || bits[0] !== 32) {
      throw new RangeError(`${name} has no atomic ${op}`);
    }
    this.memory = memory.data;
    this.replaced = replaced;
    this.float = componentType === 'sfloat';
  }

  decode(foot: Footprints, first: number, count: number, data: TexelBytes): void {
    const end = 4 * (first + count);
    for (let tap = 4 * first; tap < end; tap++) this.decodeTap(foot, tap, foot.address[tap], data);
  }

  decodeTap({ texel, texelBits, address: own }: Footprints, tap: number, address: number, data: TexelBytes): void {
    if (address < 0) return;
    const at = 4 * tap;
    const old = data.words[address >>> 2] | 0;
    const value = this.replaced(old, texelBits[at], texelBits[at + 1]);
    data.words[address >>> 2] = value;
    if (data !== this.memory) this.memory.words[own[tap] >>> 2] = value;
    texelBits[at] = old;
    texelBits[at + 1] = 0;
    texelBits[at + 2] = 0;
    if (this.float) texel[at + 3] = 1;
    else texelBits[at + 3] = 1;
  }
}

/** The new texel of each operation, as 32 bits. */
type Operations = Readonly<Partial<Record<AtomicOp, (old: number, operand: number, comparator: number) => number>>>;

const EXCHANGE: Operations = { exchange: (_, operand) => operand };
const INTEGERS: Operations = {
  ...EXCHANGE,
  add: (old, operand) => (old + operand) | 0,
  and: (old, operand) => old & operand,
  or: (old, operand) => old | operand,
  xor: (old, operand) => old ^ operand,
  compare_exchange: (old, operand, comparator) => (old === comparator ? operand : old),
};

const OPERATIONS: Readonly<Record<'uint' | 'sint' | 'sfloat', Operations>> = {
  sint: { ...INTEGERS, min: (old, operand) => Math.min(old, operand), max: (old, operand) => Math.max(old, operand) },
  uint: {
    ...INTEGERS,
    min: (old, operand) => Math.min(old >>> 0, operand >>> 0) | 0,
    max: (old, operand) => Math.max(old >>> 0, operand >>> 0) | 0,
  },
  sfloat: {
    ...EXCHANGE,
    add: (old, operand) => bitsOf(floatOf(old) + floatOf(operand)),
    // A number wins over NaN; equal texels, zeros of both signs among them, stay.
    min: (old, operand) => (floatOf(operand) < floatOf(old) || Number.isNaN(floatOf(old)) ? operand : old),
    max: (old, operand) => (floatOf(operand) > floatOf(old) || Number.isNaN(floatOf(old)) ? operand : old),
  },
};

function floatOf(bits: number): number {
  BITS[0] = bits;
  return FLOAT[0];
}

/** The bits of the float32 nearest to a sum of two float32, which float64 holds closely enough to round once. */
function bitsOf(sum: number): number {
  if (Number.isNaN(sum)) return NAN_BITS;
  FLOAT[0] = sum;
  return BITS[0];
}
