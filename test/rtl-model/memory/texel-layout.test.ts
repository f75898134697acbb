import { describe, expect, it } from 'vitest';
import { layOutLevel } from '../../../rtl-model/memory/texel-layout.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';

const LAYOUTS = ['linear', 'tiled-4x4', 'morton'] as const;

describe('a level layout', () => {
  it.each(LAYOUTS)('gives each texel of a %s level a different position within the level', (layout) => {
    const wrong: string[] = [];
    for (let width = 1; width <= 33; width++) {
      for (let height = 1; height <= 33; height++) {
        const { column, row, texels } = layOutLevel(layout, width, height);
        const taken = new Set<number>();
        for (let j = 0; j < height; j++) for (let i = 0; i < width; i++) taken.add(column[i] + row[j]);
        const inside = [...taken].every((place) => place >= 0 && place < texels);
        if (taken.size !== width * height || !inside) wrong.push(`${width}x${height}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('puts rows of a linear level one after the other without padding', () => {
    const { column, row, texels } = layOutLevel('linear', 5, 3);
    expect([...column]).toEqual([0, 1, 2, 3, 4]);
    expect([...row]).toEqual([0, 5, 10]);
    expect(texels).toBe(15);
  });

  it('puts each 4x4 tile into 16 consecutive texels', () => {
    const { column, row, texels } = layOutLevel('tiled-4x4', 9, 5);
    expect(texels).toBe(6 * 16);
    for (let j = 0; j < 5; j++) {
      for (let i = 0; i < 9; i++) {
        const tile = Math.floor(j / 4) * 3 + Math.floor(i / 4);
        expect(column[i] + row[j]).toBe(tile * 16 + (j % 4) * 4 + (i % 4));
      }
    }
  });

  it('interleaves the bits of column and row in a square morton level', () => {
    const { column, row } = layOutLevel('morton', 16, 16);
    expect(column[0b1011] + row[0b0110]).toBe(0b01101101);
    expect([column[1], row[1], column[2], row[2]]).toEqual([1, 2, 4, 8]);
  });

  it('puts the squares of an oblong morton level one after the other along the longer side', () => {
    expect([...layOutLevel('morton', 8, 2).column].map((c) => c >> 2)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect([...layOutLevel('morton', 2, 8).row].map((r) => r >> 2)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });
});

describe('layOutImages', () => {
  const format = TEXEL_FORMATS.get('r8_unorm')!;

  it('rejects a level whose bytes do not match its size', () => {
    const levels = [new Uint8Array(6)];
    expect(() => layOutImages([{ format, width: 3, height: 3, layers: 1, levels }], 'linear')).toThrow(
      'level 0 (3x3x1) needs 9 bytes, has 6',
    );
  });

  it('starts images on 4096 bytes and levels and layers on 64', () => {
    const levels = [new Uint8Array(18), new Uint8Array(2)];
    const source = { format, width: 3, height: 3, layers: 2, levels };
    const { images } = layOutImages([source, source], 'linear');
    expect(images.map((image) => image.levels.map(({ base }) => base))).toEqual([
      [0, 128],
      [4096, 4224],
    ]);
    expect(images[0].levels[0].layerBytes).toBe(64);
  });
});
