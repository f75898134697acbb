import { BORDER_ADDRESS } from '../../rtl-model/registers/footprints.ts';
import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import type { UnitPath } from '../../rtl-model/path/unit-path.ts';
import type { DataStore } from './data-store.ts';
import { type InFlight, PASS_TAPS } from '../cache/in-flight.ts';
import type { PassSectors } from '../cache/pass-sectors.ts';

/**
 * Decodes the taps of passes from the data store. The decoder is called here, and not in its stage further on, because
 * the bytes are those of the store at the time of the call. The decoder's stage says when the texels are there.
 */
export class TapReader {
  /** @param source the texel memory, which holds compressed blocks decoded */
  constructor(
    private readonly paths: readonly UnitPath[],
    private readonly inFlight: InFlight,
    private readonly sectors: PassSectors,
    private readonly store: DataStore,
    private readonly source: TexelBytes,
  ) {}

  /** Decodes the taps that the pass reads from its sectors `from` to `until - 1`. */
  read(slot: number, from: number, until: number): void {
    if (from === until) return;
    const { inFlight, paths, store } = this;
    const { sectorOfTap, sectorAt, sector, foot } = inFlight;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    const { sectorShift } = this.sectors;
    const sectorMask = (1 << sectorShift) - 1;
    const ofBlocks = this.sectors.compressed(slot);
    const first = PASS_TAPS * slot;
    for (let tap = first; tap < first + PASS_TAPS; tap++) {
      const at = foot.address[tap];
      const n = sectorOfTap[tap];
      if (at < 0 || n < from || n >= until) continue;
      if (ofBlocks) {
        store.check(sector[first + n], sectorAt[first + n]);
        decoder.decodeTap(foot, tap, at, this.source);
      } else decoder.decodeTap(foot, tap, (sectorAt[first + n] << sectorShift) | (at & sectorMask), store.texels);
    }
  }

  /** Decodes the taps of a pass that are on the border. */
  readBorder(slot: number): void {
    const { inFlight, paths } = this;
    const { foot } = inFlight;
    const { address } = foot;
    const { decoder } = paths[inFlight.state[inFlight.quadOf[slot]]];
    for (let tap = PASS_TAPS * slot; tap < PASS_TAPS * (slot + 1); tap++) {
      if (address[tap] === BORDER_ADDRESS) decoder.decodeTap(foot, tap, BORDER_ADDRESS, this.store.texels);
    }
  }
}
