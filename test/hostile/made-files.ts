import { crc32, deflateSync } from 'node:zlib';
import { encode as encodeJpeg } from 'jpeg-js';
import { parquetWriter } from '../../traces/encodings/parquet/parquet-writer.ts';
import { ktx2File } from '../src/pictures/containers/ktx2-writer.ts';

/** The words of a file, little-endian. */
export function int32s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, n) => bytes.writeInt32LE(value, 4 * n));
  return bytes;
}

/** A chunk of a PNG, its CRC right. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of RGBA whose image data are these filtered bytes. */
export function pngOf(width: number, height: number, filtered: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = pngChunk('IDAT', deflateSync(filtered, { level: 9 }));
  return Buffer.concat([signature, pngChunk('IHDR', header), data, pngChunk('IEND', Buffer.alloc(0))]);
}

export function jpegOf(width: number, height: number): Buffer {
  const data = Buffer.from(Array.from({ length: 4 * width * height }, (_, n) => (n * n) >> 3));
  return encodeJpeg({ width, height, data }, 80).data;
}

/** A JPEG of 8x8 texels whose frame says that it has more. */
export function claimingJpeg(width: number, height: number): Buffer {
  const file = jpegOf(8, 8);
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
}

/** A KTX 2.0 file of r8g8b8a8_unorm with one level of zeros, compressed by zlib. */
export function zippedKtx2(width: number, height: number): Uint8Array {
  const bytes = 4 * width * height;
  const data = deflateSync(new Uint8Array(bytes), { level: 9 });
  return ktx2File({ vkFormat: 37, size: [width, height, 0], block: [1, 1, 4], scheme: 3, levels: [{ data, bytes }] });
}

/** An EXR of float R, G and B, compressed by ZIP, whose chunks hold `data`, whatever their rows need. */
export function claimingExr(width: number, height: number, data: Uint8Array): Buffer {
  const text = (value: string) => Buffer.from(`${value}\0`);
  const channels = ['B', 'G', 'R'].map((name) => Buffer.concat([text(name), int32s(2, 0, 1, 1)]));
  const list = Buffer.concat([...channels, text('')]);
  const attribute = (name: string, type: string, value: Uint8Array) =>
    Buffer.concat([text(name), text(type), int32s(value.length), value]);
  const header = Buffer.concat([
    int32s(20000630, 2),
    attribute('channels', 'chlist', list),
    attribute('compression', 'compression', Uint8Array.of(3)),
    attribute('dataWindow', 'box2i', int32s(0, 0, width - 1, height - 1)),
    text(''),
  ]);
  const chunks = Math.ceil(height / 16);
  const table = Buffer.alloc(8 * chunks);
  const parts = Array.from({ length: chunks }, (_, n) => {
    const at = header.length + table.length + n * (8 + data.length);
    table.writeBigUInt64LE(BigInt(at), 8 * n);
    return Buffer.concat([int32s(16 * n, data.length), data]);
  });
  return Buffer.concat([header, table, ...parts]);
}

/** A Parquet file of accesses whose footer says that it has `rows` rows. */
export function claimingParquet(rows: bigint): Buffer {
  const pieces: Uint8Array[] = [];
  const header = '{"texunit":"texels","version":2,"images":[]}';
  const writer = parquetWriter(
    (bytes) => pieces.push(bytes.slice()),
    'texels',
    [{ name: 'address', type: 'INT64' }],
    header,
  );
  void writer.write({ columnData: [{ name: 'address', data: [1n, 2n, 3n], type: 'INT64' }] });
  writer.num_rows = rows;
  writer.row_groups[0].num_rows = rows;
  writer.row_groups[0].columns[0].meta_data!.num_values = rows;
  void writer.finish();
  return Buffer.concat(pieces);
}
