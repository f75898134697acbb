import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { srgbToLinear } from '../../../../rtl-model/fixed-point/srgb.ts';
import { display } from '../../../../src/pictures/resolve/display.ts';
import { edgeFigure } from './edge-figure.ts';
import { EDGE_WIDTH, edgePicture } from '../../../../src/pictures/resolve/edge-picture.ts';
import { SAMPLE_COUNTS } from '../../../../src/pictures/resolve/kernel.ts';
import type { LightPicture } from '../../../../src/pictures/resolve/multisample-picture.ts';
import { SAMPLE_POSITIONS } from '../../../../rtl-model/state/multisample-positions.ts';
import { readPicture } from '../../../../src/pictures/textures/read-picture.ts';

describe('the figure of the docs', () => {
  it('is what the code draws', () => {
    const path = fileURLToPath(new URL('../../../../docs/images/resolve-edge.png', import.meta.url));
    const { width, height, texels } = readPicture(path);
    const figure = edgeFigure();
    expect([width, height]).toEqual([figure.width, figure.height]);
    expect(Buffer.from(texels).equals(figure.texels)).toBe(true);
  });

  it('shows only white and ground in the box panel, and shades between them in the others', () => {
    const { width, height, texels } = edgeFigure();
    const panel = (width + 10) / 3;
    const shades = [0, 1, 2].map((n) => {
      const seen = new Set<number>();
      for (let y = 0; y < height / 2; y++) {
        for (let x = 0; x < panel - 10; x++) seen.add(texels[4 * (y * width + n * panel + x)]);
      }
      return seen.size;
    });
    expect(shades[0]).toBe(2);
    expect(shades[1]).toBeGreaterThanOrEqual(5);
    expect(shades[2]).toBeGreaterThanOrEqual(5);
  });
});

describe('the edge picture', () => {
  it.each(SAMPLE_COUNTS)('of %i samples covers the bar in proportion to the samples inside', (samples) => {
    const { values } = edgePicture(samples);
    // Column 0, row 5: the bar begins at 5 + 0.13 x, so the sample positions decide.
    const bright = SAMPLE_POSITIONS.get(samples)!.map(([dx, dy]) => 5.5 + dy / 16 > 5 + 0.13 * (0.5 + dx / 16));
    const first = 4 * 5 * EDGE_WIDTH * samples;
    expect(bright.map((_, s) => values[first + 4 * s] === 30)).toEqual(bright);
  });

  it('has its number of samples on a grid of sixteenths, no two in one row or column', () => {
    for (const samples of SAMPLE_COUNTS) {
      const positions = SAMPLE_POSITIONS.get(samples)!;
      for (const axis of [0, 1] as const) {
        const places = positions.map((position) => position[axis]);
        expect(new Set(places).size).toBe(samples);
        expect(places.every((place) => Number.isInteger(place) && place >= -8 && place <= 7)).toBe(true);
      }
    }
    expect(() => edgePicture(3)).toThrow('3 samples; expected 1, 2, 4, 8 or 16');
  });
});

function light(...values: number[]): LightPicture {
  return { width: 1, height: 1, samples: 1, values: Float32Array.from(values) };
}

describe('a display', () => {
  it('shows linear light as sRGB, and alpha linear', () => {
    const codes = Array.from({ length: 256 }, (_, code) => code);
    const values = codes.flatMap((code) => [srgbToLinear(code), srgbToLinear(code), srgbToLinear(code), code / 255]);
    const { texels } = display({ width: 256, height: 1, samples: 1, values: Float32Array.from(values) });
    expect([...texels]).toEqual(codes.flatMap((code) => [code, code, code, code]));
  });

  it('rounds alpha to the nearest of 255 steps', () => {
    expect(display(light(0, 0, 0, 100.4 / 255)).texels[3]).toBe(100);
    expect(display(light(0, 0, 0, 100.6 / 255)).texels[3]).toBe(101);
  });

  it('shows values above 1 white, negative values and NaN black', () => {
    expect([...display(light(Infinity, -1, NaN, NaN)).texels]).toEqual([255, 0, 0, 0]);
    expect([...display(light(1.5, -Infinity, -0, 2)).texels]).toEqual([255, 0, 0, 255]);
  });

  it('is brightened by stops, alpha not', () => {
    const quarter = srgbToLinear(200) / 4;
    expect([...display(light(quarter, 0, 4 * quarter, 0.2), 2).texels]).toEqual([200, 0, 255, 51]);
  });
});
