import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { traceImages } from '../../../../src/inputs/pictures/trace-image.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DEFAULT_MEMORY, limitMemory } from '../../../../traces/encodings/memory-budget.ts';
import { pngOf } from '../../../hostile/made-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-trace-image-'));
afterAll(() => {
  limitMemory(DEFAULT_MEMORY);
  rmSync(folder, { recursive: true });
});

const SIZE = 64;
const { limits } = loadDesign('full-quality');
const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
for (const name of ['a.png', 'b.png']) {
  writeFileSync(join(folder, name), pngOf(SIZE, SIZE, Buffer.alloc(SIZE * (1 + 4 * SIZE))));
}

test('images that name one file are decoded once and counted once; others add up', () => {
  // Decoding a picture asks for three times its texels and a third; a second one has as much room beside its levels.
  limitMemory(4 * 4 * SIZE * SIZE);
  const load = traceImages(join(folder, 'trace.jsonl'), limits);
  const first = load({ file: 'a.png', format, mipmaps: true });
  for (let n = 0; n < 100; n++) expect(load({ file: 'a.png', format, mipmaps: true })).toBe(first);
  expect(() => load({ file: 'b.png', format, mipmaps: true })).toThrow(
    /b\.png: decoding 64x64 texels: needs 53\.4 KiB beside the 21\.4 KiB that are taken; the budget of memory is 64 KiB/,
  );
});
