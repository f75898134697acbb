import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { constantOf, fieldsOf, readGolden, signed } from '../../forms/golden/golden-reader.ts';
import { captureOutput } from '../captured-output.ts';

const DESIGN = 'vulkan-1.4-synthesizable';
const folder = mkdtempSync(join(tmpdir(), 'texunit-golden-'));
const out = join(folder, 'directed');
captureOutput(() => {});
beforeAll(async () => {
  expect(await texunit(['golden', DESIGN, '--directed', '--out', out])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(out, file), 'utf8');
const constant = (name: string) => constantOf(read('golden_pkg.sv'), name);

/** The vectors of a unit, each field as a signed or an unsigned number. */
function vectorsOf(unit: string) {
  const text = read('golden_pkg.sv');
  const widths = new Map(fieldsOf(text, unit).map(({ name, width }) => [name, width]));
  return readGolden(text, unit, read(`${unit}.mem`)).map((vector) => ({
    unsigned: (name: string) => Number(vector.get(name)!),
    signed: (name: string) => signed(vector.get(name)!, widths.get(name)!),
    float: (name: string) => new Float32Array(Uint32Array.of(Number(vector.get(name)!)).buffer)[0],
  }));
}

/** The rows of corners.csv by file and field. */
function corners(): ReadonlyMap<string, readonly string[]> {
  const [header, ...rows] = read('corners.csv').trimEnd().split('\n');
  expect(header).toBe('file,field,bits,least,greatest,least_seen,greatest_seen,floats_seen');
  return new Map(rows.map((row) => row.split(',')).map(([file, field, ...rest]) => [`${file} ${field}`, rest]));
}

/** The ties among values that are narrowed to integers: even or odd below the tie, and on which side of zero. */
function tiesOf(values: readonly number[]): readonly string[] {
  const ties = values.filter((value) => value - Math.floor(value) === 0.5).map(Math.floor);
  return [...new Set(ties.map((n) => `${n % 2 === 0 ? 'even' : 'odd'} ${n < 0 ? 'negative' : 'positive'}`))].sort();
}
const ALL_TIES = ['even negative', 'even positive', 'odd negative', 'odd positive'];

describe('texunit golden', { tags: ['exhaustive'] }, () => {
  it('writes the requests that its vectors come from: a replay of them gives the same files', async () => {
    const replayed = join(folder, 'replayed');
    const args = ['replay', join(out, 'requests.jsonl'), '--design', DESIGN, '--golden', replayed, '--out', folder];
    expect(await texunit(args)).toMatchObject({ code: 0 });
    const names = readdirSync(replayed);
    expect(names).toEqual(readdirSync(out).filter((name) => !['corners.csv', 'requests.jsonl'].includes(name)));
    // The constants of the package are in the order of the design's fields, which a replay changes.
    const sorted = (text: string) => text.split('\n').toSorted().join('\n');
    const textIn = (file: string) =>
      file.endsWith('.sv') ? sorted(readFileSync(file, 'utf8')) : readFileSync(file, 'utf8');
    for (const name of names) expect(textIn(join(replayed, name)) === textIn(join(out, name)), name).toBe(true);
  });

  it('reaches both ends of coordinates, LODs, weights and bytes of the cache', () => {
    const rows = corners();
    const fields = ['address fixed_u', 'address alpha', 'address beta', 'lod base_lod', 'lod lambda'];
    for (const field of [...fields, 'lod level_weight', 'tag set_index', 'tag hit']) {
      const [, least, greatest, leastSeen, greatestSeen] = rows.get(field)!;
      expect([field, leastSeen, greatestSeen]).toEqual([field, least, greatest]);
    }
  });

  it('has zeros, denormals, infinities and NaN in every coordinate, divisor and LOD that goes in', () => {
    const rows = corners();
    for (const name of ['in_s', 'in_t', 'in_q', 'in_lod', 'in_layer', 'in_dsdx', 'in_dtdx', 'in_dsdy', 'in_dtdy']) {
      const kinds = [0, 1, 2, 3].flatMap((lane) => rows.get(`front_end ${name}${lane}`)?.at(-1)!.split(' ') ?? []);
      const expected = ['-0', '-infinity', '0', 'NaN', 'denormal', 'infinity', 'normal'];
      expect([name, [...new Set(kinds)].sort()]).toEqual([name, expected]);
    }
  });

  it('has ties of even and odd integers, above and below zero, for coordinates and LODs', () => {
    const steps = 2 ** constant('ADDRESS_COORDINATE_FRACTION_BITS');
    // The square images have 16 texels along both axes.
    expect(tiesOf(vectorsOf('address').map((v) => v.float('sample_u') * 16 * steps))).toEqual(ALL_TIES);
    const lodSteps = 2 ** constant('LOD_FORMAT_FRACTION_BITS');
    const lods = vectorsOf('lod').map((v) => v.float('lod_operand') * lodSteps);
    expect(tiesOf(lods.filter(Number.isFinite))).toEqual(ALL_TIES);
  });

  it('has ties of even and odd integers, above and below zero, for each lerp that drops bits', () => {
    const weightBits = constant('FILTER_WEIGHT_BITS');
    const [afterU, afterV] = [constant('FILTER_AFTER_U_BITS'), constant('FILTER_AFTER_V_BITS')];
    const vectors = vectorsOf('filter').filter((v) => v.unsigned('tap_count') === 4);
    const lerp = (a: number, b: number, weight: number) => a * 2 ** weightBits + (b - a) * weight;
    const alongU = vectors.map((v) => lerp(v.signed('texel0_r'), v.signed('texel1_r'), v.unsigned('alpha')));
    const alongV = vectors.map((v) => lerp(v.signed('lerp_u0_r'), v.signed('lerp_u1_r'), v.unsigned('beta')));
    expect([weightBits > afterU, afterU + weightBits > afterV]).toEqual([true, true]);
    expect(tiesOf(alongU.map((value) => value / 2 ** (weightBits - afterU)))).toEqual(ALL_TIES);
    expect(tiesOf(alongV.map((value) => value / 2 ** (afterU + weightBits - afterV)))).toEqual(ALL_TIES);
  });
});
