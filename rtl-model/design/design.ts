import type {
  ADDRESS,
  ALIGNED_SUM,
  CACHE,
  BC,
  CLOCK,
  DESIGN,
  DRAM_TIMING,
  FILTER,
  L2,
  L3,
  LIMITS,
  LOD,
  MEMORY,
  PIPELINE,
  PREFETCH,
  RATE_FACTORS,
  SHADER,
  TAGS,
  TLB,
  UNITS_FIELDS,
} from './design-fields.ts';
import type { Value, Values } from './field.ts';

// The fields, with their ranges and units, are rows of design-fields.ts.

/** The address unit of a design. */
export interface AddressDesign extends Value<typeof ADDRESS> {}
/** The LOD unit of a design. */
export interface LodDesign extends Value<typeof LOD> {}
/** Blocks of BC1 to BC5 as a unit rounds them. */
export interface BcDesign extends Values<typeof BC.fields> {}
/** The filter unit of a design. */
export interface FilterDesign extends Value<typeof FILTER> {}
/** A factor of the time of a batch of samples. */
export type RateFactor = keyof typeof RATE_FACTORS.fields;
/** Sums of floats whose texels are cut to the greatest of them. */
export interface AlignedSumDesign extends Values<typeof ALIGNED_SUM.fields> {}
/** The place of a line in a cache, and the line that goes for it. */
export interface TagDesign extends Values<typeof TAGS> {}
/** The cache between the texel cache and memory. */
export interface L2Design extends Value<typeof L2> {}
/** The cache in front of memory. */
export interface L3Design extends Value<typeof L3> {}
/** The pages that are known in front of the L2 and the memory. */
export interface TlbDesign extends Value<typeof TLB> {}
/** The clock of a bus beside that of the unit. */
export interface ClockDesign extends Value<typeof CLOCK> {}
/** What the texel cache fetches ahead. */
export interface PrefetchDesign extends Value<typeof PREFETCH> {}
/** The texel cache of a design. */
export interface CacheDesign extends Value<typeof CACHE> {}
/** The memory below the caches. */
export interface MemoryDesign extends Value<typeof MEMORY> {}
/** Banks of a memory, each with one row open at a time; consecutive rows lie in consecutive banks. */
export type RowDesign = NonNullable<MemoryDesign['rows']>;
/** The least cycles between commands to a DRAM. */
export interface DramTiming extends Values<typeof DRAM_TIMING.fields> {}
/** The shader that issues the requests of a texture unit. */
export interface ShaderDesign extends Value<typeof SHADER> {}
/** The texture units, and the way in which they share the requests. */
export interface UnitsDesign extends Value<typeof UNITS_FIELDS> {}
/** FIFO depths in quads or quad passes, latencies in cycles, and what is around the stages. */
export interface PipelineDesign extends Value<typeof PIPELINE> {}
/** The claims of a design (Vulkan: VkPhysicalDeviceLimits). */
export interface LimitsDesign extends Value<typeof LIMITS> {}
/** A texture-unit design: every width, rule, depth and latency. Plain data; the presets are JSON files of it. */
export interface Design extends Value<typeof DESIGN> {}

export type { TexelLayout } from './design-fields.ts';
export type SpecificationText = Design['text'];
export type LayerRounding = AddressDesign['layerRounding'];
export type NearestLevelRule = LodDesign['nearestRule'];
export type AnisotropicSpacing = LodDesign['anisotropicSpacing'];

/** A design that validates field by field but that the arithmetic, or a run, cannot hold. `field` names the culprit. */
export class DesignError extends Error {
  readonly field: string;
  /** @param design its name, where it may be one of several */
  constructor(field: string, message: string, design?: string) {
    super(`${field}${design === undefined ? '' : ` of ${design}`}: ${message}`);
    this.name = 'DesignError';
    this.field = field;
  }
}
