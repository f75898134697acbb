import { Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';

/** Taps of a pass: up to four for each of four lanes. */
export const PASS_TAPS = 4 * QUAD_LANES;

/** Storage of the quads and passes that are on their way. */
export class InFlight {
  /** Registers of the quads. The lanes of quad slot k start at 4k. */
  readonly lanes = new LaneRegisters(QUAD_LANES * this.quadSlots);
  readonly quad = new Float64Array(this.quadSlots);
  readonly state = new Uint16Array(this.quadSlots);
  readonly x = new Int32Array(this.quadSlots);
  readonly y = new Int32Array(this.quadSlots);
  readonly active = new Uint8Array(this.quadSlots);
  readonly passes = new Int32Array(this.quadSlots);
  /** The cycle in which the front end took the quad in. */
  readonly entered = new Float64Array(this.quadSlots);
  /** The shader's warp that issued the quad, where warps are limited. */
  readonly warp = new Uint16Array(this.quadSlots);

  /** Registers of the passes. The footprints of pass slot k start at lane 4k. */
  readonly foot = new Footprints(QUAD_LANES * this.passSlots);
  readonly quadOf = new Int32Array(this.passSlots);
  readonly pass = new Int32Array(this.passSlots);
  /** The distinct sectors of pass slot k, from entry 16k on, in the order of look-up; their number; those looked up. */
  readonly sector = new Float64Array(PASS_TAPS * this.passSlots);
  readonly sectorCount = new Uint8Array(this.passSlots);
  readonly lookedUp = new Uint8Array(this.passSlots);
  /** The number of lanes with a sample. */
  readonly samples = new Uint8Array(this.passSlots);
  /** Each sector's data sector; its way there, a SOURCE; the first cycle in which it can be read. */
  readonly sectorAt = new Int32Array(PASS_TAPS * this.passSlots);
  readonly sectorSource = new Uint8Array(PASS_TAPS * this.passSlots);
  readonly sectorReady = new Float64Array(PASS_TAPS * this.passSlots);
  /** The reads of the data store that the taps of the pass in each sector need. */
  readonly sectorReads = new Uint8Array(PASS_TAPS * this.passSlots).fill(1);
  /** The number, among the pass's sectors, of the one that tap n of pass slot k reads, at 16k + n. */
  readonly sectorOfTap = new Uint8Array(PASS_TAPS * this.passSlots);
  /** The serial number of the next quad. */
  private quads = 0;

  constructor(
    private readonly quadSlots: number,
    private readonly passSlots: number,
  ) {}

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
