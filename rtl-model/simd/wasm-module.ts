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

function bytesOf(text: string): Uint8Array {
  const byte = (coded: string) =>
    93 * (coded.length - 1) * (coded.charCodeAt(0) - 31) + coded.charCodeAt(coded.length - 1) - 42;
  return Uint8Array.from(text.match(/[ !]?[^ !]/g)!, byte);
}
