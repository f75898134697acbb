import { expect, test } from 'vitest';
import { BlockMap } from '../../pipeline/block-map.ts';
import type { BlockStorage } from '../../rtl-model/design.ts';
import { layOutImages } from '../../rtl-model/image.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { preset } from './random-work.ts';

/** BC1: blocks of 4x4 texels, 8 bytes each. Two levels of four blocks and one. */
const format = TEXEL_FORMATS.get('bc1_rgba_unorm_block')!;
const source = { format, width: 8, height: 8, layers: 1, levels: [new Uint8Array(32), new Uint8Array(8)] };
const [image] = layOutImages([source], 'linear').images;
/** Bytes of a block, decoded. */
const DECODED = 16 * image.texelStride;

function map(blocks: BlockStorage, sectorBytes: number): BlockMap {
  return BlockMap.of(image, { ...preset('full-quality').cache, blocks, sectorBytes, lineBytes: 256 })!;
}

const compressed = image.compressed!;
/** Decoded bytes of every block of both levels, and where the block lies. */
const blocks = compressed.flatMap(({ base, decodedBase }, level) =>
  Array.from({ length: level === 0 ? 4 : 1 }, (_, n) => ({ decoded: decodedBase + DECODED * n, block: base + 8 * n })),
);

test('a cache of blocks knows a decoded texel by its block, which it fetches as it is', () => {
  const cache = map('compressed', 64);
  for (const { decoded, block } of blocks) {
    expect([0, 4, DECODED - 1].map((byte) => cache.cacheAddress(decoded + byte))).toEqual([block, block, block]);
  }
  expect([cache.memoryAddress(192), cache.fetchedBytes, cache.compressed]).toEqual([192, 64, true]);
});

test('a cache of decoded texels knows them by their address, and fetches the blocks of a sector', () => {
  const cache = map('decoded', 64);
  for (const { decoded, block } of blocks) {
    expect([cache.cacheAddress(decoded + 20), cache.memoryAddress(decoded)]).toEqual([decoded + 20, block]);
  }
  expect([16, DECODED, 2 * DECODED].map((sectorBytes) => map('decoded', sectorBytes).fetchedBytes)).toEqual([8, 8, 16]);
  expect(cache.compressed).toBe(false);
});

test('an image without blocks has no map', () => {
  const plain = { ...source, format: TEXEL_FORMATS.get('r8_unorm')!, levels: [new Uint8Array(64)] };
  expect(BlockMap.of(layOutImages([plain], 'linear').images[0], preset('full-quality').cache)).toBeNull();
});
