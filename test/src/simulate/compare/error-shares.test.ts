import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../../rtl-model/design/widths.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { idealDesign } from '../../../../src/designs/ideal-design.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';
import { drawRequests } from '../../../../src/pictures/scenes/draw-requests.ts';
import { sceneDraw } from '../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';
import { checkerboard } from '../../../../src/pictures/textures/checkerboard.ts';
import {
  type ErrorShare,
  errorShares,
  SampledQuads,
  sampledResults,
} from '../../../../src/simulate/compare/error-shares.ts';
import { partSharesText, shareRows } from '../../../../src/simulate/compare/share-text.ts';
import { exchanged } from '../../../../src/simulate/compare/unit-parts.ts';
import { INSTRUCTION } from '../../../../src/simulate/simulate.ts';

const MINIMUM = PRESETS.get('d3d11.3-minimum')!;
const IDEAL = idealDesign(MINIMUM);

function sharesBy(first: Design, second: Design, results: (design: Design) => ArrayLike<number>) {
  const steps = errorShares(first, second, results);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const named = (shares: readonly ErrorShare[] | null) =>
  shares?.map(({ fields, share }) => [fields.map(({ path }) => path).join(), share]);
const sumOf = (shares: readonly ErrorShare[]) => shares.reduce((sum, { share }) => sum + share, 0);

/** A design with two fields of the minimum changed: results that are a sum or a product of two terms. */
const FIELDS = ['lod.rounding', 'filter.rounding'] as const;
const CHANGED = FIELDS.reduce((design, path) => withValue(design, path, 'toward-zero'), MINIMUM);
const [LOD, SUM] = FIELDS.map((path) => (design: Design) => {
  const value = (of: Design) => path.split('.').reduce<unknown>((part, name) => (part as never)[name], of) as number;
  return value(design) === value(MINIMUM) ? 1 : 0;
});

describe('the shares of fields in an error', () => {
  it('are those of the terms where each field adds its own', () => {
    const shares = sharesBy(MINIMUM, CHANGED, (design) => [1 * LOD(design) + 3 * SUM(design)]);
    expect(named(shares)).toEqual([
      ['filter.rounding', 0.75],
      ['lod.rounding', 0.25],
    ]);
  });

  it('are equal where the error needs both fields', () => {
    const shares = sharesBy(MINIMUM, CHANGED, (design) => [LOD(design) * SUM(design)]);
    expect(shares?.map(({ share }) => share)).toEqual([0.5, 0.5]);
  });

  it('are negative where a field makes up for a part of the error of another one', () => {
    const shares = sharesBy(MINIMUM, CHANGED, (design) => [2 * LOD(design) - SUM(design)]);
    expect(shares?.map(({ share }) => share)).toEqual([2, -1]);
  });

  it.each<readonly [string, Design, (design: Design) => readonly number[]]>([
    ['results are equal', CHANGED, () => [1]],
    ['results are not finite', CHANGED, (design) => [LOD(design) / 0]],
    ['no field differs', MINIMUM, () => [1]],
    ['only time differs', withValue(MINIMUM, 'cache.ways', 8), () => [1]],
  ])('are none where %s', (_, second, results) => {
    expect(sharesBy(MINIMUM, second, results)).toBeNull();
  });

  it('are asked of designs alone whose widths fit', () => {
    const shares = sharesBy(MINIMUM, IDEAL, (design) => {
      expect(widthFaults(design)).toEqual([]);
      return [design.filter.weightBits + design.lod.format.fractionBits];
    })!;
    expect(Math.abs(sumOf(shares) - 1)).toBeLessThan(1e-12);
  });
});

const FRAME = { width: 96, height: 64, traversal: 'scanline' } as const;
const IMAGES = [buildMipChain(checkerboard(64, 4), TEXEL_FORMATS.get('r8g8b8a8_unorm')!)];

/** The results of some quads of a scene. */
function drawnResults(name: string, maxAnisotropy: number) {
  const scene = SCENES.get(name)!();
  const sampler = {
    ...DEFAULT_SAMPLER,
    mipmapMode: 'linear',
    anisotropyEnable: maxAnisotropy > 1,
    maxAnisotropy,
  } as const;
  const states = [{ image: 0, sampler, instruction: INSTRUCTION }];
  const sampled = new SampledQuads((FRAME.width * FRAME.height) / 4);
  for (const batch of drawRequests([sceneDraw(scene, [0])], scene.camera, FRAME, new QuadBatch(256)))
    sampled.take(batch);
  return { quads: sampled.quads, results: (quads: QuadBatch) => sampledResults(IMAGES, () => states, quads) };
}

/** Fields of the ideal design, with which each other set of exchanged fields fits as well. */
const FIVE = [
  'address.coordinate.fractionBits',
  'filter.weightBits',
  'lod.scaleFactor',
  'filter.rounding',
  'lod.anisotropicRates',
];
const FINER = exchanged(MINIMUM, IDEAL, FIVE)!;

/** The mean of each field's shares over all orders, from the results of every set of exchanged fields. */
function exhaustive(groups: readonly string[], along: (design: Design) => number): ReadonlyMap<string, number> {
  const sets = Array.from({ length: 2 ** groups.length }, (_, set) =>
    along(
      exchanged(
        MINIMUM,
        FINER,
        groups.filter((_, n) => (set >> n) & 1),
      )!,
    ),
  );
  const size = (set: number) => groups.filter((_, n) => (set >> n) & 1).length;
  const orders = (n: number): number => (n < 2 ? 1 : n * orders(n - 1));
  const shares = groups.map((_, n) =>
    sets.reduce((sum, value, set) => {
      if ((set >> n) & 1) return sum;
      const weight = (orders(size(set)) * orders(groups.length - size(set) - 1)) / orders(groups.length);
      return sum + weight * (value - sets[set | (1 << n)]);
    }, 0),
  );
  const [nothing, all] = [sets[0], sets.at(-1)!];
  return new Map(groups.map((path, n) => [path, shares[n] / (nothing - all)]));
}

describe.each([
  ['plane', 1, 18],
  ['globe', 8, 6],
] as const)('the shares of a pixel of the scene %s with anisotropy %i', (scene, anisotropy, every) => {
  const { quads, results } = drawnResults(scene, anisotropy);

  it('sum to the error, and their largest is that of all orders in 95 % of the pixels', () => {
    let [pixels, agree] = [0, 0];
    for (let quad = 0; quad < quads.count; quad += every) {
      const one = new QuadBatch(1);
      one.copyQuad(quads, quad, one.count++);
      one.active[0] &= -one.active[0];
      const of = results(one);
      const shares = sharesBy(MINIMUM, FINER, of);
      if (shares === null) continue;
      expect(Math.abs(sumOf(shares) - 1)).toBeLessThan(1e-12);
      const wanted = of(FINER);
      const error = Array.from(of(MINIMUM), (value, n) => value - wanted[n]);
      const all = exhaustive(
        shares.flatMap(({ fields }) => fields.map(({ path }) => path)),
        (design) => of(design).reduce((sum, value, n) => sum + value * error[n], 0),
      );
      pixels++;
      const [{ fields }] = shares;
      // Fields with equal shares are in any order.
      const largest = Math.max(...[...all.values()].map(Math.abs));
      if (largest - Math.abs(all.get(fields[0].path)!) < 1e-6) agree++;
    }
    expect(pixels).toBeGreaterThan(4);
    expect(agree / pixels).toBeGreaterThanOrEqual(0.95);
  });

  it('are in words: parts in a line, fields in rows', () => {
    const shares = sharesBy(MINIMUM, FINER, results(quads))!;
    const part = String.raw`(coordinate|weight|LOD|filter) -?\d+\.\d %`;
    expect(partSharesText(shares)).toMatch(new RegExp(`^${part}(, ${part})*$`));
    expect(shareRows(shares).map(([field]) => field)).toContain(
      anisotropy > 1 ? 'lod.anisotropicRates' : 'filter.weightBits',
    );
  });
});
