/** Counts of the look-ups of a run, by result. Each look-up of a sector is one of the first four. */
export interface CacheTotals {
  readonly hits: number;
  /** Misses in the texel cache that were swapped in from the victim buffer. */
  readonly victimHits: number;
  /** Misses where the line is present and the sector is not. */
  readonly sectorMisses: number;
  readonly lineMisses: number;
  /**
   * Sector and line misses but for prefetch hits, and prefetches, by hit or miss in the L2; both 0 without an L2.
   */
  readonly l2Hits: number;
  readonly l2Misses: number;
  /** Bytes over the link from the L2 to the texel cache, including those that the L2 missed. */
  readonly l2ReadBytes: number;
  /** Bytes of lines given up to an L2 of victims. */
  readonly l2WriteBytes: number;
  /** Bytes of dirty sectors that were written back from the texel cache, its victims, or an L2 of victims. */
  readonly writeBackBytes: number;
  /** L2 misses of writes that got no place in the L2. */
  readonly l2Bypasses: number;
  /** Sectors fetched ahead, and their bytes; sector and line misses that found their sector among these. */
  readonly prefetches: number;
  readonly prefetchHits: number;
  readonly prefetchBytes: number;
  /** Requests to the L2 or the memory, of misses and prefetches, by hit or miss of their page; both 0 without a TLB. */
  readonly tlbHits: number;
  readonly tlbMisses: number;
  /** Lines that an inclusive L2 gave up, each of which texel caches were searched for; sectors that this took from them. */
  readonly l2Probes: number;
  readonly l2Drops: number;
  /** L2 misses by hit or miss in the L3; both 0 without an L3. */
  readonly l3Hits: number;
  readonly l3Misses: number;
}
