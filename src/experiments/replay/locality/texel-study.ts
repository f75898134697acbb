import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { GrowingStudy } from './growing-study.ts';
import { LineTable } from './line-table.ts';

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

/** The reuse of texels. A texel is identified by its first address. */
export type TexelLocality = Readonly<ReturnType<TexelStudy['result']>>;

const LEAST_SLOTS = 1024;

/** Locality of texels: the texels shared by taps within a pass and within a quad, and the size of the area accessed. */
export class TexelStudy extends GrowingStudy {
  private readonly touched = new AddressSet(this.budget);
  private uniqueBytes = 0;
  private accesses = 0;
  private quad = -1;
  private pass = -1;
  private quads = 0;
  private passes = 0;
  private texelsOfPasses = 0;
  private texelsOfQuads = 0;
  /** A hash table of the quad's texels. An entry is valid if it has the number of the quad, and of the pass. */
  private address = new Float64Array(LEAST_SLOTS);
  private ofQuad = new Float64Array(LEAST_SLOTS);
  private ofPass = new Float64Array(LEAST_SLOTS);
  private held = 0;

  /** Takes a batch of accesses. Quads and passes may continue from batch to batch. */
  take(batch: AccessBatch): void {
    const { count, address, bytes, quad, pass } = batch;
    for (let n = 0; n < count; n++) {
      if (quad[n] !== this.quad) {
        this.quads++;
        this.held = 0;
      }
      if (quad[n] !== this.quad || pass[n] !== this.pass) this.passes++;
      this.quad = quad[n];
      this.pass = pass[n];
      if (this.touched.add(address[n])) this.uniqueBytes += bytes[n];
      this.touch(address[n]);
    }
    this.accesses += count;
  }

  result() {
    const { accesses, quads, passes, uniqueBytes, texelsOfPasses, texelsOfQuads } = this;
    /** The number of different texels in the whole stream; `texelsOfPasses` and `texelsOfQuads` sum those of each. */
    const uniqueTexels = this.touched.count;
    return { accesses, quads, passes, uniqueTexels, uniqueBytes, texelsOfPasses, texelsOfQuads };
  }

  private touch(address: number): void {
    const slot = this.slotOf(address);
    if (this.ofQuad[slot] !== this.quads) {
      this.address[slot] = address;
      this.ofQuad[slot] = this.quads;
      this.texelsOfQuads++;
      this.held++;
    }
    if (this.ofPass[slot] !== this.passes) {
      this.ofPass[slot] = this.passes;
      this.texelsOfPasses++;
    }
    if (2 * this.held > this.address.length) this.grow();
  }

  /** The slot of the texel among the quad's, or a free slot for it. */
  private slotOf(address: number): number {
    const mask = this.address.length - 1;
    const high = Math.floor(address / 2 ** 26);
    const hash = Math.imul(address - high * 2 ** 26, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.ofQuad[slot] === this.quads && this.address[slot] !== address) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { address, ofQuad, ofPass } = this;
    const slots = 2 * address.length;
    this.takeBytes(3 * address.byteLength);
    this.address = new Float64Array(slots);
    this.ofQuad = new Float64Array(slots);
    this.ofPass = new Float64Array(slots);
    for (let from = 0; from < address.length; from++) {
      if (ofQuad[from] !== this.quads) continue;
      const slot = this.slotOf(address[from]);
      this.address[slot] = address[from];
      this.ofQuad[slot] = ofQuad[from];
      this.ofPass[slot] = ofPass[from];
    }
  }
}
