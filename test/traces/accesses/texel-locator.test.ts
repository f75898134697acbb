import { describe, expect, it } from 'vitest';
import { layOutLevel } from '../../../rtl-model/memory/texel-layout.ts';
import type { TexelLayout } from '../../../rtl-model/design/design.ts';
import { TEXEL_LAYOUTS } from '../../../rtl-model/design/design-fields.ts';
import type { Image, ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { Relayout, TexelPlaces } from '../../../traces/accesses/relayout.ts';
import { LevelGrid, TexelLocator } from '../../../traces/accesses/texel-locator.ts';
import { type TracedImage, tracedImages } from '../../../traces/accesses/image-table.ts';

function sourceOf(format: string, shape: Partial<ImageSource> = {}): ImageSource {
  const source = { format: TEXEL_FORMATS.get(format)!, width: 11, height: 6, layers: 1, ...shape };
  const count = shape.levels?.length ?? 3;
  return { ...source, levels: Array.from({ length: count }, (_, l) => new Uint8Array(levelBytes(source, l))) };
}

const ONE_LEVEL = [new Uint8Array(0)];
/** Arrays, volumes, samples, texels with padding, pairs and planes. */
const PLAIN_SOURCES: readonly ImageSource[] = [
  sourceOf('r8_unorm', { layers: 3 }),
  sourceOf('r8g8b8_unorm'),
  sourceOf('r16g16b16a16_sfloat', { width: 3, height: 17 }),
  sourceOf('r8g8_unorm', { type: '3d', depth: 5 }),
  sourceOf('r8g8b8a8_unorm', { samples: 4, levels: ONE_LEVEL }),
  sourceOf('g8b8g8r8_422_unorm', { width: 10, levels: ONE_LEVEL }),
  sourceOf('g8_b8r8_2plane_420_unorm', { width: 10, levels: ONE_LEVEL }),
];
const COMPRESSED_SOURCES: readonly ImageSource[] = [
  sourceOf('bc1_rgb_unorm_block', { layers: 2 }),
  sourceOf('bc7_unorm_block', { width: 30 }),
  // A decoded block has 80 bytes, which do not fill lines of 64.
  sourceOf('astc_5x4_unorm_block', { layers: 3 }),
];

describe('LevelGrid', () => {
  it('is the inverse of every layout, padding included, at every small size', () => {
    for (const layout of TEXEL_LAYOUTS) {
      for (let width = 1; width <= 9; width++) {
        for (let height = 1; height <= 9; height++) {
          const { column, row, texels } = layOutLevel(layout, width, height);
          const expected = new Map<number, string>();
          row.forEach((j, y) => column.forEach((i, x) => expected.set(i + j, `${x},${y}`)));
          expect(expected.size).toBe(width * height);
          const grid = new LevelGrid(layout, width, height);
          const wrong: string[] = [];
          for (let place = 0; place < texels + 3; place++) {
            const found = grid.locate(place) ? `${grid.column},${grid.row}` : undefined;
            if (found !== expected.get(place)) wrong.push(`${place}: ${found}, expected ${expected.get(place)}`);
          }
          expect(wrong, `${layout} ${width}x${height}`).toEqual([]);
        }
      }
    }
  });

  it('holds for long levels', () => {
    for (const layout of TEXEL_LAYOUTS) {
      for (const [width, height] of [
        [300, 5],
        [5, 300],
        [64, 64],
      ] as const) {
        const { column, row } = layOutLevel(layout, width, height);
        const grid = new LevelGrid(layout, width, height);
        const wrong = [...column.keys()].filter((x) => {
          const y = (7 * x) % height;
          return !grid.locate(column[x] + row[y]) || grid.column !== x || grid.row !== y;
        });
        expect(wrong, `${layout} ${width}x${height}`).toEqual([]);
      }
    }
  });
});

/** Every texel of an image in the memory, with the address that the image gives it: bytes, and the texel's position. */
function* texelsOf(image: Image) {
  for (const [level, { width, height, depth, base, layerBytes, sliceTexels, column, row }] of image.levels.entries()) {
    for (let layer = 0; layer < image.layers; layer++) {
      for (let z = 0; z < depth; z++) {
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const texel = column[x] + row[y] + z * sliceTexels;
            yield { address: base + layer * layerBytes + texel * image.texelStride, level, layer, x, y, z };
          }
        }
      }
    }
  }
}

const LAYOUTS = ['linear', 'tiled-4x4', 'tiled-8x2', 'morton'] as const;

describe.each(LAYOUTS)('TexelLocator in layout %s', (layout) => {
  it('finds every texel of the memory at its address, and its bytes', () => {
    const memory = layOutImages(PLAIN_SOURCES, layout);
    const images = tracedImages(memory, { layout, blocks: 'compressed' });
    const parts = memory.images.flatMap((image) => image.planes ?? [image]);
    expect(images).toHaveLength(parts.length);
    const locator = new TexelLocator(images);
    const places = new TexelPlaces(images);
    let count = 0;
    for (const [n, part] of parts.entries()) {
      for (const { address, ...texel } of texelsOf(part)) {
        const byte = count++ % part.texelStride;
        expect(locator.locate(address + byte)).toBe(true);
        const { image, level, layer, x, y, z } = locator;
        expect({ image, level, layer, x, y, z, byte: locator.byte }).toEqual({ image: n, ...texel, byte });
        expect(places.address(n, level, layer, x, y, z)).toBe(address);
      }
    }
    expect(count).toBeGreaterThan(900);
  });

  it('finds decoded texels of blocks if the cache keeps decoded texels', () => {
    const memory = layOutImages(COMPRESSED_SOURCES, layout);
    const locator = new TexelLocator(tracedImages(memory, { layout, blocks: 'decoded' }));
    for (const [n, image] of memory.images.entries()) {
      for (const { address, ...texel } of texelsOf(image)) {
        expect(locator.locate(address)).toBe(true);
        const { image: found, level, layer, x, y, z } = locator;
        expect({ found, level, layer, x, y, z }).toEqual({ found: n, ...texel });
      }
    }
  });

  it('finds the first texel of every block if the cache keeps blocks', () => {
    const memory = layOutImages(COMPRESSED_SOURCES, layout);
    const images = tracedImages(memory, { layout, blocks: 'compressed' });
    const locator = new TexelLocator(images);
    const places = new TexelPlaces(images);
    for (const [n, image] of memory.images.entries()) {
      const { width: across, height: down } = image.format.block!;
      for (const { address, level, layer, x, y } of texelsOf(image)) {
        const { base, decodedBase, decodedBytes, blockBytes } = image.compressed![level];
        const block = base + Math.floor((address - decodedBase) / decodedBytes) * blockBytes;
        expect(locator.locate(block)).toBe(true);
        const found = [locator.image, locator.level, locator.layer, locator.x, locator.y];
        expect(found).toEqual([n, level, layer, x - (x % across), y - (y % down)]);
        expect(places.address(n, level, layer, x, y, 0)).toBe(block);
      }
    }
  });
});

describe('TexelLocator', () => {
  it('finds nothing in padding, between images, or beyond them', () => {
    const memory = layOutImages([sourceOf('r8_unorm', { levels: ONE_LEVEL }), sourceOf('r8_unorm')], 'linear');
    const images = tracedImages(memory, { layout: 'linear', blocks: 'decoded' });
    const locator = new TexelLocator(images);
    // Level 0 has 66 texels; the layer has 128 bytes.
    expect([65, 66, 127, 128, 4095].map((at) => locator.locate(at))).toEqual([true, false, false, false, false]);
    expect([4096, 4096 + 65, 4096 + 66, 2 ** 40].map((at) => locator.locate(at))).toEqual([true, true, false, false]);
    expect(new TexelLocator([]).locate(0)).toBe(false);
  });

  it('refuses levels that overlap', () => {
    const images = tracedImages(layOutImages([sourceOf('r8_unorm')], 'linear'), {
      layout: 'linear',
      blocks: 'decoded',
    });
    const twice: readonly TracedImage[] = [...images, { ...images[0], name: 'again' }];
    expect(() => new TexelLocator(twice)).toThrow(RangeError);
  });
});

describe('Relayout', () => {
  const batchOf = (addresses: readonly number[]) => {
    const batch = new AccessBatch(addresses.length);
    batch.address.set(addresses);
    batch.count = addresses.length;
    return batch;
  };

  it('moves every texel to its address in the other layout', () => {
    for (const from of LAYOUTS) {
      for (const to of LAYOUTS) {
        const sources = [...PLAIN_SOURCES, ...COMPRESSED_SOURCES];
        const memoryIn = (layout: TexelLayout) => layOutImages(sources, layout);
        const [before, after] = [memoryIn(from), memoryIn(to)];
        const relayout = new Relayout(tracedImages(before, { layout: from, blocks: 'decoded' }), to);
        expect(relayout.images).toEqual(tracedImages(after, { layout: to, blocks: 'decoded' }));
        const parts = (images: readonly Image[]) => images.flatMap((image) => image.planes ?? [image]);
        const lastBytes = (images: readonly Image[]) =>
          parts(images).flatMap((image) =>
            Array.from(texelsOf(image), ({ address }) => address + image.texelStride - 1),
          );
        const batch = batchOf(lastBytes(before.images));
        expect(relayout.move(batch)).toBe(0);
        expect([...batch.address]).toEqual(lastBytes(after.images));
      }
    }
  });

  it('moves compressed blocks, and back', () => {
    const images = tracedImages(layOutImages(COMPRESSED_SOURCES, 'linear'), { layout: 'linear', blocks: 'compressed' });
    const there = new Relayout(images, 'morton');
    const places = new TexelPlaces(there.images);
    const locator = new TexelLocator(images);
    const addresses = images.flatMap(({ levels: [{ base, layerBytes }], layers, stride }) =>
      Array.from({ length: (layers * layerBytes) / stride }, (_, n) => base + n * stride),
    );
    const known = addresses.filter((at) => locator.locate(at));
    const batch = batchOf(known);
    expect(there.move(batch)).toBe(0);
    known.forEach((at, n) => {
      locator.locate(at);
      const { image, level, layer, x, y, z } = locator;
      expect(batch.address[n]).toBe(places.address(image, level, layer, x, y, z));
    });
    expect(new Set(batch.address).size).toBe(known.length);
  });

  it('counts the accesses to no texel, and does not change them', () => {
    const images = tracedImages(layOutImages([sourceOf('r8_unorm')], 'linear'), {
      layout: 'linear',
      blocks: 'decoded',
    });
    const batch = batchOf([1, 2 ** 30, 66]);
    expect(new Relayout(images, 'morton').move(batch)).toBe(2);
    expect([...batch.address]).toEqual([2, 2 ** 30, 66].map((at, n) => (n === 0 ? 1 : at)));
  });
});
