import type { StepNode } from '../step.ts';
import { isFloat, type TexelCodes } from '../texel-codes.ts';
import type { FloatParts } from './float-parts.ts';
import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import { I32 } from './wasm-code.ts';

/** A byte index that selects no byte of a vector. */
const NONE = 255;
/** The sign bit of 32 bits. */
const SIGN = 0x80000000 | 0;

/** The comparison of a reference with unsigned codes, or with floats. */
interface Comparison {
  /** The code of a comparison that holds. */
  readonly one: number;
  /** True if the reference is rounded to a code; of floats if denormals count as zeros. */
  readonly quantized: boolean;
  /** True if it holds where the reference is less, equal, greater or, with a NaN, none of these. */
  readonly less: boolean;
  readonly equal: boolean;
  readonly greater: boolean;
  readonly unordered: boolean;
  /** True for the components of the result that come from a texel. */
  readonly components: readonly boolean[];
}

/** Loads of texels, and the steps on squares of them. */
export class TexelSteps {
  /** The border's address of the square in hand. */
  private border: number | null = null;

  /** @param state the local of the record's address  @param decode the number of the function that decodes a texel */
  constructor(
    private readonly e: SimdEmitter,
    private readonly floats: FloatParts,
    private readonly state: number,
    private readonly decode: number,
  ) {}

  /**
   * Upper and lower rows of each vector: 16-bit codes of two texels side by side in 32 bits. A texel alone has 32 bits.
   *
   * @param inPairs true for halves as such codes, false for float32: texel n of vector v at n times the vectors + v
   */
  square({ operands, detail }: StepNode, inPairs: boolean): Locals {
    const { e } = this;
    const { code } = e;
    const codes = detail as TexelCodes;
    const [at00, at10, at01, at11, border] = operands.map((operand) => e.value(operand)[0]);
    const all = [at00, at10, at01, at11];
    this.border = border ?? null;
    if (codes.form === 'floats') return this.wordSquare(codes, all);
    if (codes.form === 'depths') {
      const mask = e.integers(2 ** 24 - 1);
      return this.wordSquare(codes, all).map((texel) => e.binary(SIMD.and, texel, mask));
    }
    const halves = isFloat(codes);
    if (codes.taps === 1) {
      const texels = this.single(codes, at00);
      return halves && !inPairs ? texels.map((texel) => this.floats.ofHalves(texel)[0]) : texels;
    }
    const narrow = !isDecoded(codes) && codes.stride <= 4;
    const raw = e.locals(narrow ? 4 : 8);
    const stride = e.integers(codes.stride);
    if (isDecoded(codes)) this.fourTexels(codes, all, raw);
    else {
      const apart = pairsOf(operands).map(([left, right]) =>
        e.binary(SIMD.xor, e.binary(SIMD.subtract32, e.value(right)[0], e.value(left)[0]), stride),
      );
      // Neighbours in a row of the border are no further apart.
      const onBorder = border === undefined ? [] : [at00, at01].map((at) => e.shifted(SIMD.shiftRight32, at, 31));
      code.get([...apart, ...onBorder].reduce((a, b) => e.binary(SIMD.or, a, b)));
      code.simd(SIMD.anyTrue);
      code.branch(
        () => this.fourTexels(codes, all, raw),
        () => this.rowsOfTexels(at00, at01, raw),
      );
    }
    const second = narrow ? 8 : 0;
    const upper = this.swizzle(codes, 0, narrow ? codes.stride : 8);
    const lower = this.swizzle(codes, second, second + (narrow ? codes.stride : 8));
    const rows = [upper, lower].flatMap((order, row) =>
      this.vectorsOf(LANES.map((lane) => e.binary(SIMD.swizzle, raw[narrow ? lane : lane + 4 * row], order))),
    );
    if (!halves) return rows.map((pairs) => this.asCodes(codes, pairs));
    if (inPairs) return rows;
    const texels = rows.map((pairs) => this.floats.ofHalves(pairs));
    const { length } = e.vectors;
    return [0, 1, 2, 3].flatMap((tap) => e.vectors.map((n) => texels[length * (tap >> 1) + n][tap & 1]));
  }

  /** The vectors of a colour, from the components of each lane. */
  private vectorsOf(lanes: Locals): Locals {
    const { e } = this;
    if (e.plane === null) return lanes;
    const c = e.plane.indexOf(true);
    const [low, high] = [lanes.slice(0, 2), lanes.slice(2)].map(([a, b]) => {
      e.shuffle32(a, b, [c, 4 + c, c, 4 + c]);
      return e.kept();
    });
    e.shuffle32(low, high, [0, 1, 4, 5]);
    return [e.kept()];
  }

  /** Both rows of each lane, whose texels lie side by side: one load for each row, in one vector where they fit. */
  private rowsOfTexels(above: number, below: number, raw: Locals): void {
    const { e } = this;
    const { code } = e;
    for (const lane of LANES) {
      if (raw.length === 4) {
        e.extract(below, lane);
        e.extract(above, lane);
        code.memory(SIMD.loadZero64, 0);
        code.memory(SIMD.loadLane64, 0, 1);
        code.set(raw[lane]);
        continue;
      }
      [above, below].forEach((row, n) => {
        e.extract(row, lane);
        code.memory(SIMD.load, 0);
        code.set(raw[lane + 4 * n]);
      });
    }
  }

  /** The vector of bytes that makes 16-bit pairs of the components of two texels, at bytes `first` and `next`. */
  private swizzle({ form, signed, places }: TexelCodes, first: number, next: number): number {
    const { e } = this;
    return e.constantVector(
      places.flatMap((place) =>
        [first, next].flatMap((at) => {
          if (place < 0) return [NONE, NONE];
          if (form === 'bytes') return signed ? [NONE, at + place] : [at + place, NONE];
          return [at + place, at + place + 1];
        }),
      ),
    );
  }

  /** Signed codes hold; unsigned ones of 16 bits lose 2^15, so that they are signed. */
  private asCodes({ form, signed, low, high }: TexelCodes, pairs: number): number {
    const { e } = this;
    const { code } = e;
    if (signed) {
      code.get(pairs);
      if (form === 'bytes') {
        code.integer(8);
        code.simd(SIMD.shiftRight16);
      }
      code.get(e.halfWords(low));
      code.simd(SIMD.max16);
      return e.kept();
    }
    return high <= 32767 ? pairs : e.binary(SIMD.xor, pairs, e.halfWords(-32768));
  }

  /** Four texels of each lane, wherever they lie. */
  private fourTexels(codes: TexelCodes, all: Locals, raw: Locals): void {
    const { e } = this;
    const { code } = e;
    const at = all.map((address) => this.inMemory(codes, address));
    const narrow = raw.length === 4;
    for (const lane of LANES) {
      const addresses = at.map((vector) => {
        const address = code.local(I32);
        e.extract(vector, lane);
        code.set(address);
        return address;
      });
      if (narrow) {
        e.gather(addresses, 32, 0);
        if (codes.stride < 4) {
          // As two loads of texels side by side have them.
          const row = (first: number) =>
            Array.from({ length: 8 }, (_, n) =>
              n < 2 * codes.stride ? first + (n % codes.stride) + 4 * Math.floor(n / codes.stride) : NONE,
            );
          code.get(e.constantVector([...row(0), ...row(8)]));
          code.simd(SIMD.swizzle);
        }
        code.set(raw[lane]);
        continue;
      }
      for (const [n, two] of [addresses.slice(0, 2), addresses.slice(2)].entries()) {
        if (isDecoded(codes)) this.decoded(two);
        else e.gather(two, 64, 0);
        code.set(raw[lane + 4 * n]);
      }
    }
  }

  /** Four codes of each of two texels. */
  private decoded(addresses: readonly number[]): void {
    const { e } = this;
    const { code } = e;
    code.get(addresses[0]);
    code.get(this.state);
    code.call(this.decode);
    code.simd(SIMD.splat64);
    if (addresses.length === 1) return;
    code.get(addresses[1]);
    code.get(this.state);
    code.call(this.decode);
    code.simd(SIMD.insert64, 1);
  }

  /** Addresses, those of the border for negative ones. */
  private inMemory(codes: TexelCodes, at: number): number {
    const { e } = this;
    const { code } = e;
    if (this.border === null || isDecoded(codes)) return at;
    code.get(this.border);
    code.get(at);
    code.get(at);
    code.integer(31);
    code.simd(SIMD.shiftRight32);
    code.simd(SIMD.bitselect);
    return e.kept();
  }

  /** The codes of one texel of each lane, in 32 bits. */
  private single(codes: TexelCodes, place: number): Locals {
    const { e } = this;
    const { code } = e;
    const at = this.inMemory(codes, place);
    const { form, places } = codes;
    const signed = codes.signed && !isFloat(codes);
    const order = e.constantVector(
      places.flatMap((byte) => {
        if (byte < 0) return [NONE, NONE, NONE, NONE];
        if (form === 'bytes') return signed ? [NONE, NONE, NONE, byte] : [byte, NONE, NONE, NONE];
        return signed ? [NONE, NONE, byte, byte + 1] : [byte, byte + 1, NONE, NONE];
      }),
    );
    const texels = LANES.map((lane) => {
      e.extract(at, lane);
      if (isDecoded(codes)) {
        code.get(this.state);
        code.call(this.decode);
        code.simd(SIMD.splat64);
      } else code.memory(codes.stride <= 4 ? SIMD.loadZero32 : SIMD.loadZero64, 0);
      code.get(order);
      code.simd(SIMD.swizzle);
      if (signed) {
        code.integer(form === 'bytes' ? 24 : 16);
        code.simd(SIMD.shiftRight32);
        e.splatInteger(codes.low);
        code.simd(SIMD.max32);
      }
      return e.kept();
    });
    return this.vectorsOf(texels);
  }

  /**
   * The codes, of 1 or of 0, that the comparison of each code with the lane's reference gives. Codes below 2^16 are unsigned:
   * less 2^15 they compare as signed integers of 16 bits.
   */
  compared({ operands: [from], detail, high }: StepNode, square: Locals, dref: number): Locals {
    const { e } = this;
    const { code } = e;
    const comparison = detail as Comparison;
    if (from.kind === 'float32') return this.comparedFloats(comparison, square, dref);
    const { one, components } = comparison;
    // The code where the reference is equal, and the bits that differ where it is less or greater.
    const equal = comparison.equal ? one : 0;
    const less = comparison.less ? one ^ equal : equal;
    const greater = comparison.greater ? one ^ equal : equal;
    const { length } = e.vectors;
    const split = isSplit(from);
    const greaterThan = split ? SIMD.greater32 : SIMD.greater16;
    const splat = (value: number) => (split ? e.integers(value) : e.halfWords(value));
    const reference = e.once(`reference ${dref}`, () =>
      this.reference(dref, comparison, split).flatMap((side) => e.beside(side)),
    );
    const taps = split ? 4 : square.length / length;
    const signed = split || (from.high > 32767 && taps === 2) ? 0 : -32768;
    const bias = high > 32767 ? -32768 : 0;
    const stored = split
      ? e.integers(components.map((is) => (is || e.plane !== null ? -1 : 0)))
      : e.constantVector(
          components.flatMap((is) =>
            is || e.plane !== null ? [255, 255, taps === 2 ? 255 : 0, taps === 2 ? 255 : 0] : [0, 0, 0, 0],
          ),
        );
    return square.map((local, n) => {
      const [floor, ceiling] = [reference[n % length], reference[length + (n % length)]];
      if (signed !== 0) {
        code.get(local);
        code.get(e.halfWords(signed));
        code.simd(SIMD.xor);
      } else code.get(local);
      const pairs = e.kept();
      code.get(pairs);
      code.get(floor);
      code.simd(greaterThan);
      code.get(splat(less));
      code.simd(SIMD.and);
      code.get(ceiling);
      code.get(pairs);
      code.simd(greaterThan);
      code.get(splat(greater));
      code.simd(SIMD.and);
      code.simd(SIMD.xor);
      code.get(splat(equal));
      code.simd(SIMD.xor);
      code.get(stored);
      code.simd(SIMD.and);
      if (bias !== 0 && taps === 2) {
        code.get(e.halfWords(bias));
        code.simd(SIMD.xor);
      }
      return e.kept();
    });
  }

  /** The same of floats: codes 1 and 0. */
  private comparedFloats(comparison: Comparison, square: Locals, dref: number): Locals {
    const { e } = this;
    const { quantized, less, equal, greater, unordered, components } = comparison;
    const flushed = (local: number) => (quantized ? this.floats.flushed(local) : local);
    const references = e.beside(flushed(dref));
    const { length } = e.vectors;
    const none = e.integers(0);
    const stored = e.integers(components.map((is) => (is || e.plane !== null ? -1 : 0)));
    const holds = square.map((local, n) => {
      const reference = references[n % length];
      const texel = flushed(local);
      // The relations that hold, or with NaN those that do not.
      const relations = [
        ...(less !== unordered ? [e.binary(SIMD.lessF32, reference, texel)] : []),
        ...(equal !== unordered ? [e.binary(SIMD.equalF32, reference, texel)] : []),
        ...(greater !== unordered ? [e.binary(SIMD.lessF32, texel, reference)] : []),
      ];
      const any = relations.reduce((a, b) => e.binary(SIMD.or, a, b), none);
      return e.binary(SIMD.and, unordered ? e.unary(SIMD.not, any) : any, stored);
    });
    const bit = (mask: number, place: number) => e.binary(SIMD.and, mask, e.integers(Array<number>(4).fill(place)));
    if (square.length === length) return holds.map((mask) => bit(mask, 1));
    return [0, 2].flatMap((row) =>
      e.vectors.map((n) =>
        e.binary(SIMD.or, bit(holds[row * length + n], 1), bit(holds[(row + 1) * length + n], 0x10000)),
      ),
    );
  }

  /** The floors and the ceilings of the references as codes: less 2^15 in both halves of 32 bits, or split. */
  private reference(dref: number, { one, quantized }: Comparison, split: boolean): Locals {
    const { e } = this;
    const { code } = e;
    // Pseudo-maximum and -minimum take the second operand only where it is beyond the first: NaN becomes 0.
    code.get(e.floats(0));
    code.get(dref);
    code.simd(SIMD.pmaxF32);
    code.get(e.floats(1));
    code.simd(SIMD.pminF32);
    const depth = e.kept();
    const halves = e.doublesOfFloats(depth).map((half) => {
      code.get(half);
      e.splatDouble(one);
      code.simd(SIMD.multiplyF64);
      if (quantized) {
        e.splatDouble(0.5);
        code.simd(SIMD.addF64);
        code.simd(SIMD.floorF64);
      }
      return e.kept();
    });
    return [SIMD.floorF64, SIMD.ceilF64].map((direction) => {
      const words = halves.map((half) => {
        code.get(half);
        code.simd(direction);
        code.simd(SIMD.truncF64ToInt32);
        return e.kept();
      });
      e.shuffle32(words[0], words[1], [0, 1, 4, 5]);
      const both = e.kept();
      if (split) return both;
      code.get(both);
      code.get(both);
      code.integer(16);
      code.simd(SIMD.shiftLeft32);
      code.simd(SIMD.or);
      code.get(e.halfWords(-32768));
      code.simd(SIMD.xor);
      return e.kept();
    });
  }

  /** The codes of one component, in the order of a gather, in 32 bits; or its floats. */
  gathered({ operands: [from], kind }: StepNode, square: Locals): Locals {
    const { e } = this;
    const { code } = e;
    if (kind === 'float32' || isSplit(from)) {
      return LANES.map((lane) => {
        const [first, second, third, fourth] = e.texelsOf(square, lane);
        e.shuffle32(second, first, [0, 4, 0, 4]);
        const upper = e.kept();
        e.shuffle32(third, fourth, [0, 4, 0, 4]);
        e.shuffleWith(upper, [0, 1, 4, 5]);
        return e.kept();
      });
    }
    const biased = square.length === 8 && from.high > 32767 && from.step !== 'constant';
    return LANES.map((lane) => {
      const [upper, lower] = [square[lane], square[lane + 4]];
      // The codes in the upper 16 bits of each entry.
      code.get(lower);
      code.get(upper);
      code.shuffle([0, 0, 0, 1, 0, 0, 2, 3, 0, 0, 18, 19, 0, 0, 16, 17]);
      if (biased) {
        code.get(e.integers(SIGN));
        code.simd(SIMD.xor);
      }
      code.integer(16);
      code.simd(from.low < 0 ? SIMD.shiftRight32 : SIMD.shiftRightU32);
      return e.kept();
    });
  }

  /** The four texels of a vector, floats with denormals flushed or codes in 32 bits. */
  split(from: StepNode, square: Locals, vector: number): Locals {
    const { e } = this;
    if (from.kind === 'float32') return e.texelsOf(square, vector).map((texel) => this.floats.flushed(texel));
    if (isSplit(from)) return e.texelsOf(square, vector);
    const biased = from.high > 32767;
    const shift = from.low < 0 ? SIMD.shiftRight32 : SIMD.shiftRightU32;
    return [square[vector], square[vector + e.vectors.length]].flatMap((pairs) => {
      const plain = biased ? e.binary(SIMD.xor, pairs, e.halfWords(-32768)) : pairs;
      return [e.shifted(SIMD.shiftLeft32, plain, 16), plain].map((local) => e.shifted(shift, local, 16));
    });
  }

  /** Texel n of vector v at n times the vectors + v, in the order of the result, 0 for constants. */
  private wordSquare(codes: TexelCodes, all: Locals): Locals {
    const { e } = this;
    const { code } = e;
    const order = codes.places.flatMap((place) =>
      place < 0 ? [NONE, NONE, NONE, NONE] : [place, place + 1, place + 2, place + 3],
    );
    const identity = order.every((byte, n) => byte === n);
    return all.slice(0, codes.taps).flatMap((address) => {
      const at = this.inMemory(codes, address);
      if (e.plane !== null) {
        e.gather(e.addresses(at), 32, Math.max(...codes.places));
        return [e.kept()];
      }
      const texels = LANES.map((lane) => {
        e.extract(at, lane);
        code.memory(codes.stride <= 4 ? SIMD.loadZero32 : codes.stride <= 8 ? SIMD.loadZero64 : SIMD.load, 0);
        const texel = e.kept();
        if (identity) return texel;
        return e.binary(SIMD.swizzle, texel, e.constantVector(order));
      });
      return texels;
    });
  }
}

/** Places whose distances are those of the texels in the rows of a square: its columns, where both rows have the same. */
function pairsOf([at00, at10, at01, at11]: readonly StepNode[]): readonly (readonly [StepNode, StepNode])[] {
  const [left, right] = [
    [at00, at01],
    [at10, at11],
  ].map(([above, below]) => {
    const isSum = above.step === 'add' && below.step === 'add';
    return isSum && above.operands[0] === below.operands[0] ? above.operands[0] : null;
  });
  if (left !== null && right !== null) return [[left, right]];
  return [
    [at00, at10],
    [at01, at11],
  ];
}

/** True for integer texels in 32 bits, texel n of vector v at n times the vectors + v: others are pairs of 16 bits. */
export function isSplit({ step, kind, operands, detail }: StepNode): boolean {
  if (kind !== 'integer') return false;
  if (step === 'compared') return isSplit(operands[0]);
  return step === 'cornered' || (step === 'square' && (detail as TexelCodes).form === 'depths');
}

/** True for a texel of a row of two that lie side by side in 32 bits. */
export function isOfPair({ step, operands: [square] }: StepNode): boolean {
  if (step !== 'tap' || square.kind !== 'integer' || isSplit(square)) return false;
  const read = square.step === 'compared' ? square.operands[0] : square;
  return (read.detail as TexelCodes).taps === 4;
}

/** True for texels that a function decodes. */
function isDecoded({ form }: TexelCodes): boolean {
  return form === 'decoded' || form === 'decodedHalves';
}
