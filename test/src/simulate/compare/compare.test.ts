import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import { compareDesigns, type Comparison } from '../../../../src/simulate/compare/compare.ts';
import { idealDesign } from '../../../../src/designs/ideal-design.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import type { Drawing } from '../../../../src/pictures/scenes/draw.ts';
import { drawRequests } from '../../../../src/pictures/scenes/draw-requests.ts';
import { sceneDraw } from '../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';
import { checkerboard } from '../../../../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';
import { INSTRUCTION, simulate } from '../../../../src/simulate/simulate.ts';

const MINIMUM = PRESETS.get('d3d11.3-minimum')!;
const FRAME = { width: 65, height: 49, traversal: 'scanline' } as const;
const SCENE = SCENES.get('tunnel')!();
const IMAGE = buildMipChain(checkerboard(64, 4), TEXEL_FORMATS.get('r8g8b8a8_unorm')!);
const SAMPLER = { ...DEFAULT_SAMPLER, mipmapMode: 'linear' } as const;
const DRAWING: Drawing = {
  draws: [sceneDraw(SCENE, [0])],
  images: [IMAGE],
  states: [{ image: 0, sampler: SAMPLER, instruction: INSTRUCTION }],
  linear: false,
};

function compared(first: Design, second: Design): Comparison {
  const steps = compareDesigns({ first, second, drawing: DRAWING, frame: FRAME, camera: SCENE.camera });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function picture(design: Design) {
  const view = { ...FRAME, scene: SCENE };
  const steps = simulate({ design, view, texture: IMAGE, sampler: SAMPLER, mode: 'functional' });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.picture;
}

describe('a comparison', () => {
  it('finds no error, and no part that differs, between a design and itself', () => {
    const { error, parts } = compared(MINIMUM, MINIMUM);
    expect([error.largest, error.mean, error.psnr]).toEqual([0, 0, Infinity]);
    expect(parts).toEqual([]);
    expect(error.components).toBeGreaterThan(1000);
  });

  it('draws the pictures that simulate draws', () => {
    const ideal = idealDesign(MINIMUM);
    expect(compared(MINIMUM, ideal).pictures).toEqual([picture(MINIMUM), picture(ideal)]);
  });

  it('gives the largest and the mean error, the PSNR and the map of the results themselves', () => {
    const designs = [MINIMUM, idealDesign(MINIMUM)];
    const units = designs.map((design) => new TextureUnit(design, layOutImages([IMAGE], 'linear'), DRAWING.states));
    const errors: number[] = [];
    const map = new Float64Array(FRAME.width * FRAME.height);
    for (const batch of drawRequests(DRAWING.draws, SCENE.camera, FRAME, new QuadBatch(256))) {
      const [one, other] = units.map((unit) => {
        const result = new Float32Array(16 * batch.count);
        unit.sample(batch, result);
        return result;
      });
      for (let lane = 0; lane < 4 * batch.count; lane++) {
        const [quad, place] = [lane >> 2, lane & 3];
        if ((batch.active[quad] & (1 << place)) === 0) continue;
        const at = (batch.y[quad] + (place >> 1)) * FRAME.width + batch.x[quad] + (place & 1);
        for (let c = 0; c < 4; c++) {
          const error = 255 * Math.abs(one[4 * lane + c] - other[4 * lane + c]);
          errors.push(error);
          map[at] = Math.max(map[at], error);
        }
      }
    }
    const { error, errorMap } = compared(MINIMUM, designs[1]);
    expect(errorMap).toEqual(map);
    expect(error.largest).toBe(Math.max(...errors));
    expect(errorMap[error.y * FRAME.width + error.x]).toBe(error.largest);
    expect(error.components).toBe(errors.length);
    expect(error.mean).toBeCloseTo(errors.reduce((a, b) => a + b) / errors.length, 12);
    const meanSquare = errors.reduce((sum, e) => sum + (e / 255) ** 2, 0) / errors.length;
    expect(error.psnr).toBeCloseTo(-10 * Math.log10(meanSquare), 9);
  });

  it.each([
    ['filter', 'filter.guardBits', 0],
    ['weight', 'filter.weightBits', 3],
    ['LOD', 'lod.format.fractionBits', 2],
    ['coordinate', 'address.rounding', 'floor'],
    ['projection', 'frontEnd.projectionBits', 24],
  ])('tells that the error is of the %s where %s alone differs', (title, field, value) => {
    const changed = withValue(PRESETS.get('full-quality')!, field, value);
    const { error, parts } = compared(changed, PRESETS.get('full-quality')!);
    expect(parts.map(({ part }) => [part.title, part.fields])).toEqual([[title, [field]]]);
    const [{ alone, left }] = parts;
    expect([alone!.largest, alone!.mean, alone!.psnr]).toEqual([error.largest, error.mean, error.psnr]);
    expect(left!.largest).toBe(0);
    if (title !== 'projection') expect(error.largest).toBeGreaterThan(0);
  });

  it('bounds the error of lerps that keep no guard bits by half a code each', () => {
    const narrow = withValue(PRESETS.get('full-quality')!, 'filter.guardBits', 0);
    const { error } = compared(narrow, PRESETS.get('full-quality')!);
    // Along u, along v and between levels.
    expect(error.largest).toBeLessThanOrEqual(3 * 0.5 + 255 * 2 ** -24);
    expect(error.largest).toBeGreaterThan(0.5);
  });

  it('tells of the coordinate and the weight together, where both differ', () => {
    const both = compared(MINIMUM, idealDesign(MINIMUM)).parts;
    expect(both.map(({ part }) => part.title)).toEqual([
      ...(MINIMUM.frontEnd.projectionBits === 'exact' ? [] : ['projection']),
      'coordinate',
      'weight',
      'coordinate and weight',
      'LOD',
      'filter',
    ]);
    const [coordinate, , together] = both.filter(({ part }) => /coordinate|weight/.test(part.title));
    expect(together.left!.mean).toBeLessThan(coordinate.left!.mean);
  });

  it('counts a result that is no number as an error without a bound', () => {
    const { error } = compared(MINIMUM, MINIMUM);
    error.add(NaN, NaN, 1, 2);
    expect(error.largest).toBe(0);
    error.add(NaN, 1, 3, 4);
    expect([error.largest, error.x, error.y, error.psnr]).toEqual([Infinity, 3, 4, -Infinity]);
  });
});
