import type { CacheDesign } from '../rtl-model/design/design.ts';
import { TexelBytes } from '../rtl-model/memory/image.ts';
import type { CacheLevels } from '../rtl-model/texel-cache/cache-levels.ts';
import { ABSENT } from '../rtl-model/texel-cache/tag-array.ts';

/**
 * The bytes of the data lines: those of the texel cache and of what it gives up. Lines that look-ups make move are
 * planned at the look-up and moved at its turn in the data stage, in the same order.
 */
export class DataStore {
  readonly texels: TexelBytes;
  private readonly source: TexelBytes;
  private readonly sectors: number;
  private readonly sectorWords: number;
  /** Of a data sector: the sector in it. Kept where some texels are not read from here, to check that they could be. */
  private readonly holds: Int32Array | null;
  /** Planned moves: of a look-up their number, then from and to of each. */
  private readonly plans: Int32Array;
  private readonly planMask: number;
  private planned = 0;
  private done = 0;

  /** @param lookUps most that are between tag and data stage  @param mapped whether some images lie in blocks */
  constructor({ sectorBytes }: CacheDesign, levels: CacheLevels, source: TexelBytes, lookUps: number, mapped: boolean) {
    const { dataLines, sectors, moves } = levels;
    this.source = source;
    this.sectors = sectors;
    this.sectorWords = sectorBytes / 4;
    this.texels = new TexelBytes(dataLines * sectors * sectorBytes);
    this.holds = mapped ? new Int32Array(dataLines * sectors).fill(ABSENT) : null;
    const size = levels.moving ? 2 ** Math.ceil(Math.log2((1 + moves.length) * lookUps)) : 0;
    this.plans = new Int32Array(size);
    this.planMask = size - 1;
  }

  /** What moves for a look-up that hasn't hit. */
  plan({ moves, moveCount }: CacheLevels): void {
    const { plans, planMask } = this;
    plans[this.planned++ & planMask] = moveCount;
    for (let n = 0; n < 2 * moveCount; n++) plans[this.planned++ & planMask] = moves[n];
  }

  /** Moves what is planned for the next look-up. */
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

  /** @throws Error when the data sector holds another sector: a fault of the timing */
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
