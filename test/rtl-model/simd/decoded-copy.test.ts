import { afterEach, describe, expect, it, vi } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../../rtl-model/path/bind-units.ts';
import { EvaluatedPath } from '../../../rtl-model/path/evaluated-path.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DecodedCopy } from '../../../rtl-model/simd/decoded-copy.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { randomQuads, randomSampler } from '../../oracle/random-requests.ts';
import { BILINEAR, EXPLICIT, IMPLICIT } from '../../oracle/sampling.ts';

const QUADS = 32;
const SAMPLERS: readonly Sampler[] = [
  BILINEAR,
  { ...BILINEAR, addressModeU: 'clamp_to_border', borderColor: [0.2, 0.3, 0.4, 1] },
  { ...BILINEAR, magFilter: 'nearest' },
];
const made = vi.spyOn(DecodedCopy.prototype, 'isMade');
afterEach(() => made.mockClear());

const answers = () => made.mock.results.map(({ value }) => Boolean(value));

/** Random bytes. */
function image(dice: Dice, name: string): ImageSource {
  const format = TEXEL_FORMATS.get(name)!;
  const source = { format, width: dice.integer(9, 24), height: dice.integer(9, 24), layers: dice.pick([1, 2]) };
  const level = (l: number) => Uint8Array.from({ length: levelBytes(source, l) }, () => dice.integer(0, 255));
  return { ...source, levels: [0, 1, 2].map(level) };
}

/** A function that samples the batch with states on a memory, and returns the bits of each call's results. */
function sampling(memory: TexelMemory, states: readonly TextureState[], batch: QuadBatch): () => string {
  const unit = new TextureUnit(FULL_QUALITY, memory, states);
  return () => {
    const result = new Float32Array(4 * QUAD_LANES * QUADS);
    unit.sample(batch, result);
    return new Int32Array(result.buffer).join();
  };
}

/** Colours and the addresses of the taps of each pass, as the pipeline takes them. */
function evaluated(memory: TexelMemory, state: TextureState, batch: QuadBatch): string {
  const lanes = new LaneRegisters(QUAD_LANES * QUADS);
  const foot = new Footprints(QUAD_LANES * QUADS);
  const passes: string[] = [];
  const watch = (pass: number) => void (passes[pass] = foot.address.join());
  const work = { foot, bytes: memory.data, watch, filters: true };
  new EvaluatedPath(unitPath(FULL_QUALITY, memory, state), work).evaluate(batch, 0, QUADS, lanes, 0);
  return [...passes, lanes.colorBits.join()].join();
}

describe('a decoded copy', () => {
  it.each([
    'r8g8b8a8_srgb',
    'r8_srgb',
    'r5g6b5_unorm_pack16',
    'a2r10g10b10_snorm_pack32',
    'b10g11r11_ufloat_pack32',
    'e5b9g9r9_ufloat_pack32',
  ])('of %s has the results and the addresses of the image', (name) => {
    const different: string[] = [];
    for (let n = 0; n < draws(12, 2); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const source = image(dice, name);
      const instruction = dice.pick([EXPLICIT, IMPLICIT]);
      const memory = layOutImages([source], dice.pick(['linear', 'tiled-4x4', 'morton'] as const));
      const r = dice.pick(['identity', 'a', 'one'] as const);
      const view = { ...wholeView(memory.images[0]), components: ['identity', 'b', r, 'r'] as const };
      const sampler = n < SAMPLERS.length ? SAMPLERS[n] : randomSampler(dice);
      const state: TextureState = { image: 0, view, sampler, instruction };
      const batch = randomQuads(dice, QUADS, source.width, source.height);
      batch.active.fill(15);
      const sampled = sampling(memory, [state], batch);
      const [results, addresses] = [sampled(), evaluated(memory, state, batch)];
      KernelMemory.of(memory.data);
      for (let call = 0; call < 20; call++) {
        if (sampled() !== results) different.push(`${n}: results of call ${call}`);
      }
      if (evaluated(memory, state, batch) !== addresses) different.push(`${n}: addresses`);
    }
    expect(different).toEqual([]);
    expect(new Set(answers())).toEqual(new Set([false, true]));
  });

  const dice = new Dice(5);
  const source = image(dice, 'r8g8b8a8_srgb');
  const state = { image: 0, sampler: BILINEAR, instruction: EXPLICIT };
  const batch = randomQuads(dice, QUADS, source.width, source.height);

  /** The answers of twenty calls. */
  function calls(memory: TexelMemory): readonly boolean[] {
    made.mockClear();
    const sampled = sampling(memory, [state], batch);
    for (let call = 0; call < 20; call++) sampled();
    return answers();
  }

  it('is made when as many samples have been asked for as the image has texels, and stays', () => {
    const memory = layOutImages([source], 'linear');
    KernelMemory.of(memory.data);
    const first = calls(memory).indexOf(true);
    const [{ base }] = memory.images[0].levels;
    const { base: last, layerBytes } = memory.images[0].levels[2];
    const texels = (last + source.layers * layerBytes - base) / 4;
    expect(first).toBe(Math.ceil(texels / (QUAD_LANES * QUADS)) - 1);
    expect(calls(memory)).not.toContain(false);
  });

  it('is not read from the time on when a state may write the image', () => {
    const memory = layOutImages([source], 'linear');
    KernelMemory.of(memory.data);
    expect(calls(memory)).toContain(true);
    const writing = { ...state, instruction: { ...EXPLICIT, op: 'write' } } as const;
    const write = new QuadBatch(QUADS);
    write.count = QUADS;
    write.active.fill(15);
    write.state.fill(1);
    write.write.set(Float32Array.from({ length: write.write.length }, () => dice.real(0, 1)));
    sampling(memory, [state, writing], write)();
    const bytes = memory.data.bytes.slice();
    expect(calls(memory)).not.toContain(true);
    const fresh = layOutImages([source], 'linear');
    fresh.data.bytes.set(bytes);
    expect(sampling(memory, [state], batch)()).toBe(sampling(fresh, [state], batch)());
    expect(bytes).not.toEqual(layOutImages([source], 'linear').data.bytes);
  });

  it('is not made without room for it', () => {
    const memory = layOutImages([source], 'linear');
    const expected = sampling(memory, [state], batch)();
    KernelMemory.of(memory.data);
    const room = vi.spyOn(KernelMemory.prototype, 'room').mockReturnValue(0);
    expect(calls(memory)).not.toContain(true);
    expect(room).toHaveBeenCalledTimes(1);
    room.mockRestore();
    expect(sampling(memory, [state], batch)()).toBe(expected);
  });
});

describe('the room for copies', () => {
  it('ends at 128 MiB', () => {
    const memory = KernelMemory.of(layOutImages([image(new Dice(1), 'r8_srgb')], 'linear').data)!;
    expect(memory.room(2 ** 27 + 1)).toBe(0);
    expect(memory.room(64)).toBeGreaterThan(0);
  });
});
