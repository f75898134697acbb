import { expect, test, vi } from 'vitest';
import { Pipeline, type QuadSink } from '../../pipeline/pipeline.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { KernelMemory } from '../../rtl-model/simd/kernel-memory.ts';
import { FootprintKernel } from '../../rtl-model/simd/footprint-kernel.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';
import { inBothModes } from './both-modes.ts';
import { randomNumbers } from './random-source.ts';
import { randomDesign, randomImage, randomQuads, randomState } from './random-work.ts';
import { draws } from '../oracle/draws.ts';

const DESIGNS = draws(200, 8);
const QUADS = 50;

const clocks = [
  ['worked out', {}, undefined],
  ['stepped', { stepped: true }, undefined],
  ['stepped, with texels of the data store', {}, new SilentObserver()],
] as const;

test.each(clocks)(
  'every quad leaves both modes with the same bits and in order, for any cache, FIFOs and memory: time %s',
  (_, options, observer) => {
    let compared = 0;
    for (let seed = 1; seed <= DESIGNS; seed++) {
      const random = randomNumbers(seed);
      const design = randomDesign(random);
      const memory = layOutImages([randomImage(random), randomImage(random)], design.cache.layout);
      const states: TextureState[] = Array.from({ length: 6 }, () => randomState(random, 2));
      const batch = new QuadBatch(QUADS);
      randomQuads(random, batch, QUADS, states.length);
      const functional = new Float32Array(16 * QUADS);
      new TextureUnit(design, memory, states).sample(batch, functional);

      const order: number[] = [];
      const faults: string[] = [];
      const sink: QuadSink = (quad, x, y, active, colors, first) => {
        order.push(quad);
        if (x !== 2 * quad || y !== quad || active !== batch.active[quad])
          faults.push(`quad ${quad}: not its own pixel`);
        for (let lane = 0; lane < 4; lane++) {
          if (((active >> lane) & 1) === 0) continue;
          for (let c = 0; c < 4; c++) {
            const [got, want] = [colors[first + 4 * lane + c], functional[16 * quad + 4 * lane + c]];
            if (!Object.is(got, want))
              faults.push(`seed ${seed} quad ${quad} lane ${lane}: cycle ${got}, functional ${want}`);
            compared++;
          }
        }
      };
      const pipeline = new Pipeline(design, memory, states, sink, observer, options);
      pipeline.run(batch);
      const account = pipeline.finish();
      expect(faults.slice(0, 3)).toEqual([]);
      expect(order).toEqual(Array.from({ length: QUADS }, (_, k) => k));
      for (const [stage, row] of Object.entries(account.stages)) {
        const sum = Object.values(row).reduce((total, cycles) => total + cycles, 0);
        expect(sum, `seed ${seed}: account of ${stage}`).toBe(account.cycles);
      }
    }
    expect(compared).toBeGreaterThan(DESIGNS * QUADS * 8);
  },
);

test('blocks of one state, which the kernels answer, leave both modes with the same bits, and accounts', () => {
  const evaluate = vi.spyOn(FootprintKernel.prototype, 'evaluate');
  // Memories get their kernels at once, not when they have been asked for many quads.
  const memoryOf = KernelMemory.of.bind(KernelMemory);
  const memories = vi.spyOn(KernelMemory, 'of').mockImplementation((texels) => memoryOf(texels));
  let compared = 0;
  for (let seed = 1; seed <= draws(60, 8); seed++) {
    const random = randomNumbers(seed);
    const design = randomDesign(random);
    const images = [randomImage(random)];
    const states = [randomState(random, 1)];
    const batch = new QuadBatch(QUADS);
    randomQuads(random, batch, QUADS, 1);
    const both = inBothModes(design, images, states, batch);
    expect(both.faults.slice(0, 3), `seed ${seed}`).toEqual([]);
    compared += both.compared;
  }
  const answered = evaluate.mock.results.filter(({ value }) => value === true).length;
  evaluate.mockRestore();
  memories.mockRestore();
  expect(compared).toBeGreaterThan(draws(60, 8) * QUADS * 8);
  expect(answered).toBeGreaterThan(draws(60, 8));
});
