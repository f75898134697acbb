import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageTables } from '../../rtl-model/address-unit/image-tables.ts';
import { Sampling } from '../../rtl-model/description/sampling.ts';
import { filterScales } from '../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { KernelMemory } from '../../rtl-model/simd/kernel-memory.ts';
import { placeState } from '../../rtl-model/simd/place-state.ts';
import { SampledTexels } from '../../rtl-model/simd/sampled-texels.ts';
import { texelForm } from '../../rtl-model/simd/texel-form.ts';
import { bind } from '../../rtl-model/state/binding.ts';
import { type AddressMode, DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { cFunction } from '../../rtl-model/steps/c/c-form.ts';
import { StepGraph } from '../../rtl-model/steps/step-graph.ts';
import { planeDecoder } from '../../rtl-model/texel-decoder/plane-decoder.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { Dice } from '../oracle/dice.ts';
import { D3D_MINIMUM, PRESETS } from '../oracle/presets.ts';

const QUADS = 256;
const SAMPLES = QUAD_LANES * QUADS;

/** Reads the memory, then samples: a coordinate pair and two offsets each; writes what is left and the four components. */
const MAIN = `
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  uint32_t head[3];
  if (fread(head, 4, 3, stdin) != 3) return 1;
  uint8_t *memory = malloc(head[0]);
  if (fread(memory, 1, head[0], stdin) != head[0]) return 1;
  for (uint32_t n = 0; n < head[2]; n++) {
    float st[2];
    int32_t offset[2];
    float result[4];
    if (fread(st, 4, 2, stdin) != 2 || fread(offset, 4, 2, stdin) != 2) return 1;
    int32_t left = bilinear(memory, head[1], st[0], st[1], offset[0], offset[1], result);
    fwrite(&left, 4, 1, stdout);
    fwrite(result, 4, 4, stdout);
  }
  return 0;
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-form-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The C of a state and its memory. */
function formOf(design: Design, width: number, height: number, mode: AddressMode, dice: Dice) {
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  const level = Uint8Array.from({ length: 4 * width * height }, () => dice.integer(0, 255));
  const source = { format, width, height, layers: 1, levels: [level] };
  const memory = layOutImages([source], design.cache.layout);
  const sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'nearest', addressModeU: mode, addressModeV: mode } as const;
  const state: TextureState = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } };
  const binding = bind(design, memory, state, 0);
  const steps = new StepGraph(true);
  const form = texelForm(planeDecoder(binding), filterScales(binding))!;
  const sampling = new Sampling(steps, binding, imageTables(binding), new SampledTexels(binding, form, false));
  const color = sampling.color();
  const text = cFunction('bilinear', steps, color, sampling.leaves, ['u', 'v', 'offsetU', 'offsetV']);
  const kernels = KernelMemory.of(memory.data)!;
  const record = placeState(kernels, steps, 1, null);
  const bytes = Buffer.from(kernels.all.view.buffer);
  return { text, record, bytes, unit: new TextureUnit(design, layOutImages([source], design.cache.layout), [state]) };
}

function quads(dice: Dice, width: number, height: number): QuadBatch {
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  batch.active.fill(15);
  const coordinate = (size: number) =>
    dice.pick([
      dice.real(-2, 3),
      dice.integer(-2 * size, 2 * size) / size,
      // Ties of coordinates with 8 fraction bits.
      (dice.integer(-512 * size, 512 * size) + 0.5) / (256 * size),
      (dice.integer(0, 2 * size) + 0.5) / size,
      0,
    ]);
  for (let quad = 0; quad < QUADS; quad++) {
    batch.offsetU[quad] = dice.chance(0.3) ? dice.integer(-8, 7) : 0;
    batch.offsetV[quad] = dice.chance(0.3) ? dice.integer(-8, 7) : 0;
    for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * (quad + 1); lane++) {
      batch.s[lane] = coordinate(width);
      batch.t[lane] = coordinate(height);
    }
  }
  return batch;
}

/** What the program answers: 1 for a lane that is left, then the bits of four components. */
function run(program: string, memory: Buffer, record: number, batch: QuadBatch): Int32Array {
  const head = Buffer.from(Uint32Array.of(memory.length, record, SAMPLES).buffer);
  const samples = Buffer.alloc(16 * SAMPLES);
  for (let lane = 0; lane < SAMPLES; lane++) {
    samples.writeFloatLE(batch.s[lane], 16 * lane);
    samples.writeFloatLE(batch.t[lane], 16 * lane + 4);
    samples.writeInt32LE(batch.offsetU[lane >> 2], 16 * lane + 8);
    samples.writeInt32LE(batch.offsetV[lane >> 2], 16 * lane + 12);
  }
  const output = execFileSync(program, { input: Buffer.concat([head, memory, samples]), maxBuffer: 1 << 26 });
  return new Int32Array(output.buffer.slice(output.byteOffset, output.byteOffset + output.length));
}

/** Designs that narrow weights and lerps by each mode. */
const ROUNDED: readonly Design[] = ROUNDING_MODES.map((rounding) => ({
  ...D3D_MINIMUM,
  name: rounding,
  filter: { ...D3D_MINIMUM.filter, weightBits: 6, guardBits: 2, rounding },
}));

describe('C of a bilinear sample', () => {
  for (const design of [...PRESETS, ...ROUNDED]) {
    for (const mode of ['repeat', 'mirrored_repeat', 'clamp_to_edge'] as const) {
      it(`${design.name}, ${mode}: one text for images of every size, with the bits of the units`, () => {
        const dice = new Dice(7);
        const program = join(folder, `${design.name}-${mode}`);
        let compiled: string | null = null;
        for (const [width, height] of [
          [64, 64],
          [1, 37],
          [250, 3],
        ]) {
          const { text, record, bytes, unit } = formOf(design, width, height, mode, dice);
          if (compiled === null) {
            writeFileSync(`${program}.c`, text + MAIN);
            execFileSync('gcc', [
              '-O1',
              '-std=c99',
              '-Wall',
              '-Werror',
              '-ffp-contract=off',
              `${program}.c`,
              '-o',
              program,
              '-lm',
            ]);
            compiled = text;
          }
          // Ranges in comments are those of the image that the text was made for.
          const plain = (c: string) => c.replace(/ \/\* .* \*\//g, '');
          expect(plain(text)).toBe(plain(compiled));
          const batch = quads(dice, width, height);
          const result = new Float32Array(4 * SAMPLES);
          unit.sample(batch, result);
          const answers = run(program, bytes, record, batch);
          const bits = new Int32Array(result.buffer);
          const lanes = Array.from({ length: SAMPLES }, (_, lane) => lane);
          expect(lanes.filter((lane) => answers[5 * lane] !== 0)).toEqual([]);
          const wrong = lanes.filter((lane) =>
            [0, 1, 2, 3].some((c) => answers[5 * lane + 1 + c] !== bits[4 * lane + c]),
          );
          expect(wrong).toEqual([]);
        }
      });
    }
  }
});
