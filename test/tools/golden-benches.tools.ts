import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/designs/presets.ts';
import { PROGRAM } from '../built-program.ts';
import { Dice } from '../oracle/dice.ts';

const benches = fileURLToPath(new URL('../../traces/examples/test-benches/', import.meta.url));
const operations = fileURLToPath(new URL('../../traces/examples/operations.jsonl', import.meta.url));
const UNITS = ['front_end', 'lod', 'address', 'tag', 'decode', 'filter', 'result'];

let folder: string;
/** The folder of the first build. The objects of Verilator's library in it serve the others, too. */
let library: string | null = null;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-benches-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The folder of the golden vectors of a run. */
function golden(name: string, ...args: string[]): string {
  const out = join(folder, name);
  execFileSync(process.execPath, [PROGRAM, ...args, '--golden', '--out', out]);
  return join(out, 'golden');
}

function simulated(name: string, ...args: string[]): string {
  return golden(name, 'simulate', '--size', '32x24', ...args);
}

/** The program of all benches, from their sources in a folder. */
function build(vectors: string, sources = benches): string {
  const out = join(vectors, 'build');
  // All C++ of a build is compiled at once. Verilator's rules would make the library's objects for each build anew.
  const fast = ['VM_PARALLEL_BUILDS=0', 'OPT_FAST=-O0', 'OPT_GLOBAL=-O0'];
  if (library !== null) {
    cpSync(library, out, { recursive: true, filter: (path) => !/Vbenches|benches$/.test(path) });
    fast.push(...['verilated', 'verilated_threads', 'verilated_timing'].map((unit) => `-o ${unit}.o`));
  }
  library ??= out;
  const files = ['bench_pkg.sv', ...UNITS.map((unit) => `${unit}_tb.sv`)].map((file) => join(sources, file));
  const flags = ['--binary', '--timing', '-Wno-MULTITOP', `-I${sources}`, '--prefix', 'Vbenches', '-o', 'benches'];
  const make = ['-MAKEFLAGS', fast.join(' '), '-Mdir', out];
  const made = spawnSync('verilator', [...flags, ...make, join(vectors, 'golden_pkg.sv'), ...files]);
  expect(made.status, made.stderr.toString()).toBe(0);
  return join(out, 'benches');
}

/** Runs a program beside its vectors: exit status and output. */
function run(program: string, vectors: string) {
  const { status, stdout, stderr } = spawnSync(program, { cwd: vectors, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

/** The golden vectors at the corners of a design's registers, which are made once. */
function corners(name: string, design: string): string {
  const out = join(folder, `corners-${name}`);
  if (!existsSync(out)) execFileSync(process.execPath, [PROGRAM, 'golden', design, '--out', out]);
  return out;
}

/** A folder of the benches with a mistake in each of some files. */
function mistaken(
  name: string,
  mistakes: readonly (readonly [file: string, right: string, mistake: string])[],
): string {
  const wrong = join(folder, name);
  mkdirSync(wrong);
  for (const file of readdirSync(benches)) copyFileSync(join(benches, file), join(wrong, file));
  for (const [name, right, mistake] of mistakes) {
    const file = join(wrong, name);
    const text = readFileSync(file, 'utf8');
    expect(text.split(right), right).toHaveLength(2);
    writeFileSync(file, text.replace(right, mistake));
  }
  return wrong;
}

/** Lines of a file of vectors. */
function vectorsOf(vectors: string, unit: string): number {
  return readFileSync(join(vectors, `${unit}.mem`), 'utf8').split('\n').length - 1;
}

function expectAll(vectors: string, program = build(vectors)) {
  const { status, text } = run(program, vectors);
  for (const unit of UNITS) {
    const [, checked, leftOut, failures] = new RegExp(
      `^${unit}: (\\d+) vectors, (\\d+) left out, (\\d+) failures$`,
      'm',
    ).exec(text)!;
    expect([unit, Number(failures), Number(checked) + Number(leftOut)], text).toEqual([
      unit,
      0,
      vectorsOf(vectors, unit),
    ]);
    expect(Number(checked)).toBeGreaterThan(100);
  }
  expect(status).toBe(0);
}

/** A design whose coordinates, LODs and filter narrow at every step, in a file. */
function narrowDesign(seed: number): string {
  const dice = new Dice(seed);
  const int = (low: number, high: number) => dice.integer(low, high);
  const base = PRESETS.get('d3d11.3-minimum')!;
  const fractionBits = int(5, 8);
  const weightBits = int(3, fractionBits - 1);
  const rounding = dice.pick([
    'nearest-even',
    'nearest-up',
    'nearest-away',
    'floor',
    'toward-zero',
    'nearest-toward-zero',
  ] as const);
  const design = {
    ...base,
    name: 'narrow',
    address: { ...base.address, coordinate: { integerBits: 16, fractionBits }, rounding: 'nearest-up' },
    lod: {
      ...base.lod,
      format: { integerBits: 6, fractionBits: int(3, 7) },
      scaleFactor: 'alpha-max-beta-min',
      derivatives: 'fine',
      nearestRule: 'ceil-minus-one',
      log2Table: { indexBits: int(3, 6), entryBits: int(8, 12), interpolationBits: int(0, 9) },
    },
    filter: {
      ...base.filter,
      weightBits,
      guardBits: int(weightBits, 2 * weightBits - 1),
      rounding,
      reciprocalBits: int(6, 10),
    },
    cache: {
      ...base.cache,
      sets: 16,
      ways: 3,
      setIndex: 'xor-folded',
      indexBits: seed % 2 === 0 ? null : [8, 6, 11, 7, 10, 9, 40],
      layout: 'tiled-8x2',
    },
    limits: { ...base.limits, subTexelPrecisionBits: 4, mipmapPrecisionBits: 3 },
  };
  const file = join(folder, `narrow${seed}.json`);
  writeFileSync(file, JSON.stringify(design));
  return file;
}

/** Requests of plain states: formats, address modes, borders, layers, offsets, gradients and explicit LODs. */
function directed(seed: number, count: number): string {
  const dice = new Dice(seed);
  const formats = { r8g8b8a8_srgb: 4, r5g6b5_unorm_pack16: 2, r8g8_snorm: 2, r16_unorm: 2 };
  const modes = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'];
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => dice.integer(0, 255))).toString('base64');
  const lines: object[] = [{ texunit: 'requests', version: 1 }];
  const [width, height, layers] = [13, 6, 3];
  for (const [format, size] of Object.entries(formats)) {
    const levels = [width * height, 6 * 3, 3, 1].map((texels) => bytes(texels * layers * size));
    lines.push({ image: { name: format, format, width, height, layers, levels } });
  }
  for (const [n, mode] of modes.entries()) {
    const [addressModeV, filter] = [modes[(n + 2) % 5], n === 1 ? 'nearest' : 'linear'];
    const mipmapMode = n % 2 === 0 ? 'linear' : 'nearest';
    const bounds = { mipLodBias: n / 8 - 0.3, minLod: n / 4, maxLod: 3 - n / 16 };
    const color = { borderColor: 'float_opaque_white' };
    lines.push({
      sampler: { name: mode, addressModeU: mode, addressModeV, magFilter: filter, mipmapMode, ...bounds, ...color },
    });
  }
  const real = (size: number) => Math.fround(dice.real(-size, size));
  for (let id = 0; id < count; id++) {
    const gradient = { grad: { dx: [real(0.5), real(0.5)], dy: [real(0.5), real(0.5)] }, minLod: dice.real(0, 2) };
    lines.push({
      id: `${id}`,
      image: dice.pick(Object.keys(formats)),
      sampler: dice.pick(modes),
      coord: [real(3), real(3), dice.real(0, 3)],
      ...(id % 2 === 0 ? gradient : { lod: dice.real(-1, 4) }),
      ...(id % 3 === 0 && { offset: [dice.integer(-8, 7), dice.integer(-8, 7)] }),
    });
  }
  const file = join(folder, `directed${seed}.jsonl`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

describe('the example test benches', () => {
  it.each([
    ['full-quality', 'plane', 'trilinear'],
    ['d3d11.3-minimum', 'tunnel', 'anisotropic'],
    ['d3d11.3-synthesizable', 'plane', 'anisotropic'],
    ['vulkan-1.4-synthesizable', 'tunnel', 'trilinear'],
  ])('reproduce every vector of a scene (%s)', (design, scene, filter) => {
    expectAll(simulated(design, '--design', design, '--scene', scene, '--filter', filter));
  });

  it('reproduce every vector of a design that narrows at every step', () => {
    const design = narrowDesign(3);
    expectAll(simulated('narrow', '--design', design, '--scene', 'tunnel', '--filter', 'anisotropic'));
  });

  it.each([
    ['full-quality', 1],
    ['narrow', 7],
  ])('reproduce every vector of directed requests (%s)', (name, seed) => {
    const design = name === 'narrow' ? narrowDesign(seed) : name;
    expectAll(golden(`directed-${name}`, 'replay', directed(seed, 600), '--design', design));
  });

  it.each([
    ['d3d11.3-minimum', 0],
    ['narrow', 5],
  ])('reproduce every vector at the corners of the registers (%s)', (name, seed) => {
    expectAll(corners(name, name === 'narrow' ? narrowDesign(seed) : name));
  });

  it('find mistakes at the corners of registers, where random requests find none', () => {
    const rounds = [
      [
        // 0 / 0 is an infinity in the front end.
        ['bench_pkg.sv', "bits[51:0] == 52'd0 ? {bits[63], 8'd255, 23'd0} : 32'h7fc00000", "{bits[63], 8'd255, 23'd0}"],
        // N is a step too large where the ratio is one of the rates.
        ['lod_tb.sv', '>= from_float32(ratio)', '> from_float32(ratio)'],
        // The range is clamped at 11.
        ['address_tb.sv', 'u > 10.0 ? 10.0 : u < -10.0 ? -10.0 : u', 'u > 11.0 ? 11.0 : u < -11.0 ? -11.0 : u'],
      ],
      [
        // Quotients do not overflow.
        ['bench_pkg.sv', "if (magnitude > 32'h7f800000 || exponent > 11'd1150) magnitude = 32'h7f800000;", ''],
        // An LOD of 0 is a minification.
        ['lod_tb.sv', 'lod <= 0 ?', 'lod < 0 ?'],
        // Ties of the layer are rounded up.
        ['address_tb.sv', '? "nearest-even" : "nearest-up"', '? "nearest-up" : "nearest-up"'],
      ],
    ] as const;
    const random = golden('random', 'replay', directed(9, 1000), '--design', 'd3d11.3-minimum');
    const vectors = corners('d3d11.3-minimum', 'd3d11.3-minimum');
    for (const [n, mistakes] of rounds.entries()) {
      const wrong = mistaken(`corner-mistakes${n}`, mistakes);
      const [missed, found] = [random, vectors].map((of) => run(build(of, wrong), of).text);
      for (const unit of ['front_end', 'lod', 'address']) {
        expect(missed).toMatch(new RegExp(`^${unit}: \\d+ vectors, 0 left out, 0 failures$`, 'm'));
        expect(found).toMatch(new RegExp(`^${unit}: \\d+ vectors, 0 left out, [1-9]\\d* failures$`, 'm'));
      }
    }
  });

  it('leave out the states that they do not cover', () => {
    const vectors = golden('operations', 'replay', operations);
    const { text } = run(build(vectors), vectors);
    for (const unit of UNITS)
      expect(text).toMatch(new RegExp(`^${unit}: \\d+ vectors, \\d+ left out, 0 failures$`, 'm'));
    expect(text).toMatch(/^filter: \d+ vectors, [1-9]\d* left out/m);
  });

  it('find a mistake in the arithmetic of each of them, and say what differs', () => {
    const MISTAKES: Readonly<Record<string, readonly [string, string, RegExp]>> = {
      front_end: ['int row = FINE ? l & 2 : 0', 'int row = 2', /front_end vector \d+: dudx is \d+, expected \d+/],
      lod: ['* weight, WEIGHT_BITS', '* 0, WEIGHT_BITS', /lod vector \d+: base_lod is -?\d+, expected -?\d+/],
      address: ['half = linear ? 0.5 : 0.0', 'half = 0.0', /address vector \d+: fixed_u is -?\d+, expected -?\d+/],
      tag: ['used[set_index][found] = n;', '', /tag vector \d+: hit is [01], expected [01]/],
      decode: ['(raw >>> part.lsb)', 'raw', /decode vector \d+: texel_g is \d+, expected \d+/],
      filter: ["longint'(v.beta)", "longint'(v.alpha)", /filter vector \d+: lerp_v_r is \d+, expected \d+/],
      result: ['(hi, lo, longint', '(lo, hi, longint', /result vector \d+: filtered of component 0 is \d+, expected/],
    };
    const wrong = mistaken(
      'mistakes',
      Object.entries(MISTAKES).map(([unit, [right, mistake]]) => [`${unit}_tb.sv`, right, mistake]),
    );
    const vectors = simulated('wrong', '--design', 'd3d11.3-minimum', '--scene', 'tunnel', '--filter', 'trilinear');
    const { status, text } = run(build(vectors, wrong), vectors);
    expect(status).not.toBe(0);
    for (const [unit, [, , said]] of Object.entries(MISTAKES)) {
      expect(text).toMatch(new RegExp(`^${unit}: \\d+ vectors, 0 left out, [1-9]\\d* failures$`, 'm'));
      expect(text).toMatch(said);
    }
  });

  it('refuse a run without a state that they cover', () => {
    const trace = join(folder, 'floats.jsonl');
    const lines = [
      { texunit: 'requests', version: 1 },
      { image: { name: 'one', format: 'r32_sfloat', width: 1, height: 1, levels: ['AACAPw=='] } },
      { sampler: { name: 'any' } },
      { id: 'a', image: 'one', sampler: 'any', coord: [0.5, 0.5], lod: 0 },
    ];
    writeFileSync(trace, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const vectors = golden('floats', 'replay', trace);
    const { status, text } = run(build(vectors), vectors);
    expect(status).not.toBe(0);
    expect(text).toMatch(/(filter|lod|address|decode|result|front_end): no state of this run is plain/);
  });
});
