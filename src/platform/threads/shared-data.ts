import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';

/** A format of texels by its name. */
interface NamedFormat {
  readonly texelFormat: string;
}

/**
 * Data as threads take it: typed arrays in memory that all threads share, so that no thread gets a copy, and formats of
 * texels by their names, because some have functions, which no thread gives to another. Objects of classes keep their
 * fields alone.
 */
export function sharedData(data: unknown): unknown {
  const buffers = new Map<ArrayBufferLike, SharedArrayBuffer>();
  return mapped(data, (object) => {
    if (ArrayBuffer.isView(object)) return inSharedMemory(object as Uint8Array, buffers);
    const { name } = object as { name?: string };
    return name !== undefined && TEXEL_FORMATS.get(name) === object
      ? ({ texelFormat: name } satisfies NamedFormat)
      : null;
  });
}

/** The data that a thread has got from `sharedData`. */
export function dataOfThread(shared: unknown): unknown {
  return mapped(shared, (object) => {
    if (ArrayBuffer.isView(object)) return object;
    const { texelFormat } = object as Partial<NamedFormat>;
    return texelFormat === undefined ? null : TEXEL_FORMATS.get(texelFormat)!;
  });
}

/** A copy of data; `special` gives what replaces an object, or null where its fields are copied. */
function mapped(data: unknown, special: (object: object) => object | null): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const found = special(data);
  if (found !== null) return found;
  if (Array.isArray(data)) return data.map((entry) => mapped(entry, special));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapped(value, special)]));
}

/** @param buffers those that are copied already: arrays over one buffer stay so */
function inSharedMemory(array: Uint8Array, buffers: Map<ArrayBufferLike, SharedArrayBuffer>): Uint8Array {
  const { buffer, byteOffset, length } = array;
  let shared = buffer instanceof SharedArrayBuffer ? buffer : buffers.get(buffer);
  if (shared === undefined) {
    shared = new SharedArrayBuffer(buffer.byteLength);
    new Uint8Array(shared).set(new Uint8Array(buffer));
    buffers.set(buffer, shared);
  }
  const Elements = array.constructor as new (of: SharedArrayBuffer, byteOffset: number, length: number) => Uint8Array;
  return new Elements(shared, byteOffset, length);
}
