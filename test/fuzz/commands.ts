import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command, type Option } from 'commander';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { texunit } from '../../src/cli/program.ts';
import type { Dice } from '../oracle/dice.ts';
import { damagedBytes, damagedJson, damagedPng, damagedText, damagedWords, otherJson } from './mutations.ts';
import * as sound from './sound-inputs.ts';
import type { Target } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-fuzz-'));
const at = (name: string) => join(folder, name);
export function removeFolder(): void {
  rmSync(folder, { recursive: true });
}

/** The budget of the commands. */
const MEMORY = ['--memory', '64MiB'];

/** Runs a command. An internal error, or a code that is none of a command, is thrown as it is. */
async function run(words: readonly string[]): Promise<unknown> {
  const { code, message } = await texunit(words);
  if (![0, 1, 2].includes(code)) throw new TypeError(`exit code ${code}: ${message}`);
  return message === null ? code : new Error(message.replaceAll(folder, ''));
}

/** A command that reads a file. @param words of the command behind the path of the file */
function reads(name: string, words: (path: string) => readonly string[]) {
  return (input: Uint8Array) => {
    writeFileSync(at(name), input);
    return run([...words(at(name)), ...MEMORY]);
  };
}

/** Sound files in Parquet, which the commands themselves write. */
export async function parquetFiles(): Promise<Record<'requests' | 'accesses' | 'results', Uint8Array>> {
  writeFileSync(at('q.jsonl'), sound.lines(sound.REQUESTS));
  writeFileSync(at('t.jsonl'), sound.lines(sound.ACCESSES));
  const written = async (...words: readonly string[]) => {
    await run(words);
    return readFileSync(words.at(-1)!);
  };
  return {
    requests: await written('convert', at('q.jsonl'), at('q.parquet')),
    accesses: await written('convert', at('t.jsonl'), at('t.parquet')),
    results: await written('sample', at('q.jsonl'), '--output', at('r.parquet')),
  };
}

/** Every command that reads a file, and all commands with wrong words. */
export async function commands(): Promise<Target[]> {
  const requests = sound.lines(sound.REQUESTS);
  const models = [await sound.binaryModel(), sound.TRIANGLE];
  writeFileSync(at('q.jsonl'), requests);
  writeFileSync(at('a.png'), sound.PNG);
  const out = ['--cores', '1', '--out', at('out')];
  const frame = ['--size', '4x4', '--mode', 'functional', ...out];
  const plane = ['--scene', 'plane', '--texture', at('a.png')];
  const results = (path: string) => ['check', '--requests', at('q.jsonl'), '--results', path, '--cores', '1'];
  const design = { seeds: [sound.DESIGN], mutations: [damagedBytes, damagedJson] };
  // Designs that are sound would keep these at work for minutes.
  const refused = {
    seeds: [],
    mutations: design.mutations.map((mutation) => (dice: Dice) => wrongDesign(mutation(dice, sound.DESIGN))),
  };
  return [
    {
      name: 'texunit simulate',
      seeds: models,
      mutations: [damagedBytes, damagedJson],
      read: reads('a.gltf', (path) => ['simulate', '--scene', path, ...frame]),
    },
    {
      name: 'texunit simulate, designs',
      ...design,
      read: reads('a.json', (path) => ['simulate', '--design', path, ...plane, ...frame]),
    },
    {
      name: 'texunit simulate, textures',
      seeds: [sound.PNG],
      mutations: [damagedBytes, damagedPng],
      read: reads('b.png', (path) => ['simulate', '--scene', 'plane', '--texture', path, ...frame]),
    },
    {
      name: 'texunit sample',
      seeds: [requests, gzipSync(requests)],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: reads('a.jsonl', (path) => ['sample', path]),
    },
    {
      name: 'texunit sample, designs',
      ...design,
      read: reads('a.json', (path) => ['sample', at('q.jsonl'), '--design', path, '--mode', 'cycle']),
    },
    {
      name: 'texunit sample, tables',
      seeds: [sound.ROWS],
      mutations: [damagedBytes, damagedText],
      read: reads('a.csv', (path) => ['sample', path]),
    },
    {
      // A row that no design gives would keep it at work for seconds.
      name: 'texunit fit',
      seeds: [Buffer.from('u,v,level0,r\n0.5,0.5,00,0\n')],
      mutations: [damagedBytes],
      read: reads('a.csv', (path) => ['fit', path]),
    },
    {
      name: 'texunit compare',
      ...design,
      read: reads('a.json', (path) => ['compare', path, ...plane, '--size', '4x4', ...out.slice(2)]),
    },
    {
      name: 'texunit explain',
      seeds: [requests],
      mutations: [damagedJson],
      read: reads('a.jsonl', (path) => ['explain', path]),
    },
    {
      name: 'texunit replay',
      seeds: [sound.lines(sound.ACCESSES), requests],
      mutations: [damagedBytes, damagedJson],
      read: reads('t.jsonl', (path) => ['replay', path]),
    },
    {
      name: 'texunit replay, CSV and din',
      seeds: [sound.ACCESS_CSV, sound.DIN],
      mutations: [damagedBytes, damagedText],
      read: reads('t.text', (path) => ['replay', path]),
    },
    {
      name: 'texunit replay, other layouts',
      seeds: [sound.lines(sound.ACCESSES)],
      mutations: [damagedJson],
      read: reads('t.jsonl', (path) => ['replay', path, '--vary', 'cache.layout=linear,tiled-4x4']),
    },
    {
      name: 'texunit sweep',
      seeds: [sound.PLAN],
      mutations: [damagedBytes, damagedJson],
      read: (input) => {
        rmSync(at('swept'), { recursive: true, force: true });
        return reads('p.json', (path) => ['sweep', path, '--cores', '1', '--out', at('swept')])(input);
      },
    },
    {
      name: 'texunit convert',
      seeds: [sound.lines(sound.ACCESSES), requests],
      mutations: [damagedBytes, damagedJson],
      read: reads('t.jsonl', (path) => ['convert', path, at('o.parquet')]),
    },
    {
      name: 'texunit check',
      seeds: [sound.lines(sound.RESULTS)],
      mutations: [damagedBytes, damagedJson],
      read: reads('r.jsonl', results),
    },
    {
      name: 'texunit check, CSV',
      seeds: [sound.RESULT_CSV],
      mutations: [damagedBytes, damagedText],
      read: reads('r.csv', results),
    },
    { name: 'texunit minimize', ...refused, read: reads('a.json', (path) => ['minimize', path]) },
    { name: 'texunit area', ...refused, read: reads('a.json', (path) => ['area', path]) },
    { name: 'texunit golden', ...refused, read: reads('a.json', (path) => ['golden', path, ...out.slice(2)]) },
    { name: 'texunit check, designs', ...refused, read: reads('a.json', (path) => ['check', path]) },
    {
      name: 'texunit study',
      ...refused,
      read: reads('a.json', (path) => ['study', 'igehy', '--design', path, '--trace', at('q.jsonl'), ...out]),
    },
    {
      name: 'texunit rtl',
      ...design,
      seeds: [Buffer.from('{"extends":"d3d11.3-synthesizable","name":"mine","cache":{"ways":4}}')],
      read: reads('a.json', (path) => ['rtl', path, ...out.slice(2)]),
    },
    {
      name: 'texunit c',
      ...design,
      read: reads('a.json', (path) => ['c', path, ...out.slice(2)]),
    },
    {
      name: 'texunit shader',
      ...design,
      read: reads('a.json', (path) => ['shader', path, '--language', 'wgsl', '--out', at('o.wgsl')]),
    },
    {
      name: 'texunit mips',
      seeds: [sound.PNG, ...sound.KTX2.slice(0, 1)],
      mutations: [damagedBytes],
      read: reads('a.picture', (path) => ['mips', path, '-o', at('o.ktx2')]),
    },
    {
      name: 'texunit resolve',
      seeds: [await sound.exr(), sound.RAW],
      mutations: [damagedBytes, damagedWords(200)],
      read: (input) => {
        const samples = input[0] === 0x7b ? [] : ['--samples', '1'];
        return reads('a.exr', (path) => ['resolve', path, ...samples, '-o', at('o.png')])(input);
      },
    },
    {
      name: 'texunit vcd-check',
      seeds: [sound.VCD],
      mutations: [damagedBytes, damagedText],
      read: reads('a.vcd', (path) => ['vcd-check', path]),
    },
    {
      name: 'texunit designs',
      ...design,
      read: reads('a.json', (path) => ['designs', '--show', path]),
    },
    {
      name: 'the words of every command',
      seeds: [],
      mutations: [wrongWords(await optionsOfCommands())],
      read: (input) => run(JSON.parse(Buffer.from(input).toString()) as string[]),
    },
  ];
}

/** A design with a field that no design has. */
function wrongDesign(input: Uint8Array): Uint8Array {
  const text = Buffer.from(input).toString('latin1');
  return Buffer.from(text.replace('{', '{"no design has this field": 1,'), 'latin1');
}

type CommandOption = readonly [words: readonly string[], option: Option];

async function optionsOfCommands(): Promise<readonly CommandOption[]> {
  const all: CommandOption[] = [];
  for (const { name, load } of COMMANDS) {
    const command = (await load())(new Command(name), () => {});
    for (const one of [command, ...command.commands]) {
      const words = one === command ? [name] : [name, one.name()];
      all.push(...one.options.filter(({ required }) => required).map((option) => [words, option] as const));
    }
  }
  return all;
}

const VALUES = [
  ...'- -- 0 -1 1e999 1e-999 1.5 999999999999999999999 NaN 0x10 1,2 a=b = 1:2 2:1 1x1 0x0 16384x16384'.split(' '),
  ...'__proto__ constructor cache.ways=1,2 cache.__proto__=1 /dev/null /dev/fd/99 ../.. / . data:,'.split(' '),
  'redis://',
  'https://example.com/a',
  '',
  '\0',
  '\n',
  '\u001B[2J',
  '\ud800',
  'x'.repeat(200),
  ' '.repeat(200),
];

/** A command with a strange value of an option, and with a last one that is always refused, so that nothing runs. */
function wrongWords(options: readonly CommandOption[]) {
  return (dice: Dice): Uint8Array => {
    const [words, { long, argChoices = [] }] = dice.pick(options);
    const value = dice.chance(0.2) ? dice.pick(argChoices.length > 0 ? argChoices : ['1']) : dice.pick(VALUES);
    const changed = dice.chance(0.5) ? value : value.slice(dice.integer(0, 3)) + dice.pick(VALUES);
    return Buffer.from(JSON.stringify([...words, long, changed, '--memory', 'none']));
  };
}
