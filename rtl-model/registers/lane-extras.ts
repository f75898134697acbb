/** Results of lanes beside the colour. `LaneRegisters` has these fields too. */
export interface LaneExtras {
  /** 1 if every texel that the lane touched is resident, for instructions with `sparse` (Vulkan: Sparse Residency). */
  readonly resident: Uint8Array;
  /** The answer to OpImageSampleFootprintNV, QUERY_ENTRIES integers a lane, for footprint queries. */
  readonly query: Int32Array;
  /** The passes that the lane took; 0 if it wanted no result. Optional. */
  readonly passes?: Int32Array;
}
