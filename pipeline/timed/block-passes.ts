import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { type InFlight, PASS_TAPS } from '../in-flight.ts';
import type { PassSectors } from '../pass-sectors.ts';

/** The parts of every pass of a block of quads that take time: its taps, samples and sectors. */
export class BlockPasses {
  private readonly inFlight: InFlight;
  private readonly sectors: PassSectors;
  private readonly quads: number;
  /** Taps and samples of pass p of quad k, at p * quads + k. */
  taps = new Uint8Array(0);
  samples = new Uint8Array(0);
  private sectorCount = new Uint8Array(0);
  /** The distinct sectors of pass p of quad k, from 16 (p * quads + k) on, in the order of look-up. */
  private sector = new Int32Array(0);
  private readonly sectorOfTap: Uint8Array;

  /** @param quads the most quads of a block */
  constructor(inFlight: InFlight, sectors: PassSectors, quads: number) {
    this.inFlight = inFlight;
    this.sectors = sectors;
    this.quads = quads;
    this.begin(1);
    this.sectorOfTap = new Uint8Array(PASS_TAPS);
  }

  /** A block begins, whose quads have so many passes at most. A quad without active lanes keeps an empty pass. */
  begin(passes: number): void {
    const slots = passes * this.quads;
    this.taps.fill(0, 0, this.quads);
    this.samples.fill(0, 0, this.quads);
    this.sectorCount.fill(0, 0, this.quads);
    if (slots <= this.taps.length) return;
    this.taps = new Uint8Array(slots);
    this.samples = new Uint8Array(slots);
    this.sectorCount = new Uint8Array(slots);
    this.sector = new Int32Array(PASS_TAPS * slots);
  }

  /** Notes pass `pass` of the first `count` quads, whose footprints stand in `InFlight.foot`. */
  note(pass: number, count: number): void {
    const { inFlight, sectors, taps, samples, sector, sectorCount, sectorOfTap } = this;
    const { tapCount, address } = inFlight.foot;
    for (let quad = 0; quad < count; quad++) {
      const at = pass * this.quads + quad;
      const lane = QUAD_LANES * quad;
      const [a, b, c, d] = [tapCount[lane], tapCount[lane + 1], tapCount[lane + 2], tapCount[lane + 3]];
      taps[at] = a + b + c + d;
      samples[at] = Number(a !== 0) + Number(b !== 0) + Number(c !== 0) + Number(d !== 0);
      sectorCount[at] = sectors.list(quad, address, PASS_TAPS * quad, sector, PASS_TAPS * at, sectorOfTap);
    }
  }

  /**
   * Brings a pass of a quad to the cache: its sectors come into pass slot 0 of `InFlight`.
   *
   * @returns the index of its taps and samples
   */
  load(quad: number, pass: number): number {
    const { inFlight, sector } = this;
    const at = pass * this.quads + quad;
    const count = this.sectorCount[at];
    const first = PASS_TAPS * at;
    inFlight.quadOf[0] = quad;
    inFlight.sectorCount[0] = count;
    for (let n = 0; n < count; n++) inFlight.sector[n] = sector[first + n];
    return at;
  }
}
