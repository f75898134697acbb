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

/** Instructions, byte by byte, in storage that grows. */
export class WasmBytes {
  private storage = new Uint8Array(1024);
  length = 0;

  /** The bytes so far: valid until the next one is added. */
  get bytes(): Uint8Array {
    return this.storage.subarray(0, this.length);
  }

  byte(value: number): void {
    if (this.length === this.storage.length) this.grow(1);
    this.storage[this.length++] = value;
  }

  append(bytes: ArrayLike<number>): void {
    if (this.length + bytes.length > this.storage.length) this.grow(bytes.length);
    this.storage.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** LEB128. */
  unsigned(value: number): void {
    let rest = value >>> 0;
    for (; rest > 127; rest >>>= 7) this.byte((rest & 127) | 128);
    this.byte(rest);
  }

  private signed(value: number): void {
    let rest = value;
    for (; rest < -64 || rest > 63; rest >>= 7) this.byte((rest & 127) | 128);
    this.byte(rest & 127);
  }

  get(local: number): void {
    this.byte(0x20);
    this.unsigned(local);
  }

  set(local: number): void {
    this.byte(0x21);
    this.unsigned(local);
  }

  tee(local: number): void {
    this.byte(0x22);
    this.unsigned(local);
  }

  /** An instruction without immediates. */
  op(opcode: number): void {
    this.byte(opcode);
  }

  integer(value: number): void {
    this.byte(0x41);
    this.signed(value | 0);
  }

  /** @param lane of instructions on one lane */
  simd(opcode: number, lane?: number): void {
    this.byte(0xfd);
    this.unsigned(opcode);
    if (lane !== undefined) this.byte(lane);
  }

  /** The bytes of two vectors by their numbers: 0 to 15 of the first, 16 to 31 of the second. */
  shuffle(bytes: ArrayLike<number>): void {
    this.simd(SIMD.shuffle);
    this.append(bytes);
  }

  /** A load or store of the memory at the address on the stack. @param lane of loads and stores of one lane */
  memory(opcode: number, offset: number, lane?: number): void {
    this.simd(opcode, 0);
    this.unsigned(offset);
    if (lane !== undefined) this.byte(lane);
  }

  /** A load or store of an integer (WORD) at the address on the stack. */
  scalar(opcode: number, offset: number): void {
    this.byte(opcode);
    this.byte(0);
    this.unsigned(offset);
  }

  vector(bytes: ArrayLike<number>): void {
    this.simd(SIMD.constant);
    this.append(bytes);
  }

  block(body: () => void): void {
    this.append([0x02, 0x40]);
    body();
    this.byte(0x0b);
  }

  loop(body: () => void): void {
    this.append([0x03, 0x40]);
    body();
    this.byte(0x0b);
  }

  /** For the condition on the stack. */
  branch(yes: () => void, no?: () => void): void {
    this.append([0x04, 0x40]);
    yes();
    if (no !== undefined) {
      this.byte(0x05);
      no();
    }
    this.byte(0x0b);
  }

  breakIf(depth: number): void {
    this.byte(0x0d);
    this.byte(depth);
  }

  call(f: number): void {
    this.byte(0x10);
    this.byte(f);
  }

  private grow(by: number): void {
    const larger = new Uint8Array(2 * this.storage.length + by);
    larger.set(this.bytes);
    this.storage = larger;
  }
}

/** The body of a function, instruction by instruction. */
export class WasmCode extends WasmBytes {
  /** The instructions that come before all others: constants that are set before a loop. */
  readonly head = new WasmBytes();
  private readonly locals: number[] = [];

  constructor(private readonly parameters: number) {
    super();
  }

  /** A new local. @returns its number */
  local(type: number): number {
    this.locals.push(type);
    return this.parameters + this.locals.length - 1;
  }

  /** Appends the body, with its length and its locals. */
  appendTo(to: WasmBytes): void {
    const groups: [number, number][] = [];
    for (const type of this.locals) {
      const last = groups[groups.length - 1];
      if (last?.[1] === type) last[0]++;
      else groups.push([1, type]);
    }
    const declared = new WasmBytes();
    declared.unsigned(groups.length);
    for (const [count, type] of groups) {
      declared.unsigned(count);
      declared.byte(type);
    }
    to.unsigned(declared.length + this.head.length + this.length + 1);
    for (const part of [declared, this.head, this]) to.append(part.bytes);
    to.byte(0x0b);
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
  const module = new WasmBytes();
  module.append([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = <Item>(
    id: number,
    items: readonly Item[],
    append: (to: WasmBytes, item: Item, n: number) => void,
  ) => {
    const content = new WasmBytes();
    content.unsigned(items.length);
    items.forEach((item, n) => append(content, item, n));
    module.byte(id);
    module.unsigned(content.length);
    module.append(content.bytes);
  };
  section(1, functions, (to, { parameters, results }) => {
    to.byte(0x60);
    for (const types of [parameters, results]) {
      to.unsigned(types.length);
      to.append(types);
    }
  });
  section(2, [['env', 'memory']], (to, names) => {
    names.forEach((name) => appendText(to, name));
    to.append([2, 0, 1]);
  });
  section(3, functions, (to, _, n) => to.unsigned(n));
  const exported = functions.flatMap(({ name }, n) => (name === null ? [] : [[name, n] as const]));
  section(7, exported, (to, [name, n]) => {
    appendText(to, name);
    to.append([0, n]);
  });
  section(10, functions, (to, { code }) => code.appendTo(to));
  return module.bytes.slice();
}

function appendText(to: WasmBytes, name: string): void {
  to.byte(name.length);
  to.append(Array.from(name, (char) => char.charCodeAt(0)));
}
