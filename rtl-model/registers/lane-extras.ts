/** What a lane returns beside its colour; `LaneRegisters` has it, and so has whoever receives results. */
export interface LaneExtras {
  /** Of a lane of an instruction with `sparse`: 1 if every texel that it touched is resident (Vulkan: Sparse Residency). */
  readonly resident: Uint8Array;
  /** Of a lane of a footprint query, QUERY_ENTRIES integers: what OpImageSampleFootprintNV returns. */
  readonly query: Int32Array;
  /** Of a lane: the passes that it took, where there is a place for them; 0 where it wanted no result. */
  readonly passes?: Int32Array;
}
