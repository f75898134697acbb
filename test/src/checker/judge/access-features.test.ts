import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, profileOf, VULKAN_1_0, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { AccessFeature } from '../../../../src/specification/texels/reading.ts';
import type { LaneResults } from '../../../../traces/requests/request-trace.ts';
import { viewOfImage } from '../../../../src/specification/state/view.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { POINT } from '../../../oracle/sampling.ts';
import { finished } from './random-requests.ts';
import { measuredByModel } from './measured-by-model.ts';

type Rgba = readonly [number, number, number, number];
type Verdict = 'right' | 'wrong' | 'open';

const vulkan = (...features: readonly AccessFeature[]) => profileOf('vulkan-1.0', FULL_QUALITY.limits, features);

/** One request of one lane, with a result of somebody's. */
interface Asked {
  readonly image: ImageSource | null;
  readonly instruction: Instruction;
  readonly place?: Readonly<Partial<Record<'i' | 'j' | 'level' | 's' | 't', number>>>;
  readonly view?: TextureState['view'];
  readonly second?: null;
}

function verdict(
  { image, instruction, place = {}, view, second }: Asked,
  results: Partial<LaneResults>,
  profile: Profile,
): Verdict {
  const state: TextureState = {
    image: image === null ? null : 0,
    ...(view && { view }),
    sampler: { ...DEFAULT_SAMPLER, ...POINT, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' },
    instruction,
    ...(second === null && { second }),
  };
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = 1;
  for (const [name, value] of Object.entries(place)) batch[name as 'i'][0] = value;
  const trace = measuredByModel(FULL_QUALITY, image === null ? [] : [image], [state], batch);
  const requests = trace.requests.map((request) => ({ ...request, results: { texels: null, ...results } }));
  const { wrong, open } = finished(judgeResults({ ...trace, requests }, { kind: 'profile', profile }));
  return wrong.length > 0 ? 'wrong' : open > 0 ? 'open' : 'right';
}

const texel = (...color: Rgba) => ({ texels: [color] });
const FETCH: Instruction = { op: 'fetch', lod: 'explicit', projected: false };
const READ: Instruction = { op: 'read', lod: 'explicit', projected: false };

const image = (name: string): ImageSource => {
  const format = formatOf(name);
  const levels = [4, 2].map((size) => new Uint8Array(size * size * format.texelBytes).fill(50));
  return { format, width: 4, height: 4, layers: 1, levels };
};
const RGBA = image('r8g8b8a8_unorm');
const R = image('r8_unorm');

describe('the features of a version are those that its core requires', () => {
  it('none of Vulkan 1.0, robustImageAccess of 1.4', () => {
    expect(VULKAN_1_0.features).toEqual([]);
    expect(VULKAN_1_4.features).toEqual(['robustImageAccess']);
    expect(profileOf('vulkan-1.4', FULL_QUALITY.limits, ['nullDescriptor']).features).toEqual(['nullDescriptor']);
  });
});

describe('a fetch out of bounds', () => {
  const at = (of: ImageSource, alpha: number, profile: Profile, red = 0) =>
    verdict({ image: of, instruction: FETCH, place: { i: 4 } }, texel(red, 0, 0, alpha), profile);

  it('is undefined without a feature', () => {
    for (const [red, alpha] of [
      [0, 0],
      [0.5, 7],
    ])
      expect(at(RGBA, alpha, VULKAN_1_0, red)).toBe('open');
  });

  it('is zero with alpha 0 or 1 under robustImageAccess', () => {
    for (const of of [RGBA, R]) {
      expect([0, 1, 0.5].map((alpha) => at(of, alpha, vulkan('robustImageAccess')))).toEqual([
        'right',
        'right',
        'wrong',
      ]);
      expect(at(of, 1, vulkan('robustImageAccess'), 0.5)).toBe('wrong');
    }
    expect(at(RGBA, 1, VULKAN_1_4)).toBe('right');
  });

  it("is zero with the format's alpha under robustImageAccess2, and in D3D11.3", () => {
    for (const profile of [vulkan('robustImageAccess2'), D3D11_3]) {
      expect([0, 1].map((alpha) => at(RGBA, alpha, profile))).toEqual(['right', 'wrong']);
      expect([0, 1].map((alpha) => at(R, alpha, profile))).toEqual(['wrong', 'right']);
    }
  });
});

describe('a read of a level that the view does not show', () => {
  const at = (color: Rgba, profile: Profile, of = R) =>
    verdict({ image: of, instruction: FETCH, place: { level: 2 } }, texel(...color), profile);

  it('is undefined unless robustImageAccess2 makes it zero', () => {
    for (const profile of [VULKAN_1_0, VULKAN_1_4]) expect(at([0.3, 9, 9, 9], profile)).toBe('open');
    const robust = vulkan('robustImageAccess2');
    expect(at([0, 0, 0, 1], robust)).toBe('right');
    expect(at([0, 0, 0, 0], robust)).toBe('right');
    expect(at([0.3, 0, 0, 1], robust)).toBe('wrong');
    expect(at([0, 0, 0, 1], robust, RGBA)).toBe('wrong');
  });

  it('of a gather as well', () => {
    const gather: Asked = {
      image: R,
      instruction: { op: 'gather', lod: 'explicit', projected: false, component: 0 },
      place: { s: 0.5, t: 0.5 },
      view: { ...viewOfImage(R), minLod: 1 },
    };
    expect(verdict(gather, texel(9, 9, 9, 9), VULKAN_1_4)).toBe('open');
    expect(verdict(gather, texel(9, 9, 9, 9), vulkan('robustImageAccess2'))).toBe('wrong');
    expect(verdict(gather, texel(0, 0, 0, 0), vulkan('robustImageAccess2'))).toBe('right');
  });
});

describe('a null descriptor', () => {
  const at = (instruction: Instruction, color: Rgba, profile: Profile) =>
    verdict({ image: null, instruction }, texel(...color), profile);
  const sample: Instruction = { op: 'sample', lod: 'explicit', projected: false };

  it('is undefined without nullDescriptor', () => {
    for (const instruction of [sample, FETCH, READ]) expect(at(instruction, [5, 5, 5, 5], VULKAN_1_4)).toBe('open');
  });

  it('reads as zero with it, where alpha of a storage image may be 1', () => {
    const profile = vulkan('nullDescriptor');
    for (const instruction of [sample, FETCH, READ]) expect(at(instruction, [0, 0, 0, 0], profile)).toBe('right');
    expect(at(READ, [0, 0, 0, 1], profile)).toBe('right');
    expect(at(sample, [0, 0, 0, 1], profile)).toBe('wrong');
    expect(at(READ, [0, 0, 1, 1], profile)).toBe('wrong');
  });

  it('is undefined as a second image, too, and reads as zero with nullDescriptor', () => {
    const instruction: Instruction = { op: 'sample_weighted', lod: 'implicit', projected: false };
    const at = (color: Rgba, profile: Profile) =>
      verdict({ image: RGBA, instruction, place: { s: 0.5, t: 0.5 }, second: null }, texel(...color), profile);
    expect(at([5, 5, 5, 5], VULKAN_1_4)).toBe('open');
    expect(at([0, 0, 0, 0], vulkan('nullDescriptor'))).toBe('right');
    expect(at([5, 5, 5, 5], vulkan('nullDescriptor'))).toBe('wrong');
  });

  it('is zero in D3D11.3', () => {
    expect(at(READ, [0, 0, 0, 0], D3D11_3)).toBe('right');
    expect(at(READ, [0, 0, 0, 1], D3D11_3)).toBe('wrong');
  });
});

describe('a texel without memory', () => {
  const region = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 2, height: 4, depth: 1 };
  const sparse: ImageSource = { ...R, type: '2d', depth: 1, samples: 1, unbound: [region] };
  const asked = (op: 'sample' | 'fetch' | 'gather', column: number): Asked => ({
    image: sparse,
    instruction: { op, lod: 'explicit', projected: false, sparse: true, ...(op === 'gather' && { component: 0 }) },
    place: { i: column, j: 1, s: (column + 0.5) / 4, t: 0.375 },
  });
  const strict = vulkan('residencyNonResidentStrict', 'robustImageAccess2');
  const of = (color: Rgba, resident: boolean) => ({ ...texel(...color), resident: [resident] });

  it.each(['sample', 'fetch', 'gather'] as const)('is undefined in a %s without residencyNonResidentStrict', (op) => {
    expect(verdict(asked(op, 0), of([0.7, 3, 3, 3], false), VULKAN_1_0)).toBe('open');
    expect(verdict(asked(op, 0), of([0.7, 3, 3, 3], false), strict)).toBe('wrong');
  });

  it.each(['sample', 'fetch'] as const)('leaves the others of a %s and the residency decided', (op) => {
    const value = Math.fround(50 / 255);
    expect(verdict(asked(op, 3), of([value, 0, 0, 1], true), VULKAN_1_0)).toBe('right');
    expect(verdict(asked(op, 3), of([0.7, 0, 0, 1], true), VULKAN_1_0)).toBe('wrong');
    expect(verdict(asked(op, 3), of([value, 0, 0, 1], false), VULKAN_1_0)).toBe('wrong');
    expect(verdict(asked(op, 0), of([0.7, 0, 0, 1], true), VULKAN_1_0)).toBe('wrong');
  });

  it('is met on an edge both of whose texels have none, whichever of them the coordinate snaps to', () => {
    expect(verdict(asked('sample', 0.5), of([0, 0, 0, 1], false), strict)).toBe('right');
    expect(verdict(asked('sample', 0.5), of([0, 0, 0, 1], true), strict)).toBe('wrong');
    // On the edge to texels that have memory, either may be read.
    for (const resident of [false, true]) {
      expect(verdict(asked('sample', 1.5 - 2 ** -12), of([0, 0, 0, 1], resident), VULKAN_1_0)).not.toBe('wrong');
    }
  });

  it('is zero with it, and in D3D11.3', () => {
    for (const profile of [strict, D3D11_3]) {
      expect(verdict(asked('sample', 0), of([0, 0, 0, 1], false), profile)).toBe('right');
      expect(verdict(asked('sample', 0), of([0.7, 0, 0, 1], false), profile)).toBe('wrong');
    }
  });
});
