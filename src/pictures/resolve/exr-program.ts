import { inflateSync } from 'node:zlib';
import { serveGuarded } from '../../platform/threads/serve-guarded.ts';
import { decodeChecked } from './exr.ts';
import type { CheckedExr } from './exr-header.ts';
import type { LightPicture } from './multisample-picture.ts';

/** The decoder takes no notice of zlib's checksums, nor of data that give too much. @throws Error */
function checkZipped({ file, zipped }: CheckedExr): void {
  for (const { at, bytes, size } of zipped) {
    const { length } = inflateSync(file.subarray(at, at + bytes), { maxOutputLength: size });
    if (length !== size) throw new Error(`a chunk gives ${length} bytes, expected ${size}`);
  }
}

serveGuarded<LightPicture>(async (checked: CheckedExr) => {
  checkZipped(checked);
  const result = await decodeChecked(checked);
  return { result, transfer: [result.values.buffer as ArrayBuffer] };
});
