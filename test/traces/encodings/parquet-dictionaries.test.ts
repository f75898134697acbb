import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { rowValue } from '../../../traces/encodings/parquet-column.ts';
import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { ParquetFile } from '../../../traces/encodings/parquet/parquet-file.ts';
import { Dice } from '../../oracle/dice.ts';
import { PYARROW_FILES } from './pyarrow-files.ts';

function opened(buffer: ArrayBuffer) {
  const room: number[] = [];
  const allocate = (bytes: number) => {
    room.push(bytes);
    return new ArrayBuffer(bytes);
  };
  const file = { byteLength: buffer.byteLength, slice: (from: number, to?: number) => buffer.slice(from, to) };
  const decoder = new ParquetDecoder(file, undefined, allocate);
  return { room, file: ParquetFile.open({ name: 'a.parquet', parquet: async () => decoder }) };
}

async function columnsOf(buffer: ArrayBuffer, names: readonly string[]): Promise<unknown[][]> {
  const all: unknown[][] = names.map(() => []);
  const file = await opened(buffer).file;
  for await (const { from, to, columns } of file.groups(names)) {
    names.forEach((name, c) => {
      for (let n = 0; n < to - from; n++) all[c].push(rowValue(columns.get(name), n));
    });
  }
  return all;
}

describe('columns by a dictionary', () => {
  it.each(Object.entries(PYARROW_FILES))('are read from a file that pyarrow 25 wrote: %s', async (_, text) => {
    const { buffer } = Uint8Array.from(Buffer.from(text, 'base64'));
    const [address, quad, bytes] = await columnsOf(buffer, ['address', 'quad', 'bytes']);
    expect(address).toEqual(
      Array.from({ length: 3000 }, (_, n) => (n % 11 === 0 ? null : BigInt(64 * ((n * n) % 37)))),
    );
    expect(quad).toEqual(Array.from({ length: 3000 }, (_, n) => Math.floor(n / 100)));
    expect(bytes).toEqual(new Array(3000).fill(4));
  });

  it.each([1000, 30_000])(
    'hold numbers and texts, with nulls, over pages of %i bytes and batches',
    async (pageSize) => {
      const dice = new Dice(pageSize);
      const rows = 140_000;
      const someOf = <T>(words: readonly T[], nulls: number) =>
        Array.from({ length: rows }, () => (dice.chance(nulls) ? null : dice.pick(words)));
      const data = {
        i: someOf([1, -5, 2 ** 31 - 1], 0.1),
        l: someOf([1n, 2n ** 52n, -(2n ** 62n)], 0),
        d: someOf([0.5, -0.25, 1e300], 0.5),
        s: someOf(['a', 'é', ''], 0.2),
        none: someOf([1], 1),
      };
      const types = { i: 'INT32', l: 'INT64', d: 'DOUBLE', s: 'STRING', none: 'INT32' } as const;
      const names = Object.keys(data) as (keyof typeof data)[];
      const columnData = names.map((name) => ({
        name,
        data: data[name],
        type: types[name],
        ...(name !== 'none' && { encoding: 'RLE_DICTIONARY' as const }),
      }));
      const buffer = parquetWriteBuffer({ columnData, rowGroupSize: rows, pageSize });
      expect(await columnsOf(buffer, names)).toEqual(names.map((name) => data[name]));
    },
  );

  it('take the memory of one batch, whatever the row group has', async () => {
    const rows = 1_000_000;
    const column = { name: 'address', data: new Array<bigint>(rows).fill(4096n), type: 'INT64' } as const;
    const columnData = [{ ...column, encoding: 'RLE_DICTIONARY' as const, nullable: false }];
    const buffer = parquetWriteBuffer({ columnData, rowGroupSize: rows });
    expect(buffer.byteLength).toBeLessThan(1000);
    const { file, room } = opened(buffer);
    let count = 0;
    for await (const { from, to, columns } of (await file).groups(['address'])) {
      count += to - from;
      expect(rowValue(columns.get('address'), 0)).toBe(4096n);
    }
    expect(count).toBe(rows);
    expect(room).toEqual([8 * 2 ** 17]);
  });
});
