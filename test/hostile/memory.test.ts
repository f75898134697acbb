import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { claimingExr, claimingJpeg, claimingParquet, pngOf, zippedKtx2 } from './made-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-claims-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function link(to: string, name: string): string {
  const path = join(folder, name);
  symlinkSync(to, path);
  return path;
}

interface Outcome {
  readonly code: number;
  readonly message: string | null;
  readonly milliseconds: number;
}

/** Runs commands in a process of their own, in their folder. */
function run(commands: readonly (readonly string[])[]) {
  const program = fileURLToPath(new URL('run-commands.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program], {
    input: JSON.stringify(commands),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (stdout === '') throw new Error(stderr);
  // Results of commands may stand in the lines before.
  return JSON.parse(stdout.split('\n').at(-1)!) as {
    readonly outcomes: readonly Outcome[];
    readonly kilobytes: number;
  };
}

const out = join(folder, 'out.ktx2');
const HEADER = '{"texunit":"requests","version":1}\n';
const triangle = JSON.stringify({
  asset: { version: '2.0' },
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ componentType: 5126, count: 100_000_000, type: 'VEC3' }],
});
const small = '--memory=48MiB';
const tiny = '--memory=4MiB';

/** A gzip file of many lines: a text of megabytes in some kilobytes. */
function zipped(name: string, head: string, line: (n: number) => string): string {
  return file(name, gzipSync(head + Array.from({ length: 20_000 }, (_, n) => `${line(n)}\n`).join('')));
}

const image = '{"image":{"name":"a","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}\n';
const sampler = (name: string) => `{"sampler":{"name":"${name}"}}`;
const request = (n: number, rest: string) => `{"id":${n},"image":"a","coord":[0.5,0.5],"lod":0,${rest}}`;
const requests = zipped('requests.jsonl.gz', `${HEADER}${image}${sampler('s')}\n`, (n) => request(n, '"sampler":"s"'));
const beside = /: needs .* beside the .* that are taken; the budget of memory is 4 MiB \(--memory\)$/;
const asks = (what: RegExp) => new RegExp(`^texunit: .*${what.source}${beside.source}`);
const CLAIMS: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'a PNG of 70 bytes',
    ['mips', file('a.png', pngOf(16384, 16384, Buffer.alloc(0))), '-o', out],
    /a\.png: the PNG is truncated or damaged \(\d+ bytes cannot hold 16384x16384 texels\)$/,
  ],
  [
    'a PNG of equal texels',
    ['mips', file('b.png', pngOf(4096, 4096, Buffer.alloc(4096 * 16385))), '-o', out, small],
    /b\.png: decoding 4096x4096 texels: needs 149\.4 MiB; the budget of memory is 48 MiB \(--memory\)$/,
  ],
  [
    'a JPEG whose frame is large',
    ['mips', file('c.jpg', claimingJpeg(16384, 16384)), '-o', out],
    /c\.jpg: decoding 16384x16384 texels: needs 9\.9 GiB; the budget of memory is 4 GiB \(--memory\)$/,
  ],
  [
    'a compressed KTX 2.0 file',
    ['mips', file('d.ktx2', zippedKtx2(4096, 4096)), '-o', out, small],
    /d\.ktx2: levels of 4096x4096 texels in 1 layers \(r8g8b8a8_unorm\): needs 64 MiB; the budget of memory is 48 MiB/,
  ],
  [
    'an EXR',
    [
      'resolve',
      file('e.exr', claimingExr(8192, 4096, deflateSync(Buffer.alloc(9)))),
      '--samples=1',
      '-o',
      'e.png',
      small,
    ],
    /e\.exr: 8192x4096 samples: needs 1 GiB beside the .* that are taken; the budget of memory is 48 MiB/,
  ],
  [
    'an accessor without bytes',
    ['simulate', '--scene', file('f.gltf', triangle), '--out', folder, small],
    /f\.gltf: accessor 0 of 100000000 elements: needs 1\.2 GiB beside .* bytes that are taken; the budget/,
  ],
  [
    'a Parquet file of 2^40 rows',
    ['replay', file('g.parquet', claimingParquet(2n ** 40n))],
    /g\.parquet:1: rows: cannot be read \(row group 0, column "address", page 1: is missing: the column lacks 1099511627773 values\)/,
  ],
  [
    'a line of a gzip file',
    ['sample', file('h.jsonl.gz', gzipSync(HEADER + '{"image":"'.padEnd(2 ** 26, 'A'))), small],
    /h\.jsonl\.gz:2: line: has more than the 6291456 bytes that the budget of memory allows \(--memory\)$/,
  ],
  [
    'accesses to a page each',
    ['replay', zipped('k.din.gz', '', (n) => `0 ${(4096 * n).toString(16)}`), tiny],
    asks(/the locality of the accesses, which --totals leaves out/),
  ],
  [
    'requests with results',
    [
      'check',
      '--results',
      zipped('m.jsonl.gz', `${HEADER}${image}${sampler('s')}\n`, (n) => request(n, '"sampler":"s","texel":[0,0,0,1]')),
      tiny,
    ],
    asks(/m\.jsonl\.gz:\d+: request \d+ with its results/),
  ],
  [
    'results beside their requests',
    ['check', '--requests', requests, '--results', zipped('n.csv.gz', 'id,r,g,b,a\n', (n) => `${n},0,0,0,1`), tiny],
    asks(/n\.csv\.gz:\d+: the results so far/),
  ],
  [
    'definitions',
    ['sample', zipped('o.jsonl.gz', HEADER, (n) => sampler(`s${n}`)), tiny],
    asks(/o\.jsonl\.gz:\d+: sampler "s\d+"/),
  ],
  [
    'texture states',
    [
      'replay',
      zipped('p.jsonl.gz', HEADER + image, (n) => `${sampler(`s${n}`)}\n${request(n, `"sampler":"s${n}"`)}`),
      tiny,
    ],
    asks(/p\.jsonl\.gz:\d+: texture state \d+/),
  ],
  [
    'writes before a request',
    [
      'explain',
      zipped(
        'q.jsonl.gz',
        HEADER + image,
        (n) => `{"id":${n},"op":"write","image":"a","coord":[0,0],"value":[0,0,0,1]}`,
      ),
      '--id=last',
      tiny,
    ],
    asks(/q\.jsonl\.gz:\d+: the lines that the request depends on/),
  ],
  ['a folder', ['sample', folder], /: is a folder, expected a file$/],
  ['a device without an end', ['sample', '/dev/zero'], /^texunit: \/dev\/zero: is a device, expected a file$/],
  ['a device as a picture', ['mips', '/dev/zero', '-o', out], /\/dev\/zero: is a device, expected a file$/],
  ['a device as a design', ['simulate', '--design', '/dev/zero'], /\/dev\/zero: is a device, expected a file$/],
  ['a device as a model', ['simulate', '--scene', link('/dev/zero', 'i.glb')], /i\.glb: is a device, expected a file$/],
  ['a device as samples', ['resolve', '/dev/zero', '-o', 'x.png'], /\/dev\/zero: is a device, expected a file$/],
  [
    'a device that a trace names',
    ['sample', file('j.jsonl', `${HEADER}{"image":{"name":"a","file":"/dev/zero","format":"r8_unorm"}}\n`)],
    /j\.jsonl:2: image\.file: \/dev\/zero: is a device, expected a file$/,
  ],
];

it('small files that claim much are refused in one line, before anything of that size is allocated', () => {
  const { outcomes, kilobytes } = run(CLAIMS.map(([, command]) => command));
  for (const [n, [what, , message]] of CLAIMS.entries()) {
    expect(outcomes[n].message ?? 'nothing', what).toMatch(message);
    expect(outcomes[n].code, what).toBe(2);
    expect(outcomes[n].milliseconds, what).toBeLessThan(20_000);
  }
  // The programs of the commands themselves take most of it.
  expect(kilobytes).toBeLessThan(400_000);
});
