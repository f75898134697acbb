import { inflateSync } from 'node:zlib';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { decodeChecked } from './exr.ts';
import type { CheckedExr } from './exr-header.ts';

/** The decoder takes no notice of zlib's checksums, nor of data that give too much. @throws Error */
function checkZipped({ file, zipped }: CheckedExr): void {
  for (const { at, bytes, size } of zipped) {
    const { length } = inflateSync(file.subarray(at, at + bytes), { maxOutputLength: size });
    if (length !== size) throw new Error(`a chunk gives ${length} bytes, expected ${size}`);
  }
}

const decode = async (checked: CheckedExr) => {
  checkZipped(checked);
  return decodeChecked(checked);
};
serveTasks(
  () => decode,
  0,
  ({ values }) => [values.buffer as ArrayBuffer],
);
