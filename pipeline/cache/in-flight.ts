import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';

/** Taps of a pass: up to four for each of four lanes. */
export const PASS_TAPS = 4 * QUAD_LANES;

/** Storage of the quads and passes that are on their way. */
export class InFlight {
  /** Registers of the quads. The lanes of quad slot k start at 4k. */
  readonly lanes: LaneRegisters;
  readonly quad: Float64Array;
  readonly state: Uint16Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly active: Uint8Array;
  readonly passes: Int32Array;
  /** The cycle in which the front end took the quad in. */
  readonly entered: Float64Array;
  /** The shader's warp that issued the quad, where warps are limited. */
  readonly warp: Uint16Array;

  /** Registers of the passes. The footprints of pass slot k start at lane 4k. */
  readonly foot: Footprints;
  readonly quadOf: Int32Array;
  readonly pass: Int32Array;
  /** The distinct sectors of pass slot k, from entry 16k on, in the order of look-up; their number; those looked up. */
  readonly sector: Float64Array;
  readonly sectorCount: Uint8Array;
  readonly lookedUp: Uint8Array;
  /** The number of lanes with a sample. */
  readonly samples: Uint8Array;
  /** Each sector's data sector; its way there, a SOURCE; the first cycle in which it can be read. */
  readonly sectorAt: Int32Array;
  readonly sectorSource: Uint8Array;
  readonly sectorReady: Float64Array;
  /** The reads of the data store that the taps of the pass in each sector need. */
  readonly sectorReads: Uint8Array;
  /** The number, among the pass's sectors, of the one that tap n of pass slot k reads, at 16k + n. */
  readonly sectorOfTap: Uint8Array;
  /** The serial number of the next quad. */
  private quads = 0;

  /** @param quads,passes the numbers of slots */
  constructor(quads: number, passes: number) {
    this.lanes = new LaneRegisters(QUAD_LANES * quads);
    this.quad = new Float64Array(quads);
    this.state = new Uint16Array(quads);
    this.x = new Int32Array(quads);
    this.y = new Int32Array(quads);
    this.active = new Uint8Array(quads);
    this.passes = new Int32Array(quads);
    this.entered = new Float64Array(quads);
    this.warp = new Uint16Array(quads);

    const taps = PASS_TAPS * passes;
    this.foot = new Footprints(QUAD_LANES * passes);
    this.quadOf = new Int32Array(passes);
    this.pass = new Int32Array(passes);
    this.sector = new Float64Array(taps);
    this.sectorCount = new Uint8Array(passes);
    this.lookedUp = new Uint8Array(passes);
    this.samples = new Uint8Array(passes);
    this.sectorAt = new Int32Array(taps);
    this.sectorSource = new Uint8Array(taps);
    this.sectorReady = new Float64Array(taps);
    this.sectorReads = new Uint8Array(taps).fill(1);
    this.sectorOfTap = new Uint8Array(taps);
  }

  /** Notes `count` quads of the batch, from quad `from` on, in the slots from `slot` on. */
  note(batch: QuadBatch, from: number, count: number, slot: number): void {
    for (let n = 0; n < count; n++) {
      this.quad[slot + n] = this.quads++;
      this.state[slot + n] = batch.state[from + n];
      this.x[slot + n] = batch.x[from + n];
      this.y[slot + n] = batch.y[from + n];
      this.active[slot + n] = batch.active[from + n];
    }
  }
}
