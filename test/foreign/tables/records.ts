/** Four components, in the order r, g, b, a. */
export type Vector4 = [number, number, number, number];

export interface TexelBox {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

export interface ForeignImage {
  readonly name: string;
  readonly format: string;
  readonly type: '1d' | '2d' | '3d';
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly layers: number;
  readonly samples: number;
  readonly cornerSampled: boolean;
  readonly unbound: readonly TexelBox[];
  /** The bytes of each level; writes change them. */
  readonly levels: readonly Uint8Array[];
}

export type ViewType = '1d' | '2d' | '3d' | 'cube' | '1d_array' | '2d_array' | 'cube_array';
export type Swizzle = 'identity' | 'zero' | 'one' | 'r' | 'g' | 'b' | 'a';

export interface KernelShape {
  readonly filterCenter: readonly [number, number];
  readonly filterSize: readonly [number, number];
  readonly numPhases: number;
}

export interface ForeignView {
  readonly image: ForeignImage;
  readonly viewType: ViewType;
  readonly format: string;
  readonly components: readonly Swizzle[];
  readonly aspect: string;
  readonly baseMipLevel: number;
  readonly levelCount: number;
  readonly baseArrayLayer: number;
  readonly layerCount: number;
  readonly minLod: number;
  readonly slices: { readonly sliceOffset: number; readonly sliceCount: number } | null;
  readonly weights: KernelShape | null;
}

export type FilterMode = 'nearest' | 'linear' | 'cubic';
export type AddressMode = 'repeat' | 'mirrored_repeat' | 'clamp_to_edge' | 'clamp_to_border' | 'mirror_clamp_to_edge';
export type CompareOp =
  'never' | 'less' | 'equal' | 'less_or_equal' | 'greater' | 'not_equal' | 'greater_or_equal' | 'always';
export type ReductionMode = 'weighted_average' | 'min' | 'max' | 'weighted_average_rangeclamp';

export interface BorderColor {
  readonly color: Vector4;
  /** The name of the colour, or 'custom'. */
  readonly kind: string;
  readonly format: string | null;
  readonly mapping: readonly Swizzle[] | null;
}

export interface YcbcrConversion {
  readonly ycbcrModel: string;
  readonly ycbcrRange: string;
  readonly components: readonly Swizzle[];
  readonly xChromaOffset: string;
  readonly yChromaOffset: string;
  readonly chromaFilter: 'nearest' | 'linear';
  readonly forceExplicitReconstruction: boolean;
  readonly enableYDegamma: boolean;
  readonly enableCbCrDegamma: boolean;
}

export interface ForeignSampler {
  readonly magFilter: FilterMode;
  readonly minFilter: FilterMode;
  readonly mipmapMode: 'nearest' | 'linear';
  readonly addressModes: readonly [AddressMode, AddressMode, AddressMode];
  readonly mipLodBias: number;
  readonly anisotropyEnable: boolean;
  readonly maxAnisotropy: number;
  readonly minLod: number;
  readonly maxLod: number;
  readonly border: BorderColor;
  readonly compareEnable: boolean;
  readonly compareOp: CompareOp;
  readonly unnormalizedCoordinates: boolean;
  readonly reductionMode: ReductionMode;
  readonly cubicWeights: string;
  readonly nonSeamlessCubeMap: boolean;
  readonly ycbcrConversion: YcbcrConversion | null;
  readonly windowExtent: readonly [number, number];
  readonly windowCompareMode: 'min' | 'max';
}

/** A request line: fields as in the request trace, with views and samplers by their names. */
export interface ForeignRequest {
  readonly id: number | string;
  readonly op: string;
  readonly image: string | null;
  readonly sampler: string | null;
  /** One coordinate, or those of the four lanes of a quad. */
  readonly coords: readonly (readonly number[])[];
  readonly quad: boolean;
  readonly active: readonly boolean[];
  /** Further operands, as the line has them. */
  readonly operands: Readonly<Record<string, unknown>>;
}

export interface ForeignTable {
  readonly views: ReadonlyMap<string, ForeignView>;
  readonly samplers: ReadonlyMap<string, ForeignSampler>;
  readonly requests: readonly ForeignRequest[];
}

/** A footprint as a result line has it. */
export interface FootprintAnswer {
  readonly single: boolean;
  readonly anchor: readonly number[];
  readonly offset: readonly number[];
  readonly mask: readonly [number, number];
  readonly lod: number;
  readonly granularity: number;
}

/** The result of a lane. */
export interface LaneAnswer {
  texel: Vector4;
  resident?: boolean;
  footprint?: FootprintAnswer | null;
}
