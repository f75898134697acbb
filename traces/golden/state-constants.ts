import type { Design, TexelLayout } from '../../rtl-model/design/design.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { LodUnit } from '../../rtl-model/lod-unit/lod-unit.ts';
import { type TexelMemory, UNBOUND_IMAGE } from '../../rtl-model/memory/image.ts';
import { type Binding, bindState } from '../../rtl-model/state/binding.ts';
import { bitsFor } from '../../rtl-model/registers/register-formats.ts';
import { readFormat, readsIntegers } from '../../rtl-model/state/read-format.ts';
import { LOD_SOURCES } from '../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, FILTERS, MIPMAP_MODES } from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { borderTexel } from '../../rtl-model/texel-decoder/border-color.ts';
import { componentSources } from '../../rtl-model/texel-decoder/swizzle.ts';
import {
  constantName,
  enumeration,
  enumerationText,
  type Member,
  recordsText,
  structText,
  type Values,
} from './package-text.ts';

const ADDRESS_MODE = enumeration('address_mode_t', 'ADDRESS', ADDRESS_MODES);
const FILTER = enumeration('sampler_filter_t', 'SAMPLER', FILTERS);
const MIPMAP_MODE = enumeration('mipmap_mode_t', 'MIPMAP', MIPMAP_MODES);
const LOD_SOURCE = enumeration('lod_source_t', 'LOD', LOD_SOURCES);
const COMPONENT_TYPES = ['constant', 'unorm', 'snorm', 'srgb', 'other'] as const;
const COMPONENT_TYPE = enumeration('component_type_t', 'COMPONENT', COMPONENT_TYPES);

const bits = (name: string, width: number, note: string): Member => ({ name, type: { width }, note });
const signed = (name: string, width: number, note: string): Member => ({ name, type: { width, signed: true }, note });

const COMPONENT_MEMBERS: readonly Member[] = [
  { name: 'kind', type: COMPONENT_TYPE, note: 'conversion of the stored bits; the low bit of a constant is its code' },
  bits('lsb', 6, 'lowest bit in the texel'),
  bits('width', 6, 'bits; of a constant its code'),
  bits('one', 32, 'code that stands for 1; 0 for floats'),
];

const LEVEL_MEMBERS: readonly Member[] = [
  bits('width', 20, 'texels'),
  bits('height', 20, 'texels'),
  bits('depth', 20, 'texels'),
  bits('base', 31, 'byte address of layer 0'),
  bits('layer_bytes', 31, 'from one layer to the next'),
  bits('slice_texels', 31, 'texels from one slice of a volume to the next'),
  bits('pitch', 31, 'texels from one row to the next, in tiles from one row of tiles; 0 without another one'),
];

const STATE_MEMBERS: readonly Member[] = [
  bits('plain', 1, 'the example benches cover the state'),
  bits('dimensions', 2, 'coordinate axes'),
  bits('arrayed', 1, 'the view has layers'),
  bits('cube', 1, 'the view has faces'),
  bits('projected', 1, 'coordinates are divided by q'),
  { name: 'lod', type: LOD_SOURCE, note: 'where the LOD comes from' },
  { name: 'mag_filter', type: FILTER, note: '' },
  { name: 'min_filter', type: FILTER, note: '' },
  { name: 'mipmap_mode', type: MIPMAP_MODE, note: '' },
  { name: 'address_u', type: ADDRESS_MODE, note: '' },
  { name: 'address_v', type: ADDRESS_MODE, note: '' },
  { name: 'address_w', type: ADDRESS_MODE, note: '' },
  bits('max_anisotropy', 32, 'float32; 1.0 without anisotropy'),
  bits('mip_lod_bias', 32, 'float32'),
  bits('min_lod', 32, 'float32'),
  bits('max_lod', 32, 'fraction bits of the LOD'),
  bits('view_min_lod', 32, "the view's minimum LOD, from its first level, fraction bits of the LOD"),
  bits('first_level', 5, 'levels of the image that the view shows'),
  bits('last_level', 5, ''),
  bits('base_layer', 16, "the view's first layer"),
  bits('layers', 16, 'layers of the view'),
  bits('texel_bytes', 8, 'bytes from one texel to the next'),
  bits('levels', 16, "the image's level 0 in LEVELS"),
  ...['r', 'g', 'b', 'a'].map((c): Member => ({
    name: c,
    type: { enumeration: 'component_t', names: [] },
    note: `component ${c} of the texels`,
  })),
  ...['r', 'g', 'b', 'a'].map((c) => signed(`border_${c}`, 33, 'code of the border')),
  ...['r', 'g', 'b', 'a'].map((c) =>
    bits(`source_${c}`, 3, 'source in the result: 0 to 3 for r, g, b, a, 4 zero, 5 one'),
  ),
];

/**
 * Constants of every texture state: sampler, format, levels and their addresses.
 *
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function stateConstants(design: Design, memory: TexelMemory, states: readonly TextureState[]): string {
  const bindings = states.map((state) => bindState(design, memory, state));
  let levels = 0;
  const records = bindings.map((binding): Values => {
    const first = levels;
    levels += binding.image.levels.length;
    return stateValues(binding, first);
  });
  const names = bindings.map(
    ({ view, op }, n) => `  // State ${n}: ${op} of ${view.viewType}, ${view.format.name}, ${design.cache.layout}.\n`,
  );
  return [
    ...[ADDRESS_MODE, FILTER, MIPMAP_MODE, LOD_SOURCE, COMPONENT_TYPE].map(enumerationText),
    structText('component_t', COMPONENT_MEMBERS),
    structText('state_t', STATE_MEMBERS),
    structText('level_t', LEVEL_MEMBERS),
    ...names,
    `  localparam bit ANY_PLAIN = 1'b${bindings.some(isPlain) ? 1 : 0};\n`,
    `  localparam int STATE_INDEX_BITS = ${bitsFor(states.length - 1)}, LEVEL_INDEX_BITS = ${bitsFor(levels - 1)};\n`,
    recordsText('STATES', 'state_t', STATE_MEMBERS, records),
    recordsText('LEVELS', 'level_t', LEVEL_MEMBERS, bindings.flatMap(levelValues)),
  ].join('');
}

/** True for the states that the example benches cover: they average uncompressed codes of a 2D view of one plane. */
export function isPlain(binding: Binding): boolean {
  const { op, dimensions, cube, image, view, sampler, instruction, design } = binding;
  const { componentType, sharedExponentBits } = readFormat(binding);
  return (
    op === 'sample' &&
    image !== UNBOUND_IMAGE &&
    dimensions === 2 &&
    !cube &&
    !image.cornerSampled &&
    image.planes === null &&
    image.format.block === null &&
    image.unbound.length === 0 &&
    image.samples === 1 &&
    view.minLod <= binding.lastLevel &&
    design.text !== 'vulkan-1.1' &&
    !(instruction.laneOffsets ?? false) &&
    !(instruction.dref ?? false) &&
    !sampler.unnormalizedCoordinates &&
    sampler.reductionMode === 'weighted_average' &&
    sampler.ycbcrConversion === null &&
    sampler.magFilter !== 'cubic' &&
    sampler.minFilter !== 'cubic' &&
    ['unorm', 'snorm', 'srgb'].includes(componentType) &&
    sharedExponentBits === 0 &&
    !readsIntegers(binding)
  );
}

/**
 * The state with everything that a plain state may have, once for each source of derivatives. Its registers are fields
 * of every run with a plain state, so that a bench finds them.
 */
export function widestPlain(binding: Binding): readonly Binding[] {
  const { sampler, instruction } = binding;
  return (['implicit', 'gradient'] as const).map((lod) => ({
    ...binding,
    arrayed: true,
    sampler: { ...sampler, anisotropyEnable: true },
    instruction: { ...instruction, projected: true, lod },
  }));
}

function stateValues(binding: Binding, levels: number): Values {
  const { sampler, instruction, image, view, dimensions, arrayed, cube, op, design, firstLevel, lastLevel } = binding;
  const format = readFormat(binding);
  const plain = isPlain(binding);
  const { bounds, viewMinLod, maxAnisotropy } = new LodUnit(binding, { passes: () => 1 });
  const scales = componentScales(format, design.filter.srgbLinearBits);
  const border = plain ? borderTexel(sampler.borderColor, format, scales) : [0, 0, 0, 0];
  const sources = componentSources(view.components);
  const rgba = ['r', 'g', 'b', 'a'];
  return {
    plain: plain ? 1 : 0,
    dimensions,
    arrayed: arrayed ? 1 : 0,
    cube: cube ? 1 : 0,
    projected: instruction.projected ? 1 : 0,
    lod: op === 'query_lod' ? 0 : LOD_SOURCES.indexOf(instruction.lod),
    mag_filter: FILTERS.indexOf(sampler.magFilter),
    min_filter: FILTERS.indexOf(sampler.minFilter),
    mipmap_mode: MIPMAP_MODES.indexOf(sampler.mipmapMode),
    address_u: ADDRESS_MODES.indexOf(sampler.addressModeU),
    address_v: ADDRESS_MODES.indexOf(sampler.addressModeV),
    address_w: ADDRESS_MODES.indexOf(sampler.addressModeW),
    max_anisotropy: floatBits(maxAnisotropy),
    mip_lod_bias: floatBits(sampler.mipLodBias),
    min_lod: floatBits(sampler.minLod),
    max_lod: bounds.maxLod,
    view_min_lod: viewMinLod,
    first_level: firstLevel,
    last_level: lastLevel,
    base_layer: view.baseArrayLayer,
    layers: view.layerCount,
    texel_bytes: image.texelStride,
    levels,
    ...Object.fromEntries(rgba.map((c, n) => [c, componentText(format, n, scales[n].one, plain)])),
    ...Object.fromEntries(rgba.map((c, n) => [`border_${c}`, border[n]])),
    ...Object.fromEntries(rgba.map((c, n) => [`source_${c}`, sources[n]])),
  };
}

function componentText(format: TexelFormat, component: number, one: number, plain: boolean): string {
  const stored = format.order.indexOf(component);
  const linear = format.componentType === 'srgb' && component < 3;
  const kind =
    stored < 0 ? 'constant' : !plain ? 'other' : format.componentType === 'snorm' ? 'snorm' : linear ? 'srgb' : 'unorm';
  const [lsb, width] = stored < 0 ? [0, component === 3 ? 1 : 0] : [format.shifts[stored], format.bits[stored]];
  return `'{kind: COMPONENT_${constantName(kind)}, lsb: 6'd${lsb}, width: 6'd${width}, one: 32'd${one}}`;
}

/** Texels of the layout's tiles; 0 in Morton order, which has none. */
export function tileOf(layout: TexelLayout): { readonly width: number; readonly height: number } {
  if (layout === 'morton') return { width: 0, height: 0 };
  const [, width = 1, height = 1] = /^tiled-(\d+)x(\d+)$/.exec(layout) ?? [];
  return { width: Number(width), height: Number(height) };
}

function levelValues({ image, design }: Binding): readonly Values[] {
  return image.levels.map(({ width, height, depth, base, layerBytes, sliceTexels, row }) => {
    const { height: tileHeight } = tileOf(design.cache.layout);
    return {
      width,
      height,
      depth,
      base,
      layer_bytes: layerBytes,
      slice_texels: sliceTexels,
      pitch: row[tileHeight] ?? 0,
    };
  });
}
