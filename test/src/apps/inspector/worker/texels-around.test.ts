import { describe, expect, it } from 'vitest';
import { layOutImages } from '../../../../../rtl-model/memory/lay-out-images.ts';
import type { ImageSource } from '../../../../../rtl-model/memory/image.ts';
import { wholeView } from '../../../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../../../../rtl-model/state/sampler.ts';
import { footprintLayer } from '../../../../../src/explain/footprint-picture.ts';
import { PRESETS } from '../../../../../src/designs/presets.ts';
import { readImage, texelsIn } from '../../../../../src/apps/inspector/worker/texels-around.ts';
import { UNCOMPRESSED_FORMATS } from '../../../../../rtl-model/formats/uncompressed-formats.ts';

const design = PRESETS.get('d3d11.3-minimum')!;
const format = UNCOMPRESSED_FORMATS.get('r8g8b8a8_unorm')!;

/** An image with two levels, the first one 4 texels wide, all bytes of which differ from those around. */
function image(type: '1d' | '2d' | '3d', height: number, layers: number, depth: number): ImageSource {
  const levels = [0, 1].map((level) => {
    const size = [4, height, depth].reduce((texels, side) => texels * Math.max(1, side >> level), layers);
    return Uint8Array.from({ length: 4 * size }, (_, n) => (n * 37 + 11 * level) & 255);
  });
  return { format, type, width: 4, height, depth, layers, levels };
}

describe('the texels of a layer', () => {
  const images = [image('2d', 3, 6, 1), image('3d', 2, 1, 5), image('1d', 1, 3, 1), image('2d', 2, 1, 1)];
  const memory = layOutImages(images, design.cache.layout);

  it('are the bytes of the image: of each layer, face, slice and level', () => {
    for (const [number, { levels, layers }] of images.entries()) {
      for (const [level, bytes] of levels.entries()) {
        const { width, height, depth } = memory.images[number].levels[level];
        const parts = layers * depth;
        for (let part = 0; part < parts; part++) {
          const window = { left: 0, top: 0, right: width, bottom: height };
          const read = [...texelsIn(design, memory, [number, level, part], window, {}, 1)];
          const own = bytes.subarray((part * bytes.length) / parts, ((part + 1) * bytes.length) / parts);
          const expected = [...own].filter((_, n) => n % 4 < 3).map((byte) => Math.fround(byte / 255));
          expect(read.map(Math.fround), `image ${number}, level ${level}, part ${part}`).toEqual(expected);
        }
      }
    }
  });

  it('are those that requests of a view of the same format read', () => {
    const state = (view?: object) => ({
      image: 0,
      sampler: DEFAULT_SAMPLER,
      instruction: { lod: 'explicit', projected: false } as const,
      ...(view && { view: { ...wholeView(memory.images[0]), ...view } }),
    });
    expect(readImage(memory, state(), [])).toBe(0);
    expect(readImage(memory, state({ viewType: 'cube' }), [])).toBe(0);
    expect(readImage(memory, state({ format: UNCOMPRESSED_FORMATS.get('r8g8b8a8_snorm')! }), [])).toBeNull();
  });
});

describe('the layer of a footprint', () => {
  const tap = (
    at: readonly [number, number],
    texel: readonly [number, number, number] | null,
    layer: number | null,
  ) => {
    return { pass: 0, tap: 0, at, texel, layer, weight: 1, color: [] };
  };

  it('is that of a tap in the face, not of one beyond its edge', () => {
    expect(footprintLayer({ taps: [tap([-1, 2], [3, 1, 0], 4), tap([0, 2], [0, 2, 0], 1)] })).toBe(1);
  });

  it('is the slice of a volume, and that of any tap where all are wrapped', () => {
    expect(footprintLayer({ taps: [tap([9, 2], [1, 2, 3], 0)] })).toBe(3);
  });

  it('is none where the border alone is read', () => {
    expect(footprintLayer({ taps: [tap([9, 2], null, null)] })).toBeNull();
  });
});
