import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { type ImageSource, layOutImages } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { QUERY_ENTRIES } from '../../rtl-model/registers/register.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { Dice } from '../oracle/dice.ts';
import { PRESETS } from '../oracle/presets.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { OTHER_KINDS, otherRequestOf } from '../oracle/random-other-operations.ts';
import { randomDesign, randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';

/*
 * A million random requests give the results that they gave when the model had two paths: the fixture holds a hash of
 * each kind's results, made by that code. It guards the rebuilding of the units and goes when that has ended.
 */

const FIXTURE = new URL('../fixtures/results-of-two-paths.json', import.meta.url);

const hashes = new Map<string, { requests: number; readonly hash: Hash }>();

function add(kind: string, requests: number, ...arrays: readonly ArrayBufferView[]): void {
  const of = hashes.get(kind) ?? { requests: 0, hash: createHash('sha256') };
  of.requests += requests;
  for (const { buffer, byteOffset, byteLength } of arrays)
    of.hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  hashes.set(kind, of);
}

/** Results as bits, with one NaN for all: the payload of a NaN is not specified. */
function canonical(result: Float32Array): Int32Array {
  const bits = new Int32Array(result.buffer);
  for (let k = 0; k < bits.length; k++) if (Number.isNaN(result[k])) bits[k] = 0x7fc0_0000;
  return bits;
}

/** Results, residency, footprints, passes and memory of the functional mode, and with `cycle` those of the cycle mode. */
function run(
  kind: string,
  design: Design,
  sources: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
  cycle: boolean,
): void {
  const lanes = QUAD_LANES * batch.count;
  const result = new Float32Array(4 * lanes);
  const resident = new Uint8Array(lanes);
  const query = new Int32Array(QUERY_ENTRIES * lanes);
  const passes = new Int32Array(lanes);
  try {
    const memory = layOutImages(sources, design.cache.layout);
    new TextureUnit(design, memory, states).sample(batch, result, { resident, query, passes });
    for (let lane = 0; lane < lanes; lane++) {
      const { instruction } = states[batch.state[lane >> 2]];
      if (!instruction.sparse) resident[lane] = 0;
      if (instruction.op !== 'footprint') query.fill(0, QUERY_ENTRIES * lane, QUERY_ENTRIES * (lane + 1));
    }
    add(kind, lanes, canonical(result), resident, query, passes, memory.data.bytes);
    if (cycle) runCycles(`${kind} cycle`, design, sources, states, batch);
  } catch (error) {
    if (!(error instanceof DesignError || error instanceof RangeError)) throw error;
    add(kind, 0, Buffer.from(error.constructor.name));
  }
}

function runCycles(
  kind: string,
  design: Design,
  sources: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
): void {
  const lanes = QUAD_LANES * batch.count;
  const result = new Float32Array(4 * lanes);
  const bits = new Int32Array(result.buffer);
  const memory = layOutImages(sources, design.cache.layout);
  const pipeline = new Pipeline(design, memory, states, (quad, _x, _y, active, colors, first) => {
    const colorBits = new Int32Array(colors.buffer, colors.byteOffset, colors.length);
    for (let at = 0; at < 4 * QUAD_LANES; at++) {
      if (((active >> (at >> 2)) & 1) === 1) bits[4 * QUAD_LANES * quad + at] = colorBits[first + at];
    }
  });
  pipeline.run(batch);
  const { cycles, passes } = pipeline.finish();
  add(kind, lanes, canonical(result), Float64Array.of(cycles, passes));
}

const FORMATS = [
  ['r8_unorm', 'r8g8_snorm', 'r8g8b8a8_unorm', 'b8g8r8a8_srgb', 'r8g8b8a8_srgb', 'r16_unorm', 'r16g16b16a16_unorm'],
  ['r16_sfloat', 'r16g16b16a16_sfloat', 'r32_sfloat', 'r32g32b32a32_sfloat', 'r5g6b5_unorm_pack16'],
  ['a2b10g10r10_unorm_pack32', 'b10g11r11_ufloat_pack32', 'e5b9g9r9_ufloat_pack32'],
].flatMap((names) => names.map((name) => TEXEL_FORMATS.get(name)!));

test('a million random requests give the results of the code that had two paths, in both modes', () => {
  for (let n = 0; n < 6000; n++) {
    const dice = new Dice(Math.imul(n + 7, 0x9e3779b1) | 1);
    for (let k = 0; k < 8; k++) dice.bits();
    const base = PRESETS[n % 3];
    const drawn = n % 4 === 0;
    const design = drawn ? randomDesign(dice, base) : base;
    const single = dice.chance(0.4);
    const image = randomImage(dice, dice.pick(FORMATS), single);
    const sampler = randomSampler(dice, dice.chance(0.5));
    const batch = randomQuads(dice, 25, image.width, image.height);
    for (let quad = 0; quad < batch.count; quad++) if (dice.chance(0.1)) batch.active[quad] = dice.integer(0, 15);
    const state = { image: 0, sampler, instruction: randomInstruction(dice) };
    run(`plain ${base.name}${drawn ? ' random' : ''}`, design, [image], [state], batch, n % 5 === 0);
  }
  for (let n = 0; n < 12_000; n++) {
    const { design, image, view, sampler, instruction, batch } = operationOf(11, n, 4);
    const kind = `operation ${instruction.op ?? 'sample'} ${view.viewType}`;
    run(kind, design, [image], [{ image: 0, view, sampler, instruction }], batch, n % 5 === 0);
  }
  for (let n = 0; n < 16_000; n++) {
    const { design, sources, states, batch } = otherRequestOf(12, n);
    run(`other ${OTHER_KINDS[n % OTHER_KINDS.length]}`, design, sources, states, batch, n % 5 === 0);
  }
  const found = Object.fromEntries(
    [...hashes].map(([kind, { requests, hash }]) => [kind, { requests, sha256: hash.digest('hex') }]),
  );
  expect(found).toEqual(JSON.parse(readFileSync(FIXTURE, 'utf8')));
});
