import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import { accessWriter, requestOutput } from '../../../src/inputs/files/trace-files.ts';
import { captureOutput } from './captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-empty-'));
const at = (name: string) => join(folder, name);

captureOutput(() => {});
afterAll(() => rmSync(folder, { recursive: true }));

const REQUESTS = '{"texunit":"requests","version":2}\n';
const DEFINED = '{"image":{"name":"dot","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}\n';
const REQUEST = '{"id":1,"image":"dot","instruction":{"op":"fetch"},"texel":[0,0,0]}\n';

beforeAll(() => {
  for (const name of ['empty.jsonl', 'empty.jsonl.gz', 'empty.din', 'empty.parquet']) accessWriter(at(name), []).end();
  writeFileSync(at('empty.csv'), 'address,bytes\n');
  writeFileSync(at('requests.jsonl'), REQUESTS);
  writeFileSync(at('defined.jsonl'), REQUESTS + DEFINED);
  const parquet = requestOutput(at('requests.parquet'));
  parquet.write(REQUESTS + DEFINED);
  parquet.end();
  writeFileSync(at('one.jsonl'), REQUESTS + DEFINED + REQUEST);
  writeFileSync(at('results.jsonl'), '{"texunit":"results","version":2}\n');
  writeFileSync(at('results.csv'), 'id,r,g,b,a\n');
});

async function isRefused(trace: string, field: string, ...args: readonly string[]): Promise<void> {
  const { code, message } = await texunit(args);
  expect(code).toBe(2);
  expect(message).toContain(`${at(trace)}:`);
  expect(message).toMatch(new RegExp(`:\\d+: ${field}: are none, expected at least one: the trace is empty$`));
}

/** The cases of a trace: every other one for Parquet, whose decoder takes half a second to start. */
function some<Case>(name: string, cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, n) => n % 2 === 0 || !name.endsWith('.parquet'));
}

/** Threads take longer to start than these commands run. */
const one = ['--cores', '1'];

describe('a trace without a record ends with exit code 2', () => {
  it.each(['empty.jsonl', 'empty.jsonl.gz', 'empty.din', 'empty.csv', 'empty.parquet'])(
    'of accesses, in %s',
    async (name) => {
      for (const args of some(name, [one, ['--totals', ...one], ['--totals', '--cores', '2'], ['--partial', ...one]])) {
        await isRefused(name, 'accesses', 'replay', at(name), ...args);
      }
      await isRefused(name, 'accesses', 'convert', at(name), at('out.din'));
    },
  );

  it.each(['requests.jsonl', 'defined.jsonl', 'requests.parquet'])('of requests, in %s', async (name) => {
    const commands = [
      ['replay', at(name), ...one],
      ['replay', at(name), '--level', 'cache', ...one],
      ['sample', at(name)],
      ['sample', at(name), '--keep-going'],
      ['explain', at(name)],
      ['check', '--results', at(name), ...one],
      ['rtl', 'd3d11.3-synthesizable', '--requests', at(name), '--out', at('rtl')],
      ['convert', at(name), at('out.jsonl'), '--accesses'],
    ];
    for (const args of some(name, commands)) await isRefused(name, 'requests', ...args);
  });

  it('of requests, where it is only copied', () =>
    isRefused('requests.jsonl', 'requests', 'convert', at('requests.jsonl'), at('out.parquet')));

  it.each(['results.jsonl', 'results.csv'])('of results, in %s', async (name) => {
    await isRefused(name, 'results', 'check', '--requests', at('one.jsonl'), '--results', at(name));
    await isRefused(name, 'results', 'explain', at('one.jsonl'), '--results', at(name));
  });
});

it('a trace whose requests are all faulty is not empty', async () => {
  writeFileSync(at('faulty.jsonl'), `${REQUESTS}{"id":1}\n`);
  expect((await texunit(['sample', at('faulty.jsonl'), '--keep-going'])).code).toBe(1);
});
