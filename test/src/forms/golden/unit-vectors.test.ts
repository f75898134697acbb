import { expect, it } from 'vitest';
import type { PipelineObserver } from '../../../../pipeline/stages/observer.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { TexelBytes } from '../../../../rtl-model/memory/texel-bytes.ts';
import { Footprints } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { RegisterArray } from '../../../../rtl-model/registers/register.ts';
import {
  type RegisterPlace,
  type StateRegister,
  StateRegisters,
} from '../../../../rtl-model/registers/state-registers.ts';
import { bindState } from '../../../../rtl-model/state/binding.ts';
import { readsIntegers } from '../../../../rtl-model/state/read-format.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { unitPaths } from '../../../../rtl-model/path/bind-units.ts';
import type { UnitPath } from '../../../../rtl-model/path/unit-path.ts';
import { GoldenVectors } from '../../../../src/forms/golden/golden-vectors.ts';
import { ofQuads } from '../../../../traces/stages/observers.ts';
import { windowed } from '../../../../traces/stages/observers.ts';
import { operationOf } from '../../../oracle/random-operations.ts';
import { OTHER_KINDS, otherRequestOf } from '../../../oracle/random-other-operations.ts';
import { batchOf, conversionStates, imageOf, otherOperations, stateOf } from '../../../pipeline/operation-work.ts';
import { randomNumbers } from '../../../pipeline/random-source.ts';
import { randomDesign } from '../../../pipeline/random-work.ts';
import { randomRun } from '../../../traces/stages/random-run.ts';
import { SilentObserver } from '../../../../traces/stages/observers.ts';
import { readGolden } from './golden-reader.ts';
import { draws, inTurn } from '../../../oracle/draws.ts';

type Vector = ReadonlyMap<string, bigint>;
const MULTI_PLANAR = [...TEXEL_FORMATS.values()].filter(
  ({ planes, block, codec }) => planes !== null || (block !== null && codec === null),
);
const UNITS = ['front_end', 'lod', 'address', 'decode', 'filter', 'result'] as const;

/** A run and its vectors. */
interface Run {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

/** The checks that each golden vector of a run goes through. */
function vectorsOf(
  { design, images, states, batch }: Run,
  { limit = (observer: PipelineObserver) => observer, times = 1 } = {},
) {
  const memory = layOutImages(images, design.cache.layout);
  const texts = new Map<string, string>();
  const golden = new GoldenVectors(design, memory, states, (name) => {
    texts.set(name, '');
    return (text) => void texts.set(name, texts.get(name)! + text);
  });
  const pipeline = new Pipeline(design, memory, states, () => {}, limit(golden));
  for (let n = 0; n < times; n++) {
    golden.take(batch);
    pipeline.run(batch);
  }
  const { cycles } = pipeline.finish();
  const vectors = (unit: string) => readGolden(texts.get('golden_pkg.sv')!, unit, texts.get(`${unit}.mem`)!);
  const bindings = states.map((state) => bindState(design, memory, state));
  return { cycles, texts, vectors, paths: unitPaths(design, memory, states), bindings };
}

/** A number or, of a raw format of more than 32 bits, a float64 by its bits. */
function decoded({ format }: StateRegister, bits: bigint): number {
  if ('raw' in format)
    return format.width === 64 ? new Float64Array(BigInt64Array.of(BigInt.asIntN(64, bits)).buffer)[0] : Number(bits);
  return Number(format.signed ? BigInt.asIntN(format.width, bits) : bits);
}

function put(array: RegisterArray, at: number, { format }: StateRegister, value: number): void {
  const byBits = 'raw' in format && format.width === 32 && array instanceof Float32Array;
  if (byBits) new Uint32Array(array.buffer)[at] = value;
  else array[at] = value;
}

/** Every register of the object that the vector has fields of: lane l from those with the suffix. */
function load(holder: object, registers: readonly StateRegister[], vector: Vector, prefix = '', suffix = '', l = 0) {
  for (const register of registers) {
    const { entries } = register.register.of;
    const array = (holder as Readonly<Record<string, RegisterArray | undefined>>)[register.name];
    if (array === undefined) continue;
    entries.forEach((entry, n) => {
      const bits = vector.get(`${prefix}${register.snake}${suffix}${entry}`);
      if (bits !== undefined) put(array, entries.length * l + n, register, decoded(register, bits));
    });
  }
}

/** The outputs of a unit, of lane l. */
function expectOutputs(
  registers: readonly StateRegister[],
  place: RegisterPlace,
  vector: Vector,
  unit: string,
  suffix = '',
  l = 0,
): void {
  for (const register of registers) {
    register.register.of.entries.forEach((entry, n) => {
      const [found, bits] = [register.value(place, l, n), vector.get(`${register.snake}${suffix}${entry}`)!];
      const expected = decoded(register, bits);
      if (!Object.is(found, expected)) expect(found, `${unit}: ${register.snake}${entry}`).toBe(expected);
    });
  }
}

/** A lane and its footprint, with what the vector has of them. */
function loaded({ all }: StateRegisters, vector: Vector): RegisterPlace {
  const lanes = new LaneRegisters(QUAD_LANES);
  const foot = new Footprints(QUAD_LANES);
  for (let l = 0; l < QUAD_LANES; l++) load(lanes, all, vector, '', '', l);
  load(foot, all, vector);
  return { lanes, lane: 0, foot, footLane: 0, pass: Number(vector.get('pass') ?? 0) };
}

const CHECKS: Readonly<Record<(typeof UNITS)[number], (path: UnitPath, s: StateRegisters, vector: Vector) => void>> = {
  front_end({ frontEnd }, registers, vector) {
    const batch = new QuadBatch(1);
    batch.count = 1;
    load(batch, registers.operands, vector, 'in_');
    for (let l = 0; l < QUAD_LANES; l++) load(batch, registers.operands, vector, 'in_', `${l}`, l);
    const place = loaded(registers, new Map());
    frontEnd.load(batch, 0, 1, place.lanes, 0);
    const out = registers.outOf('frontEnd');
    for (let l = 0; l < QUAD_LANES; l++) expectOutputs(out, place, vector, 'front end', `${l}`, l);
  },

  lod({ lodUnit }, registers, vector) {
    const inputs = new Map([...vector].filter(([name]) => name !== 'passes'));
    const place = loaded(registers, inputs);
    place.lanes.passes.fill(1);
    lodUnit.select(place.lanes, 0, QUAD_LANES);
    expectOutputs(registers.outOf('lod'), place, vector, 'LOD unit');
  },

  address({ addressUnit }, registers, vector) {
    const place = loaded(registers, vector);
    const { pass } = place;
    const foot = new Footprints(1);
    place.lanes.passes[0] = pass + 1;
    addressUnit.footprints(place.lanes, 0, foot, 0, 1, pass);
    expectOutputs(registers.outOf('address'), { ...place, foot }, vector, 'address unit');
  },

  decode({ decoder, image }, registers, vector) {
    const data = new TexelBytes(64);
    const address = (Number(vector.get('odd')) * image.stored.texelBytes) / 2;
    for (let n = 0n; n < 32n; n++) data.bytes[Number(n)] = Number((vector.get('raw')! >> (8n * n)) & 255n);
    const foot = new Footprints(1);
    load(foot, registers.all, vector);
    decoder.decodeTap(foot, 0, address, data);
    const [texel] = registers.outOf('decode');
    ['r', 'g', 'b', 'a'].forEach((c, n) => {
      const [found, expected] = [texel.entry(foot, n), decoded(texel, vector.get(`texel_${c}`)!)];
      if (!Object.is(found, expected)) expect(found, `decoder: ${c}`).toBe(expected);
    });
  },

  filter({ filter }, registers, vector) {
    const place = loaded(
      registers,
      new Map([...vector].filter(([name]) => !registers.outOf('filter').some(({ snake }) => name.startsWith(snake)))),
    );
    const { lanes, foot, pass } = place;
    load(lanes, registers.all, vector, 'before_');
    filter.accumulate(foot, 0, lanes, 0, 1, pass);
    // The sum of the coarser level counts, also where the pass adds nothing to it.
    lanes.levelWeight[0] = 1;
    expectOutputs(registers.outOf('filter'), place, vector, 'filter unit');
  },

  result({ filter }, registers, vector) {
    const place = loaded(registers, vector);
    filter.finish(place.lanes, 0, 1);
    expectOutputs(registers.outOf('result'), place, vector, 'result');
  },
};

/** Checks every vector of a run. @returns how many there were */
function checkRun(run: Run, times = 1) {
  const { vectors, paths, bindings } = vectorsOf(run, { times });
  const registers = bindings.map((binding) => new StateRegisters(binding));
  return UNITS.map((unit) => {
    const all = vectors(unit);
    for (const vector of all) {
      const state = Number(vector.get('state'));
      const binding = bindings[state];
      // Texels that are returned as they are, and block matches, are made along the way.
      const passed = ['gather', 'fetch', 'read', 'write', 'atomic', 'block_match'].includes(binding.op);
      if (unit === 'result' && (passed || readsIntegers(binding))) continue;
      CHECKS[unit](paths[state], registers[state], vector);
    }
    return all.length;
  });
}

it('each unit makes the outputs of its vectors from their inputs, for plain sampling', () => {
  const checked = UNITS.map(() => 0);
  for (let seed = 1; seed <= draws(3, 2); seed++) {
    let made: Run | undefined;
    randomRun(seed, ({ design, images, states, batch }) => {
      made = { design, images, states, batch };
      return new SilentObserver();
    });
    checkRun(made!).forEach((count, unit) => (checked[unit] += count));
  }
  for (const count of checked) expect(count).toBeGreaterThan(50);
});

it('so it is for random sampling operations', () => {
  const checked = UNITS.map(() => 0);
  for (let n = 0; n < draws(80, 6); n++) {
    const { design, image, view, sampler, instruction, batch } = operationOf(21, n, 4);
    try {
      const counts = checkRun({ design, images: [image], states: [{ image: 0, view, sampler, instruction }], batch });
      counts.forEach((count, unit) => (checked[unit] += count));
    } catch (error) {
      if (!(error instanceof DesignError)) throw new Error(`operation ${n}`, { cause: error });
    }
  }
  for (const count of checked) expect(count).toBeGreaterThan(draws(200, 6));
});

it('so it is for other random operations, with random widths', () => {
  for (let n = 0; n < draws(2 * OTHER_KINDS.length, 2); n++) {
    const { design, sources: images, states, batch } = otherRequestOf(22, n);
    try {
      checkRun({ design, images, states, batch });
    } catch (error) {
      if (!(error instanceof DesignError)) throw new Error(`request ${n}`, { cause: error });
    }
  }
});

it('so it is for every other operation, whatever went through the units before', () => {
  for (let seed = 1; seed <= draws(3, 2); seed++) {
    const random = randomNumbers(seed);
    const { images, states } = otherOperations(random);
    const sampling = stateOf('sample', { anisotropyEnable: true, maxAnisotropy: 8 }, { lod: 'implicit', sparse: true });
    const all = [...states, sampling];
    const counts = checkRun(
      { design: randomDesign(random), images, states: all, batch: batchOf(random, all.length) },
      2,
    );
    for (const count of counts) expect(count, `seed ${seed}`).toBeGreaterThan(0);
  }
});

it("so it is for Y'CbCr conversions of every multi-planar format", () => {
  for (const [n, format] of MULTI_PLANAR.entries()) {
    const random = randomNumbers(format.name.length);
    const states = inTurn(conversionStates(random), n, 2);
    const images = [imageOf(format, random)];
    const counts = checkRun({
      design: randomDesign(random),
      images,
      states,
      batch: batchOf(random, states.length, states.length),
    });
    for (const count of counts) expect(count, format.name).toBeGreaterThan(0);
  }
});

it('the vectors of some quads, or of a window, are some of the whole', () => {
  const random = randomNumbers(3);
  const { images, states } = otherOperations(random);
  const run = { design: randomDesign(random), images, states, batch: batchOf(random, states.length) };
  const { cycles, texts: whole } = vectorsOf(run);
  const window = (eighth: number) => (observer: PipelineObserver) =>
    windowed(observer, Math.floor((eighth * cycles) / 8), Math.ceil(((eighth + 1) * cycles) / 8));
  const limits = [(observer: PipelineObserver) => ofQuads(observer, 2, 7), ...[0, 1, 2, 3, 4, 5, 6, 7].map(window)];
  const [seen, limited] = [new Set<string>(), new Set<string>()];
  for (const limit of limits) {
    const { texts } = vectorsOf(run, { limit });
    for (const unit of UNITS) {
      const lines = texts.get(`${unit}.mem`)!.split('\n').slice(0, -1);
      const all = whole.get(`${unit}.mem`)!.split('\n').slice(0, -1);
      if (lines.length > 0) seen.add(unit);
      if (lines.length < all.length) limited.add(unit);
      // In the same order; those whose forerunners were not seen are left out.
      let at = 0;
      for (const line of lines) {
        at = all.indexOf(line, at) + 1;
        expect(at, unit).toBeGreaterThan(0);
      }
    }
  }
  expect([seen.size, limited.size]).toEqual([UNITS.length, UNITS.length]);
});
