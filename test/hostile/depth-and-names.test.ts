import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { captureOutput } from '../src/cli/captured-output.ts';
import { texunit } from '../../src/cli/program.ts';
import { listed } from '../../traces/encodings/json-lines.ts';
import { processorTime } from '../processor-time.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-shapes-'));
captureOutput(() => {});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The message of a command on a file, which must refuse it at once. */
async function refusal(name: string, text: string, ...command: readonly string[]): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  const start = processorTime();
  const { code, message } = await texunit([...command, path]);
  expect(processorTime() - start).toBeLessThan(10_000);
  expect(code).toBe(2);
  expect(message!.length).toBeLessThan(1000);
  return message!.replaceAll(`${folder}/`, '').replace('texunit: ', '');
}

const HEADER = '{"texunit":"requests","version":1}\n';

it.each([65, 7000, 1_000_000])('values that are nested %i deep are refused in one line', async (depth) => {
  const value = '['.repeat(depth) + ']'.repeat(depth);
  const objects = '{"a":'.repeat(depth) + '0' + '}'.repeat(depth);
  for (const text of [`{"name":${value}}`, `{"name":${objects}}`, '['.repeat(depth), objects]) {
    expect(await refusal('a.json', text, 'check')).toMatch(
      /^a\.json:1:\d+: not JSON of a design: nested more than 64 deep$/,
    );
  }
  for (const text of [`{"id":0,"image":${value}}`, `{"id":0,"image":${objects}}`]) {
    expect(await refusal('a.jsonl', `${HEADER}${text}\n`, 'sample')).toMatch(
      /^a\.jsonl:2: line: is (?:nested more than 64 deep|no complete JSON), expected one JSON object a line$/,
    );
  }
});

const BLANK = ' '.repeat(200_000);
const IMAGE = '{"image":{"name":"a","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}\n';

it.each<readonly [string, string, readonly string[], RegExp]>([
  ['a.json', `{"extends":"full-quality","name":"x","${BLANK}":1}`, ['check'], /: unknown field; expected /],
  ['a.json', `{"extends":"${BLANK}x"}`, ['check'], /^a\.json:1:\d+: extends: " .*\.\.\.; expected one of /],
  ['a.jsonl', `${HEADER}{"${BLANK}":1}\n`, ['sample'], /^a\.jsonl:2: /],
  [
    'a.jsonl',
    `${HEADER}${IMAGE}{"id":0,"image":"${BLANK}","sampler":"s","lod":0,"coord":[0]}\n`,
    ['sample'],
    /^a\.jsonl:3: image: is .{1,90}, expected a name: one line of 1 to 80 characters$/,
  ],
  ['a.jsonl', `${HEADER}${BLANK}\u0000\n`, ['sample'], /^a\.jsonl:2: line: is no complete JSON/],
  ['a.csv', `${BLANK}\n`, ['replay'], /^a\.csv:1: address: is no column/],
  [
    'a.csv',
    `${'a,'.repeat(100_000)}\n`,
    ['replay'],
    /^a\.csv:1: address: is no column.* or 99989 more for the address$/,
  ],
  ['a.din', `0 ${BLANK}x\n`, ['replay'], /^a\.din:1: /],
  ['a.vcd', `$var wire 1 ! ${'a'.repeat(200_000)} $end\n`, ['mips', '-o', 'x.ktx2'], /not a picture/],
])('a name of 200 000 blanks in %s is refused at once, and cut short', async (name, text, command, message) => {
  expect(await refusal(name, text, ...command)).toMatch(message);
});

it('a message keeps one line, however many blanks surround its line ends', async () => {
  const start = processorTime();
  const { code, message } = await texunit(['sample', '--mode', `a${BLANK}\n${BLANK}b`, 'x.jsonl']);
  expect([code, message?.includes('\n')]).toEqual([2, false]);
  expect(processorTime() - start).toBeLessThan(10_000);
});

it('a message reads no more names than it lists, however many are defined', () => {
  let read = 0;
  class CountedNames extends Set<string> {
    override *[Symbol.iterator]() {
      for (const name of super.values()) {
        read++;
        yield name;
      }
      return undefined;
    }
  }
  const names = new CountedNames();
  for (let n = 0; n < 1000; n++) names.add(`s${n}`);
  expect(listed(names)).toMatch(/^"s0", .*"s11" or 988 more$/);
  expect(read).toBeLessThan(20);
});
