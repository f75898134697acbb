import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { requestOutput } from '../../../../src/inputs/files/trace-files.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { PROGRAM } from '../../../built-program.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-results-'));
let printed = '';
captureOutput((text) => (printed += text));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function run(...args: readonly string[]) {
  printed = '';
  const { code, message } = await texunit(args);
  return { code, message, printed };
}

const operations = fileURLToPath(new URL('../../../../traces/examples/operations.jsonl', import.meta.url));
/** Requests of the example with results of every kind; each takes units of its own in every design that is compared. */
const IDS = '1d|sparse|null|fetch|footprint';
const [header, ...lines] = readFileSync(operations, 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => !line.startsWith('{"id"') || new RegExp(`^{"id":"(${IDS})"`).test(line));
const requests = put('requests.jsonl', [header, ...lines, ''].join('\n'));

type Json = Readonly<Record<string, unknown>>;

/** What `sample` makes of the example, and one result that is wrong. */
async function sampled(): Promise<readonly string[]> {
  const { printed: text } = await run('sample', requests);
  const results = text.trimEnd().split('\n');
  const fetched = results.findIndex((line) => line.startsWith('{"id":"fetch",'));
  results[fetched] = '{"id":"fetch","texel":[0.25,0.1254902,0.5019608,1]}';
  return results;
}

/** The requests with the results in their lines. */
function carrying(results: readonly string[]): string {
  const byId = new Map(results.slice(1).map((line) => [(JSON.parse(line) as Json).id, line]));
  const joined = lines.map((line) => {
    const result = byId.get((JSON.parse(line) as Json).id);
    return result === undefined ? line : `${line.slice(0, -1)},${result.slice(1).replace(/^"id":"[^"]*",/, '')}`;
  });
  return [header, ...joined, ''].join('\n');
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** A row for each lane, as a spreadsheet on Windows writes them. */
function csvOf(results: readonly string[], columns: readonly string[]): string {
  const rows = results.slice(1).flatMap((line) => {
    const { id, texel, texels, footprint, resident } = JSON.parse(line) as Json;
    const lanes = (texels ?? [texel ?? null]) as readonly (readonly number[] | null)[];
    return lanes.flatMap((rgba, lane) => {
      if (rgba === null && texels !== undefined) return [];
      const components = rgba ?? ['', '', '', ''];
      const rest = [resident === undefined ? '' : cell(resident), footprint === undefined ? '' : cell(footprint)];
      return [[cell(id), lane, ...components, ...rest].join()];
    });
  });
  return `\ufeff${[columns.join(), ...rows].join('\r\n')}\r\n`;
}

const COLUMNS = ['id', 'lane', 'r', 'g', 'b', 'a', 'resident', 'footprint'];

/** The verdicts of a check, without the time that it took and the names of its files. */
async function verdicts(...args: readonly string[]): Promise<unknown> {
  const json = join(folder, 'check.json');
  const { code, message } = await run('check', ...args, '--json', json, '--cores', '1');
  expect([code, message]).toEqual([1, null]);
  const { seconds, subject, answer, ...rest } = JSON.parse(readFileSync(json, 'utf8')) as Json;
  expect([typeof seconds, typeof subject, Array.isArray(answer)]).toEqual(['number', 'string', true]);
  return JSON.parse(JSON.stringify(rest).replaceAll(/[^"]*(requests|carried)\.(jsonl|parquet)/g, 'trace'));
}

it('gives the same verdicts for results that requests carry, in a result trace, in a CSV and in Parquet', async () => {
  const results = await sampled();
  const text = carrying(results);
  const carried = await verdicts('--results', put('carried.jsonl', text));
  expect(JSON.stringify(carried)).toContain('"id":"fetch"');

  const parquet = join(folder, 'carried.parquet');
  const output = requestOutput(parquet);
  output.write(text);
  output.end();
  expect(await verdicts('--results', parquet)).toEqual(carried);

  const trace = put('results.jsonl.gz', gzipSync([...results, ''].join('\n')));
  expect(await verdicts('--requests', requests, '--results', trace)).toEqual(carried);

  const csv = put('results.csv', csvOf(results, COLUMNS));
  expect(await verdicts('--requests', requests, '--results', csv)).toEqual(carried);

  const theirs = put('theirs.txt', csvOf(results, ['REQ', 'LANE', 'red', 'green', 'blue', 'alpha', 'res', 'groups']));
  const map = 'id=REQ,lane=LANE,r=red,g=green,b=blue,a=alpha,resident=res,footprint=groups';
  expect(await verdicts('--requests', requests, '--results', theirs, '--map', map)).toEqual(carried);
});

it('counts requests without a result as such', async () => {
  const csv = put('some.csv', 'id,r,g,b,a\nfetch,0.25,0.1254902,0.5019608,1\n1d,0.5,0,0,1\n');
  const { code, printed: said } = await run('check', '--requests', requests, '--results', csv, '--cores', '1');
  expect(code).toBe(1);
  expect(said).toContain('2 results of 2 requests: 1 not allowed');
  expect(said).toContain('3 requests without');
});

it('reads one of the two from standard input', async () => {
  const piped = (input: string | Buffer, ...args: readonly string[]) =>
    spawnSync(process.execPath, [PROGRAM, 'check', ...args, '--cores', '1'], { input, encoding: 'utf8' });
  const csv = 'id,r,g,b,a\n1d,0.5,0,0,1\n';
  const results = piped(csv, '--requests', requests, '--results', '-');
  expect([results.status, results.stderr]).toEqual([0, '']);
  expect(results.stdout).toContain('standard input conforms to D3D11.3');
  const asked = piped(readFileSync(requests), '--requests', '-', '--results', put('in.csv', csv));
  expect([asked.status, asked.stderr]).toEqual([0, '']);
  expect((await run('check', '--requests', '-', '--results', '-')).message).toBe(
    'texunit: --requests and --results: are both standard input, expected a file for one of them',
  );
});

it('shows such a result in an explanation of its request', async () => {
  const csv = put('one.csv', 'REQ,r,g,b,a\n1d,0.5,0,0,1\nfetch,0.25,0.1254902,0.5019608,1\n');
  const captured = put('explained.jsonl', carrying(await sampled()));
  const joined = await run('explain', requests, '--id', 'fetch', '--results', csv, '--map', 'id=REQ');
  const carried = await run('explain', captured, '--id', 'fetch');
  expect([joined.code, joined.message]).toEqual([0, null]);
  expect(joined.printed).toContain('0.25');
  expect(joined.printed).toBe(carried.printed);
  const other = await run('explain', requests, '--id', 'sparse', '--results', csv, '--map', 'id=REQ');
  expect(other.printed).toBe((await run('explain', requests, '--id', 'sparse')).printed);
  expect((await run('explain', requests, '--map', 'id=REQ')).message).toBe(
    'texunit: --map: expected --results beside it, a CSV of results',
  );
  expect((await run('explain', '-', '--results', '-')).message).toBe(
    'texunit: the requests and --results: are both standard input, expected a file for one of them',
  );
});

it('ends with 2 and one line where the files are not what was asked for', async () => {
  const trace = put('r.jsonl', '{"texunit":"results","version":2}\n{"id":"1d","texel":[0.5,0,0,1]}\n');
  const csv = put('r.csv', 'id,r,g,b,a\n1d,0.5,0,0,1\n');
  const parquet = put('r.parquet', 'PAR1 nothing, else PAR1');
  const wrong = put('wrong.csv', 'id,r,g,b,a\n1d,0.5,,0,1\n');
  const beside = 'expected --requests FILE beside it, the requests of these results';
  for (const [args, said] of [
    [['--results', trace], `${trace}: is a result trace, ${beside}`],
    [
      ['--results', csv],
      `${csv}:2: u: is missing, expected the coordinate; results alone need --requests FILE beside them`,
    ],
    [['--requests', requests], `--requests ${requests}: expected --results beside it, a result trace or CSV`],
    [
      ['--requests', requests, '--results', requests],
      `${requests}: is a request trace, expected a result trace or CSV; a trace that carries its results needs no other file`,
    ],
    [
      ['--requests', requests, '--results', parquet],
      `${parquet}:1: footer: cannot be read (parquet metadata length 543519596 exceeds available buffer 15): the file is cut short, or is no Parquet file`,
    ],
    [['--requests', requests, '--results', 'none.csv'], 'none.csv: no such file'],
    [['--requests', 'none.jsonl', '--results', csv], 'none.jsonl: no such file'],
    [
      ['--requests', requests, '--results', trace, '--map', 'id=x'],
      `--map: ${trace} is a result trace, expected a CSV of results`,
    ],
    [
      ['--results', trace, '--map', 'id=x'],
      '--map: expected --requests and --results beside it, a request trace and a CSV of results',
    ],
    [
      ['--requests', requests, '--results', csv, '--map', 'red=r'],
      '"red=r" names no column of id, lane, r, g, b, a, resident, footprint, tolerance, codes, expected a list such as id=request,r=red',
    ],
    [
      ['--requests', requests, '--results', wrong],
      `${wrong}:2: g: is empty, expected a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"`,
    ],
    [
      ['--requests', csv, '--results', csv],
      `${csv}:2: u: is missing, expected the coordinate; results alone need --requests FILE beside them`,
    ],
  ] as const) {
    expect(await run('check', ...args)).toEqual({ code: 2, message: `texunit: ${said}`, printed: '' });
  }
});
