import { Footprints } from '../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../rtl-model/registers/quad-batch.ts';

/** Taps of a pass: four lanes of up to four. */
export const PASS_TAPS = 4 * QUAD_LANES;

/** Storage of the quads and passes that are on their way. */
export class InFlight {
  /** Of quad slot k: its lanes start at 4k. */
  readonly lanes: LaneRegisters;
  readonly quad: Float64Array;
  readonly state: Uint16Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly active: Uint8Array;
  readonly passes: Int32Array;
  /** The cycle in which the front end took it in. */
  readonly entered: Float64Array;

  /** Of pass slot k: its footprints start at lane 4k. */
  readonly foot: Footprints;
  readonly quadOf: Int32Array;
  readonly pass: Int32Array;
  /** Of pass slot k: its distinct sectors, from entry 16k on, in look-up order; how many; how many are looked up. */
  readonly sector: Int32Array;
  readonly sectorCount: Uint8Array;
  readonly lookedUp: Uint8Array;
  /** Of pass slot k: 1 if a tap is on the border; lanes with a sample. */
  readonly onBorder: Uint8Array;
  readonly samples: Uint8Array;
  /** Of such a sector: where it is in the data store; how it gets there; the cycle from which on it can be read. */
  readonly sectorAt: Int32Array;
  readonly sectorSource: Uint8Array;
  readonly sectorReady: Float64Array;
  /** Of tap n of pass slot k, at 16k + n: which of the pass's sectors it reads. */
  readonly sectorOfTap: Uint8Array;

  /** @param quads,passes how many it holds at a time */
  constructor(quads: number, passes: number) {
    this.lanes = new LaneRegisters(QUAD_LANES * quads);
    this.quad = new Float64Array(quads);
    this.state = new Uint16Array(quads);
    this.x = new Int32Array(quads);
    this.y = new Int32Array(quads);
    this.active = new Uint8Array(quads);
    this.passes = new Int32Array(quads);
    this.entered = new Float64Array(quads);

    const taps = PASS_TAPS * passes;
    this.foot = new Footprints(QUAD_LANES * passes);
    this.quadOf = new Int32Array(passes);
    this.pass = new Int32Array(passes);
    this.sector = new Int32Array(taps);
    this.sectorCount = new Uint8Array(passes);
    this.lookedUp = new Uint8Array(passes);
    this.onBorder = new Uint8Array(passes);
    this.samples = new Uint8Array(passes);
    this.sectorAt = new Int32Array(taps);
    this.sectorSource = new Uint8Array(taps);
    this.sectorReady = new Float64Array(taps);
    this.sectorOfTap = new Uint8Array(taps);
  }
}
