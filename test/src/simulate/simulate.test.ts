import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { SCENES } from '../../../src/pictures/scenes/standard-scenes.ts';
import { FILTER_MODES, filtersOf } from '../../../src/simulate/filter-modes.ts';
import { BACKGROUND, Framebuffer } from '../../../src/simulate/framebuffer.ts';
import { PassMap } from '../../../src/simulate/pass-map.ts';
import { countQuads, simulate, type Simulation, type SimulationResult } from '../../../src/simulate/simulate.ts';
import { checkerboard } from '../../../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../../../src/pictures/downsampler/mip-chain.ts';

const checker = checkerboard(64, 4);

function simulation(scene: string, changes: Partial<Simulation> = {}): Simulation {
  return {
    design: PRESETS.get('full-quality')!,
    view: { scene: SCENES.get(scene)!(), width: 65, height: 49, traversal: 'tiles' },
    texture: buildMipChain(checker, TEXEL_FORMATS.get('r8g8b8a8_unorm')!),
    sampler: DEFAULT_SAMPLER,
    mode: 'functional',
    ...changes,
  };
}

function finished(run: Simulation): { readonly yields: readonly number[]; readonly result: SimulationResult } {
  const steps = simulate(run);
  const yields: number[] = [];
  let step = steps.next();
  for (; !step.done; step = steps.next()) yields.push(step.value);
  return { yields, result: step.value };
}

describe('a simulation', () => {
  it('draws the same picture with a clock and without', () => {
    for (const scene of SCENES.keys()) {
      for (const mode of FILTER_MODES) {
        const sampler = { ...DEFAULT_SAMPLER, ...filtersOf(mode), maxAnisotropy: 16 };
        const functional = finished(simulation(scene, { sampler })).result;
        const cycle = finished(simulation(scene, { sampler, mode: 'cycle' })).result;
        expect(cycle.picture, `${scene}, ${mode}`).toEqual(functional.picture);
        expect([cycle.quads, cycle.pixels]).toEqual([functional.quads, functional.pixels]);
        expect(cycle.account).toMatchObject({ quads: cycle.quads, pixels: cycle.pixels });
        expect(functional.account).toBeNull();
      }
    }
  });

  it('yields the number of quads so far after each batch, up to the number counted before', () => {
    const run = simulation('plane', { view: { ...simulation('plane').view, width: 200, height: 200 } });
    const { yields, result } = finished(run);
    expect(yields.length).toBeGreaterThan(2);
    expect([...yields].sort((a, b) => a - b)).toEqual(yields);
    expect(yields.at(-1)).toBe(result.quads);
    expect(countQuads(run.view)).toBe(result.quads);
  });

  it('calls onRequests with every batch before it is sampled', () => {
    let seen = 0;
    const { result } = finished(simulation('globe', { onRequests: (batch) => (seen += batch.count) }));
    expect(seen).toBe(result.quads);
  });

  it('counts the passes of each block of pixels', () => {
    const map = new PassMap(65, 49);
    const { account } = finished(simulation('tunnel', { mode: 'cycle', passes: map })).result;
    expect([map.width, map.height]).toEqual([33, 25]);
    expect(map.passes.reduce((a, b) => a + b, 0)).toBe(account!.passes);
    expect(map.passes.every((passes) => passes > 0)).toBe(true);
    const without = new PassMap(65, 49);
    finished(simulation('tunnel', { mode: 'functional', passes: without }));
    expect(without).toEqual(map);
  });

  it('refuses a texture larger than the texel memory before it begins', () => {
    const texture = { ...simulation('plane').texture, width: 32 };
    expect(() => simulate(simulation('plane', { texture }))).toThrow(RangeError);
  });
});

/** The byte that a frame buffer stores for a component. */
function stored(srgb: boolean, value: number): number {
  const frame = new Framebuffer(1, 1, srgb);
  frame.store(0, 0, 1, Float32Array.of(value, value, value, 0), 0);
  return frame.picture.texels[0];
}

describe('the frame buffer', () => {
  it('rounds a component to the nearest of 255 steps, ties up', () => {
    const values = [-1, NaN, 0, 0.5, 1, 2, Infinity, 100.49 / 255, 100.51 / 255];
    expect(values.map((value) => stored(false, value))).toEqual([0, 0, 0, 128, 255, 255, 255, 100, 101]);
  });

  it('encodes linear light for sRGB textures', () => {
    expect([0, 0.0031308, 0.5, 1, NaN].map((value) => stored(true, value))).toEqual([0, 10, 188, 255, 0]);
  });

  it('stores the active lanes at their pixels, opaque, and keeps the background elsewhere', () => {
    const frame = new Framebuffer(3, 3, false);
    const colors = new Float32Array(32);
    colors.fill(1, 16, 24);
    frame.store(1, 1, 0b0111, colors, 16);
    const dark = [...BACKGROUND, 255];
    const white = [255, 255, 255, 255];
    const black = [0, 0, 0, 255];
    const rows = [dark, dark, dark, dark, white, white, dark, black, dark];
    expect([...frame.picture.texels]).toEqual(rows.flat());
  });
});
