/** What the look-ups of a run have found. Each look-up of a sector is one of the first four. */
export interface CacheTotals {
  readonly hits: number;
  /** Missed in the texel cache and swapped in from the victim buffer. */
  readonly victimHits: number;
  /** The line is there, the sector is not. */
  readonly sectorMisses: number;
  readonly lineMisses: number;
  /** Sector and line misses by what they found in the L2; both 0 where there is none. */
  readonly l2Hits: number;
  readonly l2Misses: number;
  /** Bytes over the link from the L2 to the texel cache, those that the L2 has missed among them. */
  readonly l2ReadBytes: number;
  /** Bytes of lines given up to an L2 of victims. */
  readonly l2WriteBytes: number;
}
