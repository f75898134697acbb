import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { Dice } from '../../../oracle/dice.ts';
import { captureOutput } from '../captured-output.ts';

// The first run loads the whole program.

const folder = mkdtempSync(join(tmpdir(), 'texunit-expect-'));
let printed = '';
captureOutput((text) => (printed += text));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(...args: readonly string[]) {
  printed = '';
  const { code, message } = await texunit(args);
  return { code, message, printed };
}

const HEADER = '{"texunit":"requests","version":2}';
/** The texels 0, 85, 170 and 255. */
const DOTS = '{"image":{"name":"dots","format":"r8_unorm","width":2,"height":2,"levels":["AFWq/w=="]}}';
const CLAMP = '{"sampler":{"name":"clamp","addressModeU":"clamp_to_edge","addressModeV":"clamp_to_edge"}}';
const dots = put(
  'dots.jsonl',
  [
    HEADER,
    DOTS,
    CLAMP,
    '{"id":"centre","image":"dots","sampler":"clamp","coord":[0.5,0.5],"lod":0}',
    '{"id":"edge","image":"dots","sampler":"clamp","quad":[[0.25,0.25],[0.75,0.25],[0.25,0.75],[0.75,0.75]]}',
    '',
  ].join('\n'),
);

/** Noise of four bytes a texel with all its levels, and samples of it anywhere, bilinear or trilinear. */
function noise(name: string, requests: number, lod: (dice: Dice) => number): string {
  const dice = new Dice(5);
  const levels = [16, 8, 4, 2, 1].map((size) =>
    Buffer.from(Uint8Array.from({ length: 4 * size * size }, () => dice.integer(0, 255))).toString('base64'),
  );
  const image = { name: 'noise', format: 'r8g8b8a8_unorm', width: 16, height: 16, levels };
  const lines = Array.from({ length: requests }, (_, id) =>
    JSON.stringify({
      id,
      image: 'noise',
      sampler: 's',
      coord: [Math.fround(dice.real(0, 1)), Math.fround(dice.real(0, 1))],
      lod: Math.fround(lod(dice)),
    }),
  );
  const sampler = '{"sampler":{"name":"s","mipmapMode":"linear","minFilter":"linear","magFilter":"linear"}}';
  return put(name, [HEADER, JSON.stringify({ image }), sampler, ...lines, ''].join('\n'));
}

function design(name: string, fields: object): string {
  return put(`${name}.json`, JSON.stringify({ extends: 'd3d11.3-minimum', name, ...fields }));
}

it('ends with 0 where every row is the expected one to the bit, in a result trace, Parquet or a CSV', async () => {
  for (const name of ['same.jsonl', 'same.parquet', 'same.jsonl.gz']) {
    const same = join(folder, name);
    await run('sample', dots, '--output', same);
    const { code, printed: said } = await run('sample', dots, '--expect', same);
    expect([code, said]).toEqual([0, '5 of 5 rows of full-quality equal the expected ones\n']);
  }
  const csv = put(
    'same.csv',
    'id,lane,r,g,b,a\nedge,3,1,0,0,1\nedge,0,0,0,0,1\nedge,1,0.33333334,0,0,1\nedge,2,0.6666667,0,0,1\n',
  );
  expect(await run('sample', dots, '--expect', csv)).toEqual({
    code: 0,
    message: null,
    printed: '4 of 4 rows of full-quality equal the expected ones; 1 requests have no expected result\n',
  });
});

it('shows both values of each component that differs, their codes, and the difference in codes and ULP', async () => {
  // The neighbour of 0.5 below it, 7 codes too many, and a NaN.
  const rows =
    'centre,,0.49999997,0,0,1\nedge,0,0,0,0,1\nedge,1,0.36078432,0,0,1\nedge,2,0.6666667,0,0,1\nedge,3,nan,0,0,1\n';
  const expected = put('off.csv', `id,lane,r,g,b,a\n${rows}`);
  const csv = join(folder, 'differences.csv');
  const { code, printed: said } = await run('sample', dots, '--expect', expected, '--csv', csv);
  expect(code).toBe(1);
  expect(said).toContain('2 of 5 rows of full-quality equal the expected ones; 3 differ\n');
  expect(readFileSync(csv, 'utf8').split('\r\n')).toEqual([
    'id,line,lane,component,got,expected,got code,expected code,codes,ulp',
    'centre,4,0,r,0.5,0.4999999701976776,127.5,127.5,0,1',
    'edge,5,1,r,0.3333333432674408,0.3607843220233917,85,92,-7,-921102',
    'edge,5,3,r,1,NaN,255,0x7fc00000,,',
    '',
  ]);
  expect(said).toContain('by 3 of 3 rows, and fewer than 32 cannot tell: ');
  expect(said).toMatch(/"centre" +4 +0 +r +0\.5 +0\.4999999701976776 +127\.5 +127\.5 +0 +1\n/);
});

it('shows some of many differences, and writes all of them', async () => {
  const requests = noise('many.jsonl', 400, () => 0);
  const expected = join(folder, 'many-results.jsonl');
  await run('sample', requests, '--design', design('coarse', { address: { rounding: 'floor' } }), '--output', expected);
  const csv = join(folder, 'many.csv');
  const { code, printed: said } = await run('sample', requests, '--expect', expected, '--csv', csv);
  expect(code).toBe(1);
  expect(said.split('\n').length).toBeLessThan(40);
  const written = readFileSync(csv, 'utf8').trimEnd().split('\r\n').length - 1;
  expect(written).toBeGreaterThan(400);
  expect(said).toContain(`... and ${written - 20} more: --csv FILE has all of them`);
  expect(said).toMatch(/where the first difference can come from, by 256 of \d+ rows: /);
});

it.each([
  ['fixed_u, fixed_v, fixed_w', { address: { rounding: 'floor' } }, () => 0],
  ['fixed_u, fixed_v, fixed_w', { address: { rounding: 'floor' } }, (dice: Dice) => dice.real(0, 4)],
  ['lod', { lod: { rounding: 'floor' } }, (dice: Dice) => dice.real(0, 4)],
  ['sum_hi, sum_lo: at most 4 codes or ULP', { filter: { guardBits: 0, rounding: 'floor' } }, () => 0],
] as const)('finds %s by what makes each row equal (%o)', async (register, fields, lod) => {
  const requests = noise('registers.jsonl', 100, lod);
  const expected = join(folder, 'registers-results.jsonl');
  const base = design('base', {});
  await run('sample', requests, '--design', design('other', fields), '--output', expected);
  const { code, printed: said } = await run('sample', requests, '--design', base, '--expect', expected);
  expect(code).toBe(1);
  const counts = new Map(
    [...said.matchAll(/^ {2}(\S.*?) {2,}(\d+) of (\d+)$/gm)].map(([, name, rows, of]) => [
      name,
      Number(rows) / Number(of),
    ]),
  );
  expect(counts.get(register)).toBe(1);
  // Registers behind it may make the same good; none before it does.
  const before = [...counts.keys()].slice(0, [...counts.keys()].indexOf(register));
  expect(before.filter((name) => counts.get(name)! > 0.9)).toEqual([]);
});

it('compares with the results that the trace itself carries, and writes the own ones', async () => {
  const [first, ...others] = readFileSync(dots, 'utf8').split('\n');
  const carried = put(
    'carried.jsonl',
    [first, ...others].join('\n').replace('"lod":0}', '"lod":0,"texel":[0.25,0,0,1]}'),
  );
  const own = join(folder, 'own.jsonl');
  const { code, printed: said } = await run('sample', carried, '--expect', carried, '--output', own);
  expect(code).toBe(1);
  expect(said).toContain(
    '0 of 1 rows of full-quality equal the expected ones; 1 requests have no expected result; 1 differ',
  );
  expect(readFileSync(own, 'utf8')).toContain('{"id":"centre","texel":[0.5,0,0,1]}');
});

it('ends with 2 where nothing can be compared', async () => {
  const csv = put('one.csv', 'id,r,g,b,a\ncentre,0.5,0,0,1\n');
  for (const [args, said] of [
    [['-', '--expect', csv], '--expect: reads the requests twice, expected a file and not standard input'],
    [[dots, '--expect', dots], `${dots}: no request has an expected result`],
    [[dots, '--csv', 'x.csv'], '--csv: expected --expect FILE beside it'],
    [[dots, '--expect', put('none.csv', 'id,r,g,b,a\nnone,0,0,0,1\n')], 'no request of'],
  ] as const) {
    const { code, message } = await run('sample', ...args);
    expect([code, message?.includes(said)]).toEqual([2, true]);
  }
});

it('takes codes of a CSV for values that round to them, and asks where a table seems to have them', async () => {
  const codes = put(
    'codes.csv',
    'id,lane,r,g,b,a\ncentre,,128,0,0,255\nedge,0,0,0,0,255\nedge,1,85,0,0,255\nedge,2,170,0,0,255\nedge,3,254,0,0,255\n',
  );
  const { code, printed: said } = await run('sample', dots, '--expect', codes, '--codes', '8');
  expect(code).toBe(1);
  expect(said).toMatch(
    /^4 of 5 rows of full-quality equal the expected ones or are within their tolerance; 1 differ\n/,
  );
  expect(said).toMatch(/"edge" +5 +3 +r +1 +0\.9960784316062927 +255 +254 +1 +\d+\n/);
  const wide = put('wide.csv', 'id,r,g,b,a,codes\ncentre,32768,0,0,65535,16\n');
  expect((await run('sample', dots, '--expect', wide)).code).toBe(0);
  const question = `${codes}:1: r, g, b, a: are all integers, from 0 to 255, where the format has values up to 1: are they codes? if of UNORM 8, say --codes 8 of a CSV, or # codes = 8 in a table`;
  for (const args of [
    ['sample', dots, '--expect', codes],
    ['check', '--requests', dots, '--results', codes, '--cores', '1'],
    ['explain', dots, '--id', 'edge', '--results', codes],
  ]) {
    expect(await run(...args)).toEqual({ code: 2, message: `texunit: ${question}`, printed: '' });
  }
  const checked = await run('check', '--requests', dots, '--results', codes, '--codes', '8', '--cores', '1');
  expect([checked.code, checked.message]).toEqual([1, null]);
  expect(checked.printed).toContain('judged: 5 results of 2 requests: 1 not allowed (in 1 requests)');
  expect(
    (await run('explain', dots, '--id', 'edge', '--lane', '3', '--results', codes, '--codes', '8')).printed,
  ).toContain('does not permit');
  const trace = put('codes.jsonl', '{"texunit":"results","version":2}\n{"id":"centre","texel":[0.5,0,0,1]}\n');
  expect((await run('sample', dots, '--expect', trace, '--codes', '8')).message).toBe(
    `texunit: --codes: ${trace} is a result trace, expected a CSV of results`,
  );
});

it('compares residency, footprints and integers, too', async () => {
  const operations = fileURLToPath(new URL('../../../../traces/examples/operations.jsonl', import.meta.url));
  const results = join(folder, 'operations.jsonl');
  await run('sample', operations, '--output', results);
  expect(await run('sample', operations, '--expect', results)).toMatchObject({ code: 0, message: null });
  const text = readFileSync(results, 'utf8');
  const changed = text.replace('"resident":false', '"resident":true').replace('"mask":[', '"mask":[1');
  expect(changed.length - text.length).toBe(0);
  const { code, printed: said } = await run('sample', operations, '--expect', put('changed.jsonl', changed));
  expect([code, said.match(/; (\d+) differ/)?.[1]]).toEqual([1, '2']);
  expect(said).toMatch(/ resident +false +true\n/);
  expect(said).toMatch(/ footprints +\{.*"mask":\[\d+,0\].*\} +\{.*"mask":\[1\d+,0\]/);
  expect(said).not.toContain('first difference');
});
