import { expect, test } from 'vitest';
import { BlockMap } from '../../../pipeline/cache/block-map.ts';
import type { CacheDesign } from '../../../rtl-model/design/design.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { withBlocks } from '../../../rtl-model/memory/store-blocks.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { Surface } from '../../../rtl-model/address-unit/surface.ts';
import { Dice } from '../../oracle/dice.ts';
import { preset } from '../random-work.ts';

/** BC1: blocks of 4x4 texels, 8 bytes each. Two levels of four blocks and one. */
const format = TEXEL_FORMATS.get('bc1_rgba_unorm_block')!;
const source = { format, width: 8, height: 8, layers: 1, levels: [new Uint8Array(32), new Uint8Array(8)] };
const [image] = layOutImages([source], 'linear').images;
/** Size of a decoded block in bytes. */
const DECODED = 16 * image.texelStride;

function map(blocks: CacheDesign['blocks'], sectorBytes: number): BlockMap {
  return BlockMap.of([image], { ...preset('full-quality').cache, blocks, sectorBytes, lineBytes: 256 })!;
}

const compressed = image.compressed!;
/** The decoded address of every block of both levels, and the block's own address. */
const blocks = compressed.flatMap(({ base, decodedBase }, level) =>
  Array.from({ length: level === 0 ? 4 : 1 }, (_, n) => ({ decoded: decodedBase + DECODED * n, block: base + 8 * n })),
);

test('a cache of blocks maps a decoded texel to its block, which it fetches unchanged', () => {
  const cache = map('compressed', 64);
  for (const { decoded, block } of blocks) {
    expect([0, 4, DECODED - 1].map((byte) => cache.cacheAddress(decoded + byte))).toEqual([block, block, block]);
  }
  expect([cache.memoryAddress(192), cache.fetchedBytes(192), cache.compressed]).toEqual([192, 64, true]);
});

test('a cache of decoded texels uses their own addresses, and fetches the blocks of a sector', () => {
  const cache = map('decoded', 64);
  for (const { decoded, block } of blocks) {
    expect([cache.cacheAddress(decoded + 20), cache.memoryAddress(decoded)]).toEqual([decoded + 20, block]);
  }
  expect([16, DECODED, 2 * DECODED].map((sectorBytes) => map('decoded', sectorBytes).fetchedBytes(0))).toEqual([
    8, 8, 16,
  ]);
  expect(cache.compressed).toBe(false);
});

test('an image without blocks has no map', () => {
  const plain = { ...source, format: TEXEL_FORMATS.get('r8_unorm')!, levels: [new Uint8Array(64)] };
  expect(BlockMap.of(layOutImages([plain], 'linear').images, preset('full-quality').cache)).toBeNull();
});

test.each(['linear', 'tiled-2x4', 'morton'] as const)(
  'the memory with blocks has each as it is stored at the address by which the cache knows its texels: %s',
  (layout) => {
    const dice = new Dice(1);
    const names = ['bc1_rgb_srgb_block', 'bc3_unorm_block', 'bc5_snorm_block', 'r8_unorm'];
    const sources = names.map((name) => {
      const sized = { format: TEXEL_FORMATS.get(name)!, width: 21, height: 6, layers: 2 };
      const levels = [0, 1, 2].map((level) =>
        Uint8Array.from({ length: levelBytes(sized, level) }, () => dice.integer(0, 255)),
      );
      return { ...sized, levels };
    });
    const memory = layOutImages(sources, layout);
    const bytes = withBlocks(memory);
    for (const [n, { format: stored, levels, layers }] of sources.entries()) {
      const image = memory.images[n];
      const surface = new Surface(image);
      const cache = BlockMap.of([image], { ...preset('full-quality').cache, blocks: 'compressed' });
      const { width, height } = stored.block ?? { width: 1, height: 1 };
      for (const [level, source] of levels.entries()) {
        let from = 0;
        for (let layer = 0; layer < layers; layer++) {
          for (let j = 0; j < image.levels[level].height; j += height) {
            for (let i = 0; i < image.levels[level].width; i += width) {
              const texel = surface.address(level, layer, i, j, 0, 0);
              const at = cache?.cacheAddress(texel) ?? texel;
              const block = source.subarray(from, (from += stored.texelBytes));
              expect(bytes.subarray(at, at + stored.texelBytes)).toEqual(block);
            }
          }
        }
        expect(from).toBe(source.length);
      }
    }
  },
);

test('every block of every layer, slice and level has one address of its own', () => {
  for (const { name, codec } of TEXEL_FORMATS.values()) {
    if (codec === null) continue;
    const shapes = [{ layers: 3 }, { type: '3d', depth: 3, layers: 1 }] as const;
    for (const shape of shapes) {
      const sized = { format: TEXEL_FORMATS.get(name)!, width: 11, height: 6, ...shape };
      const levels = [0, 1].map((level) => new Uint8Array(levelBytes(sized, level)));
      const [image] = layOutImages([{ ...sized, levels }], 'linear').images;
      const cache = BlockMap.of([image], { ...preset('full-quality').cache, blocks: 'compressed' })!;
      const addresses = new Set<number>();
      let blocksInAll = 0;
      for (const { width, height, depth, base, layerBytes, sliceTexels, column, row } of image.levels) {
        for (let slice = 0; slice < depth * image.layers; slice++) {
          const from =
            base + Math.floor(slice / depth) * layerBytes + (slice % depth) * sliceTexels * image.texelStride;
          const ofBlocks = new Map<string, Set<number>>();
          for (let j = 0; j < height; j++) {
            for (let i = 0; i < width; i++) {
              const block = `${Math.floor(i / codec.width)},${Math.floor(j / codec.height)}`;
              const own = ofBlocks.get(block) ?? new Set<number>();
              ofBlocks.set(block, own.add(cache.cacheAddress(from + (column[i] + row[j]) * image.texelStride)));
            }
          }
          for (const [block, own] of ofBlocks) {
            expect([name, block, own.size]).toEqual([name, block, 1]);
            for (const address of own) addresses.add(address);
          }
          blocksInAll += ofBlocks.size;
        }
      }
      expect([name, addresses.size]).toEqual([name, blocksInAll]);
    }
  }
});

test('an image beside a compressed one keeps its own addresses', () => {
  const plain = { ...source, format: TEXEL_FORMATS.get('r8_unorm')!, levels: [new Uint8Array(64)] };
  const { images } = layOutImages([plain, source], 'linear');
  for (const storage of ['compressed', 'decoded'] as const) {
    const design = { ...preset('full-quality').cache, blocks: storage, sectorBytes: 64 };
    const both = BlockMap.of(images, design)!;
    expect([both.cacheAddress(9), both.memoryAddress(9), both.fetchedBytes(9)]).toEqual([9, 9, 64]);
    const [{ base, decodedBase }] = images[1].compressed!;
    const found = [both.cacheAddress(decodedBase), both.memoryAddress(decodedBase), both.fetchedBytes(decodedBase)];
    expect(found).toEqual(storage === 'compressed' ? [base, decodedBase, 64] : [decodedBase, base, 8]);
  }
});
