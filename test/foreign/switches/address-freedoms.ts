import { freedom } from './freedom.ts';

/** The freedoms of coordinates, derivatives, LOD, levels and cubes. */
export const ADDRESS_FREEDOMS = {
  /** The division by q: exact, in float32, or by a reciprocal that is rounded to float32 first. */
  projectionArithmetic: freedom('Vulkan: Projection Operation; Floating-Point Computation', {
    vulkan: ['exact', 'float32', 'reciprocal'],
    d3d11: ['exact'],
  }),
  /** The product of a coordinate and a size: exact, or rounded to float32. */
  scaleArithmetic: freedom('D3D11.3 3.1.3.1; Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation', {
    vulkan: ['exact', 'float32'],
    d3d11: ['exact', 'float32'],
  }),
  /** The reduction of the range, which must not change the texels that are selected. */
  rangeReduction: freedom('D3D11.3 7.18.6', { vulkan: ['none'], d3d11: ['none', 'float32'] }),
  /** The fraction bits of texel coordinates; 30 means none are dropped. */
  subTexelBits: freedom('D3D11.3 7.18.16.1; Vulkan: Limits, subTexelPrecisionBits', {
    vulkan: [8, 9, 10, 12, 16, 30],
    d3d11: [8, 9, 10, 12, 16],
    early: [4, 5, 6, 7],
  }),
  /** The rounding to these bits. D3D11.3 3.2.4.1 allows 0.6 ULP; Vulkan says how many bits, and not how they are rounded. */
  subTexelRounding: freedom('D3D11.3 3.2.4.1; Vulkan: (u,v,w,a) to (i,j,k,l,n) Transformation', {
    vulkan: ['nearest_even', 'nearest_up', 'down'],
    d3d11: ['nearest_even', 'nearest_up', 'nearest_down', 'late', 'early'],
  }),
  /** Whether the coordinate of a nearest sample is rounded before its floor is taken. */
  nearestSnap: freedom('D3D11.3 7.18.7; Vulkan: (u,v,w,a) to (i,j,k,l,n) Transformation', {
    vulkan: ['unsnapped', 'snapped'],
    d3d11: ['snapped'],
  }),
  /** The texel that a coordinate of NaN selects. */
  nanCoordinate: freedom('D3D11.3 3.2.4.1; Vulkan: General Requirements', {
    vulkan: ['zero', 'low', 'high'],
    d3d11: ['zero'],
  }),
  /** The texel that an infinite coordinate selects. */
  infiniteCoordinate: freedom('D3D11.3 3.2.4.1, 7.18.6; Vulkan: General Requirements', {
    vulkan: ['saturate', 'zero'],
    d3d11: ['saturate'],
  }),
  /** RNE(a): ties to even are preferred, ties up are the alternative. */
  layerRounding: freedom('Vulkan: Array Layer Selection; D3D11.3 22.4.15', {
    vulkan: ['even', 'up'],
    d3d11: ['even'],
  }),
  /** The layer that NaN selects. */
  nanLayer: freedom('Vulkan: General Requirements; D3D11.3 3.2.4.1', { vulkan: ['first', 'last'], d3d11: ['first'] }),
  /** The lanes of a quad that a derivative is taken from. */
  derivativeScope: freedom('D3D11.3 22.5.2, 22.5.4; Vulkan: Derivative Image Operations', {
    vulkan: ['fine', 'coarse_first', 'coarse_last'],
    d3d11: ['fine', 'coarse_first', 'coarse_last'],
  }),
  derivativeArithmetic: freedom('D3D11.3 3.1.3.1; Vulkan: Floating-Point Computation', {
    vulkan: ['float32', 'exact'],
    d3d11: ['float32'],
  }),
  /** Implicit LODs of a quad: one for each lane, or that of lane 0 for all. */
  quadLod: freedom('D3D11.3 22.4.15, LOD Calculation', { vulkan: ['per_lane'], d3d11: ['per_lane', 'shared'] }),
  /** f_x and f_y, from the largest magnitude to the square root of 2 times their sum. */
  scaleFactor: freedom('Vulkan: Scale Factor Operation; D3D11.3 7.18.11', {
    vulkan: ['length', 'largest', 'sum', 'root_two_sum', 'largest_and_half', 'ellipse'],
    d3d11: ['ellipse', 'length'],
  }),
  lodArithmetic: freedom('D3D11.3 7.18.11; Vulkan: LOD Operation', {
    vulkan: ['exact', 'float32'],
    d3d11: ['exact', 'float32'],
  }),
  /** The fraction bits of an LOD, and of the weight between levels. */
  mipmapBits: freedom('D3D11.3 7.18.16.1; Vulkan: Limits, mipmapPrecisionBits', {
    vulkan: [8, 6, 7, 10, 16],
    d3d11: [8, 9, 12, 16],
    early: [4, 5],
  }),
  mipmapRounding: freedom('D3D11.3 3.2.4.1, 7.18.10; Vulkan: Image Level(s) Selection', {
    vulkan: ['nearest_even', 'nearest_up', 'down'],
    d3d11: ['nearest_even', 'nearest_up', 'nearest_down', 'late', 'early'],
  }),
  /** The LOD that decides between magFilter and minFilter: before or after it is rounded. */
  magnificationLod: freedom('Vulkan: Texel Filtering; D3D11.3 7.18.11', {
    vulkan: ['exact', 'rounded'],
    d3d11: ['exact', 'rounded'],
  }),
  /** eta where all derivatives along one axis are zero: "should be treated as maxAniso". */
  lineRatio: freedom('Vulkan: Scale Factor Operation', { vulkan: ['largest', 'half', 'one'], d3d11: ['largest'] }),
  /** N is rounded up to a rate that the device supports. */
  anisotropicRate: freedom('Vulkan: Scale Factor Operation', {
    vulkan: ['any', 'even', 'power_of_two'],
    d3d11: ['any', 'even', 'power_of_two'],
  }),
  /** N may be used as an approximation of eta. */
  ratioFromRate: freedom('Vulkan: Scale Factor Operation', { vulkan: [false, true], d3d11: [false] }),
  anisotropicPlacement: freedom('Vulkan: Texel Anisotropic Filtering; D3D11.3 7.18.1', {
    vulkan: ['described', 'midpoints'],
    d3d11: ['described', 'midpoints'],
  }),
  /** The filters and the mipmap mode of anisotropic samples: a device "should consider" those of the sampler. */
  anisotropicFilters: freedom('Vulkan: Texel Anisotropic Filtering', {
    vulkan: ['given', 'linear', 'trilinear'],
    d3d11: ['given'],
  }),
  /** The scheme is implementation-dependent in Vulkan: one sample is one, too. */
  anisotropicScheme: freedom('Vulkan: Texel Anisotropic Filtering', {
    vulkan: ['line', 'single'],
    d3d11: ['line'],
  }),
  /** The clamp of the minor axis to 1, before the bias: "must allow implementations that support either behavior". */
  anisotropicTopClamp: freedom('D3D11.3 7.18.11', { vulkan: [false], d3d11: [false, true] }),
  anisotropicCubes: freedom('D3D11.3 7.18.13; Vulkan: Texel Anisotropic Filtering', {
    vulkan: [false, true],
    d3d11: [false, true],
  }),
  /** nearest(d'): ceil(d' + 0.5) - 1 is preferred, floor(d' + 0.5) the alternative. */
  nearestLevel: freedom('Vulkan: Image Level(s) Selection; D3D11.3 7.18.10', {
    vulkan: ['ceil', 'floor'],
    d3d11: ['floor'],
  }),
  /** minLod of the view: the number itself is preferred, its floor the alternative. */
  viewMinLod: freedom('Vulkan: Image Level(s) Selection', { vulkan: ['float', 'integer'], d3d11: ['float'] }),
  /** The LOD where the least is above the greatest: undefined in Vulkan. */
  crossedLods: freedom('Vulkan: LOD Operation; D3D11.3 7.18.11', { vulkan: ['min', 'max'], d3d11: ['min'] }),
  /** Offsets as large as the level with MIRRORED_REPEAT, which some implementations get wrong. */
  farMirrorOffset: freedom('Vulkan: Instruction/Format/Sampler/Image View Validation, note', {
    vulkan: ['exact', 'zero'],
    d3d11: ['exact'],
  }),
  /** The order in which axes of equal magnitude win. */
  cubeTie: freedom('Vulkan: Cube Map Face Selection; D3D11.3 7.18.7', {
    vulkan: ['zyx', 'xyz', 'yxz', 'xzy'],
    d3d11: ['zyx'],
  }),
  /** The texel that a corner of a cube lacks. D3D11 may give its weight to the two beside it. */
  cubeCorner: freedom('Vulkan: Cube Map Edge Handling; D3D11.3 7.18.12', {
    vulkan: ['average', 'adjacent_two', 'own_face'],
    d3d11: ['average', 'adjacent_two'],
  }),
  /** The comparison of the texel that a corner lacks. */
  cubeCornerComparison: freedom('D3D11.3 22.4.3', { vulkan: ['fraction'], d3d11: ['fraction', 'binary'] }),
};
