import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { jpegOf, pngOf } from '../../../hostile/made-files.ts';
import { ktx2File } from '../../pictures/containers/ktx2-writer.ts';
import { captureOutput } from '../../cli/captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-kinds-'));
afterAll(() => rmSync(folder, { recursive: true }));
captureOutput(() => {});

const DESIGN = '{"extends":"full-quality","name":"x"}';
const WHOLE = readFileSync(
  fileURLToPath(new URL('../../../../src/designs/presets/full-quality.json', import.meta.url)),
);
const VCD = '$timescale 1 ns $end\n';
const KINDS: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['a.json', DESIGN, /: is a design, expected a trace; texunit check [^ ]*a\.json judges it, and --design /],
  ['b.json', `\ufeff${DESIGN}`, /: is a design, expected a trace; /],
  ['c.json', WHOLE, /: is a design, expected a trace; /],
  ['d.png', pngOf(1, 1, Buffer.alloc(5)), /: is a PNG, expected a trace; texunit simulate --texture [^ ]*d\.png /],
  ['e.jpg', jpegOf(8, 8), /: is a JPEG, expected a trace; texunit simulate --texture [^ ]*e\.jpg /],
  [
    'f.ktx2',
    ktx2File({ vkFormat: 37, size: [1, 1, 0], block: [1, 1, 4], levels: [{ data: new Uint8Array(4) }] }),
    /: is a KTX 2\.0 file, expected a trace; texunit mips /,
  ],
  [
    'g.gltf',
    '{"scenes":[],"asset":{"version":"2.0"}}',
    /: is a glTF model, expected a trace; texunit simulate --scene /,
  ],
  ['h.json', '{"designs":["full-quality"],"workloads":[]}', /: is a plan of a sweep, expected a trace; texunit sweep /],
  ['i.vcd', VCD, /: is a waveform, expected a trace; texunit vcd-check [^ ]*i\.vcd reads it$/],
];

describe.each(['sample', 'explain', 'replay'])('texunit %s', (command) => {
  it.each(KINDS)('names %s for what it is, and the command for it', async (name, content, message) => {
    const path = join(folder, name);
    for (const bytes of [Buffer.from(content), gzipSync(content)]) {
      writeFileSync(path, bytes);
      const outcome = await texunit([command, path]);
      expect(outcome.message).toMatch(message);
      expect(outcome.code).toBe(2);
    }
  });
});

it('every command named in such a message takes the file', async () => {
  const at = (name: string) => join(folder, name);
  for (const [name, content] of KINDS) writeFileSync(at(name), content);
  const frame = ['--size', '2x2', '--mode', 'functional', '--cores', '1', '--out', at('out')];
  for (const words of [
    ['designs', '--show', at('a.json')],
    ['simulate', '--scene', 'plane', '--texture', at('d.png'), ...frame],
    ['mips', at('f.ktx2'), '-o', at('x.ktx2')],
  ]) {
    expect(await texunit(words)).toEqual({ code: 0, message: null });
  }
  expect((await texunit(['vcd-check', at('i.vcd')])).code).toBe(1);
});

it('a trace without its header, or with any names, is none of these', async () => {
  for (const text of [
    '{"id":0,"image":"a","sampler":"s","coord":[0,0],"lod":0}\n',
    '{"texunit":"requests","version":1}\n{"image":{"name":"asset","extends":"x"}}\n',
  ]) {
    writeFileSync(join(folder, 't.jsonl'), text);
    expect((await texunit(['sample', join(folder, 't.jsonl')])).message).toMatch(/t\.jsonl:\d: /);
  }
});

it('a waveform is read by vcd-check, and nothing else there', async () => {
  writeFileSync(join(folder, 'p.vcd'), pngOf(1, 1, Buffer.alloc(5)));
  const { code, message } = await texunit(['vcd-check', join(folder, 'p.vcd')]);
  expect([code, message]).toEqual([2, expect.stringMatching(/: is a PNG, expected a waveform; /)]);
});

it.each([
  [['simulate', 'tunnel'], '--scene tunnel'],
  [['simulate', 'model.glb'], '--scene model.glb'],
  [['simulate', 'full-quality'], '--design full-quality'],
  [['simulate', 'mine.json'], '--design mine.json'],
  [['simulate', 'functional'], '--mode functional'],
  [['compare', 'full-quality', 'tunnel'], '--scene tunnel'],
])('a word too many, of %j, is shown with its option', async (words, option) => {
  expect((await texunit(words)).message).toMatch(new RegExp(`but got \\d\\. Did you mean ${option}\\?$`));
});

it('a word that no option takes, or several, has no advice', async () => {
  for (const word of ['cube', '64x64', '5', '', '-', '?']) {
    expect((await texunit(['simulate', word])).message, word).toMatch(/but got 1\.$/);
  }
});
