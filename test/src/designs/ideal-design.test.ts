import { describe, expect, it } from 'vitest';
import { checkWidths } from '../../../rtl-model/design/widths.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { idealDesign } from '../../../src/designs/ideal-design.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';

describe.each([...PRESETS.values()])('the ideal design of $name', (preset) => {
  const ideal = idealDesign(preset);

  it('fits into the arithmetic, is exact where a design can be, and keeps the limits', () => {
    expect(() => checkWidths(ideal)).not.toThrow();
    expect(idealFields(ideal)).toHaveLength(8);
    expect(ideal.limits).toBe(preset.limits);
    expect(idealDesign(ideal)).toEqual({ ...ideal, description: expect.stringContaining('ideal') });
  });

  it('filters between texels and levels within half of the last bits of its weights', () => {
    const size = 16;
    const dice = new Dice(7);
    const levels = [size, size / 2].map((width) =>
      Uint8Array.from({ length: width * width }, () => dice.integer(0, 255)),
    );
    const image = { format: TEXEL_FORMATS.get('r8_unorm')!, width: size, height: size, layers: 1, levels };
    const sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'linear' } as const;
    const unit = new TextureUnit(ideal, layOutImages([image], 'linear'), [
      { image: 0, sampler, instruction: { lod: 'explicit', projected: false } },
    ]);
    const batch = new QuadBatch(500);
    batch.count = 500;
    batch.active.fill(15);
    for (let lane = 0; lane < 4 * batch.count; lane++) {
      batch.s[lane] = dice.integer(0, 2 ** 20) / 2 ** 20;
      batch.t[lane] = dice.integer(0, 2 ** 20) / 2 ** 20;
      batch.lod[lane] = dice.integer(0, 2 ** 20) / 2 ** 20;
    }
    const results = new Float32Array(16 * batch.count);
    unit.sample(batch, results);

    const bilinear = (level: number, s: number, t: number) => {
      const width = size >> level;
      const [u, v] = [s * width - 0.5, t * width - 0.5];
      const texel = (i: number, j: number) =>
        levels[level][((j + width) % width) * width + ((i + width) % width)] / 255;
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const row = (at: number) => texel(i, at) + (u - i) * (texel(i + 1, at) - texel(i, at));
      return row(j) + (v - j) * (row(j + 1) - row(j));
    };
    const { coordinate } = ideal.address;
    // Half a step of the weight along u, along v, and between levels, of texels that differ by 1 at most; the three
    // narrowings, each half a last bit of a code's guard bits; and float32's rounding of the result.
    const bound =
      2 * 2 ** -(coordinate.fractionBits + 1) +
      2 ** -(ideal.lod.format.fractionBits + 1) +
      (3 * 2 ** -(ideal.filter.guardBits + 1)) / 255 +
      2 ** -24;
    let largest = 0;
    for (let lane = 0; lane < 4 * batch.count; lane++) {
      const [s, t, lod] = [batch.s[lane], batch.t[lane], batch.lod[lane]];
      const [near, far] = [bilinear(0, s, t), bilinear(1, s, t)];
      largest = Math.max(largest, Math.abs(results[4 * lane] - (near + lod * (far - near))));
    }
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThanOrEqual(bound);
  });
});
