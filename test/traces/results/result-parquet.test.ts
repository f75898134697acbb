import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { expect, it } from 'vitest';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import type { LaneAnswer } from '../../../traces/requests/lane-results.ts';
import { RESULT_ENCODINGS } from '../../../traces/results/result-encodings.ts';
import { requestShape } from '../../../traces/requests/request-shape.ts';
import { Dice } from '../../oracle/dice.ts';

const [LINES, PARQUET] = ['jsonl', 'parquet'].map((name) => RESULT_ENCODINGS.find((known) => known.name === name)!);
const FLOATS = { ...requestShape(null, { lod: 'explicit', projected: false }) };
const EXTRAS = { resident: Uint8Array.of(1, 0, 1, 0), query: new Int32Array(64) };
const ROWS = 20_000;

/** Answers of every kind: floats of one lane and of quads, integers, residency, footprints, ids that are texts. */
function answers(count: number): readonly LaneAnswer[] {
  const dice = new Dice(21);
  return Array.from({ length: count }, (_, n) => {
    const odd = n % 50 === 0;
    const lanes = n % 3 === 0 ? 4 : 1;
    const result = odd ? dice.pick(['uint', 'sint', 'footprint'] as const) : 'float';
    const colors = Float32Array.from({ length: 16 }, () => (dice.chance(0.02) ? NaN : dice.float32()));
    if (dice.chance(0.1)) new Int32Array(colors.buffer).set([5, -7, 16777216, 16777217]);
    return {
      id: odd && dice.chance(0.5) ? `name "${n}"` : n,
      shape: { ...FLOATS, result, sparse: odd && result !== 'footprint' && dice.chance(0.5) },
      lanes,
      active: lanes === 1 ? 1 : dice.integer(0, 15),
      colors,
      first: 0,
      extras: EXTRAS,
    };
  });
}

function written(encoding: (typeof RESULT_ENCODINGS)[number], all: readonly LaneAnswer[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const output = encoding.write!({ bytes: (bytes) => pieces.push(bytes.slice()), text: () => {} }, {});
  for (const answer of all) output.answer(answer);
  output.end();
  return Uint8Array.from(Buffer.concat(pieces));
}

async function read(encoding: (typeof RESULT_ENCODINGS)[number], bytes: Uint8Array) {
  const { buffer } = bytes as Uint8Array<ArrayBuffer>;
  const file = { byteLength: buffer.byteLength, slice: (from: number, to?: number) => buffer.slice(from, to) };
  const chunks = (async function* () {
    yield bytes;
  })();
  const found = [];
  const input = { name: 'r', start: bytes.subarray(0, 64), chunks, parquet: async () => new ParquetDecoder(file) };
  for await (const some of encoding.read(input, {})) found.push(...some);
  return found;
}

it('results in Parquet are those in JSON Lines, row by row', async () => {
  const all = answers(ROWS);
  const lines = await read(LINES, written(LINES, all));
  expect(lines).toHaveLength(ROWS);
  expect(await read(PARQUET, written(PARQUET, all))).toEqual(lines);
});

it('a Parquet file of another kind is refused', async () => {
  const requests = written(PARQUET, []);
  const renamed = Uint8Array.from(
    Buffer.from(Buffer.from(requests).toString('latin1').replace('"results"', '"request"'), 'latin1'),
  );
  await expect(read(PARQUET, renamed)).rejects.toThrow(TraceError);
  await expect(read(PARQUET, renamed)).rejects.toThrow('r:1: texunit: is "request", expected the header');
  await expect(read(PARQUET, requests.subarray(0, requests.length - 9).slice())).rejects.toThrow('is cut short');
});
