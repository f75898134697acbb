import { freedom } from './freedom.ts';

/** The freedoms of texels, filters, borders, comparisons, accesses out of bounds, writes and queries. */
export const TEXEL_FREEDOMS = {
  /** The arithmetic of the weighted average: exact, or float32 in one of two orders. */
  filterArithmetic: freedom('D3D11.3 7.18.16.2, 3.1.3.2; Vulkan: Texel Linear Filtering', {
    vulkan: ['exact', 'float32_sum', 'float32_lerp'],
    d3d11: ['exact', 'float32_sum', 'float32_lerp'],
  }),
  /** The bits beyond those of a fixed-point format that results are rounded to; 99 means that none are dropped. */
  fixedFilterBits: freedom('D3D11.3 7.18.16.2; Vulkan: Numeric Representation and Computation', {
    vulkan: [99, 8, 4, 1, 0],
    d3d11: [99, 8, 4, 1, 0],
  }),
  /** The weights of a linear filter along several axes: exact products, or whole numbers of 2^-8 that sum to 1. */
  weightProducts: freedom('Vulkan: Texel Linear Filtering, which names no precision of them', {
    vulkan: ['exact', 'whole'],
    d3d11: ['exact'],
  }),
  /** The precision of an average of floats of fewer than 32 bits. */
  smallFloatFilter: freedom('Vulkan: Texel Linear Filtering, which names no precision of it', {
    vulkan: ['float32', 'half'],
    d3d11: ['float32'],
  }),
  /** NaN, infinity and signed zeros of texels whose weight is 0. */
  zeroWeight: freedom('D3D11.3 7.18.16.2; Vulkan: Floating-Point Computation', {
    vulkan: ['skipped', 'multiplied'],
    d3d11: ['skipped', 'multiplied'],
  }),
  /** A float32 denormal that is sampled without filtering. */
  sampledDenormal: freedom('D3D11.3 22.4.15, Return Type Control; Vulkan: Floating-Point Computation', {
    vulkan: ['kept', 'flushed'],
    d3d11: ['kept', 'flushed'],
  }),
  /** A float32 denormal that is fetched, read or gathered. */
  fetchedDenormal: freedom('D3D11.3 3.1.3.2, 22.4.6, 22.4.2; Vulkan: Floating-Point Computation', {
    vulkan: ['kept', 'flushed'],
    d3d11: ['kept'],
  }),
  /** The least and greatest of zeros: by their signs, or the first one. */
  reductionZero: freedom('D3D11.3 3.1.3.2; Vulkan: Texel Linear Filtering', {
    vulkan: ['signed', 'first'],
    d3d11: ['signed', 'first'],
  }),
  /** The least and greatest of a number and NaN. */
  reductionNan: freedom('D3D11.3 3.1.3.1; Vulkan: Floating-Point Computation', {
    vulkan: ['number', 'nan'],
    d3d11: ['number'],
  }),
  /** A denormal that is the least or greatest texel. */
  reductionDenormal: freedom('D3D11.3 3.1.3.2; Vulkan: Floating-Point Computation', {
    vulkan: ['kept', 'flushed'],
    d3d11: ['kept', 'flushed'],
  }),
  /** The ONE swizzle of a depth or stencil view, undefined without depthStencilSwizzleOneSupport. */
  depthSwizzleOne: freedom('Vulkan: Component Swizzle', { vulkan: ['one', 'zero'], d3d11: ['one'] }),
  /** Values below -1 of SNORM, which may be used while filtering. */
  snormLowest: freedom('Vulkan: Conversion From Normalized Fixed-Point to Floating-Point', {
    vulkan: ['clamped', 'clamped_last'],
    d3d11: ['clamped'],
  }),
  /** sRGB to linear, within half a code on the sRGB side. */
  srgbDecode: freedom('D3D11.3 3.2.3.7', {
    vulkan: ['ideal', 'float32', 'alternating'],
    d3d11: ['ideal', 'float32', 'low', 'high', 'alternating'],
  }),
  /** The derived colours of BC1 to BC5. */
  blockPalette: freedom('D3D11.3 19.5.2; Khronos Data Format: S3TC, RGTC', {
    vulkan: ['exact', 'nearest', 'truncated'],
    d3d11: ['exact', 'nearest', 'truncated'],
  }),
  /** A comparison with linear filtering: any method with a result in [0, 1]. */
  comparisonFilter: freedom('Vulkan: Depth Compare Operation', {
    vulkan: ['weighted', 'mean', 'nearest'],
    d3d11: ['weighted'],
  }),
  /** The reference depth as a code of the format: in D3D11 within 0.6 ULP, in Vulkan either neighbour. */
  referenceRounding: freedom('D3D11.3 22.4.19, 3.2.3.6; Vulkan: Conversion From Floating-Point to Fixed-Point', {
    vulkan: ['none', 'nearest', 'down', 'up'],
    d3d11: ['nearest', 'late', 'early'],
  }),
  /** Denormals of a comparison. */
  comparedDenormal: freedom('D3D11.3 22.4.3, 3.1.3.2; Vulkan: Floating-Point Computation', {
    vulkan: ['kept', 'flushed'],
    d3d11: ['flushed'],
  }),
  /** A custom border colour: within one ULP of the format; in D3D11 at the precision of the filter. */
  borderRounding: freedom('Vulkan: Border Replacement; D3D11.3 7.18.9.1', {
    vulkan: ['none', 'nearest', 'up', 'down'],
    d3d11: ['none', 'nearest'],
  }),
  /** Blue and alpha of B4G4R4A4 may be swapped, red and alpha of R4G4B4A4. */
  blackBorderSwap: freedom('Vulkan: Border Replacement', { vulkan: [false, true], d3d11: [false] }),
  /** S = B_g may replace S = B_r for custom colours without a format. */
  stencilBorder: freedom('Vulkan: Border Texel Components After Replacement', { vulkan: ['r', 'g'], d3d11: ['r'] }),
  /** Denormals of a border colour may be flushed. */
  borderDenormal: freedom('D3D11.3 3.1.3.2; Vulkan: Floating-Point Computation', {
    vulkan: ['kept', 'flushed'],
    d3d11: ['kept', 'flushed'],
  }),
  /** The swizzle of an opaque black border: undefined unless the view has the identity. */
  blackBorderSwizzle: freedom('Vulkan: Component Swizzle', { vulkan: ['swizzled', 'unswizzled'], d3d11: ['swizzled'] }),
  /** The alpha of an access out of bounds under robustImageAccess. */
  outOfBoundsAlpha: freedom('Vulkan: Features, robustImageAccess', { vulkan: [1, 0], d3d11: [1] }),
  /** An access out of bounds that no feature and no text defines. */
  undefinedAccess: freedom('Vulkan: Integer Texel Coordinate Operations', {
    vulkan: ['zero', 'clamped'],
    d3d11: ['zero'],
  }),
  /** A sample index beyond the samples of the resource. */
  undefinedSample: freedom('D3D11.3 22.4.7, Sample Number', { vulkan: ['zero', 'last'], d3d11: ['zero', 'last'] }),
  /** Texels without memory read as zero under residencyNonResidentStrict and in D3D11, else as anything. */
  nonResidentTexel: freedom('Vulkan: Sparse Residency', { vulkan: ['zero', 'memory'], d3d11: ['zero'] }),
  /** Whether texels of weight 0 count as accessed. */
  zeroWeightResidency: freedom('Vulkan: Sparse Residency; D3D11.3 22.4.15', {
    vulkan: ['counted', 'skipped'],
    d3d11: ['counted', 'skipped'],
  }),
  /** Values between two codes that are written. */
  writtenCode: freedom('Vulkan: Conversion From Floating-Point to Normalized Fixed-Point; D3D11.3 3.2.3.6', {
    vulkan: ['nearest', 'down', 'up'],
    d3d11: ['nearest', 'late', 'early'],
  }),
  writtenFloat: freedom('Vulkan: Floating-Point Format Conversions; D3D11.3 3.2.2', {
    vulkan: ['toward_zero', 'nearest_even', 'away'],
    d3d11: ['toward_zero'],
  }),
  writtenOverflow: freedom('Vulkan: Floating-Point Format Conversions; D3D11.3 3.2.2', {
    vulkan: ['largest', 'infinity'],
    d3d11: ['largest'],
  }),
  /** Integers that a format cannot hold. */
  writtenInteger: freedom('D3D11.3 3.2.3.13; Vulkan: Images, texel output', {
    vulkan: ['clamped', 'wrapped'],
    d3d11: ['clamped'],
  }),
  /** Format features of an image whose chroma is reconstructed explicitly. */
  chromaReconstruction: freedom('Vulkan: Chroma Reconstruction', {
    vulkan: ['implicit', 'explicit'],
    d3d11: ['implicit'],
  }),
  /** Implicit reconstruction with a nearest chroma filter may take both offsets for midpoints. */
  nearestChroma: freedom('Vulkan: Implicit Reconstruction', { vulkan: ['located', 'midpoint'], d3d11: ['located'] }),
  rangeClamp: freedom("Vulkan: Sampler Y'CbCr Range Expansion", {
    vulkan: ['none', 'luma', 'chroma', 'both'],
    d3d11: ['none'],
  }),
  modelClamp: freedom("Vulkan: Sampler Y'CbCr Model Conversion", { vulkan: [false, true], d3d11: [false] }),
  /** The precision of range expansion and model conversion is at least that of the format. */
  conversionPrecision: freedom("Vulkan: Sampler Y'CbCr Range Expansion, Model Conversion", {
    vulkan: ['exact', 'format'],
    d3d11: ['exact'],
  }),
  /** Anchor and offset of a footprint have several forms that mean the same texels. */
  footprintForm: freedom('Vulkan: Texel Footprint Evaluation', { vulkan: ['aligned', 'shifted'], d3d11: ['aligned'] }),
  /** The group of a footprint that is too wide for the one that was asked for: the next that fits, or one larger. */
  largerGroups: freedom('Vulkan: Texel Footprint Evaluation', { vulkan: ['first', 'second'], d3d11: ['first'] }),
  /** The level of a footprint: from the view's first one, or from the image's; the text does not say which. */
  footprintLevel: freedom('Vulkan: Texel Footprint Evaluation, fifth member', {
    vulkan: ['view', 'image'],
    d3d11: ['view'],
  }),
  /** The width of a box: as it is, or at the precision of coordinates. */
  boxWidth: freedom('Vulkan: Box Filter Operation', { vulkan: ['exact', 'snapped'], d3d11: ['exact'] }),
  /** The array size of a cube array in resinfo is undefined. */
  cubeArraySize: freedom('D3D11.3 22.4.14', { vulkan: ['cubes'], d3d11: ['cubes', 'faces', 'zero'] }),
  /** The size of a level that the clamp of the resource has removed. */
  clampedLevelSize: freedom('D3D11.3 22.4.14', { vulkan: ['size'], d3d11: ['size', 'zero'] }),
  /** The lod instruction with point mip filtering is not defined. */
  pointMipQuery: freedom('D3D11.3 22.5.6', { vulkan: ['level'], d3d11: ['level', 'fraction'] }),
  /** Very large values of a LOD query may be limited. */
  queriedRange: freedom('Vulkan: LOD Query', { vulkan: ['unlimited', 'sixteen', 'hundred'], d3d11: ['unlimited'] }),
};
