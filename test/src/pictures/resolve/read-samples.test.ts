import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edgePicture } from '../../../../src/pictures/resolve/edge-picture.ts';
import { encodeExr } from '../../../../src/pictures/resolve/exr.ts';
import { encodeRawSamples } from '../../../../src/pictures/resolve/raw-samples.ts';
import { readSamples } from '../../../../src/pictures/resolve/read-samples.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-samples-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function failure(path: string, samples?: number) {
  return expect(readSamples(path, samples)).rejects;
}

const PICTURE = edgePicture(4);
const AS_EXR = { ...PICTURE, width: 4 * PICTURE.width, samples: 1 } as const;

describe('a multisampled picture', () => {
  it('is the same from a raw file and from an EXR with its samples side by side, for any file name', async () => {
    const raw = file('a.png', encodeRawSamples(PICTURE));
    const exr = file('b.raw', await encodeExr(AS_EXR));
    expect(await readSamples(raw)).toEqual(PICTURE);
    expect(await readSamples(raw, 4)).toEqual(PICTURE);
    expect(await readSamples(exr, 4)).toEqual(PICTURE);
  });

  it('that is missing, no picture or has other samples gives one line that begins with its path', async () => {
    const raw = file('a.raw', encodeRawSamples(PICTURE));
    const exr = file('a.exr', await encodeExr(AS_EXR));
    await failure(join(folder, 'none.exr')).toThrow(`${join(folder, 'none.exr')}: no such file`);
    await failure(folder).toThrow(`${folder}: is a folder, expected a file`);
    await failure(file('empty.exr', '')).toThrow(
      'not a multisampled picture; an EXR or a raw file of texunit is expected',
    );
    await failure(raw, 8).toThrow(`${raw}: pixels of 4 samples, not of the 8 asked for`);
    await failure(exr).toThrow(`${exr}: an EXR does not say its samples a pixel; they must be given`);
    const odd = file('odd.exr', await encodeExr({ width: 6, height: 1, samples: 1, values: new Float32Array(24) }));
    await failure(odd, 4).toThrow(`${odd}: 6 samples in a row; expected a multiple of the 4 samples a pixel`);
  });
});

it('an EXR whose compressed data are damaged gives no samples: zlib tells', async () => {
  const whole = Buffer.from(
    await encodeExr({ width: 8, height: 40, samples: 1, values: new Float32Array(1280).fill(3) }),
  );
  const path = join(folder, 'zipped.exr');
  writeFileSync(path, whole);
  expect((await readSamples(path, 1)).values[0]).toBe(3);
  // The last bytes of a chunk are the checksum of its data.
  writeFileSync(path, whole.with(whole.length - 1, whole[whole.length - 1] ^ 1));
  await failure(path, 1).toThrow(`${path}: the EXR is truncated or damaged (incorrect data check)`);
});
