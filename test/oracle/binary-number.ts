/** A number m 2^e from 0 in integers, as a wire of hardware holds it: the statement that widths are compared with. */
export interface BinaryNumber {
  readonly m: bigint;
  readonly e: number;
}

/** The magnitude of a float32; denormals are zeros. */
export function magnitude(x: number): BinaryNumber {
  const bits = new Uint32Array(Float32Array.of(x).buffer)[0] & 0x7fff_ffff;
  const exponent = bits >>> 23;
  return exponent === 0 ? { m: 0n, e: 0 } : { m: BigInt((bits & 0x7f_ffff) + 0x80_0000), e: exponent - 150 };
}

/** The bits of an integer from 0. */
export function bitsOf(m: bigint): number {
  return m === 0n ? 0 : m.toString(2).length;
}

/** m with its lowest bits dropped, or with zeros behind them for a negative number. */
export function shifted(m: bigint, dropped: number): bigint {
  return dropped >= 0 ? m >> BigInt(dropped) : m << BigInt(-dropped);
}

/** The number in integers of 2^e, with the bits below dropped. */
export function inUnits({ m, e }: BinaryNumber, unit: number): bigint {
  return shifted(m, unit - e);
}

/** The number with its leading bits alone. */
export function leading({ m, e }: BinaryNumber, bits: number): BinaryNumber {
  const dropped = Math.max(0, bitsOf(m) - bits);
  return { m: shifted(m, dropped), e: e + dropped };
}

/** The integer square root, bit by bit. */
export function integerRoot(n: bigint): bigint {
  let root = 0n;
  for (let bit = 1n << BigInt(bitsOf(n) >> 1); bit > 0n; bit >>= 1n) if ((root + bit) ** 2n <= n) root += bit;
  return root;
}

/** The leading bits of a square root. */
export function rootOf({ m, e }: BinaryNumber, bits: number): BinaryNumber {
  const zeros = 2 * bits + ((e & 1) === 0 ? 0 : 1);
  return leading({ m: integerRoot(m << BigInt(zeros)), e: (e - zeros) / 2 }, bits);
}

/** The leading bits of a quotient. */
export function quotientOf(a: BinaryNumber, b: BinaryNumber, bits: number): BinaryNumber {
  const zeros = Math.max(0, bits + bitsOf(b.m) - bitsOf(a.m) + 1);
  return leading({ m: (a.m << BigInt(zeros)) / b.m, e: a.e - b.e - zeros }, bits);
}

export function times(a: BinaryNumber, b: BinaryNumber): BinaryNumber {
  return { m: a.m * b.m, e: a.e + b.e };
}

export function isLess(a: BinaryNumber, b: BinaryNumber): boolean {
  const e = Math.min(a.e, b.e);
  return inUnits(a, e) < inUnits(b, e);
}

/** The number as a float64, which holds up to 53 bits of it. */
export function toNumber({ m, e }: BinaryNumber): number {
  return Number(m) * 2 ** e;
}
