import { describe, expect, it } from 'vitest';
import { stateFromAddress } from '../../../../../src/apps/inspector/state/address.ts';
import {
  MOST_PACKED,
  packedForLink,
  packFiles,
  unpackFiles,
} from '../../../../../src/apps/inspector/state/packed-files.ts';
import { isSession, sessionFromText, sessionText } from '../../../../../src/apps/inspector/state/session-file.ts';
import { SeededBits } from '../../../../../src/platform/seeded-bits.ts';

function noise(length: number): Uint8Array<ArrayBuffer> {
  const bits = new SeededBits(7);
  return Uint8Array.from({ length }, () => bits.below(256));
}

describe('packed files', () => {
  it('are the same after unpacking: every byte, names in any writing, an empty file', async () => {
    const contents = [Uint8Array.from({ length: 256 }, (_, n) => n), new Uint8Array(0), noise(100_000)];
    const files = contents.map((bytes, n) => new File([bytes], ['a b.png', 'ü\n"é".jsonl', '雪.bin'][n]));
    const packed = await packFiles(files);
    expect(packed).toMatch(/^[\w-]+$/);
    expect([...(await unpackFiles(packed))]).toEqual(files.map(({ name }, n) => [name, contents[n]]));
  });

  it('are refused when any character of them is another one', async () => {
    const packed = await packFiles([new File(['some words, some words'], 'words')]);
    for (let at = 0; at < packed.length; at++) {
      const other = packed.slice(0, at) + (packed[at] === 'A' ? 'B' : 'A') + packed.slice(at + 1);
      // The last character may have bits that no byte has.
      if (at === packed.length - 1) continue;
      await expect(unpackFiles(other)).rejects.toThrow(/^files: damaged; expected/);
    }
    await expect(unpackFiles(packed.slice(0, -4))).rejects.toThrow(/^files: damaged/);
  });

  it('are part of a link where they are small', async () => {
    expect(await packedForLink([new File([noise(4000)], 'a')])).not.toBeNull();
    expect(await packedForLink([new File([noise(5000)], 'a')])).toBeNull();
    expect((await packedForLink([new File(['word '.repeat(50_000)], 'a')]))!.length).toBeLessThan(MOST_PACKED);
    expect(await packedForLink([new File([' '.repeat(300_000)], 'a')])).toBeNull();
  });
});

describe('a session file', () => {
  const { state } = stateFromAddress('scene=trace&view=captured&a=full-quality~cache.ways=3&kept=d3d11.3-minimum');

  it('gives state and files back, and is known by its beginning', async () => {
    for (const files of [null, 'eJyr_-d_']) {
      const text = sessionText({ state, files });
      expect(sessionFromText(text, 'a.json')).toEqual({ state, files });
      expect(await isSession(new Blob([text]))).toBe(true);
    }
    expect(await isSession(new Blob(['{"texunit":"requests","version":2}']))).toBe(false);
  });

  it.each([
    [/"version": 1/, '"version": 2', 'a.json:3:3: version: 2; expected 1'],
    [/"files": null/, '"files": "a b"', 'a.json:5:3: files: "a b"; expected packed files, or null'],
    [/,\n {2}"files": null/, '', 'a.json:1:1: files: missing; expected packed files, or null'],
    [/"files"/, '"file"', 'a.json:5:3: file: unknown field; did you mean "files"?'],
    [/scene=trace/, 'scene=castle', 'a.json:4:3: address: scene=castle: expected one of plane'],
    [/ways%3D3/, 'ways%3D0', 'a.json:4:3: address: a: cache.ways: 0; expected an integer'],
    [/\}\s*$/, '', 'a.json:'],
  ])('names file and field of a fault: %s as %s', (part, other, fault) => {
    const text = sessionText({ state, files: null });
    expect(text).toMatch(part);
    expect(() => sessionFromText(text.replace(part, other), 'a.json')).toThrow(fault);
  });
});
