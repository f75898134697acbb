import { expect, it } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { QUERY_ENTRIES } from '../../../rtl-model/address-unit/plans/query-plans.ts';
import { DesignError, type Design } from '../../../rtl-model/design/design.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { type ImageSource, layOutImages, TexelBytes } from '../../../rtl-model/memory/image.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { unitPaths } from '../../../rtl-model/path/bind-units.ts';
import type { UnitPath } from '../../../rtl-model/path/unit-path.ts';
import type { PipelineObserver } from '../../../pipeline/observer.ts';
import { GoldenVectors } from '../../../traces/golden/golden-vectors.ts';
import { OPERATION_UNITS } from '../../../traces/golden/operation-fields.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { ofQuads, windowed } from '../../../traces/stages/observers.ts';
import { operationOf } from '../../oracle/random-operations.ts';
import { batchOf, conversionStates, imageOf, otherOperations, stateOf } from '../../pipeline/operation-work.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';
import { randomDesign } from '../../pipeline/random-work.ts';
import { readGolden } from './golden-reader.ts';

type Vector = ReadonlyMap<string, bigint>;
type Registers = Float32Array | Float64Array | Int32Array | Int16Array | Uint8Array;
const COMPONENTS = ['r', 'g', 'b', 'a'];
const SUMS = ['sumHi', 'sumLo', 'part', 'least', 'greatest'] as const;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Views an entry as words of its own width. */
function words(values: Registers): BigUint64Array | Uint32Array | Uint16Array | Uint8Array {
  const { buffer, byteOffset, length, BYTES_PER_ELEMENT } = values;
  switch (BYTES_PER_ELEMENT) {
    case 8:
      return new BigUint64Array(buffer, byteOffset, length);
    case 4:
      return new Uint32Array(buffer, byteOffset, length);
    case 2:
      return new Uint16Array(buffer, byteOffset, length);
    default:
      return new Uint8Array(buffer, byteOffset, length);
  }
}

function put(values: Registers, at: number, bits: bigint): void {
  const view = words(values);
  if (view instanceof BigUint64Array) view[at] = bits;
  else view[at] = Number(bits);
}

const get = (values: Registers, at: number) => BigInt(words(values)[at]);

/** The golden vectors of a run. */
function vectorsOf(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
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
  pipeline.finish();
  const header = texts.get('golden.vh')!;
  const vectors = (unit: string) => readGolden(header, unit, texts.get(`${unit}.mem`) ?? '');
  return { texts, vectors, paths: unitPaths(design, memory, states), written: texts.has('operation_lod.mem') };
}

/** Loads every register of a lane that the vector has a field for, except those in `outputs`. */
function loadLane(lanes: LaneRegisters, vector: Vector, outputs: readonly string[] = []): void {
  for (const [name, values] of Object.entries(lanes) as [string, Registers][]) {
    const bits = vector.get(snake(name));
    if (bits !== undefined && !outputs.includes(name)) put(values, 0, bits);
  }
}

function expectRegisters(registers: object, names: readonly string[], vector: Vector, what: string): void {
  const found = names.map((name) => [name, get((registers as Record<string, Registers>)[name], 0)]);
  expect(found, what).toEqual(names.map((name) => [name, vector.get(snake(name))]));
}

const LOD_OUT = [
  'baseLod',
  'lambda',
  'lod',
  'levelHi',
  'levelLo',
  'levelWeight',
  'linear',
  'samples',
  'axisU',
  'axisV',
  'passes',
];
const SNAPPED = ['sampleU', 'sampleV', 'sampleW', 'fixedU', 'fixedV', 'fixedW'];
const WEIGHTS = ['alpha', 'beta', 'gamma', 'plane', 'tapCount'];

function checkFrontEnd({ frontEnd }: UnitPath, vector: Vector): void {
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = Number(vector.get('active'));
  for (const [name, values] of Object.entries(batch) as [string, Registers][]) {
    const own = vector.get(`quad_${snake(name)}`);
    if (own !== undefined) put(values, 0, own);
    for (let l = 0; l < QUAD_LANES; l++) {
      const bits = vector.get(`in_${snake(name)}${l}`);
      if (bits !== undefined) put(values, l, bits);
    }
  }
  for (let n = 0; n < 3 * QUAD_LANES; n++) {
    put(batch.laneOffset, n, vector.get(`lane_offset${Math.floor(n / 3)}_${'uvw'[n % 3]}`)!);
  }
  const lanes = new LaneRegisters(QUAD_LANES);
  frontEnd.load(batch, 0, 1, lanes, 0);
  for (const name of ['u', 'v', 'w', 'face', 'layer', 'dudx', 'dvdy', 'dwdx', 'dref', 'offsetU', 'offsetW'] as const) {
    for (let l = 0; l < QUAD_LANES; l++) {
      expect(get(lanes[name], l), `front end: ${name}${l}`).toBe(vector.get(`${snake(name)}${l}`));
    }
  }
}

function checkLod({ lodUnit }: UnitPath, vector: Vector): void {
  const lanes = new LaneRegisters(QUAD_LANES);
  loadLane(lanes, vector, LOD_OUT);
  lanes.passes[0] = 1;
  lodUnit.select(lanes, 0, 1);
  expectRegisters(lanes, LOD_OUT, vector, 'LOD unit');
}

function checkAddress({ addressUnit }: UnitPath, vector: Vector): void {
  const lanes = new LaneRegisters(1);
  const foot = new Footprints(1);
  loadLane(lanes, vector);
  const pass = Number(vector.get('pass'));
  lanes.passes[0] = pass + 1;
  addressUnit.footprints(lanes, 0, foot, 0, 1, pass);
  expectRegisters(foot, [...SNAPPED, ...WEIGHTS], vector, 'address unit');
  for (let tap = 0; tap < 4; tap++) {
    const address = foot.address[tap];
    expect([Math.max(0, -address), Math.max(0, address), foot.weight[tap] + 0], `tap ${tap}`).toEqual([
      Number(vector.get(`kind${tap}`)),
      Number(vector.get(`address${tap}`)),
      Number(BigInt.asIntN(54, vector.get(`weight${tap}`)!)),
    ]);
  }
}

function checkDecode({ decoder, image }: UnitPath, vector: Vector): void {
  const data = new TexelBytes(64);
  const address = (Number(vector.get('odd')) * image.stored.texelBytes) / 2;
  for (let n = 0n; n < 32n; n++) data.bytes[Number(n)] = Number((vector.get('raw')! >> (8n * n)) & 255n);
  const foot = new Footprints(1);
  foot.plane[0] = Number(vector.get('plane'));
  decoder.decodeTap(foot, 0, address, data);
  COMPONENTS.forEach((c, n) => expect(get(foot.texelBits, n), `decoder: ${c}`).toBe(vector.get(c)));
}

function checkFilter({ filter }: UnitPath, vector: Vector): void {
  const lanes = new LaneRegisters(1);
  const foot = new Footprints(1);
  loadLane(lanes, vector, [...SUMS, 'resident']);
  for (const name of WEIGHTS) put(foot[name as 'alpha'], 0, vector.get(snake(name))!);
  for (let tap = 0; tap < 4; tap++) {
    const kind = Number(vector.get(`kind${tap}`));
    foot.address[tap] = kind === 0 ? Number(vector.get(`address${tap}`)) : -kind;
    foot.weight[tap] = Number(BigInt.asIntN(54, vector.get(`weight${tap}`)!));
    COMPONENTS.forEach((c, n) => {
      put(foot.texelBits, 4 * tap + n, vector.get(`t${tap}_${c}`)!);
      put(lanes.held, 4 * tap + n, vector.get(`before_held${tap}_${c}`)!);
    });
  }
  for (const name of SUMS) {
    COMPONENTS.forEach((c, n) => put(lanes[name], n, vector.get(`before_${snake(name)}_${c}`)!));
  }
  filter.accumulate(foot, 0, lanes, 0, 1, Number(vector.get('pass')));
  for (const name of SUMS) {
    COMPONENTS.forEach((c, n) => {
      expect(get(lanes[name], n), `filter: ${name}, ${c}`).toBe(vector.get(`${snake(name)}_${c}`));
    });
  }
  if (lanes.resident[0] === 0) expect(vector.get('resident')).toBe(0n);
}

function checkResult({ filter }: UnitPath, vector: Vector): void {
  const lanes = new LaneRegisters(1);
  loadLane(lanes, vector);
  for (const name of SUMS) COMPONENTS.forEach((c, n) => put(lanes[name], n, vector.get(`${snake(name)}_${c}`)!));
  filter.finish(lanes, 0, 1);
  COMPONENTS.forEach((c, n) => expect(get(lanes.colorBits, n), `result: ${c}`).toBe(vector.get(c)));
}

/** Checks every vector of a run. @returns how many there were */
function checkRun(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
  times = 1,
) {
  const { vectors, paths, written } = vectorsOf(design, images, states, batch, { times });
  if (!written) return OPERATION_UNITS.map(() => 0);
  return OPERATION_UNITS.map((unit) => {
    const all = vectors(unit);
    for (const vector of all) {
      const state = Number(vector.get('state'));
      if (unit === 'operation_result' && states[state].instruction.op !== 'footprint') expectNoQuery(vector);
      // Results other than sums are made on the way.
      if (unit !== 'operation_result' || sums(states[state], paths[state])) CHECKS[unit](paths[state], vector);
    }
    return all.length;
  });
}

function expectNoQuery(vector: Vector): void {
  for (let n = 0; n < QUERY_ENTRIES; n++) expect(vector.get(`query${n}`)).toBe(0n);
}

const CHECKS = {
  operation_front_end: checkFrontEnd,
  operation_lod: checkLod,
  operation_address: checkAddress,
  operation_decode: checkDecode,
  operation_filter: checkFilter,
  operation_result: checkResult,
};

function sums({ instruction: { op = 'sample' } }: TextureState, { image }: UnitPath): boolean {
  return (
    (op === 'sample' || op === 'box_filter' || op === 'sample_weighted') && !image.format.componentType.endsWith('int')
  );
}

it('each unit computes the outputs of its vectors from their inputs, for random sampling operations', () => {
  const checked = OPERATION_UNITS.map(() => 0);
  for (let n = 0; n < 60; n++) {
    const { design, image, view, sampler, instruction, batch } = operationOf(21, n, 4);
    try {
      const counts = checkRun(design, [image], [{ image: 0, view, sampler, instruction }], batch);
      counts.forEach((count, unit) => (checked[unit] += count));
    } catch (error) {
      if (!(error instanceof DesignError)) throw new Error(`operation ${n}`, { cause: error });
    }
  }
  for (const count of checked) expect(count).toBeGreaterThan(100);
});

it('each unit computes the outputs of its vectors for every other operation, in any order', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = randomNumbers(seed);
    const { images, states } = otherOperations(random);
    const sampling = [
      stateOf('sample', { anisotropyEnable: true, maxAnisotropy: 8 }, { lod: 'implicit', sparse: true }),
    ];
    const all = [...states, ...sampling];
    const counts = checkRun(randomDesign(random), images, all, batchOf(random, all.length), 4);
    for (const count of counts) expect(count, `seed ${seed}`).toBeGreaterThan(0);
  }
});

it("each unit computes the outputs of its vectors for Y'CbCr conversions of every multi-planar format", () => {
  for (const format of TEXEL_FORMATS.values()) {
    if (format.planes === null && (format.block === null || format.codec !== null)) continue;
    const random = randomNumbers(format.name.length);
    const states = conversionStates(random);
    const counts = checkRun(randomDesign(random), [imageOf(format, random)], states, batchOf(random, states.length));
    for (const count of counts) expect(count, format.name).toBeGreaterThan(0);
  }
});

it('the vectors of some quads, or of a window, are a part of the whole', () => {
  const random = randomNumbers(3);
  const { images, states } = otherOperations(random);
  const [design, batch] = [randomDesign(random), batchOf(random, states.length)];
  const whole = vectorsOf(design, images, states, batch).texts;
  const window = (from: number) => (observer: PipelineObserver) => windowed(observer, from, from + 300);
  const limits = [(observer: PipelineObserver) => ofQuads(observer, 2, 7), ...[5, 60, 100, 140, 180].map(window)];
  const seen = new Set<string>();
  for (const limit of limits) {
    const { texts } = vectorsOf(design, images, states, batch, { limit });
    for (const unit of OPERATION_UNITS) {
      const lines = texts.get(`${unit}.mem`)!.split('\n').slice(0, -1);
      const all = whole.get(`${unit}.mem`)!.split('\n').slice(0, -1);
      expect(lines.length, unit).toBeLessThan(all.length);
      if (lines.length > 0) seen.add(unit);
      // The lines have the same order. Those whose predecessors were not seen are left out.
      let at = 0;
      for (const line of lines) {
        at = all.indexOf(line, at) + 1;
        expect(at, unit).toBeGreaterThan(0);
      }
    }
  }
  expect(seen.size).toBe(OPERATION_UNITS.length);
});
