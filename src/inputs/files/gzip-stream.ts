import { deflateRawSync, constants } from 'node:zlib';
import { crc32 } from '../../platform/files/crc32.ts';

/** RFC 1952: magic, deflate, no flags, no time, no hints, system unknown. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** RFC 1951: an empty block that is the last. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/**
 * One gzip member, made piece by piece without waiting: every piece is deflated by itself up to a byte boundary. The
 * trailer tells a reader that nothing is missing.
 */
export class GzipStream {
  private readonly sink: (bytes: Uint8Array) => void;
  private crc = 0;
  private length = 0;

  constructor(sink: (bytes: Uint8Array) => void) {
    this.sink = sink;
    sink(HEADER);
  }

  write(bytes: Uint8Array): void {
    this.crc = crc32(bytes, this.crc);
    this.length += bytes.length;
    this.sink(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  }

  end(): void {
    const trailer = new DataView(new ArrayBuffer(8));
    trailer.setUint32(0, this.crc, true);
    trailer.setUint32(4, this.length, true);
    this.sink(LAST_BLOCK);
    this.sink(new Uint8Array(trailer.buffer));
  }
}
