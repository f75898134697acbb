import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import { readPlan } from '../../../src/inputs/workloads/plan-file.ts';
import { encodeRawSamples } from '../../../src/pictures/resolve/raw-samples.ts';
import { captureOutput } from './captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-texts-'));
afterAll(() => rmSync(folder, { recursive: true }));
let printed = '';
captureOutput((text) => (printed += text));

const at = (name: string) => join(folder, name);
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const DESIGN = '{"extends":"full-quality",\n"name":"x"}\n';
const REQUESTS = `{"texunit":"requests","version":1}
{"image":{"name":"x","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}
{"sampler":{"name":"s"}}
{"id":0,"image":"x","sampler":"s","coord":[0,0],"lod":0}
`;
const ACCESSES = `{"texunit":"texels","version":1}\n{"quad":0,"pass":0,"size":4,"taps":[[0],[],[],[]]}\n`;
const MODEL = JSON.stringify({
  asset: { version: '2.0', generator: 'x' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36, uri: `data:;base64,${Buffer.alloc(36, 62).toString('base64')}` }],
});
const VCD = '$comment x $end\n$timescale 1 ns $end\n$enddefinitions $end\n#0\n$dumpvars\n$end\n';
const PLAN = '{"designs":["full-quality"],\n"name":"x","workloads":[{"scene":"plane","width":2,"height":2}]}';
const SAMPLES = encodeRawSamples({ width: 1, height: 1, samples: 1, values: new Float32Array(4) });
const requests = file('r.jsonl', REQUESTS);
const frame = ['--size', '2x2', '--mode', 'functional', '--cores', '1', '--out', at('out')];

/** Each reader of text: an input in which an x may stand for any text, and the words that read it. */
const READERS: readonly (readonly [string, string | Uint8Array, (path: string) => readonly string[]])[] = [
  ['a.json', DESIGN, (path) => ['designs', '--show', path]],
  ['a.gltf', MODEL, (path) => ['simulate', '--scene', path, ...frame]],
  ['a.jsonl', REQUESTS, (path) => ['sample', path]],
  ['a.requests.jsonl', REQUESTS, (path) => ['explain', path]],
  ['a.results.jsonl', '{"texunit":"results","version":2}\n{"id":0,"texel":[0,0,0,1]}\n', resultsOf],
  ['a.results.csv', 'id,r,g,b,a,x\n0,0,0,0,1,\n', resultsOf],
  ['a.texels.jsonl', ACCESSES, (path) => ['replay', path]],
  ['a.csv', 'address,x\n0,1\n', (path) => ['replay', path]],
  ['a.din', '0 40 x\n', (path) => ['replay', path]],
  ['a.vcd', VCD, (path) => ['vcd-check', path]],
  ['a.raw', SAMPLES, (path) => ['resolve', path, '-o', at('o.png')]],
];
function resultsOf(path: string): readonly string[] {
  return ['check', '--requests', requests, '--results', path, '--cores', '1'];
}

const PLANNED: (typeof READERS)[number] = ['a.plan', PLAN, (path) => ['sweep', path, '--out', at('swept')]];

it.each(READERS)('a text file, %s, may begin with a byte order mark', async (name, content, words) => {
  const plain = await outcome(words(file(name, content)));
  expect(plain[1]).toBeNull();
  const marked = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(content)]);
  expect(await outcome(words(file(name, marked)))).toEqual(plain);
});

it('a plan may begin with a byte order mark', () => {
  const { plan } = readPlan(file('a.plan', `\ufeff${PLAN}`));
  expect(plan).toEqual(readPlan(file('a.plan', PLAN)).plan);
});

it.each([...READERS, PLANNED])(
  'a text file, %s, is refused, by file and line, where it is no UTF-8',
  async (...reader) => {
    const [name, content, words] = reader;
    const wrong = Buffer.from(content);
    const place = name === 'a.raw' ? 3 : wrong.indexOf('x', 2);
    wrong[place] = 0xff;
    const lines = wrong.subarray(0, place).toString('latin1').split('\n');
    const problem = `is no UTF-8 at byte ${lines.at(-1)!.length + 1} of the line (0xff)`;
    expect((await outcome(words(file(name, wrong))))[1]).toBe(`texunit: ${at(name)}:${lines.length}: line: ${problem}`);
  },
);

/** The exit code of a command, its message, and what it prints. */
async function outcome(words: readonly string[]) {
  printed = '';
  const { code, message } = await texunit(words);
  return [code, message, printed.replace(/[\d.]+ s\n/, '')];
}

describe('a path with a NUL', () => {
  const NUL = 'a\0b';
  const uri = MODEL.replace(/data:[^"]*/, 'a%00b');

  it.each([
    [
      'that a plan names',
      () => [
        'sweep',
        file('p.json', PLAN.replace('"scene":"plane"', '"trace":"a\\u0000b"').replace(/,"width":2,"height":2/, '')),
        '--out',
        at('swept'),
      ],
    ],
    [
      'of a design that a plan names',
      () => [
        'sweep',
        file('d.json', PLAN.replace('full-quality', 'a\\u0000b.json')),
        '--cores',
        '1',
        '--out',
        at('swept'),
      ],
    ],
    [
      'of a picture that a plan names',
      () => ['sweep', file('t.json', PLAN.replace('"width"', '"texture":"a\\u0000b","width"')), '--out', at('swept')],
    ],
    ['that a model refers to', () => ['simulate', '--scene', file('m.gltf', uri), ...frame]],
    [
      'that a trace names',
      () => ['sample', file('i.jsonl', REQUESTS.replace(/"width.*"AA=="]/, '"file":"a\\u0000b"'))],
    ],
    ['of a trace', () => ['sample', NUL]],
    ['of accesses', () => ['replay', NUL]],
    ['of a trace to convert', () => ['convert', NUL, at('x.din')]],
    ['of a converted trace', () => ['convert', requests, `${NUL}.din`]],
    ['of results', () => ['check', '--requests', requests, '--results', NUL]],
    ['of a design', () => ['check', `${NUL}.json`]],
    ['of a picture', () => ['mips', NUL, '-o', at('x.ktx2')]],
    ['of a scene', () => ['simulate', '--scene', `${NUL}.glb`, ...frame]],
    ['of a texture', () => ['simulate', '--scene', 'plane', '--texture', NUL, ...frame]],
    ['of a folder', () => ['simulate', '--scene', 'plane', ...frame, '--out', NUL]],
    ['of an output', () => ['sample', requests, '-o', `${NUL}.jsonl`]],
    ['of samples', () => ['resolve', NUL, '-o', at('x.png')]],
    ['of a waveform', () => ['vcd-check', NUL]],
    ['of a plan', () => ['sweep', NUL, '--cores', '1', '--out', at('swept')]],
    ['of a folder of rows', () => ['sweep', 'merge', NUL, '--out', at('merged')]],
    ['of RTL', () => ['rtl', 'd3d11.3-synthesizable', '--out', NUL]],
  ] as const)('%s is refused in one line that shows it', async (_, words) => {
    const { code, message } = await texunit(words());
    expect(message).toMatch(/^texunit: [^\n]*a(?:\ufffd|%00|\\x00|\\u0000)b[^\n]*$/);
    expect(code).toBe(2);
    expect(existsSync(at('swept/rows.csv'))).toBe(false);
  });
});

it('a URL is named as one, wherever a file or a folder is expected', async () => {
  const url = 'https://example.com/a';
  for (const words of [
    ['sample', url],
    ['replay', `${url}.din`],
    ['check', `${url}.json`],
    ['mips', url, '-o', at('x.ktx2')],
    ['simulate', '--scene', `${url}.glb`, ...frame],
    ['simulate', '--scene', 'plane', '--texture', url, ...frame],
    ['sweep', `${url}.json`],
    ['sweep', file('u.json', PLAN.replace('full-quality', `${url}.json`)), '--cores', '1', '--out', at('swept')],
    ['vcd-check', url],
    ['sample', requests, '-o', `${url}.jsonl`],
    ['simulate', '--scene', 'plane', ...frame, '--out', url],
  ]) {
    const { code, message } = await texunit(words);
    expect(message, words.join(' ')).toMatch(/example\.com[^\n]*: is a URL, expected a file of this machine$/);
    expect(code).toBe(2);
  }
  expect(existsSync('https:')).toBe(false);
});
