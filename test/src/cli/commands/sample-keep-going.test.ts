import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFile } from '../../../../src/inputs/files/file-input.ts';
import { requestOutput } from '../../../../src/inputs/files/trace-files.ts';
import { readResults } from '../../../../src/inputs/workloads/measured-results.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { RESULT_ENCODINGS } from '../../../../traces/results/result-encodings.ts';
import { Dice } from '../../../oracle/dice.ts';
import { captureOutput } from '../captured-output.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../traces/examples/requests.jsonl', import.meta.url));
const LINES = readFileSync(EXAMPLE, 'utf8').trimEnd().split('\n');
const DEFINITIONS = LINES.filter((line) => !line.startsWith('{"id"'));
const FETCH = '{"id":"fetch","image":"checker","op":"fetch","coord":[1,0],"level":0}';
const REQUESTS = [...LINES.filter((line) => line.startsWith('{"id"')), FETCH];

/** Faulty lines, each with its id and the field that its error names. */
const FAULTY: readonly (readonly [line: string, id: string | number | null, field: string])[] = [
  ['{"id":1,', null, 'line'],
  ['[]', null, 'line'],
  ['{"id":-1,"image":"checker","sampler":"nearest","coord":[0,0],"lod":0}', null, 'id'],
  ['{"id":7,"image":"checker","sampler":"nearest","coord":[0,0],"lod":0,"wrong":1}', 7, 'wrong'],
  ['{"id":"q","image":"nowhere","sampler":"nearest","coord":[0,0],"lod":0}', 'q', 'image'],
  ['{"id":8,"image":"checker","sampler":"nearest","coord":[0,0,0,0],"lod":0}', 8, 'coord'],
  ['{"id":12,"image":"checker","sampler":"border","coord":[0,0],"lod":0,"dref":0.5}', 12, 'request'],
  ['{"id":9,"image":"checker","sampler":"nearest","coord":[0.5,0.5],"lod":0,"offset":[99,0]}', 9, 'offset[0]'],
  ['{"image":{"name":"gone","format":"r8_unorm","file":"gone.png"}}', null, 'image.file'],
  ['{"id":10,"image":"gone","sampler":"nearest","coord":[0.5,0.5],"lod":0}', 10, 'image'],
  ['{"image":{"name":"checker","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}', null, 'image.name'],
];

let folder: string;
let printed = '';
let reported = '';
captureOutput(
  (text) => (printed += text),
  (text) => (reported += text),
);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-keep-going-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function trace(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** The result lines of a trace, and how the command ends. */
async function sample(...args: readonly string[]) {
  printed = reported = '';
  const outcome = await texunit(['sample', ...args, '--undefined', 'error']);
  return { ...outcome, reported, results: printed.trimEnd().split('\n') };
}

/** Requests among which faulty lines stand, and the results that they must have. */
async function mixed(count: number) {
  const dice = new Dice(16);
  const lines = [...DEFINITIONS];
  const asked = [...DEFINITIONS];
  const expected: (object | null)[] = [];
  for (let n = 0; n < count; n++) {
    if (dice.chance(0.3)) {
      const [line, id, field] = dice.pick(FAULTY);
      lines.push(line);
      expected.push({
        id,
        error: { line: lines.length, field, problem: expect.stringMatching(/expected|such|takes/) },
      });
    } else {
      const line = dice.pick(REQUESTS);
      lines.push(line);
      asked.push(line);
      expected.push(null);
    }
  }
  const { results } = await sample(trace('asked.jsonl', asked));
  const answers = results.slice(1).values();
  return { lines, expected: expected.map((fault) => fault ?? JSON.parse(answers.next().value!)) };
}

it.each(['functional', 'cycle'])('answers all other requests as if faulty lines were not there, %s', async (mode) => {
  const { lines, expected } = await mixed(1600);
  const {
    code,
    message,
    results,
    reported: words,
  } = await sample(trace('mixed.jsonl', lines), '--keep-going', '--mode', mode);
  expect([code, message]).toEqual([1, null]);
  const [header, ...records] = results.map((line) => JSON.parse(line));
  expect(header).toEqual({ texunit: 'results', version: 2 });
  expect(records).toEqual(expected);
  const faults = expected.filter((record) => 'error' in record);
  expect(words.split('\n')).toHaveLength(2);
  expect(words).toMatch(
    new RegExp(`^texunit: ${faults.length} requests are faulty, the first: .*mixed\\.jsonl:${faults[0].error.line}: `),
  );
});

it('does so from Parquet to Parquet, whose errors no reader takes for results', async () => {
  const { lines, expected } = await mixed(500);
  // A line that is no JSON cannot stand in Parquet.
  const kept = lines.filter((line) => !FAULTY.some(([faulty], n) => n < 2 && faulty === line));
  const path = join(folder, 'mixed.parquet');
  const output = requestOutput(path);
  for (const line of kept) output.write(`${line}\n`);
  output.end();
  const out = join(folder, 'results.parquet');
  expect((await sample(path, '--keep-going', '--output', out)).code).toBe(1);
  const input = await openFile(out);
  const found: unknown[] = [];
  for await (const some of RESULT_ENCODINGS[1].read(input, {})) found.push(...some.map(({ id }) => id));
  await input.close();
  const answered = expected.filter((record) => !('error' in record));
  expect(answered.length).toBeGreaterThan(300);
  expect(found).toEqual(answered.map(({ id }) => id));
});

it('writes results that check and explain read, in which faulty requests have none', async () => {
  const [first, second] = REQUESTS;
  const path = trace('some.jsonl', [...DEFINITIONS, first, FAULTY[3][0], second]);
  const out = join(folder, 'some-results.jsonl');
  expect((await sample(path, '--keep-going', '--output', out)).code).toBe(1);
  expect(readFileSync(out, 'utf8')).toContain('{"id":7,"error":{"line":10,"field":"wrong","problem":"is unknown');
  await expect(readResults(out, {})).resolves.toBeDefined();
});

it('ends at a fault of the whole trace, and without the option at the first of any', async () => {
  const headless = trace('headless.jsonl', REQUESTS);
  expect(await sample(headless, '--keep-going')).toMatchObject({
    code: 2,
    message: expect.stringContaining(':1: texunit: '),
  });
  const [first] = REQUESTS;
  const path = trace('one.jsonl', [...DEFINITIONS, first, FAULTY[3][0], first]);
  const { code, message, results } = await sample(path);
  expect(code).toBe(2);
  expect(message).toMatch(/one\.jsonl:10: wrong: is unknown/);
  expect(results).toHaveLength(2);
});
