/** The unit that a fault is found in; `widths` for a design whose own widths are the standard. */
export type FaultyUnit = 'widths' | 'front-end' | 'lod-unit' | 'address-unit' | 'texel-decoder' | 'filter-unit';

/** A fault in words, with the sections of the demand that it breaks. */
export interface FaultText {
  readonly title: string;
  readonly d3d11: string;
  readonly vulkan: string;
}

/** The faults that results may show, by unit and name. */
export const FAULTS = {
  'widths/other-design': {
    title: 'The specification permits the result, but the design has other widths, roundings or rules',
    d3d11: '7.18.16',
    vulkan: 'Required Limits',
  },
  'filter-unit/narrowing': {
    title: 'A filtered value is off by a few units of the last place: too few guard bits, or a wrong rounding',
    d3d11: '7.18.16.2',
    vulkan: 'Texel Filtering, Floating-Point Computation',
  },
  'texel-decoder/conversion-precision': {
    title: 'Texels are off by a unit or two of the last place: unfiltered ones, or those of sRGB formats alone',
    d3d11: '3.2.3',
    vulkan: 'Texel Reads, Interpretation of Numeric Format',
  },
  'address-unit/coordinate': {
    title: 'The texel coordinate, or the weight made of its fraction, has too few bits or is rounded wrongly',
    d3d11: '7.18.7, 7.18.8, 7.18.16.1, 3.2.4.1',
    vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation, Required Limits',
  },
  'lod-unit/lod': {
    title: 'The LOD is snapped to too coarse a grid, or rounded wrongly',
    d3d11: '7.18.10, 7.18.16.1, 3.2.4.1',
    vulkan: 'LOD Operation, Image Level(s) Selection, Required Limits',
  },
  'lod-unit/level-weight': {
    title: "The weight of the coarser level is not the LOD's fraction",
    d3d11: '7.18.10',
    vulkan: 'Image Level(s) Selection',
  },
  'lod-unit/scale-factor': {
    title: 'The LOD of the derivatives is off by up to a level: the scale factor, or its log2',
    d3d11: '7.18.11',
    vulkan: 'Scale Factor Operation',
  },
  'lod-unit/derivatives': {
    title: 'Derivatives are along one direction alone, have exchanged axes, or are those of another lane',
    d3d11: '22.5.2, 22.5.4, 22.4.17',
    vulkan: 'Derivative Image Operations, Scale Factor Operation',
  },
  'lod-unit/level': {
    title: 'Another level is sampled, or other two levels, by the derivatives, the LOD or the selection',
    d3d11: '7.18.10, 7.18.11',
    vulkan: 'Scale Factor Operation, LOD Operation, Image Level(s) Selection',
  },
  'lod-unit/level-rule': {
    title: 'An LOD half way between two levels selects the other one',
    d3d11: '7.18.10',
    vulkan: 'Image Level(s) Selection',
  },
  'lod-unit/lod-clamp': {
    title: 'A bias or a bound of the LOD is left out, or has too few bits',
    d3d11: '7.18.11, 5.8.4',
    vulkan: 'LOD Operation',
  },
  'lod-unit/anisotropy': {
    title: 'Anisotropic filtering is taken for isotropic',
    d3d11: '7.18.11',
    vulkan: 'Scale Factor Operation, Texel Anisotropic Filtering',
  },
  'lod-unit/magnification': {
    title: 'Magnification is taken for minification, or the other way round',
    d3d11: '7.18.11',
    vulkan: 'LOD Operation, Texel Filtering',
  },
  'address-unit/address-mode': {
    title: 'Another address mode is used',
    d3d11: '7.18.9',
    vulkan: 'Wrapping Operation',
  },
  'address-unit/border-color': {
    title: 'Another border colour is used',
    d3d11: '7.18.9.1',
    vulkan: 'Border Replacement',
  },
  'address-unit/layer': {
    title: 'Another array layer is read',
    d3d11: '22.4.15',
    vulkan: 'Array Layer Selection',
  },
  'address-unit/layer-rule': {
    title: 'A coordinate half way between two array layers selects the other one',
    d3d11: '22.4.15',
    vulkan: 'Array Layer Selection',
  },
  'address-unit/range': {
    title: 'A coordinate far out loses its fraction, or saturates: its range is not reduced first',
    d3d11: '7.18.6',
    vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation',
  },
  'address-unit/cube-edge': {
    title: 'Taps beyond an edge of a cube face are the wrong ones',
    d3d11: '7.18.12',
    vulkan: 'Cube Map Edge Handling',
  },
  'address-unit/cube': {
    title: 'Results of cubes alone are wrong: the face, the coordinates on it, or the taps beyond an edge',
    d3d11: '7.18.7, 7.18.12, 7.18.11',
    vulkan: 'Cube Map Face Selection, Cube Map Edge Handling, Cube Map Derivative Transformation',
  },
  'address-unit/cube-face': {
    title: 'Another face of a cube is read, or a face turned or mirrored',
    d3d11: '7.18.7, 5.3.8',
    vulkan: 'Cube Map Face Selection, Cube Map Coordinate Transformation',
  },
  'address-unit/place': {
    title: 'The texel coordinate is scaled, shifted, mirrored or exchanged with another one',
    d3d11: '7.18.6, 7.18.7, 7.18.8',
    vulkan: '(s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to (i,j,k,l,n) Transformation',
  },
  'address-unit/bounds': {
    title: 'An access outside of the image returns another value than the one that is left to it',
    d3d11: '22.4.6, 7.18.17',
    vulkan: 'Integer Texel Coordinate Operations, Texel Input Validation',
  },
  'address-unit/slice': {
    title: 'Other slices of a volume are seen than those of the view',
    d3d11: '5.3.9',
    vulkan: 'Integer Texel Coordinate Operations, Image Query Instructions',
  },
  'address-unit/texel': {
    title: 'Texels one place off are read',
    d3d11: '7.18.7, 7.18.8',
    vulkan: '(u,v,w,a) to (i,j,k,l,n) Transformation, Texel Reads',
  },
  'address-unit/offset': {
    title: 'The texel offset is left out, has the other sign, or is that of another level',
    d3d11: '22.4',
    vulkan: 'Integer Texel Coordinate Operations',
  },
  'address-unit/gather-order': {
    title: 'The texels of a gather are in another order, or at other places',
    d3d11: '22.4.2 to 22.4.5',
    vulkan: 'Texel Gathering',
  },
  'address-unit/fetch': {
    title: 'A fetch or read returns another texel, slice or level than that of its integers',
    d3d11: '22.4.6, 22.4.7',
    vulkan: 'Integer Texel Coordinate Operations',
  },
  'address-unit/sample': {
    title: 'Another sample of a multisampled image is read',
    d3d11: '22.4.7',
    vulkan: 'Integer Texel Coordinate Operations',
  },
  'address-unit/footprint': {
    title: 'The groups, the level or the granularity of a footprint are others',
    d3d11: '22.4',
    vulkan: 'Texel Footprint Evaluation',
  },
  'address-unit/residency': {
    title: 'Texels without memory are called resident, or the other way round',
    d3d11: '5.9.4.5',
    vulkan: 'Sparse Residency',
  },
  'filter-unit/box': {
    title: 'A box has another place or size, or its sum is divided by another area',
    d3d11: '22.4',
    vulkan: 'Box Filter Operation',
  },
  'filter-unit/weight-image': {
    title: 'Weights of another phase or place are used, or texels other than those of the weights',
    d3d11: '22.4',
    vulkan: 'Weight Sampling Operation',
  },
  'filter-unit/block-match': {
    title: 'Other blocks are compared, or by another metric',
    d3d11: '22.4',
    vulkan: 'Block Matching Operation',
  },
  'texel-decoder/write': {
    title: 'A written texel is another one, or is converted or discarded wrongly',
    d3d11: '3.2.2, 3.2.3',
    vulkan:
      'Texel Output Format Conversion, Conversion From Floating-Point to Normalized Fixed-Point, Integer Texel Coordinate Operations',
  },
  'texel-decoder/atomic': {
    title: 'An atomic leaves or returns another value',
    d3d11: '22.4',
    vulkan: 'Integer Texel Coordinate Operations',
  },
  'filter-unit/filter': {
    title: 'Another filter is used',
    d3d11: '7.18.7, 7.18.8',
    vulkan: 'Texel Nearest Filtering, Texel Linear Filtering, Texel Cubic Filtering',
  },
  'filter-unit/weights': {
    title: 'The weights of a linear filter are not the fractions of the coordinate',
    d3d11: '7.18.8',
    vulkan: 'Texel Linear Filtering',
  },
  'filter-unit/range': {
    title: 'Results are held to a range that the format does not have',
    d3d11: '7.18.16.2, 7.18.16.3',
    vulkan: 'Texel Filtering, Format Conversion',
  },
  'filter-unit/reduction': {
    title: 'Another reduction is used',
    d3d11: '7.18.3, 7.18.8',
    vulkan: 'Texel Linear Filtering, Texel Cubic Filtering',
  },
  'filter-unit/comparison': {
    title: 'Another comparison is used, or the reference is another',
    d3d11: '22.4.19',
    vulkan: 'Depth Compare Operation',
  },
  'texel-decoder/conversion': {
    title: 'Texels are converted as those of another format',
    d3d11: '3.2.3, 3.1.5, 19.1.3, 19.3.2',
    vulkan:
      'Texel Reads, Interpretation of Numeric Format, Conversion From Normalized Fixed-Point to Floating-Point, 16-Bit Floating-Point Numbers',
  },
  'texel-decoder/block': {
    title: 'Texels of compressed blocks are decoded wrongly: a mode, the endpoints or the indices',
    d3d11: '19.5',
    vulkan: 'Texel Reads, Compressed Image Formats, Khronos Data Format',
  },
  'texel-decoder/ycbcr': {
    title: "Y'CbCr texels are converted by another model or range, or the chroma is from another place",
    d3d11: '22.4',
    vulkan: "Sampler Y'CbCr Conversion, Chroma Reconstruction",
  },
  'texel-decoder/components': {
    title: 'Components of the texel are swapped, or missing ones have the wrong value',
    d3d11: '19.1.3.3',
    vulkan: 'Component Swizzle, Conversion to RGBA, component substitution',
  },
  'lod-unit/query': {
    title: 'A query returns another LOD, or the size or levels of the image instead of the view',
    d3d11: '22.4.14, 22.4.21, 22.5.6',
    vulkan: 'Image Query Instructions, LOD Query',
  },
  'front-end/projection': {
    title: 'The projection is left out',
    d3d11: '7.18.5',
    vulkan: 'Projection Operation',
  },
  'front-end/lane': {
    title: 'A lane has the result of another lane of its quad',
    d3d11: '7.18.5',
    vulkan: 'Image Sample Operations',
  },
} as const satisfies Readonly<Record<`${FaultyUnit}/${string}`, FaultText>>;

export type Fault = keyof typeof FAULTS;
