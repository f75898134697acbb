import { unzlibSync } from 'three/examples/jsm/libs/fflate.module.js';

/** `inflateSync` of node:zlib as the decoders of pictures and textures call it. @throws Error for damaged data */
export function inflateSync(data: Uint8Array, { maxOutputLength, info }: { maxOutputLength: number; info?: boolean }) {
  const buffer = unzlibSync(data, { out: new Uint8Array(maxOutputLength) });
  return info ? { buffer, engine: { bytesWritten: data.length } } : buffer;
}

export default {};
