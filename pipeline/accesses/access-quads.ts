import type { CacheDesign } from '../../rtl-model/design/design.ts';
import { InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import { LANES_IN } from '../stages/quad-work.ts';
import type { ListedWork } from '../units/quad-list.ts';

/** Accesses in the order in which they are issued, an entry each in every column, as a trace has them. */
export interface IssuedAccesses {
  /** Byte address, an exact integer from 0 to 2^53 - 1. */
  readonly address: Float64Array;
  readonly bytes: Uint16Array;
  readonly quad: Uint32Array;
  readonly pass: Uint16Array;
  /** Lane of the quad, 0 to 3. */
  readonly lane: Uint8Array;
  /** 1 for a write, 0 for a read. */
  readonly write: Uint8Array;
  /** The first cycle in which the access is issued. */
  readonly cycle: Float64Array;
  /** The texture unit that it is for, where the design's distribution is that of the trace. */
  readonly unit: Int32Array;
  readonly count: number;
}

/** The slot of the one quad. */
const QUAD = 0;
const NO_QUAD = -1;

/**
 * The quads of accesses: those in a row that have one quad, cycle and unit, and all read or all write. A pass reads or
 * writes as its first access does. It has up to PASS_TAPS accesses and as many sectors; a longer one goes on as another
 * pass.
 */
export class AccessQuads implements ListedWork {
  readonly inFlight = new InFlight(1, 1);
  /** The issue of the quad. */
  cycle = 0;
  unit = 0;
  private quad = NO_QUAD;
  private quads = 0;
  private pass = 0;
  private passes = 0;
  /** Of each pass: its accesses, a mask of the lanes that make them, and the number of its sectors. */
  private readonly taps: number[] = [];
  private readonly lanes: number[] = [];
  private readonly counts: number[] = [];
  /** The sectors of pass p from entry PASS_TAPS * p on, the reads of each, and the last reader. */
  private readonly sectors: number[] = [];
  private readonly reads: number[] = [];
  private readonly readers: number[] = [];

  constructor(private readonly cache: CacheDesign) {}

  /** Takes accesses in. @param give is called with each quad that is whole: it is in slot 0 until the call returns */
  take(accesses: IssuedAccesses, give: () => void): void {
    const { inFlight } = this;
    const { address, bytes, quad, pass, lane, write, cycle, unit, count } = accesses;
    for (let n = 0; n < count; n++) {
      const passBegins = pass[n] !== this.pass;
      const issued = quad[n] === this.quad && cycle[n] === this.cycle && unit[n] === this.unit;
      if (!issued || (passBegins && write[n] !== inFlight.state[QUAD])) {
        this.end(give);
        this.quad = quad[n];
        this.cycle = cycle[n];
        this.unit = unit[n];
        inFlight.state[QUAD] = write[n];
        this.beginPass();
      } else if (passBegins) this.beginPass();
      this.pass = pass[n];
      this.access(address[n], bytes[n], lane[n]);
    }
  }

  /** The accesses are over, or the next quad begins. */
  end(give: () => void): void {
    if (this.quad === NO_QUAD) return;
    const { inFlight, lanes } = this;
    inFlight.quad[QUAD] = this.quads++;
    inFlight.passes[QUAD] = this.passes;
    inFlight.active[QUAD] = lanes.reduce((all, some) => all | some, 0);
    give();
    this.quad = NO_QUAD;
    this.passes = this.taps.length = lanes.length = this.counts.length = 0;
  }

  address(_quad: number, pass: number, slot: number): number {
    const { inFlight, lanes, taps } = this;
    inFlight.pass[slot] = pass;
    inFlight.samples[slot] = LANES_IN[lanes[pass]];
    return taps[pass];
  }

  collect(slot: number): void {
    const { inFlight, counts, sectors, reads } = this;
    const pass = inFlight.pass[slot];
    const count = counts[pass];
    for (let n = 0; n < count; n++) {
      inFlight.sector[PASS_TAPS * slot + n] = sectors[PASS_TAPS * pass + n];
      inFlight.sectorReads[PASS_TAPS * slot + n] = reads[PASS_TAPS * pass + n];
    }
    inFlight.sectorCount[slot] = count;
  }

  private beginPass(): void {
    this.taps.push(0);
    this.lanes.push(0);
    this.counts.push(0);
    this.passes++;
  }

  private access(address: number, bytes: number, lane: number): void {
    const { sectorBytes } = this.cache;
    if (this.taps[this.passes - 1] === PASS_TAPS) this.beginPass();
    this.tap(lane);
    const end = address + bytes;
    for (let sector = Math.floor(address / sectorBytes); sector * sectorBytes < end; sector++) {
      if (this.read(sector, lane)) continue;
      this.beginPass();
      this.tap(lane);
      this.read(sector, lane);
    }
  }

  private tap(lane: number): void {
    this.taps[this.passes - 1]++;
    this.lanes[this.passes - 1] |= 1 << lane;
  }

  /** The pass's last access reads a sector. @returns false if the pass has no room for it */
  private read(sector: number, lane: number): boolean {
    const { sectors, reads, readers, counts } = this;
    const { portSharing: sharing, coalescing } = this.cache;
    const pass = this.passes - 1;
    const reader = 1 << (sharing === 'pass' ? 0 : sharing === 'lane' ? lane : this.taps[pass]);
    const first = PASS_TAPS * pass;
    const end = first + counts[pass];
    let at = coalescing === 'pass' ? first : end;
    while (at < end && sectors[at] !== sector) at++;
    if (at === first + PASS_TAPS) return false;
    if (at === end) {
      counts[pass]++;
      sectors[at] = sector;
      reads[at] = 0;
      readers[at] = 0;
    }
    if ((readers[at] & reader) === 0) reads[at]++;
    readers[at] |= reader;
    return true;
  }
}
