import { parquetMetadata } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { crc32 } from 'node:zlib';
import { expect, describe, it } from 'vitest';
import { parquetAccesses, ParquetAccessWriter } from '../../../traces/accesses/access-parquet.ts';
import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { REQUEST_PARQUET } from '../../../traces/requests/encodings/request-parquet.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { batchesOf, deliveredBy, randomAccesses } from '../accesses/random-accesses.ts';

const ACCESSES = randomAccesses(new Dice(31), 20);

function accessFile(): Buffer<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const writer = new ParquetAccessWriter((bytes) => pieces.push(bytes.slice()), []);
  for (const batch of batchesOf(ACCESSES)) writer.write(batch);
  writer.end();
  return Buffer.concat(pieces);
}

function requestFile(): Buffer<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const writer = REQUEST_PARQUET.write!({ bytes: (bytes) => pieces.push(bytes.slice()), text: () => {} });
  writer.write('{"texunit":"requests","version":2}\n{"sampler":{"name":"s"}}\n');
  for (let id = 0; id < 30; id++) writer.write(`{"id":${id % 7},"image":"t","sampler":"s","coord":[${id / 8},0.5]}\n`);
  writer.end();
  return Buffer.concat(pieces);
}

const inputOf = (bytes: Uint8Array) => {
  const { buffer } = Uint8Array.from(bytes);
  const file = { byteLength: bytes.length, slice: (from: number, to?: number) => buffer.slice(from, to) };
  return { name: 'a.parquet', start: bytes.subarray(0, 64), parquet: async () => new ParquetDecoder(file) };
};

async function readAccesses(bytes: Uint8Array) {
  const { batches } = await parquetAccesses(inputOf(bytes), { size: 4 });
  return deliveredBy(batches());
}

async function readRequests(bytes: Uint8Array): Promise<unknown> {
  const chunks = (async function* () {})();
  try {
    for await (const _ of REQUEST_PARQUET.read({ ...inputOf(bytes), chunks }).lines());
    return null;
  } catch (error) {
    return error;
  }
}

/** The pages of a file: where each begins, where its bytes begin behind the header, and where they end. */
function pagesOf(file: Buffer<ArrayBuffer>) {
  const { buffer } = Uint8Array.from(file);
  return parquetMetadata(buffer).row_groups.flatMap(({ columns }, group) =>
    columns.flatMap(({ meta_data: chunk }) => {
      const reader = {
        view: new DataView(buffer),
        offset: Number(chunk!.dictionary_page_offset ?? chunk!.data_page_offset),
      };
      const end = reader.offset + Number(chunk!.total_compressed_size);
      const pages = [];
      while (reader.offset < end) {
        const start = reader.offset;
        const header = parquetHeader(reader);
        const data = reader.offset;
        reader.offset += header.compressed_page_size;
        const column = chunk!.path_in_schema[0];
        pages.push({ group, column, number: pages.length, start, data, end: reader.offset, header });
      }
      expect(reader.offset).toBe(end);
      return pages;
    }),
  );
}

describe('checksums of Parquet pages', () => {
  it.each([
    ['accesses', accessFile()],
    ['requests', requestFile()],
  ])('are those of the bytes behind the header, in every page of a file of %s', (_, file) => {
    const pages = pagesOf(file);
    expect(pages.length).toBeGreaterThan(4);
    for (const { header, data, end } of pages) expect(header.crc! >>> 0).toBe(crc32(file.subarray(data, end)));
  });

  it('tell every flipped bit of a page of accesses, with row group, column and page', async () => {
    const file = accessFile();
    expect((await readAccesses(file)).accesses).toEqual(ACCESSES);
    for (const { column, number, data, end } of pagesOf(file)) {
      for (let at = data; at < end; at++) {
        for (let bit = 0; bit < 8; bit++) {
          const damaged = Buffer.from(file);
          damaged[at] ^= 1 << bit;
          const { accesses, fault } = await readAccesses(damaged);
          expect(accesses).toEqual([]);
          expect(String(fault)).toBe(
            `TraceError: a.parquet:1: rows: cannot be read (row group 0, column "${column}", page ${number}: ` +
              'is damaged: its bytes do not have its checksum)',
          );
        }
      }
    }
  });

  it('and its sizes leave no flipped bit of a header that changes an access', async () => {
    const file = accessFile();
    let told = 0;
    for (const { start, data } of pagesOf(file)) {
      for (let at = start; at < data; at++) {
        for (let bit = 0; bit < 8; bit++) {
          const damaged = Buffer.from(file);
          damaged[at] ^= 1 << bit;
          const { accesses, fault } = await readAccesses(damaged);
          if (fault === null) expect(accesses, `byte ${at}, bit ${bit}`).toEqual(ACCESSES);
          else told++;
        }
      }
    }
    expect(told).toBeGreaterThan(500);
  });

  it('tell a flipped bit of a page of requests', async () => {
    const file = requestFile();
    const dice = new Dice(5);
    expect(await readRequests(file)).toBeNull();
    const filled = pagesOf(file).filter(({ data, end }) => end > data);
    for (let n = 0; n < draws(400); n++) {
      const { data, end, column } = dice.pick(filled);
      const damaged = Buffer.from(file);
      damaged[dice.integer(data, end - 1)] ^= 1 << dice.integer(0, 7);
      const fault = await readRequests(damaged);
      expect(fault).toBeInstanceOf(TraceError);
      expect(String(fault)).toContain(`(row group 0, column "${column}", page `);
      expect(String(fault)).toContain('its bytes do not have its checksum');
    }
  });
});
