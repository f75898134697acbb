import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../built-program.ts';
import { fieldsOf, readGolden, signed } from '../src/forms/golden/golden-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-c-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => execFileSync(process.execPath, [PROGRAM, ...args], { cwd: folder });

/** Every so many of the directed requests. */
const STRIDE = 23;

/** Steps that a lane has once, by the unit of their golden vectors, and those of each pass. */
const OF_LANE = {
  lod: words('rho base_lod lod level_parameter level_hi level_lo level_weight filter samples axis_u axis_v'),
  result: words('sum_hi sum_lo average_hi average_lo filtered'),
};
const OF_PASS = [
  words('level_index layer_index sample_u sample_v fixed_u fixed_v i0 j0 i1 j1 alpha beta'),
  words('texel0 texel1 texel2 texel3 lerp_u0 lerp_u1 lerp_v pass_sample'),
].flat();
/** Steps of lanes that take more than one tap. */
const OF_LINEAR = new Set(words('i1 j1 alpha beta texel1 texel2 texel3 lerp_u0 lerp_u1 lerp_v'));

type Numbers = ReadonlyMap<string, number>;

const float32 = (bits: bigint) => new Float32Array(Uint32Array.of(Number(bits)).buffer)[0];

/** The vectors of a unit: floats as numbers, other fields as integers. */
function vectorsOf(text: string, unit: string, memory: string): readonly Numbers[] {
  const widths = new Map(fieldsOf(text, unit).map(({ name, width }) => [name, width]));
  const [, struct] = new RegExp(`typedef struct packed \\{([^}]*)\\} ${unit}_vector_t;`).exec(text)!;
  const isSigned = (name: string) => new RegExp(`logic signed[^;]* ${name};`).test(struct);
  const isFloat = (name: string) => new RegExp(` ${name}; // [^\n]*\\(float32\\)`).test(struct);
  return readGolden(text, unit, memory).map(
    (vector) =>
      new Map(
        [...vector].map(([name, bits]) => {
          if (isFloat(name)) return [name, float32(bits)];
          return [name, isSigned(name) ? signed(bits, widths.get(name)!) : Number(bits)];
        }),
      ),
  );
}

type Steps = readonly (readonly [name: string, number: number])[];

/** The steps of each lane, in their order. */
function lanesOf(trace: string) {
  const lanes = new Map<string, { readonly request: string; readonly steps: [string, number][] }>();
  for (const line of trace.trimEnd().split('\n')) {
    const [request, lane, step, number] = line.split(' ');
    const key = `${request} ${lane}`;
    if (!lanes.has(key)) lanes.set(key, { request, steps: [] });
    lanes.get(key)!.steps.push([step, Number(number.replace('inf', 'Infinity'))]);
  }
  return [...lanes.values()];
}

/** The steps of each sample. Those that samples share are shown once, with the first. */
function samplesOf(steps: Steps): readonly Numbers[] {
  const starts = steps.flatMap(([step], at) => (step === 'level_index' ? [at] : []));
  const samples: Numbers[] = [];
  for (const [n, at] of starts.entries()) {
    samples.push(new Map([...(samples.at(-1) ?? []), ...steps.slice(at, starts[n + 1])]));
  }
  return samples;
}

/** What vectors and steps both have of some registers; a colour has four components. */
function shared(names: readonly string[], vector: Numbers, steps: Numbers, isPoint: boolean) {
  const both = names
    .filter((name) => !(isPoint && OF_LINEAR.has(name)))
    .flatMap((name) => [name, ...['r', 'g', 'b', 'a'].map((c) => `${name}_${c}`)])
    .filter((name) => vector.has(name) && steps.has(name));
  const values = (of: Numbers) => both.map((name) => `${name} ${Object.is(of.get(name), -0) ? '-0' : of.get(name)}`);
  return { both, expected: values(vector).join(), found: values(steps).join() };
}

describe('the trace of the model in C', () => {
  it('has the registers of the golden vectors of the units', () => {
    const design = 'd3d11.3-minimum';
    run('golden', design, '--directed', '--out', 'directed');
    const lines = readFileSync(join(folder, 'directed/requests.jsonl'), 'utf8').trimEnd().split('\n');
    const some = lines.filter((line, n) => !line.startsWith('{"id"') || n % STRIDE === 0);
    writeFileSync(join(folder, 'requests.jsonl'), `${some.join('\n')}\n`);
    run('replay', 'requests.jsonl', '--design', design, '--golden', '--out', design);
    run('convert', 'requests.jsonl', 'requests.bin');
    run('c', design, '--out', 'model');
    execFileSync('make', ['-C', join(folder, 'model'), 'trace'], { stdio: 'ignore' });
    const program = join(folder, 'model', `texunit_${design.replaceAll(/\W/g, '_')}_trace`);
    const trace = execFileSync(program, [join(folder, 'requests.bin')], { encoding: 'utf8', maxBuffer: 1 << 28 });

    const text = readFileSync(join(folder, design, 'golden/golden_pkg.sv'), 'utf8');
    const [lod, address, filter, result] = ['lod', 'address', 'filter', 'result'].map((unit) =>
      vectorsOf(text, unit, readFileSync(join(folder, design, 'golden', `${unit}.mem`), 'utf8')),
    );
    const lanes = lanesOf(trace);
    expect(lanes).toHaveLength(lod.length);
    // A pass of a quad has vectors of all lanes that take it.
    const passes: (readonly [lane: number, vector: number])[] = [];
    for (let [from, to, pass] = [0, 0, 0]; from < lanes.length; from = to, pass = 0) {
      while (to < lanes.length && lanes[to].request === lanes[from].request) to++;
      const takes = (lane: number) => lod[lane].get('passes')! > pass;
      const all = Array.from({ length: to - from }, (_, n) => from + n);
      for (; all.some(takes); pass++) all.filter(takes).forEach((lane) => passes.push([lane, passes.length]));
    }
    const seen = new Set<string>();
    for (const [n, { steps }] of lanes.entries()) {
      for (const [vector, names] of [[lod[n], OF_LANE.lod] as const, [result[n], OF_LANE.result] as const]) {
        const { both, expected, found } = shared(names, vector, new Map(steps), false);
        both.forEach((name) => seen.add(name));
        expect(found).toBe(expected);
      }
    }
    for (const [lane, n] of passes) {
      const vector = new Map([...address[n], ...filter[n]]);
      const isPoint = vector.get('tap_count') === 1;
      // The model goes level by level; the units take samples of both levels in turn.
      const samples = samplesOf(lanes[lane].steps).map((steps) => shared(OF_PASS, vector, steps, isPoint));
      samples[0].both.forEach((name) => seen.add(name));
      expect(samples.map(({ found }) => found)).toContain(samples[0].expected);
    }
    const names = [...seen].map((name) => name.replace(/_[rgba]$/, ''));
    expect([...new Set(names)].sort()).toEqual([...OF_LANE.lod, ...OF_LANE.result, ...OF_PASS].sort());
  });
});

function words(text: string): readonly string[] {
  return text.split(' ');
}
