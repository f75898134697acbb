import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Operation } from '../../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { AccessCapture } from '../../../../src/experiments/replay/capture.ts';
import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { AccessObserver } from '../../../../traces/accesses/access-observer.ts';
import { fanOut } from '../../../../traces/stages/observers.ts';
import { TapAccesses } from '../../../../traces/accesses/tap-accesses.ts';
import { TexelLocator } from '../../../../traces/accesses/texel-locator.ts';
import { TexelTraceObserver } from '../../../../traces/accesses/texel-trace-writer.ts';
import { operationOf } from '../../../oracle/random-operations.ts';
import { pick, randomNumbers, type RandomSource } from '../../../pipeline/random-source.ts';
import { randomDesign, randomImage, randomQuads, randomState } from '../../../pipeline/random-work.ts';
import { draws } from '../../../oracle/draws.ts';

type Access = readonly [address: number, bytes: number, quad: number, pass: number, lane: number];

function accessesOf({ address, bytes, quad, pass, lane, count }: AccessBatch): Access[] {
  return Array.from({ length: count }, (_, n) => [address[n], bytes[n], quad[n], pass[n], lane[n]]);
}

interface PassLine {
  readonly quad: number;
  readonly pass: number;
  readonly size: number | readonly number[];
  readonly taps: readonly (readonly (number | null)[])[];
}

/** The accesses in the text of a JSON Lines trace, those of a pass in an order of taps. */
function accessesOfText(text: string, tapOrder: Design['cache']['tapOrder']): Access[] {
  const lines = text.trimEnd().split('\n').slice(1, -1);
  return lines.flatMap((line) => {
    const { quad, pass, size, taps }: PassLine = JSON.parse(line);
    const access = (lane: number, tap: number): Access[] => {
      const at = taps[lane][tap] ?? null;
      return at === null ? [] : [[at, typeof size === 'number' ? size : size[lane], quad, pass, lane]];
    };
    const lanes = [...taps.keys()];
    if (tapOrder === 'by-lane') return lanes.flatMap((lane) => taps[lane].flatMap((_, tap) => access(lane, tap)));
    return [0, 1, 2, 3].flatMap((tap) => lanes.flatMap((lane) => access(lane, tap)));
  });
}

/** The same requests with a clock and without. */
function inBothWays(design: Design, images: readonly ImageSource[], states: readonly TextureState[], quads: QuadBatch) {
  const memory = () => layOutImages(images, design.cache.layout);
  const taps = new TapAccesses(memory(), states, design.cache);
  const observed: Access[] = [];
  let text = '';
  const lookups: number[] = [];
  const observer = fanOut([
    new AccessObserver(taps, (batch) => observed.push(...accessesOf(batch))),
    new TexelTraceObserver((piece) => (text += piece), taps),
  ]);
  observer.lookup = (_cycle, address) => lookups.push(address);
  const pipeline = new Pipeline(design, memory(), states, () => {}, observer);
  pipeline.run(quads);
  const account = pipeline.finish();
  const capture = new AccessCapture(design, memory(), states);
  const captured: Access[] = [];
  for (const batch of capture.accesses(quads)) captured.push(...accessesOf(batch));
  return { captured, observed, text, lookups, account, images: capture.images };
}

/** The sectors that the accesses look up, each once a pass, or once an access. */
function sectorsOf(accesses: readonly Access[], { sectorBytes, coalescing }: Design['cache']): number[] {
  const seen = new Set<string>();
  return accesses.flatMap(([address, , quad, pass]) => {
    const sector = Math.floor(address / sectorBytes) * sectorBytes;
    const key = `${quad} ${pass} ${sector}`;
    const fresh = !seen.has(key);
    seen.add(key);
    return fresh || coalescing === 'none' ? [sector] : [];
  });
}

function compare(outcome: ReturnType<typeof inBothWays>, { cache }: Design, what: string): number {
  const { captured, observed, text, lookups, images } = outcome;
  expect(observed, what).toEqual(accessesOfText(text, cache.tapOrder));
  expect(captured, what).toEqual(observed);
  expect(sectorsOf(captured, cache), what).toEqual(lookups);
  const locator = new TexelLocator(images);
  const lost = captured.filter(([address]) => !locator.locate(address));
  expect(lost, what).toEqual([]);
  return captured.length;
}

/** The last line that the observer wrote: `{"end":...}`. */
function endOf(text: string): unknown {
  return JSON.parse(text.trimEnd().split('\n').at(-1)!);
}

const NEAREST: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };

function imageOf(format: string, shape: Partial<ImageSource> = {}): ImageSource {
  const source = { format: TEXEL_FORMATS.get(format)!, width: 24, height: 20, layers: 1, ...shape };
  const { planes, block, codec } = source.format;
  const single = planes !== null || (block !== null && codec === null) || (shape.samples ?? 1) > 1;
  const levels = Array.from({ length: single ? 1 : 3 }, (_, level) => new Uint8Array(levelBytes(source, level)));
  return { ...source, levels };
}

function quadsOf(random: RandomSource, states: number): QuadBatch {
  const batch = new QuadBatch(40);
  randomQuads(random, batch, 40, states);
  for (let lane = 0; lane < 160; lane++) {
    batch.i[lane] = Math.floor(random() * 26) - 1;
    batch.j[lane] = Math.floor(random() * 22) - 1;
    batch.sample[lane] = Math.floor(random() * 4);
    batch.blockWidth[lane] = 1 + Math.floor(random() * 4);
    batch.blockHeight[lane] = 1 + Math.floor(random() * 3);
    batch.referenceI[lane] = Math.floor(random() * 20);
    batch.referenceJ[lane] = Math.floor(random() * 16);
    batch.boxWidth[lane] = 1 + random() * 4;
    batch.boxHeight[lane] = 1 + random() * 4;
  }
  return batch;
}

function stateOf(op: Operation, changes: Partial<Sampler> = {}): TextureState {
  return {
    image: 0,
    sampler: { ...DEFAULT_SAMPLER, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', ...changes },
    instruction: { op, lod: 'explicit', projected: false },
  };
}

const MATCHED: TextureState = {
  ...stateOf('block_match', { windowExtent: [3, 2] }),
  instruction: { op: 'block_match', lod: 'explicit', projected: false, blockMatch: { metric: 'sad', form: 'window' } },
  second: { image: 1 },
};

describe('the accesses captured without a clock equal those of the cycle mode in the order of its tag look-ups', () => {
  it('for random sampling with random designs', () => {
    let count = 0;
    for (let seed = 1; seed <= draws(30); seed++) {
      const random = randomNumbers(seed);
      const design = randomDesign(random);
      const images = [randomImage(random), randomImage(random)];
      const states = [0, 1, 2].map(() => randomState(random, images.length));
      const outcome = inBothWays(design, images, states, quadsOf(random, states.length));
      count += compare(outcome, design, `seed ${seed}`);
      const accesses = outcome.captured.length;
      expect(endOf(outcome.text)).toEqual({ end: { passes: outcome.account.passes, accesses } });
    }
    expect(count).toBeGreaterThan(draws(10_000));
  });

  it('for random sampling operations', () => {
    let count = 0;
    for (let n = 0; n < draws(100); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(20, n, 6);
      const { cache, pipeline } = randomDesign(randomNumbers(n + 1));
      const state = { image: 0, view, sampler, instruction };
      const mixed = { ...design, cache, pipeline };
      try {
        count += compare(inBothWays(mixed, [image], [state], batch), mixed, `operation ${n}`);
      } catch (error) {
        if (!(error instanceof DesignError)) throw error;
      }
    }
    expect(count).toBeGreaterThan(draws(1000));
  });

  it('for compressed blocks, kept as they are or decoded', () => {
    for (const blocks of ['compressed', 'decoded'] as const) {
      for (const format of ['bc1_rgba_unorm_block', 'bc7_srgb_block', 'astc_6x5_unorm_block', 'eac_r11_unorm_block']) {
        const random = randomNumbers(format.length);
        const base = randomDesign(random);
        const design = { ...base, cache: { ...base.cache, blocks } };
        const outcome = inBothWays(design, [imageOf(format)], [stateOf('sample')], quadsOf(random, 1));
        expect(compare(outcome, design, `${blocks} ${format}`)).toBeGreaterThan(100);
        const { texelBytes } = TEXEL_FORMATS.get(format)!;
        if (blocks === 'compressed') expect(outcome.captured.every(([, bytes]) => bytes === texelBytes)).toBe(true);
      }
    }
  });

  it('for blocks that do not fill lines, in several layers', () => {
    for (const blocks of ['compressed', 'decoded'] as const) {
      for (const format of ['astc_5x4_unorm_block', 'astc_10x5_srgb_block', 'astc_12x12_sfloat_block']) {
        const random = randomNumbers(format.length);
        const base = randomDesign(random);
        const design = { ...base, cache: { ...base.cache, blocks } };
        const image = imageOf(format, { layers: 3 });
        const outcome = inBothWays(design, [image], [stateOf('sample')], quadsOf(random, 1));
        expect(compare(outcome, design, `${blocks} ${format}`)).toBeGreaterThan(100);
        // The last block of a layer has one address.
        const [{ layerBytes, sliceBytes }] = outcome.images[0].levels;
        const {
          stride,
          block: [across, down],
        } = outcome.images[0];
        expect(layerBytes % (blocks === 'compressed' ? stride : across * down * stride)).toBe(0);
        expect(layerBytes).toBeGreaterThanOrEqual(sliceBytes);
      }
    }
  });

  it('for blocks that are matched with another image', () => {
    const pairs = [
      ['bc7_unorm_block', 'r8g8b8a8_unorm'],
      ['r8g8b8a8_unorm', 'bc1_rgba_unorm_block'],
      ['bc1_rgba_unorm_block', 'astc_5x4_unorm_block'],
    ] as const;
    for (const [n, [target, reference]] of pairs.entries()) {
      for (const blocks of ['compressed', 'decoded'] as const) {
        const random = randomNumbers(n + 1);
        const base = randomDesign(random);
        const design = { ...base, cache: { ...base.cache, blocks } };
        const images = [imageOf(target), imageOf(reference)];
        const quads = quadsOf(random, 1);
        quads.count = 4;
        const outcome = inBothWays(design, images, [MATCHED], quads);
        expect(compare(outcome, design, `${target} with ${reference}, ${blocks}`)).toBeGreaterThan(100);
      }
    }
  });

  it('for planes, pairs, samples, volumes and integers', () => {
    const conversion = {
      ycbcrModel: 'ycbcr_709',
      ycbcrRange: 'itu_narrow',
      components: ['identity', 'identity', 'identity', 'identity'],
      xChromaOffset: 'midpoint',
      yChromaOffset: 'cosited_even',
      chromaFilter: 'linear',
      forceExplicitReconstruction: false,
      enableYDegamma: false,
      enableCbCrDegamma: false,
    } as const;
    const cases: readonly (readonly [ImageSource, TextureState])[] = [
      [imageOf('g8_b8r8_2plane_420_unorm'), stateOf('sample', { ycbcrConversion: conversion })],
      [imageOf('g16_b16_r16_3plane_422_unorm'), stateOf('sample', { ycbcrConversion: conversion })],
      [imageOf('g8b8g8r8_422_unorm'), stateOf('sample', { ycbcrConversion: conversion })],
      [imageOf('r16_sfloat', { samples: 4 }), stateOf('fetch')],
      [imageOf('r8g8b8_unorm', { type: '3d', depth: 6 }), stateOf('sample')],
      [imageOf('r32g32_uint'), stateOf('sample', NEAREST)],
    ];
    for (const [image, state] of cases) {
      const random = randomNumbers(image.format.name.length);
      const design = randomDesign(random);
      const outcome = inBothWays(design, [image], [state], quadsOf(random, 1));
      expect(compare(outcome, design, image.format.name)).toBeGreaterThan(20);
    }
  });

  it('for operations beyond sampling, mixed with it', () => {
    const weights = { filterCenter: [1, 1], filterSize: [3, 3], numPhases: 1 } as const;
    for (let seed = 1; seed <= draws(8); seed++) {
      const random = randomNumbers(seed);
      const states: TextureState[] = [
        stateOf('sample'),
        stateOf('read'),
        stateOf('write'),
        stateOf('gather'),
        stateOf('query_lod'),
        stateOf('box_filter'),
        { ...stateOf('sample_weighted'), second: { image: 1, weights } },
        MATCHED,
        { ...stateOf('sample'), image: null },
      ];
      const images = [imageOf('r8g8b8a8_unorm'), imageOf('r8_unorm', { width: 20 })];
      const design = randomDesign(random);
      const outcome = inBothWays(design, images, states, quadsOf(random, states.length));
      expect(compare(outcome, design, `seed ${seed}`)).toBeGreaterThan(100);
      expect(new Set(outcome.captured.map(([, bytes]) => bytes))).toEqual(new Set([4, 1]));
    }
  });
});

describe('AccessCapture', () => {
  it('continues the count of quads from batch to batch', () => {
    const random = randomNumbers(3);
    const design = randomDesign(random);
    const memory = layOutImages([imageOf('r8_unorm')], design.cache.layout);
    const capture = new AccessCapture(design, memory, [stateOf('sample')]);
    const quads = quadsOf(random, 1);
    const serials = () => [...capture.accesses(quads)].flatMap(({ quad, count }) => [...quad.subarray(0, count)]);
    const [first, second] = [serials(), serials()];
    expect(second).toEqual(first.map((quad) => quad + quads.count));
  });

  it('yields a reused batch before it is full', () => {
    const random = randomNumbers(5);
    const design = { ...randomDesign(random), cache: { ...randomDesign(random).cache, layout: 'linear' as const } };
    const memory = layOutImages([imageOf('r8_unorm')], 'linear');
    const anisotropic = stateOf('sample', { anisotropyEnable: true, maxAnisotropy: 16, magFilter: 'linear' });
    const capture = new AccessCapture(design, memory, [pick(random, [anisotropic])]);
    const quads = new QuadBatch(1200);
    randomQuads(random, quads, 1200, 1);
    const counts: number[] = [];
    for (const batch of capture.accesses(quads)) counts.push(batch.count);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.slice(0, -1).every((count) => count > 8192 - 16 && count <= 8192)).toBe(true);
  });
});
