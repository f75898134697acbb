import { describe, expect, it } from 'vitest';
import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { claimed, D3D11_3, profileTitle, VULKAN_1_0, VULKAN_1_4, withText } from '../../../src/checker/profiles.ts';
import { fitEvidence } from '../../../src/checker/closest/fit-evidence.ts';
import { fitLevelWeights, fitSubtexel } from '../../../src/checker/closest/fit-grids.ts';
import { measuredWeights } from '../../../src/checker/closest/level-weights.ts';
import { SpecificationOracle } from '../../../src/checker/judge/specification-oracle.ts';
import { CUBIC_RULES } from '../../../src/checker/rules/vulkan/cubic-filtering.ts';
import { LEVEL_RULES } from '../../../src/checker/rules/vulkan/levels/level-selection.ts';
import { designSubject } from '../../../src/checker/subject.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { formatOf } from '../../oracle/allowed-at.ts';
import { inTurn } from '../../oracle/draws.ts';
import { EXPLICIT, POINT } from '../../oracle/sampling.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';
import { explicitState, noise, randomLanes } from './judge/random-requests.ts';
import { measuredByModel } from './judge/measured-by-model.ts';
import { failures } from './rules/vulkan/wrong-subjects.ts';

const { limits } = FULL_QUALITY;
const PAIRS = [
  ['current', 'current'],
  ['vulkan-1.1', 'vulkan-1.1'],
  ['vulkan-1.1', 'current'],
  ['current', 'vulkan-1.1'],
] as const;

const TEXTS = ['current', 'vulkan-1.1'] as const;

type Place = Readonly<Partial<Record<'s' | 't' | 'offsetU', number>>>;

/** A sample of the nearest texel of one image of 4x4 texels, whose bytes are 50 and more. */
interface Asked {
  readonly format: string;
  readonly place: Place;
  readonly sampler?: Partial<Sampler>;
  readonly components?: ImageView['components'];
  readonly instruction?: Instruction;
  readonly second?: TextureState['second'];
  readonly images?: readonly ImageSource[];
}

function isAllowed(text: SpecificationText, asked: Asked, result: readonly number[]): boolean {
  const { sampler = {}, instruction = EXPLICIT, components, second, place } = asked;
  const format = formatOf(asked.format);
  const bytes = Uint8Array.from({ length: 16 * format.texelBytes }, (_, n) => 50 + (format.texelBytes > 1 ? 0 : n % 4));
  const image = { format, width: 4, height: 4, layers: 1, levels: [bytes] };
  const own = viewOfImage(image);
  const modes = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', maxLod: 0 } as const;
  const state: TextureState = {
    image: 0,
    view: { ...own, components: components ?? own.components },
    sampler: { ...DEFAULT_SAMPLER, ...POINT, ...modes, ...sampler },
    instruction,
    ...(second && { second }),
  };
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = 1;
  for (const [name, value] of Object.entries(place)) batch[name as 's'][0] = value;
  const oracle = new SpecificationOracle(withText(VULKAN_1_4, text), [image, ...(asked.images ?? [])], [state]);
  return isRight(oracle.answer(batch, 0, 0), result.map(Math.fround));
}

describe('a design that follows one text of Vulkan', () => {
  // The turn that is not taken needs the answers of another text.
  it.each(inTurn(PAIRS, 1, 2))(
    'of %s fails by %s the rules in which the two differ, and by its own none',
    (own, demanded) => {
      const subject = designSubject({ ...VULKAN_MINIMUM, text: own });
      const failed = failures([...CUBIC_RULES, ...LEVEL_RULES], subject, withText(VULKAN_1_0, demanded));
      expect(failed).toEqual(own === demanded ? [] : ['weights', 'weight-products', 'level-clamp']);
    },
  );

  it('is named with its text in reports where that is not the current one', () => {
    const titles = (['current', 'vulkan-1.1'] as const).map((text) => profileTitle(withText(claimed(limits), text)));
    expect(titles).toEqual(['claimed', 'claimed (text of vulkan-1.1)']);
    // D3D11.3 is one text, whatever is said of Vulkan's.
    expect(withText(D3D11_3, 'vulkan-1.1')).toBe(D3D11_3);
  });
});

describe('results of a design that follows one text of Vulkan', () => {
  const image = noise(3);
  const CUBIC: Partial<Sampler> = { magFilter: 'cubic', minFilter: 'cubic', mipmapMode: 'nearest' };

  /** Samples between the levels of a view that begins at a level, or of its first level. */
  function results(text: SpecificationText, baseMipLevel: number, sampler: Partial<Sampler> = {}) {
    const view = { ...viewOfImage(image), baseMipLevel, levelCount: 5 - baseMipLevel };
    const state = { ...explicitState(sampler), view };
    const batch = randomLanes(6, 50, (dice) => dice.real(0, sampler === CUBIC ? 0 : 4 - baseMipLevel));
    return measuredByModel({ ...FULL_QUALITY, text }, [image], [state], batch);
  }

  /** Lanes whose results a text does not allow. */
  function wrongBy(text: SpecificationText, { images, states, batch, requests }: ReturnType<typeof results>): number {
    const oracle = new SpecificationOracle(withText(VULKAN_1_4, text), images, states);
    return requests
      .flatMap(({ results: given }, quad) =>
        given!.texels!.map((texel, lane) => texel === null || isRight(oracle.answer(batch, quad, lane), texel)),
      )
      .filter((right) => !right).length;
  }

  it.each(PAIRS)('%s, are judged by %s: the coarser level of a view that begins at a level', (own, demanded) => {
    const wrong = wrongBy(demanded, results(own, 2));
    if (own === demanded) expect(wrong).toBe(0);
    else expect(wrong).toBeGreaterThan(50);
  });

  it.each(PAIRS)('%s, are judged by %s: cubic weights', (own, demanded) => {
    const wrong = wrongBy(demanded, results(own, 0, CUBIC));
    if (own === demanded) expect(wrong).toBe(0);
    else expect(wrong).toBeGreaterThan(50);
  });

  it('are the same where the texts agree: trilinear samples of a view from level 0 on', () => {
    expect(PAIRS.map(([own, demanded]) => wrongBy(demanded, results(own, 0)))).toEqual([0, 0, 0, 0]);
  });

  it('show the weights between the levels that this text selects', () => {
    const subtexel = fitSubtexel(fitEvidence(results('current', 0, { mipmapMode: 'nearest' })));
    const contradicts = (own: SpecificationText, read: SpecificationText) =>
      fitLevelWeights(measuredWeights(fitEvidence(results(own, 3), read), subtexel, withText(VULKAN_1_4, read)))
        ?.contradicts ?? Infinity;
    expect(contradicts('vulkan-1.1', 'vulkan-1.1')).toBe(0);
    expect(contradicts('vulkan-1.1', 'current')).toBeGreaterThan(20);
  });
});

describe('results that the texts of Vulkan disagree on', () => {
  const corner: Place = { s: 0.125, t: 0.125 };
  const outside: Place = { s: 1.5, t: 0.125 };
  const black: Partial<Sampler> = { addressModeU: 'clamp_to_border', borderColor: [0, 0, 0, 1] };
  const single = { format: formatOf('r8_unorm'), width: 1, height: 1, layers: 1, levels: [Uint8Array.of(51)] };
  const seen = { ...viewOfImage(single), viewType: '2d_array', levelCount: 1, layerCount: 1 } as const;
  const weights = { filterCenter: [0, 0], filterSize: [1, 1], numPhases: 1 } as const;

  it('alpha of a weighted sum of r8_unorm is the sum of the weights, or 1 by the older text', () => {
    const instruction: Instruction = { op: 'sample_weighted', lod: 'explicit', projected: false };
    const second = { image: 1, view: seen, weights };
    const right = (text: SpecificationText, alpha: number) =>
      isAllowed(text, { format: 'r8_unorm', place: corner, instruction, second, images: [single] }, [
        10 / 255,
        0,
        0,
        alpha,
      ]);
    expect(TEXTS.map((text) => [right(text, 0.2), right(text, 1)])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it.each([
    ['b4g4r4a4_unorm_pack16', [0, 0, 1, 0]],
    ['r4g4b4a4_unorm_pack16', [1, 0, 0, 0]],
  ])('two channels of a border of %s may be exchanged by the current text alone', (format, exchanged) => {
    const right = (text: SpecificationText, result: readonly number[]) =>
      isAllowed(text, { format, place: outside, sampler: black }, result);
    expect(TEXTS.map((text) => [right(text, [0, 0, 0, 1]), right(text, exchanged)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('a depth that is swizzled to one is 1 by the older text, and open by the current one', () => {
    const components = ['r', 'one', 'zero', 'one'] as const;
    const right = (text: SpecificationText, g: number) =>
      isAllowed(text, { format: 'd16_unorm', place: corner, components }, [(50 * 257) / 65535, g, 0, 1]);
    expect(TEXTS.map((text) => [right(text, 1), right(text, 0)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('an offset as long as a mirrored level selects the mirrored texel by the older text, and is open by the other', () => {
    const sampler: Partial<Sampler> = { addressModeU: 'mirrored_repeat' };
    const right = (text: SpecificationText, code: number) =>
      isAllowed(text, { format: 'r8_unorm', place: { ...corner, offsetU: 5 }, sampler }, [code / 255, 0, 0, 1]);
    // Texel 5 of four is texel 2.
    expect(TEXTS.map((text) => [right(text, 52), right(text, 50)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });
});
