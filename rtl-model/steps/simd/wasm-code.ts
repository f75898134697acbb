import * as SIMD from './simd-opcodes.ts';

/** Opcodes on the integers of the stack. */
export const SCALAR = {
  return: 0x0f,
  isZero: 0x45,
  less: 0x48,
  lessUnsigned: 0x49,
  add: 0x6a,
  multiply: 0x6c,
  and: 0x71,
  or: 0x72,
  shiftLeft: 0x74,
  shiftRightUnsigned: 0x76,
  or64: 0x84,
} as const;

/** Opcodes of loads and stores of 32 bits, 64 bits and a byte. */
export const WORD = { load: 0x28, load64: 0x29, loadByte: 0x2d, store64: 0x37 } as const;

/** Types of locals. */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const V128 = 0x7b;

/** The body of a function, instruction by instruction. */
export class WasmCode {
  readonly bytes: number[] = [];
  /** What comes before `bytes`. */
  readonly head: number[] = [];
  private readonly locals: number[] = [];

  constructor(private readonly parameters: number) {}

  /** A new local. @returns its number */
  local(type: number): number {
    this.locals.push(type);
    return this.parameters + this.locals.length - 1;
  }

  get(local: number): void {
    this.bytes.push(0x20, ...unsigned(local));
  }

  set(local: number): void {
    this.bytes.push(0x21, ...unsigned(local));
  }

  tee(local: number): void {
    this.bytes.push(0x22, ...unsigned(local));
  }

  /** An instruction without immediates. */
  op(opcode: number): void {
    this.bytes.push(opcode);
  }

  integer(value: number): void {
    this.bytes.push(0x41, ...signed(value | 0));
  }

  simd(opcode: number, ...immediates: readonly number[]): void {
    this.bytes.push(0xfd, ...unsigned(opcode), ...immediates);
  }

  /** A load or store of the memory at the address on the stack. @param lane of loads and stores of one lane */
  memory(opcode: number, offset: number, lane?: number): void {
    this.simd(opcode, 0, ...unsigned(offset));
    if (lane !== undefined) this.bytes.push(lane);
  }

  /** A load or store of an integer (WORD) at the address on the stack. */
  scalar(opcode: number, offset: number): void {
    this.bytes.push(opcode, 0, ...unsigned(offset));
  }

  vector(bytes: readonly number[]): void {
    this.simd(SIMD.constant, ...bytes);
  }

  block(body: () => void): void {
    this.bytes.push(0x02, 0x40);
    body();
    this.bytes.push(0x0b);
  }

  loop(body: () => void): void {
    this.bytes.push(0x03, 0x40);
    body();
    this.bytes.push(0x0b);
  }

  /** For the condition on the stack. */
  branch(yes: () => void, no?: () => void): void {
    this.bytes.push(0x04, 0x40);
    yes();
    if (no !== undefined) {
      this.bytes.push(0x05);
      no();
    }
    this.bytes.push(0x0b);
  }

  breakIf(depth: number): void {
    this.bytes.push(0x0d, depth);
  }

  call(f: number): void {
    this.bytes.push(0x10, f);
  }

  body(): number[] {
    const groups: [number, number][] = [];
    for (const type of this.locals) {
      const last = groups[groups.length - 1];
      if (last?.[1] === type) last[0]++;
      else groups.push([1, type]);
    }
    const declared = groups.flatMap(([n, type]) => [...unsigned(n), type]);
    const code = [...unsigned(groups.length), ...declared, ...this.head, ...this.bytes, 0x0b];
    return [...unsigned(code.length), ...code];
  }
}

/** A function of a module. */
export interface WasmFunction {
  readonly name: string | null;
  /** Types of parameters and results. */
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  readonly code: WasmCode;
}

/** The bytes of a module whose memory is imported as env.memory. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array {
  const exported = functions.flatMap(({ name }, n) => (name === null ? [] : [[...text(name), 0, n]]));
  const types = functions.map(({ parameters, results }) => [
    0x60,
    ...unsigned(parameters.length),
    ...parameters,
    ...unsigned(results.length),
    ...results,
  ]);
  const sections: readonly [number, readonly (readonly number[])[]][] = [
    [1, types],
    [2, [[...text('env'), ...text('memory'), 2, 0, 1]]],
    [3, functions.map((_, n) => unsigned(n))],
    [7, exported],
    [10, functions.map(({ code }) => code.body())],
  ];
  const bytes: number[] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  for (const [id, entries] of sections) {
    const length = unsigned(entries.length);
    const size = entries.reduce((sum, entry) => sum + entry.length, length.length);
    bytes.push(id, ...unsigned(size), ...length);
    for (const entry of entries) for (const byte of entry) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

function text(name: string): number[] {
  return [name.length, ...Array.from(name, (char) => char.charCodeAt(0))];
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest >>>= 7;
  } while (rest !== 0);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ;) {
    const low = rest & 127;
    rest >>= 7;
    if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low];
    bytes.push(low | 128);
  }
}
