/** The unit that a fault is found in; `widths` for a design whose own widths are the standard. */
export type FaultyUnit = 'widths' | 'front-end' | 'lod-unit' | 'address-unit' | 'texel-decoder' | 'filter-unit';

/** A fault in words, with the sections of the demand that it breaks. */
export interface FaultText {
  readonly title: string;
  readonly sections: Readonly<Record<'D3D11.3' | 'Vulkan', string>>;
}

/** The faults that results may show, by unit and name. */
export const FAULTS = {
  'widths/other-design': {
    title: 'The specification permits the result, but the design has other widths, roundings or rules',
    sections: { 'D3D11.3': '7.18.16', Vulkan: 'Required Limits' },
  },
  'filter-unit/narrowing': {
    title: 'A filtered value is off by a few units of the last place: too few guard bits, or a wrong rounding',
    sections: { 'D3D11.3': '7.18.16.2', Vulkan: 'Texel Filtering, Floating-Point Computation' },
  },
  'texel-decoder/conversion-precision': {
    title: 'Texels are off by a unit or two of the last place: unfiltered ones, or those of sRGB formats alone',
    sections: {
      'D3D11.3': '3.2.3',
      Vulkan: 'Texel Reads, Interpretation of Numeric Format, Conversion From Normalized Fixed-Point to Floating-Point',
    },
  },
  'address-unit/coordinate': {
    title: 'The texel coordinate, or the weight made of its fraction, has too few bits or is rounded wrongly',
    sections: {
      'D3D11.3': '7.18.7, 7.18.8, 7.18.16.1, 3.2.4.1',
      Vulkan:
        '(s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to (i,j,k,l,n) Transformation, Texel Linear Filtering, Required Limits',
    },
  },
  'lod-unit/lod': {
    title: 'The LOD is snapped to too coarse a grid, or rounded wrongly',
    sections: {
      'D3D11.3': '7.18.10, 7.18.11, 7.18.16.1, 3.2.4.1',
      Vulkan: 'LOD Operation, Image Level(s) Selection, Required Limits',
    },
  },
  'lod-unit/level-weight': {
    title: "The weight of the coarser level is not the LOD's fraction",
    sections: { 'D3D11.3': '7.18.10', Vulkan: 'Image Level(s) Selection' },
  },
  'lod-unit/scale-factor': {
    title: 'The LOD of the derivatives is off by up to a level: all derivatives, the scale factor, or its log2',
    sections: {
      'D3D11.3': '7.18.11, 22.4.17, 22.5.2, 22.5.4',
      Vulkan: 'Derivative Image Operations, Scale Factor Operation, LOD Operation',
    },
  },
  'lod-unit/derivatives': {
    title: 'Derivatives are along one direction alone, have exchanged axes, or are those of another lane',
    sections: { 'D3D11.3': '22.5.2, 22.5.4, 22.4.17', Vulkan: 'Derivative Image Operations, Scale Factor Operation' },
  },
  'lod-unit/level': {
    title: 'Another level is sampled, or other two levels, by the derivatives, the LOD or the selection',
    sections: {
      'D3D11.3': '7.18.10, 7.18.11, 22.5.2, 22.5.4',
      Vulkan:
        'Derivative Image Operations, Scale Factor Operation, LOD Operation, Image Level(s) Selection, Texel Mipmap Filtering',
    },
  },
  'lod-unit/level-rule': {
    title: 'An LOD half way between two levels selects the other one',
    sections: { 'D3D11.3': '7.18.10', Vulkan: 'Image Level(s) Selection' },
  },
  'lod-unit/lod-clamp': {
    title: 'A bias or a bound of the LOD is left out, or has too few bits',
    sections: { 'D3D11.3': '7.18.11', Vulkan: 'LOD Operation' },
  },
  'lod-unit/view-minimum': {
    title: 'The minimum LOD of the view is left out, rounded, or counted from another level',
    sections: { 'D3D11.3': '5.8', Vulkan: 'Image Level(s) Selection' },
  },
  'lod-unit/anisotropy': {
    title: 'Anisotropic filtering is taken for isotropic, or has other samples or weights',
    sections: { 'D3D11.3': '7.18.11, 7.18.16.3', Vulkan: 'Scale Factor Operation, Texel Anisotropic Filtering' },
  },
  'lod-unit/magnification': {
    title: 'Magnification is taken for minification, or the other way round',
    sections: { 'D3D11.3': '7.18.11', Vulkan: 'LOD Operation, Texel Filtering' },
  },
  'address-unit/address-mode': {
    title: 'Another address mode is used',
    sections: { 'D3D11.3': '7.18.9', Vulkan: 'Wrapping Operation' },
  },
  'address-unit/border-color': {
    title: 'Another border colour is used',
    sections: { 'D3D11.3': '7.18.9.1', Vulkan: 'Border Replacement, Border Texel Components After Replacement' },
  },
  'address-unit/layer': {
    title: 'Another array layer is read',
    sections: { 'D3D11.3': '22.4.15', Vulkan: 'Array Layer Selection' },
  },
  'address-unit/layer-rule': {
    title: 'A coordinate half way between two array layers selects the other one',
    sections: { 'D3D11.3': '22.4.15', Vulkan: 'Array Layer Selection' },
  },
  'address-unit/range': {
    title: 'A coordinate far out loses its fraction, or saturates: its range is not reduced first',
    sections: {
      'D3D11.3': '7.18.6, 7.18.7, 7.18.8',
      Vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to (i,j,k,l,n) Transformation, Wrapping Operation',
    },
  },
  'address-unit/cube-edge': {
    title: 'Taps beyond an edge of a cube face are the wrong ones',
    sections: { 'D3D11.3': '7.18.12', Vulkan: 'Cube Map Edge Handling, Wrapping Operation' },
  },
  'address-unit/cube': {
    title: 'Results of cubes alone are wrong: the face, the coordinates on it, or the taps beyond an edge',
    sections: {
      'D3D11.3': '7.18.7, 7.18.12, 7.18.11',
      Vulkan: 'Cube Map Face Selection, Cube Map Edge Handling, Cube Map Derivative Transformation',
    },
  },
  'address-unit/cube-face': {
    title: 'Another face of a cube is read, or a face turned or mirrored',
    sections: { 'D3D11.3': '7.18.7, 5.3.8', Vulkan: 'Cube Map Face Selection, Cube Map Coordinate Transformation' },
  },
  'address-unit/place': {
    title: 'The texel coordinate is scaled, shifted, mirrored or exchanged with another one',
    sections: {
      'D3D11.3': '7.18.6, 7.18.7, 7.18.8',
      Vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to (i,j,k,l,n) Transformation',
    },
  },
  'address-unit/bounds': {
    title: 'An access outside of the image returns another value than the one that is left to it',
    sections: {
      'D3D11.3': '22.4.6, 7.18.17',
      Vulkan: 'Features, robustImageAccess; Integer Texel Coordinate Operations, Texel Input Validation',
    },
  },
  'address-unit/slice': {
    title: 'Other slices of a volume are seen than those of the view',
    sections: { 'D3D11.3': '5.3.9', Vulkan: 'VkImageViewSlicedCreateInfoEXT, Integer Texel Coordinate Operations' },
  },
  'address-unit/texel': {
    title: 'Texels one place off are read',
    sections: { 'D3D11.3': '7.18.7, 7.18.8', Vulkan: '(u,v,w,a) to (i,j,k,l,n) Transformation, Texel Reads' },
  },
  'address-unit/offset': {
    title: 'The texel offset is left out, has the other sign, or is that of another level',
    sections: {
      'D3D11.3': '22.4',
      Vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation, Integer Texel Coordinate Operations',
    },
  },
  'address-unit/gather-order': {
    title: 'The texels of a gather are in another order, or at other places',
    sections: { 'D3D11.3': '22.4.2 to 22.4.5', Vulkan: 'Texel Gathering' },
  },
  'address-unit/fetch': {
    title: 'A fetch or read returns another texel, slice or level than that of its integers',
    sections: { 'D3D11.3': '22.4.6, 22.4.7', Vulkan: 'Integer Texel Coordinate Operations' },
  },
  'address-unit/sample': {
    title: 'Another sample of a multisampled image is read',
    sections: { 'D3D11.3': '22.4.7', Vulkan: 'Integer Texel Coordinate Operations' },
  },
  'address-unit/footprint': {
    title: 'The groups, the level or the granularity of a footprint are others',
    sections: { 'D3D11.3': '22.4', Vulkan: 'Texel Footprint Evaluation' },
  },
  'address-unit/residency': {
    title: 'Texels without memory are called resident, or the other way round',
    sections: { 'D3D11.3': '22.4.15, 5.9.4.5', Vulkan: 'Sparse Residency' },
  },
  'filter-unit/box': {
    title: 'A box has another place or size, or its sum is divided by another area',
    sections: { 'D3D11.3': '22.4', Vulkan: 'Box Filter Operation' },
  },
  'filter-unit/weight-image': {
    title: 'Weights of another phase or place are used, or texels other than those of the weights',
    sections: { 'D3D11.3': '22.4', Vulkan: 'Weight Sampling Operation' },
  },
  'filter-unit/block-match': {
    title: 'Other blocks are compared, or by another metric',
    sections: {
      'D3D11.3': '22.4',
      Vulkan: 'Block Matching Operation, Block Matching Window Operation, Block Matching Gather Operation',
    },
  },
  'texel-decoder/write': {
    title: 'A written texel is another one, or is converted or discarded wrongly',
    sections: {
      'D3D11.3': '3.2.2, 3.2.3',
      Vulkan:
        'Texel Output Format Conversion, Conversion From Floating-Point to Normalized Fixed-Point, Integer Texel Coordinate Operations',
    },
  },
  'texel-decoder/atomic': {
    title: 'An atomic leaves or returns another value',
    sections: { 'D3D11.3': '22.4', Vulkan: 'OpAtomic on OpImageTexelPointer, Integer Texel Coordinate Operations' },
  },
  'filter-unit/filter': {
    title: 'Another filter is used',
    sections: {
      'D3D11.3': '7.18.7, 7.18.8',
      Vulkan: 'Texel Nearest Filtering, Texel Linear Filtering, Texel Cubic Filtering',
    },
  },
  'filter-unit/weights': {
    title: 'The weights of a linear filter are not the fractions of the coordinate',
    sections: { 'D3D11.3': '7.18.8', Vulkan: 'Texel Linear Filtering' },
  },
  'filter-unit/range': {
    title: 'Results are held to a range that the format does not have',
    sections: {
      'D3D11.3': '7.18.16.2, 7.18.16.3',
      Vulkan: 'Texel Filtering, Format Conversion, Floating-Point Computation',
    },
  },
  'filter-unit/reduction': {
    title: 'Another reduction is used',
    sections: { 'D3D11.3': '7.18.3, 7.18.8, 3.1.3.1', Vulkan: 'Texel Linear Filtering, Texel Cubic Filtering' },
  },
  'filter-unit/comparison': {
    title: 'Another comparison is used, or the reference is another',
    sections: { 'D3D11.3': '22.4.19', Vulkan: 'Depth Compare Operation' },
  },
  'texel-decoder/conversion': {
    title: 'Texels are converted as those of another format',
    sections: {
      'D3D11.3': '3.2.3, 3.1.5, 19.1.3, 19.3.2',
      Vulkan:
        'Texel Reads, Interpretation of Numeric Format, Conversion From Normalized Fixed-Point to Floating-Point, 16-Bit Floating-Point Numbers, Khronos Data Format',
    },
  },
  'texel-decoder/view-format': {
    title: 'Texels are read by the format of the image, not by that of the view',
    sections: { 'D3D11.3': '19.1.4', Vulkan: 'VkImageViewCreateInfo' },
  },
  'texel-decoder/pair': {
    title: 'Texels of 4:2:2 formats take the luma or the chroma from another place of the pair',
    sections: { 'D3D11.3': '19.4', Vulkan: 'Format Definition, Chroma Reconstruction' },
  },
  'texel-decoder/block': {
    title: 'Texels of compressed blocks are decoded wrongly: a mode, the endpoints or the indices',
    sections: { 'D3D11.3': '19.5', Vulkan: 'Texel Reads, Compressed Image Formats, Khronos Data Format' },
  },
  'texel-decoder/chroma': {
    title: "The chroma of Y'CbCr texels is from another place, or is filtered otherwise",
    sections: { 'D3D11.3': '22.4', Vulkan: 'Chroma Reconstruction' },
  },
  'texel-decoder/ycbcr-range': {
    title: "Y'CbCr texels are expanded by another range",
    sections: { 'D3D11.3': '22.4', Vulkan: "Sampler Y'CbCr Range Expansion" },
  },
  'texel-decoder/ycbcr-model': {
    title: "Y'CbCr texels are converted by another model, or have their components in another order",
    sections: { 'D3D11.3': '22.4', Vulkan: "Sampler Y'CbCr Model Conversion, Sampler Y'CbCr Component Swizzle" },
  },
  'texel-decoder/ycbcr': {
    title: "Results of Y'CbCr samplers alone are wrong: the chroma, the range, the model, or the gamma",
    sections: {
      'D3D11.3': '22.4',
      Vulkan: "Chroma Reconstruction, Sampler Y'CbCr Range Expansion, Sampler Y'CbCr Model Conversion, Y'CbCr Degamma",
    },
  },
  'texel-decoder/components': {
    title: 'Components of the texel are swapped, or missing ones have the wrong value',
    sections: { 'D3D11.3': '19.1.3.3', Vulkan: 'Component Swizzle, Conversion to RGBA, component substitution' },
  },
  'lod-unit/query': {
    title: 'A query returns another LOD, or the size or levels of the image instead of the view',
    sections: {
      'D3D11.3': '22.4.14, 22.4.21, 22.4.22, 22.5.6',
      Vulkan: 'Image Query Instructions, OpImageQuerySize, OpImageQuerySamples, LOD Query',
    },
  },
  'front-end/projection': {
    title: 'The projection is left out',
    sections: { 'D3D11.3': '7.18.5', Vulkan: 'Projection Operation' },
  },
  'front-end/lane': {
    title: 'A lane has the result of another lane of its quad',
    sections: { 'D3D11.3': '7.18.5', Vulkan: 'Image Sample Operations' },
  },
} as const satisfies Readonly<Record<`${FaultyUnit}/${string}`, FaultText>>;

export type Fault = keyof typeof FAULTS;
