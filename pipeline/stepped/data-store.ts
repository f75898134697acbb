import { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import type { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { ABSENT } from '../../rtl-model/texel-cache/tag-array.ts';

/**
 * The bytes of the data lines: those of the texel cache, and those of the buffer for lines that it gives up. A move of
 * a line is planned at the look-up that causes it, and made at the look-up's turn in the data stage, in the same order.
 */
export class DataStore {
  private readonly sectors = this.levels.sectors;
  private readonly sectorWords = this.sectorBytes / 4;
  readonly texels = new TexelBytes(this.levels.dataLines * this.sectors * this.sectorBytes);
  /** The sector that each data sector holds. It is kept, for a check, where some texels are not read from here. */
  private readonly holds: Int32Array | null;
  /** Planned moves: for each look-up their number, then the lines from and to which each one goes. */
  private readonly plans: Int32Array;
  private readonly planMask: number;
  private planned = 0;
  private done = 0;

  /** @param lookUps the most that are between tag and data stage  @param mapped true if some images lie in blocks */
  constructor(
    private readonly sectorBytes: number,
    private readonly levels: CacheLevels,
    private readonly source: TexelBytes,
    lookUps: number,
    mapped: boolean,
  ) {
    const { dataLines, sectors, moves, moving } = levels;
    this.holds = mapped ? new Int32Array(dataLines * sectors).fill(ABSENT) : null;
    const size = moving ? 2 ** Math.ceil(Math.log2((1 + moves.length) * lookUps)) : 0;
    this.plans = new Int32Array(size);
    this.planMask = size - 1;
  }

  /** Plans the moves of a look-up that has not hit. */
  plan(): void {
    const { moves, moveCount } = this.levels;
    const { plans, planMask } = this;
    plans[this.planned++ & planMask] = moveCount;
    for (let n = 0; n < 2 * moveCount; n++) plans[this.planned++ & planMask] = moves[n];
  }

  /** Makes the moves that are planned for the next look-up. */
  carryOut(): void {
    const { plans, planMask } = this;
    const count = plans[this.done++ & planMask];
    for (let n = 0; n < count; n++) {
      const from = plans[this.done++ & planMask];
      this.moveLine(from, plans[this.done++ & planMask]);
    }
  }

  /** Writes a sector that has come from memory. */
  fill(sector: number, dataSector: number): void {
    const { sectorWords } = this;
    const { words } = this.texels;
    const source = this.source.words;
    const from = sector * sectorWords;
    const to = dataSector * sectorWords;
    for (let k = 0; k < sectorWords; k++) words[to + k] = source[from + k];
    if (this.holds !== null) this.holds[dataSector] = sector;
  }

  /** @throws Error when the data sector holds another sector, which is a fault of the timing */
  check(sector: number, dataSector: number): void {
    if (this.holds![dataSector] !== sector) {
      throw new Error(`sector ${sector} is read before it is in the data store`);
    }
  }

  private moveLine(from: number, to: number): void {
    const { sectors, holds } = this;
    const lineWords = sectors * this.sectorWords;
    this.texels.words.copyWithin(to * lineWords, from * lineWords, (from + 1) * lineWords);
    holds?.copyWithin(to * sectors, from * sectors, (from + 1) * sectors);
  }
}
