/** The unit that a fault is found in; `widths` for a design whose own widths are the standard. */
export type FaultyUnit = 'widths' | 'front-end' | 'lod-unit' | 'address-unit' | 'texel-decoder' | 'filter-unit';

/** A fault that results may show, with the sections of the demand that it breaks. */
export interface Fault {
  readonly unit: FaultyUnit;
  /** Unique within the unit: `coordinate`. */
  readonly name: string;
  readonly title: string;
  readonly d3d11: string;
  readonly vulkan: string;
}

const fault = (unit: FaultyUnit, name: string, title: string, d3d11: string, vulkan: string): Fault => ({
  unit,
  name,
  title,
  d3d11,
  vulkan,
});

export const PERMITTED = fault(
  'widths',
  'other-design',
  'The specification permits the result, but the design has other widths, roundings or rules',
  '7.18.16',
  'Required Limits',
);
export const NARROWING = fault(
  'filter-unit',
  'narrowing',
  'A filtered value is off by a few units of the last place: too few guard bits, or a wrong rounding',
  '7.18.16.2',
  'Texel Filtering, Floating-Point Computation',
);
export const CONVERSION = fault(
  'texel-decoder',
  'conversion-precision',
  'Texels are off by a unit or two of the last place: unfiltered ones, or those of sRGB formats alone',
  '3.2.3',
  'Texel Reads',
);
export const COORDINATE = fault(
  'address-unit',
  'coordinate',
  'The texel coordinate is snapped to too coarse a grid, or rounded wrongly',
  '7.18.16.1, 3.2.4.1',
  '(s,t,r,q,a) to (u,v,w,a) Transformation, Required Limits',
);
export const LOD = fault(
  'lod-unit',
  'lod',
  'The LOD is snapped to too coarse a grid, or rounded wrongly',
  '7.18.16.1, 3.2.4.1',
  'LOD Operation, Required Limits',
);
export const LEVEL_WEIGHT = fault(
  'lod-unit',
  'level-weight',
  "The weight of the coarser level is not the LOD's fraction",
  '7.18.10',
  'Image Level(s) Selection',
);
export const SCALE_FACTOR = fault(
  'lod-unit',
  'scale-factor',
  'The LOD of the derivatives is off by up to a level: the scale factor, or its log2',
  '7.18.11',
  'Scale Factor Operation',
);
export const LEVEL = fault(
  'lod-unit',
  'level',
  'Another level is sampled, or other two levels',
  '7.18.10, 7.18.11',
  'LOD Operation, Image Level(s) Selection',
);
export const LEVEL_RULE = fault(
  'lod-unit',
  'level-rule',
  'An LOD half way between two levels selects the other one',
  '7.18.10',
  'Image Level(s) Selection',
);
export const LOD_CLAMP = fault(
  'lod-unit',
  'lod-clamp',
  'A bias or a bound of the LOD is left out, or has too few bits',
  '7.18.11, 5.8.4',
  'LOD Operation',
);
export const ANISOTROPY = fault(
  'lod-unit',
  'anisotropy',
  'Anisotropic filtering is taken for isotropic, or the other way round',
  '7.18.11',
  'Scale Factor Operation, Texel Anisotropic Filtering',
);
export const MAGNIFICATION = fault(
  'lod-unit',
  'magnification',
  'Magnification is taken for minification, or the other way round',
  '7.18.11',
  'LOD Operation, Texel Filtering',
);
export const ADDRESS_MODE = fault(
  'address-unit',
  'address-mode',
  'Another address mode is used',
  '7.18.9',
  'Wrapping Operation',
);
export const BORDER_COLOR = fault(
  'address-unit',
  'border-color',
  'Another border colour is used',
  '7.18.9.1',
  'Border Replacement',
);
export const LAYER = fault('address-unit', 'layer', 'Another array layer is read', '7.18.5', 'Array Layer Selection');
export const LAYER_RULE = fault(
  'address-unit',
  'layer-rule',
  'A coordinate half way between two array layers selects the other one',
  '7.18.5',
  'Array Layer Selection',
);
export const RANGE = fault(
  'address-unit',
  'range',
  'A coordinate far out loses its fraction, or saturates: its range is not reduced first',
  '7.18.6',
  '(s,t,r,q,a) to (u,v,w,a) Transformation',
);
export const CUBE_EDGE = fault(
  'address-unit',
  'cube-edge',
  'Taps beyond an edge of a cube face are the wrong ones',
  '7.18.12',
  'Cube Map Edge Handling',
);
export const CUBE_FACE = fault(
  'address-unit',
  'cube-face',
  'Another face of a cube is read, or a face turned or mirrored',
  '7.18.12',
  'Cube Map Face Selection, Cube Map Coordinate Transformation',
);
export const TEXEL = fault(
  'address-unit',
  'texel',
  'Texels one place off are read',
  '7.18.7, 7.18.8',
  '(u,v,w,a) to (i,j,k,l,n) Transformation, Texel Reads',
);
export const OFFSET = fault(
  'address-unit',
  'offset',
  'The texel offset is left out',
  '22.4',
  'Integer Texel Coordinate Operations',
);
export const FILTER = fault('filter-unit', 'filter', 'Another filter is used', '7.18.7, 7.18.8', 'Texel Filtering');
export const REDUCTION = fault('filter-unit', 'reduction', 'Another reduction is used', '7.18.8', 'Texel Filtering');
export const COMPARISON = fault(
  'filter-unit',
  'comparison',
  'Another comparison is used, or the reference is another',
  '22.4.19',
  'Depth Compare Operation',
);
export const FORMAT = fault(
  'texel-decoder',
  'conversion',
  'Texels are converted as those of another format',
  '3.2.3, 19.1.3',
  'Texel Reads',
);
export const YCBCR = fault(
  'texel-decoder',
  'ycbcr',
  "Y'CbCr texels are converted by another model or range, or the chroma is from another place",
  '22.4',
  "Sampler Y'CbCr Conversion, Chroma Reconstruction",
);
export const COMPONENTS = fault(
  'texel-decoder',
  'components',
  'Components of the texel are swapped, or missing ones have the wrong value',
  '19.1.3.3',
  'Component Swizzle, Texel Reads',
);
export const QUERY = fault(
  'lod-unit',
  'query',
  'A query returns another LOD, or the size or levels of the image instead of the view',
  '22.4',
  'Image Query Instructions, LOD Query',
);
export const PROJECTION = fault(
  'front-end',
  'projection',
  'The projection is left out',
  '7.18.5',
  'Projection Operation',
);
export const LANE = fault(
  'front-end',
  'lane',
  'A lane has the result of another lane of its quad',
  '7.18.5',
  'Image Sample Operations',
);
