import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rule } from '../../../src/checker/rule.ts';
import { ALL_RULES } from '../../../src/checker/rules/all-rules.ts';
import { texunit } from '../../../src/cli/program.ts';
import { PROGRAM } from '../../built-program.ts';
import { writePng } from '../../../src/pictures/textures/write-png.ts';
import { narrowStart } from '../checker/minimize/short-search.ts';
import { captureOutput } from './captured-output.ts';
import { withFullDisk, withUnreadable } from '../inputs/files/faulty-system.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const REQUESTS = path('../../../traces/examples/requests.jsonl');
const TEXELS = path('../../../traces/examples/texels.jsonl');

const RULE = 'd3d11.3/7.18.16.1/lod-bits';

/** Leaves these rules alone in the list of all. @returns those that were there */
function replaceRules(rules: readonly Rule[]): readonly Rule[] {
  return (ALL_RULES as Rule[]).splice(0, ALL_RULES.length, ...rules);
}

// A search with all rules takes minutes.
let allRules: readonly Rule[];
beforeAll(() => {
  allRules = replaceRules(ALL_RULES.filter(({ id }) => id === RULE));
});
afterAll(() => replaceRules(allRules));

let printed = '';
let reported = '';
captureOutput(
  (text) => (printed += text),
  (text) => (reported += text),
);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-outputs-'));
  writeFileSync(join(folder, 'narrow.json'), JSON.stringify(narrowStart()));
  const lines = readFileSync(MEASURED, 'utf8').split('\n');
  writeFileSync(join(folder, 'results.jsonl'), lines.slice(0, 4).join('\n'));
  writePng(join(folder, 'picture.png'), { width: 2, height: 2, texels: new Uint8Array(16).fill(200) });
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  printed = reported = '';
});

/** Runs texunit by a line of the shell, in which `texunit` is the program. */
function shell(line: string) {
  const texunitOf = `texunit() { '${process.execPath}' '${PROGRAM}' "$@"; }`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${texunitOf}\n${line}`], {
    encoding: 'utf8',
    env: { ...process.env, REQUESTS, TEXELS, FOLDER: folder },
  });
  return { status, stdout, stderr };
}

const DESIGN = path('../../../src/designs/presets/full-quality.json');

/** Results of one request: a search for the closest design is short. */
const MEASURED = path('../../../traces/hardware/amd-rdna1-level-weights.jsonl');
/** The scene whose picture needs no file. */
const PLANE = ['--scene', 'plane', '--cores', '1'];
const DRAW = ['simulate', ...PLANE, '--texture', 'PICTURE', '--size', '8x8'];
const ALL_TRACES = ['--vcd', '--kanata', '--perfetto', '--texels', '--golden'];

/** Every output of every command that is a file. OUT stands for its path, FOLDER for a folder in which there is nothing else. */
const OUTPUTS: readonly (readonly string[])[] = [
  ['sample', REQUESTS, '--output', 'OUT'],
  ['explain', REQUESTS, '--html', 'OUT'],
  ['convert', TEXELS, 'OUT'],
  ['convert', REQUESTS, 'OUT', '--accesses'],
  ['convert', REQUESTS, 'OUT'],
  ['replay', TEXELS, '--json', 'OUT'],
  ['replay', TEXELS, '--html', 'OUT'],
  ['replay', REQUESTS, '--json', 'OUT'],
  ['replay', REQUESTS, '--vcd', 'OUT'],
  ['replay', REQUESTS, '--texels', 'OUT'],
  ['check', '--quick', '--cores', '1', '--rule', RULE, '--json', 'OUT'],
  ['check', '--quick', '--cores', '1', '--rule', RULE, '--junit', 'OUT'],
  ['check', '--quick', '--cores', '1', '--rule', RULE, '--html', 'OUT'],
  ['check', '--results', 'RESULTS', '--rule', 'results/linear', '--cores', '1', '--failures', 'OUT'],
  ['check', '--results', 'RESULTS', '--rule', 'results/linear', '--cores', '1', '--closest', 'OUT'],
  ['minimize', 'NARROW', '--quick', '--cores', '1', '--output', 'OUT'],
  ['minimize', 'NARROW', '--quick', '--cores', '1', '--output', 'FOLDER/other.json', '--html', 'OUT'],
  ['mips', 'PICTURE', '--output', 'OUT'],
  ['mips', 'PICTURE', '--output', 'FOLDER/other.ktx2', '--trace', 'OUT'],
  ['resolve', 'edge', '--output', 'OUT'],
  [...DRAW, '--mode', 'functional', '--requests', 'OUT', '--out', 'FOLDER'],
  [...DRAW, '--mode', 'functional', '--texels', 'OUT', '--out', 'FOLDER'],
];

/** Commands that write many files into folders, and the bytes after which the disk is full. */
const FOLDERS: readonly { readonly words: readonly string[]; readonly full: readonly number[] }[] = [
  {
    words: [...DRAW, '--out', 'FOLDER/new', '--requests', ...ALL_TRACES],
    full: [0, 20_000],
  },
  {
    words: [
      'replay',
      REQUESTS,
      '--json',
      'FOLDER/a.json',
      '--html',
      'FOLDER/b/a.html',
      '--out',
      'FOLDER/new',
      ...ALL_TRACES,
    ],
    full: [0, 20_000],
  },
];

const ENDINGS: Readonly<Record<string, string>> = { convert: '.jsonl', sample: '.jsonl', resolve: '.png' };

let folders = 0;

/** The words of a command with a path for OUT, and its folder. */
function placed(words: readonly string[], out?: string) {
  const own = join(folder, `case${folders++}`);
  mkdirSync(own);
  const place = out ?? join(own, `out${ENDINGS[words[0]] ?? '.jsonl'}`);
  const values: Readonly<Record<string, string>> = {
    OUT: place,
    PICTURE: join(folder, 'picture.png'),
    NARROW: join(folder, 'narrow.json'),
    RESULTS: join(folder, 'results.jsonl'),
    DESIGN,
  };
  return { own, place, args: words.map((word) => (values[word] ?? word).replace('FOLDER', own)) };
}

describe.each(OUTPUTS.map((words) => [words.join(' ').replaceAll(/\S*\//g, ''), words] as const))(
  'texunit %s',
  (_, words) => {
    it('leaves the older file and no other when the disk is full after some bytes', async () => {
      // A check is as long for each.
      for (const bytes of /minimize|check/.test(words[0]) ? [60] : [0, 60]) {
        const { own, place, args } = placed(words);
        writeFileSync(place, 'old');
        const outcome = await withFullDisk(bytes, () => texunit(args));
        expect(outcome.message).toMatch(/^texunit: [^\n]*: cannot be written \(no space left on device\)$/);
        expect(outcome.code).toBe(2);
        expect(readdirSync(own).map((name) => join(own, name))).toEqual([place]);
        expect(readFileSync(place, 'utf8')).toBe('old');
      }
    });

    it('writes the same to - as to a file, and its messages to standard error', async () => {
      const file = placed(words);
      expect(await texunit(file.args)).toEqual({ code: 0, message: null });
      const written = readFileSync(file.place).toString();
      printed = reported = '';
      const standard = placed(words, '-');
      expect(await texunit(standard.args)).toEqual({ code: 0, message: null });
      const plain = (text: string) =>
        text.replaceAll(/"seconds":\s*[\d.]+|time="[\d.]+"|check in [\d.]+ s|"file":"[^"]*"/g, '');
      expect(plain(printed)).toBe(plain(written));
      if (words[0] !== 'sample') expect(reported).not.toBe('');
      expect(existsSync('-')).toBe(false);
    });
  },
);

it.each(FOLDERS.map(({ words, full }) => [words.slice(0, 2).join(' ').replaceAll(/\S*\//g, ''), words, full] as const))(
  'texunit %s writes no file and no folder when the disk is full after some bytes of many files',
  async (_, words, full) => {
    for (const bytes of full) {
      const { own, args } = placed(words);
      const outcome = await withFullDisk(bytes, () => texunit(args));
      expect(outcome.message).toMatch(/^texunit: [^\n]*: cannot be written \(no space left on device\)$/);
      expect([outcome.code, readdirSync(own)]).toEqual([2, []]);
    }
  },
);

it('texunit study writes no report when the disk is full after some bytes', async () => {
  const { own, args } = placed(['study', 'hakura-gupta', '--quick', ...PLANE, '--out', 'FOLDER/new']);
  const outcome = await withFullDisk(1000, () => texunit(args));
  expect(outcome.message).toMatch(/^texunit: [^\n]*: cannot be written \(no space left on device\)$/);
  expect([outcome.code, readdirSync(join(own, 'new'))]).toEqual([2, ['hakura-gupta']]);
  expect(readdirSync(join(own, 'new', 'hakura-gupta'))).not.toContain('rows.lock');
});

/** Every kind of input of every command. */
const INPUTS: readonly (readonly string[])[] = [
  ...OUTPUTS.filter((words) => words.some((word) => word !== 'OUT' && /PICTURE|NARROW|RESULTS|jsonl$/.test(word))),
  ['replay', TEXELS, '--design', 'DESIGN', '--json', 'OUT'],
  ['area', 'DESIGN', '--json', 'OUT'],
];

it.each(INPUTS.map((words) => [words.join(' ').replaceAll(/\S*\//g, ''), words] as const))(
  'texunit %s leaves the older file and tells of the input that cannot be read to its end',
  async (_, words) => {
    const { place, args } = placed(words);
    writeFileSync(place, 'old');
    const outcome = await withUnreadable(() => texunit(args));
    expect(outcome).toEqual({ code: 2, message: expect.stringMatching(/^texunit: [^\n]*\/[^\n]*: .*i\/o error/) });
    expect(readFileSync(place, 'utf8')).toBe('old');
  },
);

describe('the outputs of texunit', () => {
  it('are written by one module', () => {
    const rooms = ['cli', 'inputs'];
    const writing =
      /\b(?:write|append|rename|copy|createWrite|mkdir|truncate|link|rm|unlink)\w*(?:Sync|Stream|File)?\b[^;]*from 'node:fs/;
    const root = path('../../../src');
    const modules = rooms
      .flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((f) => join(room, f)))
      .filter((name) => name.endsWith('.ts'));
    const writers = modules.filter((name) => writing.test(readFileSync(join(root, name), 'utf8')));
    const expected = ['file-output.ts', 'journal.ts', 'output-files.ts'].map((name) => `inputs/files/${name}`);
    expect(writers.sort()).toEqual(expected);
  });

  it('are refused before the work where two are standard output, or one is an input', async () => {
    expect(await texunit(['replay', TEXELS, '--json', '-', '--html', '-'])).toEqual({
      code: 2,
      message: 'texunit: -: two outputs would go to this file',
    });
    const trace = join(folder, 'own.jsonl');
    writeFileSync(trace, readFileSync(TEXELS));
    expect((await texunit(['convert', trace, `${folder}/./own.jsonl`])).message).toMatch(
      /own\.jsonl: is an input, too, expected another file$/,
    );
    expect(readFileSync(trace)).toEqual(readFileSync(TEXELS));
  });

  it('that are folders are not standard output', async () => {
    for (const words of [
      ['simulate', '--out', '-'],
      ['study', 'igehy', '--out', '-'],
      ['replay', REQUESTS, '--golden', '-'],
    ]) {
      expect(await texunit(words)).toEqual({
        code: 2,
        message: expect.stringMatching(/argument '-' is invalid\. Expected a folder\.$/),
      });
    }
  });

  it('end in one line where standard output is full', () => {
    expect(shell('texunit sample "$REQUESTS" > /dev/full')).toMatchObject({
      status: 2,
      stderr: 'texunit: standard output: cannot be written (no space left on device)\n',
    });
    expect(shell('texunit designs > /dev/full')).toMatchObject({
      status: 2,
      stderr: 'texunit: standard output: cannot be written (no space left on device)\n',
    });
  });

  it('end in one line, without a file, where a file may not grow as large', () => {
    const { status, stderr } = shell(
      'mkdir "$FOLDER/limit"; cd "$FOLDER/limit"; ulimit -f 1; texunit convert "$TEXELS" out.jsonl',
    );
    expect(stderr).toBe('texunit: out.jsonl: cannot be written (file too large)\n');
    expect(status).toBe(2);
    expect(readdirSync(join(folder, 'limit'))).toEqual([]);
  });

  it('go to and come from the pipes that a shell names', () => {
    const { status, stdout, stderr } = shell('texunit sample <(cat "$REQUESTS") --output >(cat >&2)');
    expect([status, stdout]).toEqual([0, '12 results\n']);
    expect(stderr).toMatch(/^\{"texunit":"results","version":2\}\n\{"id":"nearest"/);
  });

  it('come also from a pipe in a command that takes traces of two kinds', async () => {
    const { status, stdout } = shell('texunit convert <(cat "$TEXELS") /dev/fd/9 9> >(cat) > /dev/null');
    expect(status).toBe(0);
    expect((await texunit(['convert', TEXELS, '-'])).code).toBe(0);
    expect(stdout).toBe(printed);
  });

  it('are refused in one line at a descriptor that the shell does not open, also at those of Node itself', () => {
    const { stderr } = shell('for n in 3 5 8 77; do texunit convert "$TEXELS" /dev/fd/$n >&2 || echo $? >&2; done');
    const refused = /^(texunit: \/dev\/fd\/\d+: is not open, expected a descriptor that the shell opens\n2\n){4}$/;
    expect(stderr).toMatch(refused);
    const linked = shell('ln -s /dev/fd/7 "$FOLDER/link.jsonl"; texunit convert "$TEXELS" "$FOLDER/link.jsonl"');
    expect(linked).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^texunit: .*link\.jsonl: leads to \/dev\/fd\/7, expected a file, a pipe or a device\n$/,
      ),
    });
  });

  it('tell where the reader of standard output is gone before other files are there', () => {
    const { stderr } = shell(
      'cd "$FOLDER"; texunit simulate --scene plane --size 64x64 --mode functional --cores 1 --out gone --requests - | head -c 1 > /dev/null; exit ${PIPESTATUS[0]}',
    );
    expect(stderr).toBe('texunit: standard output: was closed before its end, so that no file is written\n');
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });
});
