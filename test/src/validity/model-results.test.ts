import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { requestViolations, stateViolations } from '../../../src/validity/check-state.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { formatOf } from './states.ts';

interface Sampling {
  readonly image: ImageSource;
  readonly view?: Partial<ImageView>;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
  readonly request?: (batch: QuadBatch) => void;
}

/** The broken rules, and the unit's result for lane 0 as floats and as bits. */
function sampled({ image, view, sampler, instruction, request }: Sampling) {
  const state = {
    image,
    view: { ...wholeView(image), ...view },
    sampler: { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest', ...sampler },
    instruction: { lod: 'explicit', projected: false, ...instruction },
  } as const;
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = 1;
  request?.(batch);
  const memory = layOutImages([image], FULL_QUALITY.cache.layout);
  const result = new Float32Array(16);
  new TextureUnit(FULL_QUALITY, memory, [{ ...state, image: 0 }]).sample(batch, result);
  const { limits } = FULL_QUALITY;
  const violations = [...stateViolations(state, limits), ...requestViolations(state, batch, 0, 0, limits)];
  return {
    broken: violations.map(({ rule }) => rule.id),
    color: [...result.subarray(0, 4)],
    bits: [...new Int32Array(result.buffer, 0, 4)],
  };
}

function row(format: string, ...texels: readonly (readonly number[])[]): ImageSource {
  return {
    format: formatOf(format),
    width: texels.length,
    height: 1,
    layers: 1,
    levels: [Uint8Array.from(texels.flat())],
  };
}

const GREY = row('r8_unorm', [51], [102]);

describe('results that the rules say the model gives', () => {
  it('compares although the sampler does not enable it', () => {
    const { broken, color } = sampled({
      image: row('d16_unorm', [0, 128]),
      sampler: { compareOp: 'less' },
      instruction: { dref: true },
      request: (batch) => batch.dref.fill(0.25),
    });
    expect(broken).toEqual(['vulkan/textures-operation-validation/dref-without-compare']);
    expect(color[0]).toBe(1);
  });

  it('gives the depth although the sampler compares', () => {
    const { broken, color } = sampled({
      image: row('d16_unorm', [255, 255]),
      sampler: { compareEnable: true, compareOp: 'never' },
    });
    expect(broken).toEqual(['vulkan/textures-operation-validation/compare-without-dref']);
    expect(color[0]).toBe(1);
  });

  it('cuts off the fractions of an integer border', () => {
    const { broken, bits } = sampled({
      image: row('r8_uint', [7]),
      sampler: { addressModeU: 'clamp_to_border', borderColor: [2.75, 0, 0, 0] },
      request: (batch) => batch.s.fill(3),
    });
    expect(broken).toEqual(['vulkan/textures-operation-validation/border-integer']);
    expect(bits).toEqual([2, 0, 0, 1]);
  });

  it('clamps a border colour into the range of the format', () => {
    const { broken, color } = sampled({
      image: GREY,
      sampler: { addressModeU: 'clamp_to_border', borderColor: [1.5, 0, 0, 0] },
      request: (batch) => batch.s.fill(3),
    });
    expect(broken).toEqual(['VUID-VkSamplerCreateInfo-borderColor-04442']);
    expect(color).toEqual([1, 0, 0, 1]);
  });

  it('swizzles opaque black like a texel', () => {
    const { broken, color } = sampled({
      image: row('r8g8b8a8_unorm', [255, 255, 255, 255]),
      view: { components: ['a', 'b', 'g', 'r'] },
      sampler: { addressModeU: 'clamp_to_border', borderColor: [0, 0, 0, 1] },
      request: (batch) => batch.s.fill(3),
    });
    expect(broken).toEqual(['vulkan/textures-component-swizzle/opaque-black']);
    expect(color).toEqual([1, 0, 0, 0]);
  });

  it('samples sample 0 of a multisampled image', () => {
    const image = { ...row('r8_unorm', [51], [102]), width: 1, samples: 2 };
    const { broken, color } = sampled({ image });
    expect(broken).toEqual(['vulkan/textures-operation-validation/multisampled']);
    expect(color[0]).toBe(Math.fround(0.2));
  });

  it('gives one for a depth swizzled to one', () => {
    const { broken, color } = sampled({
      image: row('d16_unorm', [0, 0]),
      view: { components: ['one', 'r', 'r', 'r'] },
    });
    expect(broken).toEqual(['vulkan/textures-component-swizzle/depth-stencil-one']);
    expect(color).toEqual([1, 0, 0, 0]);
  });

  it('lets minLod win over maxLod', () => {
    const levels = [Uint8Array.of(51, 51), Uint8Array.of(255)];
    const { broken, color } = sampled({ image: { ...GREY, levels }, sampler: { minLod: 1, maxLod: 0 } });
    expect(broken).toEqual(['VUID-VkSamplerCreateInfo-maxLod-01973']);
    expect(color[0]).toBe(1);
  });

  it('reads the out-of-bounds result if the view’s minimum LOD leaves no level', () => {
    const { broken, color } = sampled({ image: GREY, view: { minLod: 1 } });
    expect(broken).toEqual(['vulkan/textures-image-level-selection/min-lod']);
    expect(color).toEqual([0, 0, 0, 1]);
  });

  it('fetches zero from a level or a sample that does not exist', () => {
    const multisampled = { ...GREY, width: 1, samples: 2 };
    for (const [image, field, value] of [
      [GREY, 'level', 1],
      [multisampled, 'sample', 2],
    ] as const) {
      const request = (batch: QuadBatch) => batch[field].fill(value);
      const { broken, color } = sampled({ image, instruction: { op: 'fetch' }, request });
      expect(broken).toHaveLength(1);
      expect(color).toEqual([0, 0, 0, 1]);
    }
  });

  it('treats a box of size 0, or an absent box, as a box of one texel', () => {
    for (const side of [0, NaN]) {
      const { broken, color } = sampled({
        image: GREY,
        sampler: { minLod: 0, maxLod: 0, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' },
        instruction: { op: 'box_filter' },
        request: (batch) => {
          batch.s.fill(0.25);
          batch.t.fill(0.5);
          batch.boxWidth.fill(side);
        },
      });
      expect(broken).toEqual(['vulkan/textures-boxfilter/box-size']);
      expect(color[0]).toBe(Math.fround(0.2));
    }
  });

  it('gives maxLod for an LOD that is NaN', () => {
    const levels = [Uint8Array.of(51, 51), Uint8Array.of(255)];
    const { broken, color } = sampled({ image: { ...GREY, levels }, request: (batch) => batch.lod.fill(NaN) });
    expect(broken).toEqual(['d3d11.3/7.18.11/nan-lod']);
    expect(color[0]).toBe(1);
  });

  it('gives position 0, 0 for 32 samples', () => {
    const image = { ...row('r8_unorm', [0]), samples: 32, levels: [new Uint8Array(32)] };
    const request = (batch: QuadBatch) => batch.sample.fill(3);
    const { broken, color } = sampled({ image, instruction: { op: 'sample_position' }, request });
    expect(broken).toEqual(['d3d11.3/22.4.22/positions']);
    expect(color).toEqual([0, 0, 0, 0]);
  });
});
