import { LineTable } from './line-table.ts';
import { GrowingStudy } from './growing-study.ts';

const PAGE_BYTES = 4096;
const PAGE_WORDS = PAGE_BYTES / 32;
/** The number of pages whose bits share one array. */
const CHUNK_PAGES = 256;

/** A set of byte addresses: a bit for each byte of every page of 4096 bytes that contains one. */
export class AddressSet extends GrowingStudy {
  /** The number of addresses in the set. */
  count = 0;
  private readonly pages = new LineTable(this.budget);
  private readonly chunks: Int32Array[] = [];
  /** The page of the last call, and the position of its bits. */
  private page = -1;
  private bits: Int32Array = new Int32Array(0);
  private first = 0;

  /**
   * @param address an integer from 0 to 2^53 - 1
   * @returns true if the address is new
   */
  add(address: number): boolean {
    const page = Math.floor(address / PAGE_BYTES);
    if (page !== this.page) this.open(page);
    const byte = address - page * PAGE_BYTES;
    const word = this.first + (byte >> 5);
    const bit = 1 << (byte & 31);
    if ((this.bits[word] & bit) !== 0) return false;
    this.bits[word] |= bit;
    this.count++;
    return true;
  }

  private open(page: number): void {
    const serial = this.pages.serialOf(page);
    const chunk = Math.floor(serial / CHUNK_PAGES);
    if (chunk === this.chunks.length) {
      this.takeBytes(CHUNK_PAGES * (PAGE_BYTES / 8));
      this.chunks.push(new Int32Array(CHUNK_PAGES * PAGE_WORDS));
    }
    this.page = page;
    this.bits = this.chunks[chunk];
    this.first = (serial - chunk * CHUNK_PAGES) * PAGE_WORDS;
  }
}
