import type { RoundingMode } from '../../fixed-point/rounding.ts';
import type { StepNode } from '../step.ts';
import * as SIMD from './simd-opcodes.ts';
import { I32, V128, type WasmBytes, WasmCode } from './wasm-code.ts';

/** A value in locals: one for four lanes, two for four float64; of a colour one for each of `vectors`, or two of float64. */
export type Locals = readonly number[];

/** The lanes of a quad. */
export const LANES = [0, 1, 2, 3] as const;

/** The bytes of a shuffle of entries of 32 bits. */
const SHUFFLED = new Uint8Array(16);

/** What the forms of all steps emit: constants, locals, shuffles and gathers of 128-bit SIMD. */
export class SimdEmitter {
  readonly code: WasmCode;
  private readonly constants = new Map<string, number>();
  private readonly shared = new Map<string, Locals>();

  /** The components of the result that colours have, if that is one for all: then a vector has it of four lanes. */
  plane: readonly boolean[] | null = null;

  /** The values of the steps so far. */
  readonly values = new Map<StepNode, Locals>();

  /** @param always a parameter that is never 0 */
  constructor(
    parameters: number,
    private readonly always: number,
  ) {
    this.code = new WasmCode(parameters);
  }

  /** The vectors of a colour by their numbers: the components of each lane, or the only component of four lanes. */
  get vectors(): readonly number[] {
    return this.plane === null ? LANES : [0];
  }

  /** A number of each lane beside each vector of a colour. */
  beside(a: number): Locals {
    if (this.plane !== null) return [a];
    return LANES.map((lane) => {
      this.splatLane(a, lane);
      return this.kept();
    });
  }

  /** A mask of each lane beside both vectors of float64 of each vector of a colour. */
  besideDoubles(mask: number): Locals {
    return this.plane === null ? this.beside(mask).flatMap((own) => [own, own]) : this.wideMasks(mask);
  }

  /** A mask of each lane for float64. */
  wideMasks(mask: number): Locals {
    return this.once(`wide ${mask}`, () =>
      [0, 2].map((n) => {
        this.shuffle32(mask, mask, [n, n, n + 1, n + 1]);
        return this.kept();
      }),
    );
  }

  value(step: StepNode): Locals {
    return this.values.get(step)!;
  }

  locals(count: number): number[] {
    return Array.from({ length: count }, () => this.code.local(V128));
  }

  /** A constant vector of 16 bytes, in a local that is set before the loop. */
  constantVector(bytes: ArrayLike<number>): number {
    const vector = new Uint8Array(16);
    vector.set(bytes);
    const key = new Uint32Array(vector.buffer).join();
    let local = this.constants.get(key);
    if (local === undefined) {
      local = this.before((before) => before.vector(vector));
      this.constants.set(key, local);
    }
    return local;
  }

  /** What `make` leaves on the stack before the loop, in a local. */
  before(make: (code: WasmBytes) => void): number {
    const local = this.code.local(V128);
    make(this.code.head);
    this.code.head.set(local);
    return local;
  }

  /** Integers of 32 bits; a number stands for all. */
  integers(values: number | readonly number[]): number {
    return this.filled(new Int32Array(4), values);
  }

  floats(values: number | readonly number[]): number {
    return this.filled(new Float32Array(4), values);
  }

  doubles(values: number | readonly number[]): number {
    return this.filled(new Float64Array(2), values);
  }

  private filled(vector: Int32Array | Float32Array | Float64Array, values: number | readonly number[]): number {
    if (typeof values === 'number') vector.fill(values);
    else vector.set(values);
    return this.constantVector(new Uint8Array(vector.buffer));
  }

  halfWords(value: number): number {
    return this.constantVector(new Uint8Array(new Int16Array(8).fill(value).buffer));
  }

  splatInteger(value: number): void {
    this.code.get(this.integers(value));
  }

  splatDouble(value: number): void {
    this.code.get(this.doubles(value));
  }

  /** What `make` leaves on the stack, in a local: once for each key. */
  once(key: string, make: () => Locals): Locals {
    let known = this.shared.get(key);
    if (known === undefined) this.shared.set(key, (known = make()));
    return known;
  }

  /** `op` of locals, in a new local. */
  binary(opcode: number, a: number, b: number): number {
    const { code } = this;
    code.get(a);
    code.get(b);
    code.simd(opcode);
    return this.kept();
  }

  unary(opcode: number, a: number): number {
    this.code.get(a);
    this.code.simd(opcode);
    return this.kept();
  }

  /** A vector shifted by a number of bits. */
  shifted(opcode: number, a: number, bits: number): number {
    this.code.get(a);
    this.code.integer(bits);
    this.code.simd(opcode);
    return this.kept();
  }

  kept(): number {
    const local = this.code.local(V128);
    this.code.set(local);
    return local;
  }

  /** Entries of 32 bits of two vectors. */
  shuffle32(a: number, b: number, entries: readonly number[]): void {
    this.code.get(a);
    this.shuffleWith(b, entries);
  }

  /** Entries of 32 bits of the vector on the stack and of another. */
  shuffleWith(b: number, entries: readonly number[]): void {
    const { code } = this;
    code.get(b);
    for (let byte = 0; byte < 16; byte++) SHUFFLED[byte] = 4 * entries[byte >> 2] + (byte & 3);
    code.shuffle(SHUFFLED);
  }

  /** Entry `lane` of a vector, four times. */
  splatLane(a: number, lane: number): void {
    this.shuffle32(a, a, [lane, lane, lane, lane]);
  }

  extract(a: number, lane: number): void {
    this.code.get(a);
    this.code.simd(SIMD.extract32, lane);
  }

  /** Entries of `bits` bits at addresses in locals. */
  gather(addresses: readonly number[], bits: 32 | 64, offset: number): void {
    const { code } = this;
    code.get(addresses[0]);
    code.memory(bits === 32 ? SIMD.loadZero32 : SIMD.loadZero64, offset);
    addresses.slice(1).forEach((address, n) => {
      const vector = this.kept();
      code.get(address);
      code.get(vector);
      code.memory(bits === 32 ? SIMD.loadLane32 : SIMD.loadLane64, offset, n + 1);
    });
  }

  /** An integer of each lane, times a power of two, as float64: two vectors. */
  doublesOfIntegers(a: number, unit = 1, convert = SIMD.convertInt32F64): Locals {
    const { code } = this;
    this.shuffle32(a, a, [2, 3, 2, 3]);
    const upper = this.kept();
    return [a, upper].map((half) => {
      code.get(half);
      code.simd(convert);
      if (unit !== 1) {
        this.splatDouble(unit);
        code.simd(SIMD.multiplyF64);
      }
      return this.kept();
    });
  }

  /** The float64 that go with vector n of a colour. @param doubles one for each lane, in two vectors */
  doublesBeside(doubles: Locals, n: number): Locals {
    if (this.plane !== null) return doubles;
    const half = doubles[n >> 1];
    const entry = 2 * (n & 1);
    this.shuffle32(half, half, [entry, entry + 1, entry, entry + 1]);
    const double = this.kept();
    return [double, double];
  }

  /** An integer of each lane, times a power of two, as float64: beside both vectors of float64 of each vector of a colour. */
  laneDoubles(a: number, unit = 1): Locals {
    return this.once(`lane doubles ${a} ${unit}`, () => {
      const doubles = this.doublesOfIntegers(a, unit);
      return this.vectors.flatMap((n) => this.doublesBeside(doubles, n));
    });
  }

  /** The same as float32, beside each vector of a colour. */
  laneFloats(a: number, unit = 1): Locals {
    return this.once(`lane floats ${a} ${unit}`, () => {
      const { code } = this;
      code.get(a);
      code.simd(SIMD.convertInt32);
      if (unit !== 1) {
        code.get(this.floats(unit));
        code.simd(SIMD.multiplyF32);
      }
      return this.beside(this.kept());
    });
  }

  /** The float32 of a vector as float64: two vectors, or the lower one alone. */
  doublesOfFloats(a: number, halves = 2): Locals {
    const low = this.unary(SIMD.promote, a);
    if (halves === 1) return [low];
    this.shuffle32(a, a, [2, 3, 2, 3]);
    this.code.simd(SIMD.promote);
    return [low, this.kept()];
  }

  /** Four float64 as integers, saturated; 0 for NaN. */
  integersOfDoubles(a: Locals): number {
    const [low, high] = [0, 1].map((n) => this.unary(SIMD.truncF64ToInt32, localAt(a, n)));
    this.shuffle32(low, high, [0, 1, 4, 5]);
    return this.kept();
  }

  /**
   * The vectors that `make` leaves, in a branch that is always taken. A compiler orders the instructions of a branch as it
   * likes, those of all lanes abreast: in a branch of its own, a lane needs no more registers than there are.
   */
  apart(count: number, make: () => Locals): Locals {
    if (this.plane !== null) return make();
    const { code } = this;
    const kept = this.locals(count);
    for (const local of kept) {
      this.splatInteger(0);
      code.set(local);
    }
    code.get(this.always);
    code.branch(() =>
      this.inside(() =>
        make().forEach((local, n) => {
          code.get(local);
          code.set(kept[n]);
        }),
      ),
    );
    return kept;
  }

  /** What `body` makes, inside a branch, is unknown after it. */
  inside(body: () => void): void {
    const known = new Set(this.shared.keys());
    body();
    for (const key of this.shared.keys()) if (!known.has(key)) this.shared.delete(key);
  }

  select(mask: number, yes: number, no: number): number {
    const { code } = this;
    code.get(yes);
    return this.binary(SIMD.bitselect, no, mask);
  }

  selectColor(mask: number, yes: Locals, no: Locals): Locals {
    const length = yes.length / this.vectors.length;
    if (length === 1) {
      const masks = this.beside(mask);
      return yes.map((local, n) => this.select(masks[n], local, no[n]));
    }
    const masks = this.besideDoubles(mask);
    return yes.map((local, n) => this.select(masks[2 * Math.floor(n / length) + ((n % length) & 1)], local, no[n]));
  }

  addresses(at: number): Locals {
    return LANES.map((lane) => {
      const address = this.code.local(I32);
      this.extract(at, lane);
      this.code.set(address);
      return address;
    });
  }

  /** `roundToInteger` of what is on the stack, of magnitude below 2^51. */
  roundDouble(mode: RoundingMode): void {
    this.roundedDouble(mode);
    // No -0.
    this.splatDouble(0);
    this.code.simd(SIMD.addF64);
  }

  private roundedDouble(mode: RoundingMode): void {
    const { code } = this;
    const op = (opcode: number, value?: number) => {
      if (value !== undefined) this.splatDouble(value);
      code.simd(opcode);
    };
    switch (mode) {
      case 'nearest-even':
        return op(SIMD.nearestF64);
      case 'nearest-up':
        op(SIMD.addF64, 0.5);
        return op(SIMD.floorF64);
      case 'nearest-down':
        op(SIMD.subtractF64, 0.5);
        return op(SIMD.ceilF64);
      case 'floor':
        return op(SIMD.floorF64);
      case 'ceil':
        return op(SIMD.ceilF64);
      case 'toward-zero':
        return op(SIMD.truncF64);
      case 'nearest-away': {
        const x = this.kept();
        code.get(x);
        code.get(x);
        this.splatDouble(-0);
        code.simd(SIMD.and);
        this.splatDouble(0.5);
        code.simd(SIMD.or);
        code.simd(SIMD.addF64);
        return op(SIMD.truncF64);
      }
      case 'nearest-toward-zero': {
        const x = this.kept();
        code.get(x);
        code.simd(SIMD.absF64);
        op(SIMD.subtractF64, 0.5);
        code.simd(SIMD.ceilF64);
        code.get(x);
        this.splatDouble(-0);
        code.simd(SIMD.and);
        return code.simd(SIMD.or);
      }
    }
  }

  /** A vector of two float64 by their words. */
  twice(low: number, high: number): number {
    return this.integers([low, high, low, high]);
  }

  /** Float32 texels of a vector. @param square texel n of vector v at n times the vectors + v */
  texelsOf(square: Locals, vector: number): Locals {
    const { length } = this.vectors;
    return Array.from({ length: square.length / length }, (_, tap) => square[length * tap + vector]);
  }
}

/** Local n of a value; the only one of a constant. */
export function localAt(value: Locals, n: number): number {
  return value[value.length === 1 ? 0 : n];
}

/** True if every value fits 32 bits, unsigned ones included. */
export function fits32({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return low >= -(2 ** 31) && high < (low < 0 ? 2 ** 31 : 2 ** 32);
}
