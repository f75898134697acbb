/** The known demands of the specifications, in short, and the rules that check them. */
export interface Topic {
  readonly topic: string;
  readonly specification: 'D3D11.3' | 'Vulkan';
  /** Ids, without the specification that they begin with. */
  readonly rules: readonly string[];
}

function d3d11(topic: string, ...rules: readonly string[]): Topic {
  return { topic, specification: 'D3D11.3', rules: rules.map((rule) => `d3d11.3/${rule}`) };
}

function vulkan(topic: string, ...rules: readonly string[]): Topic {
  return { topic, specification: 'Vulkan', rules: rules.map((rule) => `vulkan/${rule}`) };
}

export const TOPICS: readonly Topic[] = [
  d3d11('float to fixed within 0.6 ULP', '3.2.4.1/linear-coordinate', '3.2.4.1/point-coordinate', '3.2.4.1/lod'),
  d3d11('NaN, infinity and saturation of coordinates and LODs', '3.2.4.1/special-coordinates', '7.18.11/lod-clamp'),
  d3d11(
    'UNORM, SNORM, sRGB and float conversions: tolerance, exact ends, monotone',
    '3.2.3.3/snorm-to-float',
    '3.2.3.5/unorm-to-float',
    '3.2.3.7/srgb-to-float',
    '3.1.5/small-floats',
    '3.1.3.2/float32-unmodified',
    '19.3.2.1/shared-exponent',
  ),
  d3d11('integer formats', '3.2.3.9/sint-widened', '3.2.3.12/uint-widened'),
  d3d11('conversions back to the code', '19.1.2/unorm-invertible', '19.1.2/snorm-invertible', '19.1.2/srgb-invertible'),
  d3d11('coordinates of 2^16 around 0', '7.18.16.1/coordinate-range'),
  d3d11('8 fraction bits of a coordinate at least', '7.18.16.1/subtexel-bits', '7.18.8/linear-weights'),
  d3d11('LOD of 8.8 at least', '7.18.16.1/lod-bits'),
  d3d11('point sampling is exact', '7.18.7/point-texel', '7.18.7/cube-point'),
  d3d11('results between the least and the largest texel', '7.18.16.3/within-texels'),
  d3d11('a constant colour stays', '7.18.16.3/constant-color'),
  d3d11('monotone in the weights', '7.18.16.3/monotone'),
  d3d11(
    "arithmetic of the format's precision",
    '7.18.16.2/unorm8-lerp',
    '7.18.16.2/fixed-filter',
    '7.18.16.2/float-filter',
    '19.1.3.2/srgb-filter',
  ),
  d3d11('no snapping of the LOD around a level, true weights', '7.18.10/mip-weights', '7.18.10/mip-nearest'),
  d3d11('range reduction changes nothing', '7.18.6/range-reduction'),
  d3d11('LOD formulas', '7.18.11/isotropic-lod', '7.18.11/elliptical-lod', '7.18.11/special-derivatives'),
  d3d11('LOD clamps and the filter they select', '7.18.11/lod-clamp', '7.18.11/magnification'),
  d3d11(
    'bias of -16 to 15.99, without coming back into range',
    '7.18.11/lod-bias',
    '7.18.11/lod-bias-sum',
    '7.18.11/lod-out-of-range',
  ),
  d3d11('anisotropic ratio and area clamp', '7.18.11/anisotropic-lod', '7.18.11/anisotropic-area'),
  d3d11('edges and corners of cubes', '7.18.12/cube-edge', '7.18.12/cube-corner'),
  d3d11('border colour clamped to the format', '7.18.9.1/border-color'),
  d3d11('block decoding', '19.5.2/block-tolerance', '19.5.13/bc6h-exact', '19.5.14/bc7-exact'),
  d3d11(
    'comparisons, before they are filtered',
    '22.4.19/comparison',
    '22.4.19/comparison-quantized',
    '22.4.19/comparison-filter',
  ),
  d3d11('gathers', '22.4.2/gather4', '22.4.3/gather4-comparison', '22.4.4/gather4-offsets'),
  d3d11('the LOD that is asked for', '22.5.6/lod-instruction'),
  d3d11('clamps of resources', '5.8.4/resource-clamp', '5.8.5/clamped-off'),
  d3d11('what is not there', '7.18.17/unbound', '19.1.3.3/missing-components'),
  vulkan(
    'subTexelPrecisionBits and mipmapPrecisionBits as snapping grids',
    'unnormalized-texel-coordinate-operations/subtexel-precision',
    'unnormalized-texel-coordinate-operations/subtexel-claim',
    'image-levels-selection/mipmap-precision',
    'image-levels-selection/mipmap-claim',
  ),
  vulkan(
    'bounds, monotony and continuity of f_x and f_y',
    'scale-factor-operation/bounds',
    'scale-factor-operation/monotony',
    'scale-factor-operation/continuity',
    'lod-query/sampled-lod',
  ),
  vulkan(
    'nearest and RNE, preferred or alternative',
    'image-levels-selection/nearest-level',
    'array-layer-selection/layer',
    'unnormalized-texel-coordinate-operations/nearest-texel',
  ),
  vulkan(
    'eta, N and their zero cases',
    'scale-factor-operation/anisotropic-lod',
    'scale-factor-operation/degenerate-footprints',
  ),
  vulkan('maxSamplerLodBias', 'lod-operation/bias-clamp', 'required-limits/max-sampler-lod-bias'),
  vulkan('maxSamplerAnisotropy', 'required-limits/max-sampler-anisotropy'),
  vulkan('offset ranges', 'required-limits/texel-offsets', 'required-limits/gather-offsets'),
  vulkan(
    'LOD clamps and filters',
    'image-levels-selection/level-clamp',
    'lod-operation/min-lod-operand',
    'texel-filtering/mag-min-filter',
  ),
  vulkan(
    'cubes: faces, edges and the constraint at corners',
    'cube-map-face-selection/face',
    'cube-map-coordinate-transformation/face-coordinates',
    'cube-map-edge-handling/edges',
    'cube-map-edge-handling/corners',
    'cube-map-edge-handling/nearest',
    'wrapping-operation/non-seamless-cube',
  ),
  vulkan(
    'border colours, custom ones within 1 ULP',
    'border-replacement/custom-color',
    'border-replacement/fixed-colors',
  ),
  vulkan(
    'reduction over non-zero weights',
    'texel-linear-filtering/reduction',
    'texel-mipmap-filtering/reduction',
    'texel-cubic-filtering/reduction',
  ),
  vulkan("Y'CbCr of the source format's precision", 'sampler-y-cbcr-conversion/precision'),
  vulkan('chroma reconstruction', 'chroma-reconstruction/explicit', 'chroma-reconstruction/implicit'),
  vulkan(
    'format conversions',
    'numeric-representation-and-computation/unorm',
    'numeric-representation-and-computation/snorm',
    'numeric-representation-and-computation/srgb',
    'numeric-representation-and-computation/float',
    'numeric-representation-and-computation/shared-exponent',
    'numeric-representation-and-computation/unsigned-integer',
    'numeric-representation-and-computation/signed-integer',
    'numeric-representation-and-computation/uscaled',
    'numeric-representation-and-computation/sscaled',
  ),
  vulkan(
    'swizzles and null descriptors',
    'component-swizzle/every-mapping',
    'texel-input-validation-operations/null-descriptor',
  ),
  vulkan('comparisons', 'depth-compare-operation/compare-operations', 'depth-compare-operation/filtered-range'),
  vulkan(
    'linear and cubic filtering',
    'unnormalized-texel-coordinate-operations/linear-texels',
    'sampling-coordinate-systems/unnormalized-coordinates',
    'texel-linear-filtering/weight-products',
    'texel-cubic-filtering/weights',
    'texel-cubic-filtering/weight-products',
    'texel-range-clamp/range',
  ),
  vulkan(
    'address modes',
    'wrapping-operation/address-modes',
    'wrapping-operation/mode-of-each-axis',
    'wrapping-operation/wrapped-pairs',
  ),
  vulkan('gathers', 'texel-gathering/order-and-component', 'texel-gathering/swizzle', 'texel-gathering/dref-gather'),
];
