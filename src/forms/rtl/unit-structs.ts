import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import type { Member } from '../parameters/package-text.ts';
import { IN_BLOCK_BITS, type UnitWidths } from '../parameters/unit-widths.ts';

const COMPONENTS = 4;
const FLOAT = 32;

const bits = (name: string, width: number, note: string): Member => ({ name, type: { width }, note });
const signed = (name: string, width: number, note: string): Member => ({ name, type: { width, signed: true }, note });
const several =
  (count: number) =>
  (name: string, width: number, note: string): Member => ({ name, type: { width, count }, note });
const lanes = several(QUAD_LANES);
const taps = several(PASS_TAPS);
const components = several(COMPONENTS);
/** The sample beside the texels of a pass. */
const SAMPLE: Member = { name: 'sample', type: { enumeration: 'sample_t', names: [] }, note: '' };

/** Constants of a texture state; entries of levels by their number in the image. */
export function stateMembers(w: UnitWidths): readonly Member[] {
  const levels = several(w.levels);
  return [
    bits('lod_source', 2, 'LOD_IMPLICIT, LOD_EXPLICIT or LOD_GRADIENT'),
    bits('projected', 1, 'coordinates are divided by q'),
    bits('arrayed', 1, 'the view has layers'),
    bits('mag_linear', 1, 'filter within a level: 0 nearest, 1 linear'),
    bits('min_linear', 1, ''),
    bits('mip_linear', 1, 'filter between levels'),
    bits('address_u', 3, 'address_unit_pkg::address_mode_e'),
    bits('address_v', 3, ''),
    ...(w.volumes > 0 ? [bits('address_w', 3, '')] : []),
    bits('max_anisotropy', FLOAT - 1, 'float32 without its sign; 1.0 without anisotropy'),
    bits('lod_bias', FLOAT, "float32: the sampler's"),
    bits('min_lod', w.limitBits, "the sampler's, fraction bits of the LOD"),
    bits('max_lod', w.limitBits, ''),
    bits('view_min_lod', w.limitBits, "the view's, counted from its first level"),
    bits('first_level', w.levelBits, 'of the image'),
    bits('last_level', w.levelBits, 'counted from the first level'),
    bits('coarsest_level', w.levelBits, 'of the image: the bound of d_lo'),
    bits('base_layer', w.layerBits, "the view's first layer"),
    bits('layers', w.layerBits, 'of the view'),
    bits('components', 5, 'texel_format_pkg::components_e'),
    bits('component_type', 2, 'texel_format_pkg::component_type_e'),
    components('border_texel', w.texelBits, 'codes of r, g, b, a, signed'),
    components('sources', 3, 'of the swizzle: 0 to 3 for r, g, b, a, 4 zero, 5 one'),
    ...(w.reductionBits > 0 ? [bits('reduction', w.reductionBits, 'filter_widths_pkg::reduction_e')] : []),
    ...(w.operationBits > 0
      ? [
          bits(
            'operation',
            w.operationBits,
            'operation_pkg::operation_e; sources of a gather are those of its component',
          ),
          bits('least_level', w.levelBits, 'of the image: texels of finer levels are out of bounds; 0 for samples'),
        ]
      : []),
    ...(w.comparison > 0 ? [bits('compare_op', 3, 'VkCompareOp; of depths alone')] : []),
    ...(w.cubes > 0
      ? [
          bits('cube', 1, 'the view has faces; its layers are cubes'),
          bits('seamless', 1, 'taps beyond an edge are on the neighbouring face'),
          bits('corner_bits', 5, 'fraction bits of the texel that a corner lacks, at most CORNER_BITS'),
        ]
      : []),
    ...(w.volumes > 0 ? [bits('volume', 1, 'the view has a third axis; its slices lie as layers')] : []),
    levels('width', w.sizeBits, 'texels'),
    levels('height', w.sizeBits, 'texels'),
    ...(w.volumes > 0 ? [levels('depth', w.sizeBits, 'slices')] : []),
    levels('base', w.addressBits, 'byte address of layer 0'),
    levels('layer_bytes', w.addressBits, 'from one layer to the next'),
    levels('pitch', w.pitchBits, 'texels of a row, or of a row of tiles'),
    levels('square_bits', w.squareBits, 'log2 of the side of Z-ordered squares'),
  ];
}

const numbers = (w: UnitWidths): readonly Member[] => [
  bits('state', w.stateBits, 'texture state'),
  bits('quad', w.quadBits, 'number of the quad'),
];

const ofQuad = (w: UnitWidths): readonly Member[] => [
  ...numbers(w),
  bits('active', QUAD_LANES, 'lanes that want a result'),
  signed('offset_u', w.offsetBits, 'texel offset'),
  signed('offset_v', w.offsetBits, ''),
  ...(w.volumes > 0 ? [signed('offset_w', w.offsetBits, '')] : []),
];

/** The reference depths of a unit that compares. */
const references = (w: UnitWidths) => (w.comparison > 0 ? floats('dref') : []);

/** The face of a lane, in a unit that has cubes. */
const faces = (w: UnitWidths) => (w.cubes > 0 ? [lanes('face', 3, '+x, -x, +y, -y, +z, -z; 0 without faces')] : []);

const floats = (...names: readonly string[]) => names.map((name) => lanes(name, FLOAT, 'float32'));

/** The structs of the registers between the units, by name; lane 0, tap 0 and component r at the low end. */
export function unitStructs(w: UnitWidths): Readonly<Record<string, readonly Member[]>> {
  const anisotropic = w.largestRate > 1;
  return {
    state_t: stateMembers(w),
    // Into the front end.
    quad_t: [
      ...ofQuad(w),
      ...floats('s', 't', 'q', 'layer', 'lod', 'min_lod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'),
      ...references(w),
      ...(w.cubes > 0 || w.volumes > 0 ? floats('r', 'drdx', 'drdy') : []),
    ],
    // From the front end to the LOD unit.
    derived_t: [
      ...ofQuad(w),
      ...floats('u', 'v', 'layer', 'dudx', 'dvdx', 'dudy', 'dvdy', 'lod_operand', 'min_lod'),
      ...(w.volumes > 0 ? floats('w', 'dwdx', 'dwdy') : []),
      ...references(w),
      ...faces(w),
    ],
    // From the LOD unit to the address unit.
    lanes_t: [
      ...ofQuad(w),
      ...floats('u', 'v', 'layer'),
      lanes('level_hi', w.levelBits, 'd_hi, of the image'),
      lanes('level_lo', w.levelBits, 'd_lo'),
      lanes('level_weight', w.levelWeightBits, 'of d_lo; 0 reads d_hi alone'),
      lanes('linear', 1, 'filter within a level'),
      lanes('samples', w.samplesBits, 'N'),
      ...(w.fetches > 0 ? [lanes('off_view', 1, 'the view lacks the level of a fetch')] : []),
      ...(anisotropic ? floats('axis_u', 'axis_v') : []),
      ...(w.volumes > 0 ? floats('w') : []),
      ...references(w),
      ...faces(w),
      bits('passes', w.passBits, 'of the lane with the most; 1 without active lanes'),
    ],
    // From the address unit to the filter unit, beside the texels of a pass.
    sample_t: [
      ...numbers(w),
      bits('pass', w.passBits, 'of the quad, from 0'),
      bits('last', 1, 'the last pass of the quad'),
      bits('active', QUAD_LANES, 'lanes that have taps in the pass'),
      lanes('alpha', w.weightBits, 'weight of i1; 0 for nearest'),
      lanes('beta', w.weightBits, 'weight of j1'),
      ...(w.volumes > 0 ? [lanes('gamma', w.weightBits, 'weight of the second slice')] : []),
      ...(w.linearBits > 0 ? [lanes('linear', w.linearBits, 'filter within the level')] : []),
      lanes('samples', w.samplesBits, ''),
      lanes('level_weight', w.levelWeightBits, ''),
      ...references(w),
      ...(w.cubes > 0 ? [taps('corner', 1, 'the tap is the texel that a corner of a cube lacks')] : []),
    ],
    // From the address unit on; tap n of lane l is tap 4 l + n.
    pass_t: [
      taps('touches', 1, 'the tap reads a texel'),
      taps('word', w.addressBits - 2, 'address of its 32-bit word in memory, in words'),
      taps('byte_offset', 2, 'of the texel in the word'),
      ...(w.blockSrgbBits > 0
        ? [taps('in_block', IN_BLOCK_BITS, 'the texel of a block: 4 times its row, and its column')]
        : []),
      taps('border', 1, 'the tap takes the border colour'),
      SAMPLE,
    ],
    // From the decode stage to the filter unit.
    texels_t: [
      several(PASS_TAPS * COMPONENTS)('texel', w.texelBits, 'signed codes: r, g, b, a of tap 0, then those of tap 1'),
      SAMPLE,
    ],
    result_t: [
      bits('quad', w.quadBits, ''),
      several(QUAD_LANES * COMPONENTS)('color', FLOAT, 'float32: r, g, b, a of lane 0, then those of lane 1'),
    ],
  };
}
