import type { RoundingMode } from '../fixed-point/rounding.ts';

/** How a scaled coordinate is formed before it is snapped: float32 arithmetic, or the whole product kept. */
export type ScalePrecision = 'float32' | 'exact';
/** Vulkan: Array Layer Selection, RNE(a) preferred or floor(a + 0.5) alternative. */
export type LayerRounding = 'nearest-even' | 'floor-plus-half';
/** How the length of a derivative vector is found (Vulkan: Scale Factor Operation; D3D11.3 7.18.11). */
export type ScaleFactorMethod = 'ellipse' | 'euclidean' | 'max-component' | 'component-sum' | 'alpha-max-beta-min';
/** Vulkan: Image Level(s) Selection, nearest(d'): ceil(d' + 0.5) - 1 preferred, floor(d' + 0.5) alternative. */
export type NearestLevelRule = 'ceil-minus-one' | 'floor-plus-half';
/** Where the i-th of N anisotropic samples lies on the major axis: i/(N+1) - 1/2 (Vulkan), or (i - 1/2)/N - 1/2. */
export type AnisotropicSpacing = 'i-over-n-plus-1' | 'centered';
/** Sides of the tiles that texels can lie in. */
export const TILE_SIDES = [1, 2, 4, 8, 16, 32] as const;
export type TileSide = (typeof TILE_SIDES)[number];
/** How texels lie in memory: rows, rows of tiles of WxH texels each, or in Z-order. */
export type TexelLayout = 'linear' | `tiled-${TileSide}x${TileSide}` | 'morton';
export const TEXEL_LAYOUTS: readonly TexelLayout[] = [
  'linear',
  ...TILE_SIDES.flatMap((width) => TILE_SIDES.map((height) => `tiled-${width}x${height}` as const)),
  'morton',
];
/** Compressed blocks in the cache as they are stored, or decoded on their way into it. */
export type BlockStorage = 'compressed' | 'decoded';
export const REPLACEMENTS = ['lru', 'tree-plru', 'fifo', 'random'] as const;
/** Which line of a full set goes. */
export type Replacement = (typeof REPLACEMENTS)[number];
export const SET_INDICES = ['modulo', 'xor-folded'] as const;
/**
 * The set of a line: its number modulo the sets, or the exclusive or of the number's groups of log2(sets) bits, so that
 * strides of powers of two spread.
 */
export type SetIndex = (typeof SET_INDICES)[number];
export const L2_ALLOCATIONS = ['on-miss', 'victim', 'none'] as const;
/** What the L2 keeps: the lines that it misses, those that the L1 gives up, or nothing new. */
export type L2Allocation = (typeof L2_ALLOCATIONS)[number];
/** Float formats: one rounding of the exact weighted sum, or every float32 step rounded. */
export type FloatFilterPath = 'fused' | 'float32-steps';
/** The reference depth of a comparison: as it is, or at the precision of the depth format (D3D11.3 22.4.19). */
export type DepthReference = 'exact' | 'quantized';

/** The address unit (D3D11.3 7.18.6-7.18.9; Vulkan: Unnormalized Texel Coordinate Operations). */
export interface AddressDesign {
  /** Scaled coordinates, i.f: 16.8 by default. f is what Vulkan calls subTexelPrecisionBits. */
  readonly coordinate: { readonly integerBits: number; readonly fractionBits: number };
  readonly rounding: RoundingMode;
  readonly scalePrecision: ScalePrecision;
  readonly rangeReduction: boolean;
  readonly layerRounding: LayerRounding;
  /** Texels that the unit addresses in a cycle, over the four lanes. */
  readonly tapsPerCycle: number;
}

/** The LOD unit (D3D11.3 7.18.10-7.18.11; Vulkan: Scale Factor Operation, LOD Operation). */
export interface LodDesign {
  /** LOD, i.f: 8.8 by default. f is what Vulkan calls mipmapPrecisionBits. */
  readonly format: { readonly integerBits: number; readonly fractionBits: number };
  readonly rounding: RoundingMode;
  readonly derivatives: 'coarse' | 'fine';
  readonly scaleFactor: ScaleFactorMethod;
  /** Weights of the larger and the smaller component for alpha-max-beta-min. */
  readonly alpha: number;
  readonly beta: number;
  /**
   * log2 by leading one and a table of the mantissa: bits of the index and of an entry, and how many of the mantissa's
   * bits below the index, the highest ones, interpolate linearly: none, or at most the 23 - indexBits that there are.
   */
  readonly log2Table: {
    readonly indexBits: number;
    readonly entryBits: number;
    readonly interpolationBits: number;
  };
  readonly nearestRule: NearestLevelRule;
  /**
   * Weight of the coarser level over the LOD's fraction: null for the true weight (D3D11.3 7.18.10), or the knots of a
   * piecewise linear curve, [fraction, weight] in [0, 1], rising in both.
   */
  readonly levelWeightCurve: readonly (readonly [number, number])[] | null;
  /** Bias, as i.f. */
  readonly bias: { readonly integerBits: number; readonly fractionBits: number };
  /** minLod and maxLod, as unsigned i.f. */
  readonly clamp: { readonly integerBits: number; readonly fractionBits: number };
  /** Supported sampling rates, rising from 1; N rounds up to the next (Vulkan: Scale Factor Operation). */
  readonly anisotropicRates: readonly number[];
  readonly anisotropicSpacing: AnisotropicSpacing;
}

/** The filter unit (D3D11.3 7.18.16; Vulkan: Texel Filtering). */
export interface FilterDesign {
  /** Bits of a bilinear weight; at most the coordinate's fraction bits. */
  readonly weightBits: number;
  /** Fraction bits kept below the texel's own after each lerp. */
  readonly guardBits: number;
  readonly rounding: RoundingMode;
  /** Width of the anisotropic accumulator. */
  readonly accumulatorBits: number;
  /** Fraction bits of 1/N for the anisotropic average, or an exact divider. */
  readonly reciprocalBits: number | 'exact';
  /** Bits of a linearised sRGB component. */
  readonly srgbLinearBits: number;
  /** Fraction bits of a cubic weight; it is signed, with one integer bit. */
  readonly cubicWeightBits: number;
  readonly floatPath: FloatFilterPath;
  readonly depthReference: DepthReference;
  /** Bilinear samples (one lane, 2x2 texels, four components of 8 bits) in a cycle. */
  readonly samplesPerCycle: number;
  /** Cycles for one such batch of wider components, relative to 8 bits. */
  readonly rate: { readonly bits16: number; readonly bits32: number };
}

/** Where a cache keeps a line, and which one goes for it. */
export interface TagDesign {
  readonly lineBytes: number;
  readonly sets: number;
  readonly ways: number;
  readonly setIndex: SetIndex;
  readonly replacement: Replacement;
}

/** The cache between the texel cache and memory. */
export interface L2Design extends TagDesign {
  readonly allocation: L2Allocation;
  /** Cycles from a miss of the texel cache to the first byte of its line, where the L2 has it. */
  readonly latency: number;
  readonly bytesPerCycle: number;
}

/** The texel cache. */
export interface CacheDesign extends TagDesign {
  /** What comes from memory at a time; a line has one or more of them under its tag. */
  readonly sectorBytes: number;
  readonly banks: number;
  /** Lines of a fully associative LRU buffer of what the texel cache gave up; 0 for none (Jouppi 1990). */
  readonly victimLines: number;
  /** Null where the texel cache misses into memory. */
  readonly l2: L2Design | null;
  readonly layout: TexelLayout;
  readonly blocks: BlockStorage;
  /** Lines that can be on their way from memory at a time. */
  readonly outstandingMisses: number;
  /** Tag look-ups in a cycle. */
  readonly tagsPerCycle: number;
}

/** Depths in quads or quad passes, latencies in cycles. */
export interface PipelineDesign {
  /** Of the FIFO in front of each stage; `fragment` is the fragment FIFO, in front of the data store. */
  readonly fifoDepth: {
    readonly lod: number;
    readonly address: number;
    readonly tag: number;
    readonly fragment: number;
    readonly decode: number;
    readonly filter: number;
    readonly result: number;
  };
  readonly latency: {
    readonly frontEnd: number;
    readonly lod: number;
    readonly address: number;
    readonly tag: number;
    readonly data: number;
    readonly decode: number;
    readonly filter: number;
    readonly result: number;
  };
  readonly memory: MemoryDesign;
}

/** Memory behind the caches. */
export interface MemoryDesign {
  /** Cycles from a miss to the first byte of its line, where it lies in a row that is open. */
  readonly latency: number;
  readonly bytesPerCycle: number;
  /** Every transfer is a multiple of this. */
  readonly burstBytes: number;
  /** Null where every access costs the same. */
  readonly rows: RowDesign | null;
}

/** Banks of a memory, each with one row open at a time; consecutive rows lie in consecutive banks. */
export interface RowDesign {
  readonly banks: number;
  readonly rowBytes: number;
  /** Cycles to close a bank's row and open another, during which the bank serves nothing. */
  readonly activateCycles: number;
}

/** What the design claims of itself (Vulkan: VkPhysicalDeviceLimits). */
export interface LimitsDesign {
  readonly subTexelPrecisionBits: number;
  readonly mipmapPrecisionBits: number;
  readonly maxSamplerLodBias: number;
  readonly maxSamplerAnisotropy: number;
  readonly minTexelOffset: number;
  readonly maxTexelOffset: number;
  readonly maxImageDimension2D: number;
  readonly maxImageArrayLayers: number;
  readonly maxImageDimension1D: number;
  readonly maxImageDimension3D: number;
  readonly maxImageDimensionCube: number;
  readonly minTexelGatherOffset: number;
  readonly maxTexelGatherOffset: number;
  /** VkPhysicalDeviceImageProcessingPropertiesQCOM. */
  readonly maxBoxFilterBlockSize: readonly [number, number];
  readonly maxWeightFilterDimension: readonly [number, number];
  readonly maxWeightFilterPhases: number;
  readonly maxBlockMatchRegion: readonly [number, number];
}

/** A texture-unit design: every width, rule, depth and latency. Plain data; the presets are JSON files of it. */
export interface Design {
  readonly name: string;
  readonly description: string;
  readonly address: AddressDesign;
  readonly lod: LodDesign;
  readonly filter: FilterDesign;
  readonly cache: CacheDesign;
  readonly pipeline: PipelineDesign;
  readonly limits: LimitsDesign;
}

/** A design that validates field by field but that the arithmetic cannot hold. `field` names the culprit. */
export class DesignError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.name = 'DesignError';
    this.field = field;
  }
}
