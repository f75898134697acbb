import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/designs/presets.ts';
import { RequestFeed } from '../../../src/simulate/request-feed.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { linePieces } from '../../../traces/encodings/line-pieces.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { type Result, resultOf } from '../../../traces/requests/lane-results.ts';
import { REQUEST_PARQUET } from '../../../traces/requests/encodings/request-parquet.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';

const design = PRESETS.get('full-quality')!;

function noPicture(): never {
  throw new Error('no picture');
}

/** The results of a trace, and the message of its first fault. */
interface Outcome {
  readonly results: readonly Result[];
  readonly fault: string | null;
}

/** @param take gives the trace to the sampler */
async function outcome(take: (sampler: RequestSampler) => Promise<void>): Promise<Outcome> {
  const results: Result[] = [];
  const sampler = new RequestSampler(design, 'functional', 'trace', noPicture, (one) => results.push(resultOf(one)));
  let fault: string | null = null;
  try {
    await take(sampler);
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    fault = error.message;
  }
  sampler.flush();
  return { results, fault };
}

/** Every line by the reader that checks it against the schema. */
function lineByLine(lines: readonly string[]): Promise<Outcome> {
  return outcome(async (sampler) => {
    const reader = new RequestReader('trace');
    for (const line of lines) {
      const record = reader.read(line);
      if (record !== null) sampler.take(record);
    }
  });
}

function fed(lines: readonly string[]): Promise<Outcome> {
  return outcome(async (sampler) => {
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
    new RequestFeed('trace', sampler).take({ bytes, ended: true });
  });
}

/** The trace in pieces of so many bytes. */
function fedPieces(lines: readonly string[], length: number): Promise<Outcome> {
  return outcome(async (sampler) => {
    const feed = new RequestFeed('trace', sampler);
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
    };
    for await (const piece of linePieces(chunks())) feed.take(piece);
  });
}

/** The trace as a Parquet file, fed row group by row group. */
function fedRows(lines: readonly string[]): Promise<Outcome> {
  return outcome(async (sampler) => {
    const pieces: Uint8Array[] = [];
    const writer = REQUEST_PARQUET.write!({ bytes: (bytes) => pieces.push(bytes.slice()), text: () => {} });
    for (const line of lines) writer.write(`${line}\n`);
    writer.end();
    const { buffer } = Uint8Array.from(Buffer.concat(pieces));
    const file = { byteLength: buffer.byteLength, slice: (from: number, to?: number) => buffer.slice(from, to) };
    const input = {
      name: 'trace',
      start: new Uint8Array(),
      chunks: none(),
      parquet: async () => new ParquetDecoder(file),
    };
    const feed = new RequestFeed('trace', sampler);
    for await (const block of REQUEST_PARQUET.read(input).blocks()) feed.take(block);
    feed.end();
  });
}

async function* none(): AsyncGenerator<Uint8Array> {}

const NUMBERS = ['0', '-0', '1', '-3', '0.5', '0.1', '2.75e-3', '1E+2', '16777217', '0.1234567890123456789', '1e-46'];
const WRONG = [
  '1e39',
  '01',
  '.5',
  '1.',
  '-',
  '1e',
  '+1',
  '2147483648',
  '1.5',
  '"NaN"',
  '"Infinity"',
  'null',
  '"a"',
  '',
];

/** A line with some of its numbers replaced. */
function varied(dice: Dice, line: string, values: readonly string[]): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') || dice.chance(0.6) ? token : dice.pick(values),
  );
}

describe('requests with cycles, warps and units', () => {
  const file = new URL('../../../traces/examples/requests.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const head = lines.filter((line) => !line.startsWith('{"id"'));
  const request = lines.find((line) => line.startsWith('{"id"'))!;
  const issued = (issue: string) => request.replace(/}$/, `,${issue}}`);

  it('are taken with every number in them, and cycles beyond 32 bits', async () => {
    const cycles = [0, 0, 1, 7, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1];
    const trace = [...head, ...cycles.map((cycle, n) => issued(`"cycle":${cycle},"warp":${n},"unit":${9 * n}`))];
    const expected = await lineByLine(trace);
    expect(expected.fault).toBeNull();
    expect(await fed(trace)).toEqual(expected);
    expect(await fedRows(trace)).toEqual(expected);
  });

  it.each([
    ['"cycle":4', 'cycle: is 4, expected at least 5, that of an earlier request'],
    ['"cycle":-1', 'cycle: is -1, expected an integer from 0 to 9007199254740991'],
    ['"cycle":0.5', 'cycle: is 0.5, expected an integer from 0 to 9007199254740991'],
    ['"cycle":9007199254740992', 'cycle: is 9007199254740992, expected an integer from 0 to 9007199254740991'],
  ])('with %s are refused, by a plan and without one', async (issue, message) => {
    const trace = [...head, issued('"cycle":3'), issued('"cycle":5'), issued(issue)];
    for (const read of [lineByLine, fed, fedRows]) {
      expect((await read(trace)).fault).toBe(`trace:${trace.length}: ${message}`);
    }
  });
});

describe.each(['requests', 'operations'])('the example %s', (name) => {
  const file = new URL(`../../../traces/examples/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const isRequest = (line: string) => line.startsWith('{"id"');
  const requests = lines.filter(isRequest);
  const head = lines.filter((line) => !isRequest(line));

  it('has the same results line by line, fed and fed as rows', async () => {
    const expected = await lineByLine(lines);
    expect(expected.fault).toBeNull();
    expect(await fed(lines)).toEqual(expected);
    expect(await fedRows(lines)).toEqual(expected);
  });

  it('has the same results in pieces of any size', async () => {
    const expected = await lineByLine([...lines, ...requests]);
    for (const length of [1, 7, 100, 4096, 2 ** 20]) {
      expect(await fedPieces([...lines, ...requests], length), `pieces of ${length}`).toEqual(expected);
    }
  });

  it('has the same results with other numbers in its lines', async () => {
    const dice = new Dice(15);
    const taken: string[] = [];
    for (let n = 0; n < draws(150, 3); n++) {
      const line = varied(dice, dice.pick(requests), NUMBERS);
      if ((await lineByLine([...head, line])).fault === null) taken.push(line);
    }
    expect(taken.length).toBeGreaterThan(draws(25, 3));
    const trace = [...head, ...taken];
    const expected = await lineByLine(trace);
    expect(await fed(trace)).toEqual(expected);
    expect(await fedRows(trace)).toEqual(expected);
  });

  it('has the same message for a line that is faulty', async () => {
    const dice = new Dice(16);
    let faults = 0;
    for (let n = 0; n < draws(60); n++) {
      const request = dice.pick(requests);
      const trace = [...head, request, request, varied(dice, request, [...NUMBERS, ...WRONG]), request];
      const expected = await lineByLine(trace);
      if (expected.fault !== null) faults++;
      expect(await fed(trace)).toEqual(expected);
    }
    expect(faults).toBeGreaterThan(draws(12));
  });
});
