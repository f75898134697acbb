import type { Footprints } from '../../registers/footprints.ts';
import type { Binding } from '../../state/binding.ts';
import type { TexelTables } from '../../texel-decoder/texel-decoder.ts';
import { bilinear } from '../arithmetic/lerp.ts';
import type { BilinearKernel } from './bilinear-kernel.ts';

/**
 * Kernel of decoder and bilinear interpolation in one, for texels of one to four 8-bit components in a word, where
 * nothing is narrowed: each byte is looked up as its code and goes straight into the four products.
 */
export class ByteBilinear implements BilinearKernel {
  /** The codes of the low byte of a word, 256 of them, then of the next bytes. */
  private readonly codes: Float64Array;
  /** The component, 0 to 3 for r, g, b, a, that each byte of a word is. */
  private readonly component0: number;
  private readonly component1: number;
  private readonly component2: number;
  private readonly component3: number;
  private readonly one: number;
  /** True if a texel is less than a word, so that its address may lie within one. */
  private readonly narrow: boolean;

  /** Null for states that the kernel does not cover. */
  static of(tables: TexelTables, { image, design }: Binding): ByteBilinear | null {
    const bytes = tables.fields.map(({ byte, shift, mask }) => (shift === 0 && mask === 255 ? byte : -1));
    if (bytes.toSorted((a, b) => a - b).join() !== '0,1,2,3') return null;
    const components = [0, 1, 2, 3].map((byte) => bytes.indexOf(byte));
    const codes = components.map((component) => tables.fields[component].codes);
    return new ByteBilinear(components, codes, 2 ** design.filter.weightBits, image.texelStride < 4);
  }

  private constructor(components: readonly number[], codes: readonly Float32Array[], one: number, narrow: boolean) {
    [this.component0, this.component1, this.component2, this.component3] = components;
    this.codes = new Float64Array(4 * 256);
    codes.forEach((ofByte, byte) => this.codes.set(ofByte, 256 * byte));
    this.one = one;
    this.narrow = narrow;
  }

  bilinear(
    { address, alpha, beta }: Footprints,
    at: number,
    words: Uint32Array,
    _dref: number,
    value: Float64Array,
    to: number,
  ): void {
    const { codes, narrow, one } = this;
    const a = alpha[at];
    const b = beta[at];
    const a0 = one - a;
    const b0 = one - b;
    const w00 = texelWord(words, address[4 * at], narrow);
    const w10 = texelWord(words, address[4 * at + 1], narrow);
    const w01 = texelWord(words, address[4 * at + 2], narrow);
    const w11 = texelWord(words, address[4 * at + 3], narrow);
    value[to + this.component0] = ofByte(codes, 0, w00, w10, w01, w11, a0, a, b0, b);
    value[to + this.component1] = ofByte(codes, 1, w00, w10, w01, w11, a0, a, b0, b);
    value[to + this.component2] = ofByte(codes, 2, w00, w10, w01, w11, a0, a, b0, b);
    value[to + this.component3] = ofByte(codes, 3, w00, w10, w01, w11, a0, a, b0, b);
  }
}

/** The word at a byte address. If the address lies within it, the texel is at the low end of what is returned. */
function texelWord(words: Uint32Array, address: number, narrow: boolean): number {
  return narrow ? words[address >>> 2] >>> ((address & 3) << 3) : words[address >>> 2];
}

/** `bilinear` of the codes of one byte of four words. */
function ofByte(
  codes: Float64Array,
  byte: number,
  w00: number,
  w10: number,
  w01: number,
  w11: number,
  a0: number,
  a: number,
  b0: number,
  b: number,
): number {
  const table = byte << 8;
  const shift = byte << 3;
  return bilinear(
    codes[table | ((w00 >>> shift) & 255)],
    codes[table | ((w10 >>> shift) & 255)],
    codes[table | ((w01 >>> shift) & 255)],
    codes[table | ((w11 >>> shift) & 255)],
    a0,
    a,
    b0,
    b,
  );
}
