import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { colourLevels, LEVEL_COLOURS } from '../../../../src/pictures/textures/level-colours.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';

const picture = { width: 16, height: 8, texels: new Uint8Array(4 * 16 * 8).fill(100) };

function chain(format: string) {
  return buildMipChain(picture, TEXEL_FORMATS.get(format)!);
}

/** Linear light of sRGB codes from 11 on. */
function light(code: number): number {
  return ((code / 255 + 0.055) / 1.055) ** 2.4;
}

function luminance([r, g, b]: readonly [number, number, number]): number {
  return 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
}

/** CIE 1976 lightness, 0 to 100. */
function lightness(colour: readonly [number, number, number]): number {
  return 116 * Math.cbrt(luminance(colour)) - 16;
}

describe('level colours', () => {
  it('are flat, opaque and one for each level', () => {
    const { levels } = colourLevels(chain('r8g8b8a8_srgb'), 'flat');
    levels.forEach((texels, l) => {
      const expected = Array.from({ length: texels.length / 4 }, () => [...LEVEL_COLOURS[l], 255]).flat();
      expect([...texels]).toEqual(expected);
    });
    expect(levels.length).toBe(5);
  });

  it('follow the order of the format', () => {
    expect([...colourLevels(chain('b8g8r8a8_unorm'), 'flat').levels[4]]).toEqual([0x8e, 0x70, 0x2d, 255]);
    expect([...colourLevels(chain('r8_unorm'), 'flat').levels[4]]).toEqual([0x2d]);
    // 0x2d * 127 / 255 = 22.4.
    expect([...colourLevels(chain('r8_snorm'), 'flat').levels[4]]).toEqual([22]);
  });

  it('blend to the mean with the image, nearest even, and stay opaque', () => {
    // (100 + 0x2d) / 2 = 72.5, (100 + 0x70) / 2 = 106, (100 + 0x8e) / 2 = 121.
    expect([...colourLevels(chain('r8g8b8a8_unorm'), 'half').levels[4]]).toEqual([72, 106, 121, 255]);
  });

  it('blend with -128 as with -127, the same value of a signed format', () => {
    const format = TEXEL_FORMATS.get('r8_snorm')!;
    const image = { format, width: 2, height: 1, layers: 1, levels: [Uint8Array.of(0x80, 0x81)] };
    // 0x44 * 127 / 255 = 33.9; (-127 + 34) / 2 = -46.5.
    expect([...colourLevels(image, 'half').levels[0]]).toEqual([256 - 46, 256 - 46]);
  });

  it('blend in linear light where the format is sRGB', () => {
    const mean = [0x2d, 0x70, 0x8e].map((code) => (light(100) + light(code)) / 2);
    const expected = [...mean.map((l) => Math.round(255 * (1.055 * l ** (1 / 2.4) - 0.055))), 255];
    expect([...colourLevels(chain('r8g8b8a8_srgb'), 'half').levels[4]]).toEqual(expected);
  });

  it('rise in lightness from each to the next, by 2 of 100 at least, so that no hue is needed', () => {
    const steps = LEVEL_COLOURS.slice(1).map((colour, l) => lightness(colour) - lightness(LEVEL_COLOURS[l]));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(2);
  });

  it('do not change the source image', () => {
    const image = chain('r8g8b8a8_unorm');
    colourLevels(image, 'half');
    expect(image).toEqual(chain('r8g8b8a8_unorm'));
  });
});
