import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { AccessBatch, type AccessColumnNames, type AccessField } from '../../../traces/accesses/access-batch.ts';
import { CsvParser } from '../../../traces/accesses/access-csv.ts';
import { parquetAccesses, ParquetAccessWriter } from '../../../traces/accesses/access-parquet.ts';
import { type AccessParser, type AccessReading, parsedBatches } from '../../../traces/accesses/access-source.ts';
import { DinParser, dinWriter } from '../../../traces/accesses/din.ts';
import { TexelTraceParser } from '../../../traces/accesses/texel-trace-parser.ts';
import { AccessLineWriter } from '../../../traces/accesses/texel-trace-writer.ts';
import { StreamError } from '../../../traces/encodings/line-pieces.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { type Access, batchesOf, chunksOf, deliveredBy, randomAccesses, UNTOLD } from './random-accesses.ts';

const IMAGES: readonly TracedImage[] = [
  {
    name: 'wall "é"',
    format: 'bc1_rgb_unorm_block',
    layout: 'tiled-4x4',
    layers: 2,
    addressed: 'blocks',
    stride: 8,
    block: [4, 4],
    levels: [{ width: 8, height: 8, depth: 1, base: 4096, layerBytes: 64, sliceBytes: 32 }],
  },
];

function jsonLines(accesses: readonly Access[]): string {
  let text = '';
  const writer = new AccessLineWriter((piece) => (text += piece), IMAGES);
  for (const batch of batchesOf(accesses)) writer.write(batch);
  writer.end();
  return text;
}

function din(accesses: readonly Access[]): string {
  let text = '';
  const writer = dinWriter((piece) => (text += piece));
  for (const batch of batchesOf(accesses)) writer.write(batch);
  writer.end();
  return text;
}

function csv(accesses: readonly Access[]): string {
  const order: readonly AccessField[] = ['lane', 'address', 'unit', 'quad', 'pass', 'cycle', 'bytes', 'write'];
  const rows = accesses.map((access) => order.map((field) => access[field]).join());
  return [order.join(), ...rows, ''].join('\n');
}

function parquet(accesses: readonly Access[]): ArrayBuffer {
  const pieces: Uint8Array[] = [];
  const writer = new ParquetAccessWriter((bytes) => pieces.push(bytes.slice()), IMAGES);
  for (const batch of batchesOf(accesses, 1000)) writer.write(batch);
  writer.end();
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}

const encoder = new TextEncoder();

function read(parser: AccessParser, text: string | Uint8Array, dice = new Dice(1), most = 200) {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  return deliveredBy(parsedBatches(chunksOf(bytes, dice, most), parser, 'a.trace'));
}

async function readParquet(file: ArrayBuffer, options: Partial<AccessReading> = {}) {
  const bytes = { byteLength: file.byteLength, slice: (from: number, to?: number) => file.slice(from, to) };
  const input = { name: 'a.parquet', parquet: async () => new ParquetDecoder(bytes) };
  try {
    const source = await parquetAccesses(input, { size: 4, ...options });
    return { ...source, ...(await deliveredBy(source.batches())) };
  } catch (fault) {
    return { images: [], total: null, accesses: [], fault };
  }
}

const withoutQuads = (accesses: readonly Access[], bytes: number) =>
  accesses.map(({ address, write }, n) => ({ address, bytes, quad: n, pass: 0, lane: 0, ...UNTOLD, write }));

describe('accesses are read back without change', () => {
  const SEEDS = [1, 2, 3, 4];

  it.each(SEEDS)('from JSON Lines, for any chunks (seed %i)', async (seed) => {
    const dice = new Dice(seed);
    const accesses = randomAccesses(dice, 2000);
    const parser = new TexelTraceParser('a.jsonl');
    const { accesses: got, fault } = await read(parser, jsonLines(accesses), dice, dice.pick([1, 50, 100_000]));
    expect(fault).toBeNull();
    expect(got).toEqual(accesses);
    expect(parser.images).toEqual(IMAGES);
  });

  it.each(SEEDS)('from CSV, columns in any order (seed %i)', async (seed) => {
    const dice = new Dice(seed);
    const accesses = randomAccesses(dice, 2000);
    const { accesses: got, fault } = await read(new CsvParser('a.csv', { size: 1 }), csv(accesses), dice);
    expect(fault).toBeNull();
    expect(got).toEqual(accesses);
  });

  it.each(SEEDS)('from din, addresses and writes alone (seed %i)', async (seed) => {
    const dice = new Dice(seed);
    const accesses = randomAccesses(dice, 9000).filter(({ address }) => address <= 2 ** 53 - 8);
    const { accesses: got, fault } = await read(new DinParser('a.din', 8), din(accesses), dice, 5000);
    expect(fault).toBeNull();
    expect(got).toEqual(withoutQuads(accesses, 8));
  });

  it.each([0, 1, 8191, 20_000])('from Parquet (%i accesses)', async (count) => {
    const accesses = randomAccesses(new Dice(9), count);
    const { images, total, accesses: got, fault } = await readParquet(parquet(accesses));
    expect(fault).toBeNull();
    expect(got).toEqual(accesses);
    expect(images).toEqual(IMAGES);
    expect(total).toBe(count);
  });

  it('from Parquet over several row groups', async () => {
    const accesses = randomAccesses(new Dice(4), 150_000);
    const { accesses: got, fault } = await readParquet(parquet(accesses));
    expect(fault).toBeNull();
    expect(got.length).toBe(accesses.length);
    expect(
      got.findIndex((access, n) => access.address !== accesses[n].address || access.quad !== accesses[n].quad),
    ).toBe(-1);
  });
});

/** True if `part` is the beginning of `whole`, up to some access. */
function isPrefix(part: readonly Access[], whole: readonly Access[]): boolean {
  return part.every((access, n) => JSON.stringify(access) === JSON.stringify(whole[n]));
}

describe('a file that is cut short anywhere', () => {
  const accesses = randomAccesses(new Dice(21), 30);

  it('is an error in JSON Lines, after all records before the cut', async () => {
    const whole = encoder.encode(jsonLines(accesses));
    // Nothing is missing without the last line feed.
    for (let length = 0; length < whole.length - 1; length++) {
      const got = await read(new TexelTraceParser('a.jsonl'), whole.subarray(0, length), new Dice(1), 1000);
      expect(got.fault, `${length} bytes`).toBeInstanceOf(TraceError);
      expect(isPrefix(got.accesses, accesses)).toBe(true);
    }
    const got = await read(new TexelTraceParser('a.jsonl'), whole.subarray(0, whole.length - 1));
    expect(got).toEqual({ accesses, fault: null });
  });

  it.each([
    ['din', din(accesses), () => new DinParser('a.din', 4), withoutQuads(accesses, 4)],
    ['CSV', csv(accesses), () => new CsvParser('a.csv', { size: 4 }), accesses],
  ] as const)('is an error in %s, or ends with a line', async (_name, text, parser: () => AccessParser, all) => {
    const whole = encoder.encode(text);
    for (let length = 0; length <= whole.length; length++) {
      const got = await read(parser(), whole.subarray(0, length), new Dice(1), 1000);
      expect(isPrefix(got.accesses, all), `${length} bytes`).toBe(true);
      const ended = length > 0 && whole[length - 1] === 0x0a;
      if (ended) expect(got.fault, `${length} bytes`).toBeNull();
      else if (length > 0) expect(got.fault, `${length} bytes`).toBeInstanceOf(TraceError);
    }
  });

  it('is an error in Parquet', async () => {
    const whole = parquet(accesses);
    for (let length = 0; length < whole.byteLength; length++) {
      const { fault } = await readParquet(whole.slice(0, length));
      expect(fault, `${length} bytes`).toBeInstanceOf(TraceError);
    }
  });

  it('gives an error with the line at which the stream ends', async () => {
    const text = din(accesses);
    const at = text.split('\n', 5).join('\n').length + 3;
    const chunks = async function* () {
      yield encoder.encode(text.slice(0, at));
      throw new StreamError('is cut short');
    };
    const got = await deliveredBy(parsedBatches(chunks(), new DinParser('a.din', 4), 'a.din'));
    expect(got.accesses).toEqual(withoutQuads(accesses, 4).slice(0, 5));
    expect(String(got.fault)).toBe('TraceError: a.din:6: line: is cut short');
  });
});

describe('garbage', () => {
  it('gives only accesses and a TraceError', async () => {
    const dice = new Dice(77);
    const accesses = randomAccesses(dice, 30);
    const files = [jsonLines(accesses), din(accesses), csv(accesses)].map((text) => encoder.encode(text));
    const parsers = [
      () => new TexelTraceParser('x'),
      () => new DinParser('x', 4),
      () => new CsvParser('x', { size: 4 }),
    ];
    for (let n = 0; n < draws(600); n++) {
      const kind = n % 3;
      const bytes = files[kind].slice();
      const faults = dice.integer(1, 4);
      for (let k = 0; k < faults; k++) bytes[dice.integer(0, bytes.length - 1)] = dice.integer(0, 255);
      const { fault } = await read(parsers[kind](), bytes, dice, 500);
      if (fault !== null) expect(fault).toBeInstanceOf(TraceError);
      if (fault instanceof TraceError) expect(fault.message).toMatch(/^(x|a\.trace):\d+: [^\n]+$/);
    }
  });

  it('in Parquet gives accesses or a TraceError', async () => {
    const dice = new Dice(78);
    const whole = new Uint8Array(parquet(randomAccesses(dice, 30)));
    for (let n = 0; n < draws(300); n++) {
      const bytes = whole.slice();
      const faults = dice.integer(1, 4);
      for (let k = 0; k < faults; k++) bytes[dice.integer(0, bytes.length - 1)] = dice.integer(0, 255);
      const { fault } = await readParquet(bytes.buffer);
      if (fault !== null) expect(fault).toBeInstanceOf(TraceError);
    }
  });
});

describe('din', () => {
  it('accepts reads, writes and fetches, 0x, blanks, comments and empty lines', async () => {
    const text = '0 1a40\n1\t0x1A44 a comment\r\n\n  2   00000000000001a48\r\n0 0\n';
    const { accesses, fault } = await read(new DinParser('a.din', 16), text);
    expect(fault).toBeNull();
    expect(accesses).toEqual(
      withoutQuads(
        [0x1a40, 0x1a44, 0x1a48, 0].map((address) => ({ address, write: Number(address === 0x1a44) }) as Access),
        16,
      ),
    );
  });

  it('tells writes from reads and fetches, and writes them so', async () => {
    const batch = new AccessBatch(4);
    new DinParser('a.din', 4).parse(new TextEncoder().encode('0 10\n1 20\n2 30\n1 40\n'), 0, batch);
    expect([...batch.write]).toEqual([0, 1, 0, 1]);
    let text = '';
    dinWriter((piece) => (text += piece)).write(batch);
    expect(text).toBe('0 10\n1 20\n0 30\n1 40\n');
  });

  it.each([
    ['3 10\n', 'a.din:2: label: is "3", expected 0 (read), 1 (write) or 2 (fetch)'],
    ['x\n', 'a.din:2: label: is "x", expected 0 (read), 1 (write) or 2 (fetch)'],
    ['0\n', 'a.din:2: address: is missing, expected the hexadecimal digits of an address below 2^53, such as 1a40'],
    ['0 1g\n', 'a.din:2: address: is "1g", expected the hexadecimal digits of an address below 2^53, such as 1a40'],
    ['0 0x\n', 'a.din:2: address: is "0x", expected the hexadecimal digits of an address below 2^53, such as 1a40'],
    [
      '0 20000000000000\n',
      'a.din:2: address: is "20000000000000", expected the hexadecimal digits of an address below 2^53, such as 1a40',
    ],
    ['0 4', 'a.din:2: line: has no line feed at its end: the file is cut short'],
  ])('refuses %j by its line', async (text, message) => {
    const { accesses, fault } = await read(new DinParser('a.din', 4), `0 8\n${text}`);
    expect(accesses).toHaveLength(1);
    expect(String(fault)).toBe(`TraceError: ${message}`);
  });
});

describe('CSV', () => {
  const parse = (text: string, names: AccessColumnNames = {}) =>
    read(new CsvParser('a.csv', { size: 2, names, units: 4 }), text);

  it('accepts named columns among others, decimal or hexadecimal, blanks, quotes and carriage returns', async () => {
    const text = '\ufeff"kind",addr , size\r\nload, 0x1F ,4\r\n"a, ""b""","32",8\r\n\r\nx,33,1\r\n';
    const { accesses, fault } = await parse(text, { address: 'addr', bytes: 'size' });
    expect(fault).toBeNull();
    expect(accesses.map(({ address, bytes, quad }) => [address, bytes, quad])).toEqual([
      [31, 4, 0],
      [32, 8, 1],
      [33, 1, 2],
    ]);
  });

  it.each([
    ['a,b\n1,2\n', {}, 'a.csv:1: address: is no column, expected one of "a", "b" for the address'],
    ['address\n1\n', { lane: 'l' }, 'a.csv:1: l: is no column, expected one of "address" for the lane'],
    ['address,address\n1,2\n', {}, 'a.csv:1: address: is the name of two columns'],
    ['address\n-1\n', {}, 'a.csv:2: address: is "-1", expected an integer from 0 to 2^53 - 1'],
    ['address\n1.5\n', {}, 'a.csv:2: address: is "1.5", expected an integer from 0 to 2^53 - 1'],
    ['address\n1/2\n', {}, 'a.csv:2: address: is "1/2", expected an integer from 0 to 2^53 - 1'],
    ['address\n1:2\n', {}, 'a.csv:2: address: is "1:2", expected an integer from 0 to 2^53 - 1'],
    ['address\n"1"2\n', {}, 'a.csv:2: address: is "\\"1\\"2", expected an integer from 0 to 2^53 - 1'],
    ['address\n3"1"\n', {}, 'a.csv:2: address: is "3\\"1\\"", expected an integer from 0 to 2^53 - 1'],
    ['address\n\n1\n\r\n\n2\nx\n', {}, 'a.csv:7: address: is "x", expected an integer from 0 to 2^53 - 1'],
    ['address\n1\n\r2\n\n-3\n', {}, 'a.csv:5: address: is "-3", expected an integer from 0 to 2^53 - 1'],
    ['address,x\n,1\n', {}, 'a.csv:2: address: is "", expected an integer from 0 to 2^53 - 1'],
    [
      'address\n9007199254740991\n',
      {},
      'a.csv:2: address: is 9007199254740991, expected an access of 2 bytes that ends below 2^53',
    ],
    ['address,bytes\n1,0\n', {}, 'a.csv:2: bytes: is 0, expected an integer from 1 to 65535'],
    ['address,l\n1,3\n1,4\n', { lane: 'l' }, 'a.csv:3: l: is 4, expected an integer from 0 to 3'],
    ['address,quad\n1,4294967296\n', {}, 'a.csv:2: quad: is 4294967296, expected an integer from 0 to 4294967295'],
    ['address,write\n1,1\n1,2\n', {}, 'a.csv:3: write: is 2, expected an integer from 0 to 1'],
    ['address,w\n1,W\n', { write: 'w' }, 'a.csv:2: w: is "W", expected an integer from 0 to 1'],
    ['address,t\n1,5\n1,4\n', { cycle: 't' }, 'a.csv:3: t: is 4, expected at least 5, that of an earlier access'],
    ['address,unit\n1,3\n1,4\n', {}, 'a.csv:3: unit: is 4, expected an integer from 0 to 3'],
    ['address,x\n1\n', {}, 'a.csv:2: line: has 1 cells, expected 2 as in the header'],
    ['address,x\n1,2,3\n', {}, 'a.csv:2: line: has 3 cells, expected 2 as in the header'],
    ['address,x\n1,"2\n', {}, 'a.csv:2: line: has a quote that is not closed, expected cells within one line'],
    ['address\n1', {}, 'a.csv:2: line: has no line feed at its end: the file is cut short'],
    ['', {}, 'a.csv:1: line: is missing, expected a header that names the columns'],
  ] as const)('refuses %j', async (text, names, message) => {
    const { fault } = await parse(text, names);
    expect(String(fault)).toBe(`TraceError: ${message}`);
  });
});

describe('Parquet', () => {
  type Columns = Parameters<typeof parquetWriteBuffer>[0]['columnData'];
  const write = (columnData: Columns) => parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' });

  it('accepts columns of any integer type, also nullable, under other names', async () => {
    const file = write([
      { name: 'addr', data: [7n, 2n ** 40n], type: 'INT64' },
      { name: 'what', data: ['read', 'write'], type: 'STRING' },
      { name: 'size', data: [4, 8], type: 'DOUBLE' },
      { name: 'lane', data: [3, 0], type: 'INT32', nullable: true },
    ]);
    const { accesses, fault } = await readParquet(file, { names: { address: 'addr', bytes: 'size' } });
    expect(fault).toBeNull();
    expect(accesses).toEqual([
      { ...UNTOLD, address: 7, bytes: 4, quad: 0, pass: 0, lane: 3 },
      { ...UNTOLD, address: 2 ** 40, bytes: 8, quad: 1, pass: 0, lane: 0 },
    ]);
  });

  it.each([
    ['INT64', '-1', 'is -1, expected an integer from 0 to 2^53 - 1'],
    ['INT64', '9007199254740992', 'is 9007199254740992, expected an integer from 0 to 2^53 - 1'],
    ['INT32', '-3', 'is -3, expected an integer from 0 to 2^53 - 1'],
    ['DOUBLE', '-1', 'is -1, expected an integer from 0 to 2^53 - 1'],
    ['DOUBLE', '9007199254740992', 'is 9007199254740992, expected an integer from 0 to 2^53 - 1'],
    ['DOUBLE', '0.5', 'is 0.5, expected an integer from 0 to 2^53 - 1'],
    ['INT32', 'null', 'is null, expected an integer from 0 to 2^53 - 1'],
    ['STRING', '"x"', 'is "x", expected an integer from 0 to 2^53 - 1'],
    ['INT64', '9007199254740991', 'is 9007199254740991, expected an access of 4 bytes that ends below 2^53'],
  ] as const)('refuses a record of %s %s', async (type, text, problem) => {
    const value = type === 'INT64' ? BigInt(text) : JSON.parse(text);
    const good = type === 'STRING' ? [] : [type === 'INT64' ? 5n : 5];
    const file = write([{ name: 'address', data: [...good, value], type, nullable: value === null }]);
    const { accesses, fault } = await readParquet(file);
    expect(accesses).toHaveLength(good.length);
    expect(String(fault)).toBe(`TraceError: a.parquet:${good.length + 1}: address: ${problem}`);
  });

  it.each([
    ['INT32', [0, 1, 0]],
    ['BOOLEAN', [false, true, false]],
  ] as const)('tells writes as %s', async (type, data) => {
    const file = write([
      { name: 'address', data: [1, 2, 3], type: 'INT32' },
      { name: 'write', data: [...data], type },
    ]);
    const { accesses, fault } = await readParquet(file);
    expect(fault).toBeNull();
    expect(accesses.map((access) => access.write)).toEqual([0, 1, 0]);
  });

  it.each([
    ['write', [0, 1, 2], 'is 2, expected an integer from 0 to 1'],
    ['cycle', [4, 5, 4], 'is 4, expected at least 5, that of an earlier access'],
    ['unit', [0, 3, 4], 'is 4, expected an integer from 0 to 3'],
    ['lane', [false, true, true], 'is false, expected an integer from 0 to 3'],
  ] as const)('refuses a %s of %j', async (name, data, problem) => {
    const type = typeof data[0] === 'boolean' ? 'BOOLEAN' : 'INT32';
    const file = write([
      { name: 'address', data: [1, 2, 3], type: 'INT32' },
      { name, data: [...data], type },
    ]);
    const { accesses, fault } = await readParquet(file, { units: 4 });
    const row = name === 'lane' ? 1 : 3;
    expect(accesses).toHaveLength(row - 1);
    expect(String(fault)).toBe(`TraceError: a.parquet:${row}: ${name}: ${problem}`);
  });

  it.each([
    [10_000, 8],
    [20_000, 4],
    [30_000, 1],
  ])('reads columns whose pages have one value each (%i rows, from then on another)', async (change, value) => {
    const rows = 30_000;
    const values = Array.from({ length: rows }, (_, n) => (n < change ? 4 : value));
    const file = parquetWriteBuffer({
      columnData: [
        { name: 'address', data: values.map((_, n) => 64 * n), type: 'INT32' },
        { name: 'bytes', data: values, type: 'INT32', encoding: 'RLE_DICTIONARY' },
      ],
      pageSize: 40_000,
      rowGroupSize: rows,
    });
    const { accesses, fault } = await readParquet(file);
    expect(fault).toBeNull();
    expect(accesses.map(({ bytes }) => bytes)).toEqual(values);
  });

  it('refuses a cycle that is before that of an earlier batch', async () => {
    const cycles = BigInt64Array.from({ length: 2000 }, (_, n) => (n < 1000 ? 5n : 0n));
    const columnData = ['address', 'cycle'].map((name) => ({ name, data: cycles, type: 'INT64' }) as const);
    const { accesses, fault } = await readParquet(parquetWriteBuffer({ columnData, rowGroupSize: 1000 }));
    expect(accesses).toHaveLength(1000);
    expect(String(fault)).toBe(
      'TraceError: a.parquet:1001: cycle: is 0, expected at least 5, that of an earlier access',
    );
  });

  it('refuses a file without an address', async () => {
    const { fault } = await readParquet(write([{ name: 'at', data: [1], type: 'INT32' }]));
    expect(String(fault)).toBe('TraceError: a.parquet:1: address: is no column, expected one of "at" for the address');
  });

  it('refuses a trace of another kind', async () => {
    const kvMetadata = [{ key: 'texunit', value: '{"texunit":"requests","version":2}' }];
    const file = parquetWriteBuffer({ columnData: [{ name: 'address', data: [1], type: 'INT32' }], kvMetadata });
    const { fault } = await readParquet(file);
    expect(String(fault)).toContain('a.parquet:1: texunit: is "requests", expected');
  });
});
