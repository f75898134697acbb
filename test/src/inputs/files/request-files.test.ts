import { FileError } from '../../../../src/platform/files/whole-file.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../../src/inputs/files/usage-error.ts';
import { requestLines, requestOutput } from '../../../../src/inputs/files/trace-files.ts';
import { RequestWriter } from '../../../../traces/requests/request-writer.ts';
import { TraceError } from '../../../../traces/encodings/trace-error.ts';
import { Dice } from '../../../oracle/dice.ts';
import { randomBatch, randomImage, randomSampler, randomState } from '../../../traces/requests/random-records.ts';

const folder = mkdtempSync(join(tmpdir(), 'requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EXAMPLES = ['requests', 'operations'].map((name) =>
  readFileSync(new URL(`../../../../traces/examples/${name}.jsonl`, import.meta.url), 'utf8'),
);

async function linesOf(path: string): Promise<string[]> {
  const all: string[] = [];
  for await (const lines of requestLines(path)) all.push(...lines);
  return all;
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  const output = requestOutput(path);
  output.write(text);
  output.end();
  return path;
}

describe.each(['a.jsonl', 'a.jsonl.gz', 'a.parquet'])('request traces in %s', (name) => {
  it('are read back line by line, those in Parquet perhaps with other spaces', async () => {
    for (const text of EXAMPLES) {
      const lines = text.split('\n').filter((line) => line !== '');
      const read = await linesOf(write(name, text));
      if (name.endsWith('.parquet'))
        expect(read.map((line) => JSON.parse(line) as object)).toEqual(lines.map((line) => JSON.parse(line) as object));
      else expect(read).toEqual(lines);
    }
  });

  it('keep the API in the header', async () => {
    const line = '{"id":1,"image":"wall","sampler":"s","coord":[0,1]}';
    for (const api of ['vulkan', 'd3d11']) {
      const header = `{"texunit":"requests","version":2,"api":"${api}"}`;
      expect(await linesOf(write(name, `${header}\n${line}\n`))).toEqual([header, line]);
    }
  });

  it('are read back without change for random states and quads, special floats included', async () => {
    // The decoder of Parquet takes a third of a second to start.
    const seeds = name.endsWith('.parquet') ? 2 : 6;
    for (let seed = 1; seed <= seeds; seed++) {
      const dice = new Dice(seed);
      const images = [0, 1].map((n) => ({ name: `image${n}`, source: randomImage(dice) }));
      const states = [0, 1, 2].map(() =>
        randomState(
          dice,
          images.map(({ source }) => source),
          randomSampler(dice),
        ),
      );
      let text = '';
      const writer = new RequestWriter((piece) => (text += piece), images, states);
      writer.write(randomBatch(dice, states));
      expect((await linesOf(write(name, text))).join('\n')).toBe(text.trimEnd());
    }
  });
});

describe('a request trace in Parquet', () => {
  const HEADER = '{"texunit":"requests","version":2}\n';

  it('stores plain quads in columns, without JSON', async () => {
    const quad =
      '{"id":7,"image":"wall","sampler":"s","pixel":[2,-4],"quad":[[0,1],[0.5,-0],["NaN",1],[0.1,1e-40]],"active":"1011","bias":-2}\n';
    const path = write('quads.parquet', `${HEADER}${quad}`);
    const { buffer, byteOffset, byteLength } = readFileSync(path);
    const [row] = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
    expect(row).toMatchObject({ id: 7n, image: 'wall', sampler: 's', x: 2, y: -4, lanes: 4, active: 0b1101, bias: -2 });
    expect(row).toMatchObject({ lane0_0: 0, lane0_1: 1, lane1_0: 0.5, lane1_1: -0, lane2_0: NaN, lane0_2: null });
    expect(row.json).toBeNull();
    expect((await linesOf(path))[1]).toBe(quad.trimEnd());
  });

  const ODD = [
    '{"id":"a name","image":"i","coord":[0,1]}',
    '{"id":1.5,"image":"i","coord":[0,1]}',
    '{"id":1,"image":"i","coord":[0,1],"active":15}',
    '{"id":1,"image":"i","coord":[0,1],"unknown":[{"a":1}]}',
    '{"image":{"name":"i","file":"a.png"}}',
    '{"id":1,"image":"i","pixel":[4294967296,0],"coord":[0,1]}',
    '{"id":1,"image":"i","quad":[[0],[1]]}',
    '{"id":1,"image":"i","coord":[1e39,1]}',
    '{"id":1,"image":"i","coord":[0,1],"lod":[1,2,3,4]}',
    '{"id":9007199254740993,"image":"i","coord":[0,1]}',
  ];
  let odd: readonly string[];
  beforeAll(async () => {
    odd = await linesOf(write('odd.parquet', `${HEADER}${ODD.join('\n')}\n`));
  });
  it.each(ODD.map((line, n) => [line, n] as const))('keeps the very line %s', (line, n) => {
    expect(odd[1 + n]).toBe(line);
  });

  const ALIKE = [
    ['{ "id": 1, "image": "i", "coord": [0.10, -0.0] }', '{"id":1,"image":"i","coord":[0.1,-0]}'],
    ['{"coord":[0.13441467285156250,3.00000001],"image":"i","id":2}', '{"id":2,"image":"i","coord":[0.13441467,3]}'],
    ['{"id":3,"image":null,"op":"query_size"}', '{"id":3,"op":"query_size","image":null}'],
    ['{"id":4,"image":"\\u0069","coord":[0,1],"lod":1e-1}', '{"id":4,"image":"i","coord":[0,1],"lod":0.1}'],
  ];
  let rows: readonly Readonly<Record<string, unknown>>[];
  let alike: readonly string[];
  beforeAll(async () => {
    const path = write('same.parquet', `${HEADER}${ALIKE.map(([line]) => `${line}\n`).join('')}`);
    const { buffer, byteOffset, byteLength } = readFileSync(path);
    rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
    alike = await linesOf(path);
  });
  it.each(ALIKE.map(([line, same], n) => [line, same, n] as const))(
    'stores in columns what says the same: %s',
    (_, same, n) => {
      expect(rows[n].json).toBeNull();
      expect(alike[1 + n]).toBe(same);
    },
  );

  it('distinguishes -0 from 0 when both are frequent', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, n) => `{"id":${n},"image":"i","coord":[${n % 2 === 0 ? '0' : '-0'},1]}`,
    );
    expect((await linesOf(write('zeros.parquet', `${HEADER}${rows.join('\n')}\n`))).slice(1)).toEqual(rows);
  });

  it('spans several row groups', async () => {
    const rows = Array.from({ length: 17_000 }, (_, n) => `{"id":${n},"image":"i","coord":[${n},0]}`);
    const lines = await linesOf(write('long.parquet', `${HEADER}${rows.join('\n')}\n`));
    expect(lines.length).toBe(17_001);
    expect(lines.slice(1).findIndex((line, n) => line !== rows[n])).toBe(-1);
  });

  it('refuses another kind of trace, and other Parquet files', () => {
    const output = requestOutput(join(folder, 'x.parquet'));
    expect(() => output.write('{"texunit":"texels","version":2}\n')).toThrow(TraceError);
  });
});

describe('request traces that cannot be read', () => {
  it('give an error of one line', async () => {
    const gzip = gzipSync(EXAMPLES[0]);
    const put = (name: string, bytes: Uint8Array) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    await expect(linesOf(put('cut.jsonl.gz', gzip.subarray(0, -9)))).rejects.toThrow(/:\d+: line: is cut short/);
    const parquet = readFileSync(write('whole.parquet', EXAMPLES[0]));
    await expect(linesOf(put('cut.parquet', parquet.subarray(0, -1)))).rejects.toThrow(TraceError);
    await expect(linesOf(put('p.parquet.gz', gzipSync(parquet)))).rejects.toThrow(UsageError);
    await expect(linesOf(join(folder, 'none'))).rejects.toThrow(FileError);
  });
});
