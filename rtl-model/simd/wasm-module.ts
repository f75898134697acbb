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
  private readonly text: string;
  /** Null where the environment refuses them. */
  private compiled: object | null | undefined;

  /** @param text its bytes, in the encoding of compile-kernels.js */
  constructor(text: string) {
    this.text = text;
  }

  /** The kernels on a memory of their own, or null where WebAssembly, or memory for it, cannot be had. */
  on(bytes: number): { readonly memory: WasmMemory; readonly kernels: Kernels } | null {
    if (this.compiled === undefined) this.compiled = this.compile();
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

  private compile(): object | null {
    try {
      return typeof WebAssembly === 'undefined' ? null : new WebAssembly.Module(bytesOf(this.text));
    } catch {
      // A content policy without WebAssembly, or an engine without 128-bit SIMD.
      return null;
    }
  }
}

/** Modules by their bytes, null where the environment refuses them: equal states share one, and what it was compiled to. */
const MADE = new Map<string, object | null>();
const MOST_MADE = 256;
/** Bytes that a call takes as arguments. */
const PIECE = 4096;

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
  const key = keyOf(bytes);
  let made = MADE.get(key);
  if (made === undefined) {
    try {
      made = new WebAssembly!.Module(bytes);
    } catch {
      // A content policy without WebAssembly, or an engine without 128-bit SIMD.
      made = null;
    }
    if (MADE.size >= MOST_MADE) MADE.clear();
    MADE.set(key, made);
  }
  return made && new WebAssembly!.Instance(made, { env: { memory } }).exports;
}

/** A character for each byte. */
function keyOf(bytes: Uint8Array): string {
  let key = '';
  for (let at = 0; at < bytes.length; at += PIECE) key += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return key;
}

function bytesOf(text: string): Uint8Array {
  const byte = (coded: string) =>
    93 * (coded.length - 1) * (coded.charCodeAt(0) - 31) + coded.charCodeAt(coded.length - 1) - 42;
  return Uint8Array.from(text.match(/[ !]?[^ !]/g)!, byte);
}
