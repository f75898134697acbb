/** A texel along one axis of a filter's footprint. */
export interface AxisTap {
  readonly index: number;
  /** Exact, of the snapped fraction. */
  readonly weight: number;
  /** The bound of the error of the design's weight, which stays below it; 0 for an exact weight. */
  readonly error: number;
}

/** A texel of a footprint of up to three axes. */
export interface WeightedTap {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  readonly weight: number;
  readonly error: number;
  /** True if the design's weight may be 0 though the exact one is not. */
  readonly mayVanish: boolean;
}
