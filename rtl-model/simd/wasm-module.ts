/** The part of the WebAssembly interface that is used; a browser's page may refuse to have one. */
declare const WebAssembly:
  | {
      Memory: new (size: { readonly initial: number }) => WasmMemory;
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object, imports: object) => { readonly exports: unknown };
    }
  | undefined;

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bytes of a page, in which memories are counted. */
export const PAGE = 65_536;

/** Kernels in WebAssembly. They are compiled when they are wanted for the first time. */
export class WasmModule<Kernels> {
  /** Null where the environment refuses them. */
  private compiled: object | null | undefined;

  /** @param text its bytes, in the encoding of compile-kernels.js */
  constructor(private readonly text: string) {}

  /** The kernels on a memory of their own, or null where WebAssembly, or memory for it, cannot be had. */
  on(bytes: number): { readonly memory: WasmMemory; readonly kernels: Kernels } | null {
    if (this.compiled === undefined) this.compiled = compiled(bytesOf(this.text));
    if (this.compiled === null) return null;
    try {
      const memory = new WebAssembly!.Memory({ initial: Math.ceil(bytes / PAGE) });
      const { exports } = new WebAssembly!.Instance(this.compiled, { env: { memory } });
      return { memory, kernels: exports as Kernels };
    } catch {
      // A RangeError of a memory that the system does not give.
      return null;
    }
  }
}

/** Modules, null where the environment refuses them: equal states share one, and what it was compiled to. */
const MADE: { readonly bytes: Uint8Array; readonly module: object | null }[] = [];
const MOST_MADE = 256;

/** A memory of at least so many bytes, or null where it, or WebAssembly, cannot be had. */
export function newMemory(bytes: number): WasmMemory | null {
  if (typeof WebAssembly === 'undefined') return null;
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  } catch {
    // A RangeError of a memory that the system does not give.
    return null;
  }
}

/** The functions of a module on a memory, or null where the environment refuses it. */
export function instantiate(bytes: Uint8Array, memory: WasmMemory): unknown {
  let made = MADE.find((known) => isSame(known.bytes, bytes));
  if (made === undefined) {
    if (MADE.length >= MOST_MADE) MADE.length = 0;
    MADE.push((made = { bytes, module: compiled(bytes) }));
  }
  return made.module && new WebAssembly!.Instance(made.module, { env: { memory } }).exports;
}

/** The module, or null where the environment refuses it. */
function compiled(bytes: Uint8Array): object | null {
  try {
    return typeof WebAssembly === 'undefined' ? null : new WebAssembly.Module(bytes);
  } catch {
    // A content policy without WebAssembly, or an engine without 128-bit SIMD.
    return null;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function bytesOf(text: string): Uint8Array {
  const byte = (coded: string) =>
    93 * (coded.length - 1) * (coded.charCodeAt(0) - 31) + coded.charCodeAt(coded.length - 1) - 42;
  return Uint8Array.from(text.match(/[ !]?[^ !]/g)!, byte);
}
