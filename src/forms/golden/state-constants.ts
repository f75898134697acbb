import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { fieldsIn, isAsLeftOut } from '../../../rtl-model/design/field.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { type TexelMemory, UNBOUND_IMAGE } from '../../../rtl-model/memory/lay-out-images.ts';
import { type Binding, bindState } from '../../../rtl-model/state/binding.ts';
import { bitsFor } from '../../../rtl-model/registers/register-formats.ts';
import { readFormat, readsIntegers } from '../../../rtl-model/state/read-format.ts';
import { LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, FILTERS, MIPMAP_MODES, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { borderTexel } from '../../../rtl-model/texel-decoder/border-color.ts';
import { componentSources } from '../../../rtl-model/texel-decoder/swizzle.ts';
import { tileOf } from '../parameters/derived-constants.ts';
import {
  constantName,
  enumeration,
  enumerationText,
  type Member,
  type MemberType,
  recordsText,
  structText,
} from '../parameters/package-text.ts';

const ADDRESS_MODE = enumeration('address_mode_t', 'ADDRESS', ADDRESS_MODES);
const FILTER = enumeration('sampler_filter_t', 'SAMPLER', FILTERS);
const MIPMAP_MODE = enumeration('mipmap_mode_t', 'MIPMAP', MIPMAP_MODES);
const LOD_SOURCE = enumeration('lod_source_t', 'LOD', LOD_SOURCES);
const COMPONENT_TYPES = ['constant', 'unorm', 'snorm', 'srgb', 'other'] as const;
const COMPONENT_TYPE = enumeration('component_type_t', 'COMPONENT', COMPONENT_TYPES);

/** A member of a struct: its name, its bits or its type, a note; and its value in a record. */
type Constant<Facts> = readonly [
  name: string,
  type: number | MemberType,
  note: string,
  value: (facts: Facts) => number | string,
];

function membersOf(constants: readonly Constant<never>[]): readonly Member[] {
  return constants.map(([name, type, note]) => ({
    name,
    type: typeof type === 'number' ? { width: type } : type,
    note,
  }));
}

/** Records of constants. */
function recordsOf<F>(name: string, struct: string, constants: readonly Constant<F>[], all: readonly F[]): string {
  const records = all.map((facts) =>
    Object.fromEntries(constants.map(([member, , , value]) => [member, value(facts)])),
  );
  return recordsText(name, struct, membersOf(constants), records);
}

const COMPONENT_MEMBERS: readonly Member[] = [
  { name: 'kind', type: COMPONENT_TYPE, note: 'conversion of the stored bits; the low bit of a constant is its code' },
  { name: 'lsb', type: { width: 7 }, note: 'lowest bit in the texel' },
  { name: 'width', type: { width: 7 }, note: 'bits; of a constant its code' },
  { name: 'one', type: { width: 32 }, note: 'code of 1; 0 for floats' },
];

/** A level of an image, and the height of the layout's tiles. */
interface LevelFacts {
  readonly level: Binding['image']['levels'][number];
  readonly tileHeight: number;
}

const LEVEL_CONSTANTS: readonly Constant<LevelFacts>[] = [
  ['width', 20, 'texels', ({ level }) => level.width],
  ['height', 20, 'texels', ({ level }) => level.height],
  ['depth', 20, 'texels', ({ level }) => level.depth],
  ['base', 31, 'byte address of layer 0', ({ level }) => level.base],
  ['layer_bytes', 31, 'from one layer to the next', ({ level }) => level.layerBytes],
  ['slice_texels', 31, 'texels from one slice of a volume to the next', ({ level }) => level.sliceTexels],
  [
    'pitch',
    31,
    'texels from one row to the next, in tiles from one row of tiles; 0 without another one',
    ({ level, tileHeight }) => level.row[tileHeight] ?? 0,
  ],
];

const RGBA = ['r', 'g', 'b', 'a'];

const STATE_CONSTANTS: readonly Constant<StateFacts>[] = [
  ['plain', 1, 'the example benches cover the state', ({ plain }) => Number(plain)],
  ['dimensions', 2, 'coordinate axes', ({ binding }) => binding.dimensions],
  ['arrayed', 1, 'the view has layers', ({ binding }) => Number(binding.arrayed)],
  ['cube', 1, 'the view has faces', ({ binding }) => Number(binding.cube)],
  ['projected', 1, 'coordinates are divided by q', ({ binding }) => Number(binding.instruction.projected)],
  [
    'lod',
    LOD_SOURCE,
    'where the LOD comes from',
    ({ binding: { op, instruction } }) => (op === 'query_lod' ? 0 : LOD_SOURCES.indexOf(instruction.lod)),
  ],
  ['mag_filter', FILTER, '', ({ binding }) => FILTERS.indexOf(binding.sampler.magFilter)],
  ['min_filter', FILTER, '', ({ binding }) => FILTERS.indexOf(binding.sampler.minFilter)],
  ['mipmap_mode', MIPMAP_MODE, '', ({ binding }) => MIPMAP_MODES.indexOf(binding.sampler.mipmapMode)],
  ['address_u', ADDRESS_MODE, '', ({ binding }) => ADDRESS_MODES.indexOf(binding.sampler.addressModeU)],
  ['address_v', ADDRESS_MODE, '', ({ binding }) => ADDRESS_MODES.indexOf(binding.sampler.addressModeV)],
  ['address_w', ADDRESS_MODE, '', ({ binding }) => ADDRESS_MODES.indexOf(binding.sampler.addressModeW)],
  ['max_anisotropy', 32, 'float32; 1.0 without anisotropy', ({ unit }) => floatBits(unit.maxAnisotropy)],
  ['mip_lod_bias', 32, 'float32', ({ binding }) => floatBits(binding.sampler.mipLodBias)],
  ['min_lod', 32, 'float32', ({ binding }) => floatBits(binding.sampler.minLod)],
  ['max_lod', 32, 'fraction bits of the LOD', ({ unit }) => unit.bounds.maxLod],
  [
    'view_min_lod',
    32,
    "the view's minimum LOD, from its first level, fraction bits of the LOD",
    ({ unit }) => unit.viewMinLod,
  ],
  ['first_level', 5, 'levels of the image that the view shows', ({ binding }) => binding.firstLevel],
  ['last_level', 5, '', ({ binding }) => binding.lastLevel],
  ['base_layer', 16, "the view's first layer", ({ binding }) => binding.view.baseArrayLayer],
  ['layers', 16, 'layers of the view', ({ binding }) => binding.view.layerCount],
  ['texel_bytes', 8, 'bytes from one texel to the next', ({ binding }) => binding.image.texelStride],
  ['levels', 16, "the image's level 0 in LEVELS", ({ levels }) => levels],
  ...RGBA.map((c, n): Constant<StateFacts> => [
    c,
    { enumeration: 'component_t', names: [] },
    `component ${c} of the texels`,
    ({ format, scales, plain }) => componentText(format, n, scales[n].one, plain),
  ]),
  ...RGBA.map((c, n): Constant<StateFacts> => [
    `border_${c}`,
    { width: 33, signed: true },
    'code of the border',
    ({ border }) => border[n],
  ]),
  ...RGBA.map((c, n): Constant<StateFacts> => [
    `source_${c}`,
    3,
    'source in the result: 0 to 3 for r, g, b, a, 4 zero, 5 one',
    ({ binding }) => componentSources(binding.view.components)[n],
  ]),
];

/**
 * Constants of every texture state: sampler, format, levels and their addresses.
 *
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function stateConstants(design: Design, memory: TexelMemory, states: readonly TextureState[]): string {
  const bindings = states.map((state) => bindState(design, memory, state));
  let levels = 0;
  const facts = bindings.map((binding) => {
    const first = levels;
    levels += binding.image.levels.length;
    return stateFacts(binding, first);
  });
  const { height: tileHeight } = tileOf(design.cache.layout);
  const allLevels = bindings.flatMap(({ image }) => image.levels.map((level) => ({ level, tileHeight })));
  const names = bindings.map(
    ({ view, op }, n) => `  // State ${n}: ${op} of ${view.viewType}, ${view.format.name}, ${design.cache.layout}.\n`,
  );
  return [
    ...[ADDRESS_MODE, FILTER, MIPMAP_MODE, LOD_SOURCE, COMPONENT_TYPE].map(enumerationText),
    structText('component_t', COMPONENT_MEMBERS),
    structText('state_t', membersOf(STATE_CONSTANTS)),
    structText('level_t', membersOf(LEVEL_CONSTANTS)),
    ...names,
    `  localparam bit ANY_PLAIN = 1'b${bindings.some(isPlain) ? 1 : 0};\n`,
    `  localparam int STATE_INDEX_BITS = ${bitsFor(states.length - 1)}, LEVEL_INDEX_BITS = ${bitsFor(levels - 1)};\n`,
    recordsOf('STATES', 'state_t', STATE_CONSTANTS, facts),
    recordsOf('LEVELS', 'level_t', LEVEL_CONSTANTS, allLevels),
  ].join('');
}

/** True for the states that the example benches cover: they average the texels of the plain path. */
export function isPlain(binding: Binding): boolean {
  const { design, sampler } = binding;
  const averages = sampler.reductionMode === 'weighted_average';
  return design.text !== 'vulkan-1.1' && averages && isPlainDesign(design) && isPlainSample(binding);
}

/** True for samples of the plain path but for their reduction, without a comparison. */
function isPlainSample(binding: Binding): boolean {
  const { op, sampler, instruction } = binding;
  const { componentType, sharedExponentBits } = readFormat(binding);
  return (
    op === 'sample' &&
    !(instruction.dref ?? false) &&
    ['unorm', 'snorm', 'srgb'].includes(componentType) &&
    sharedExponentBits === 0 &&
    isPlainAccess(binding) &&
    isPlainSampler(sampler)
  );
}

/**
 * True for the images of the plain path, whatever reads them: 2D views of uncompressed texels in one plane, no integers.
 *
 * @param blocks true if the texels may be those of blocks, too  @param cubes true if views may be those of cubes
 * @param volumes true if they may be those of 3D images
 */
export function isPlainAccess(
  binding: Binding,
  { blocks = false, cubes = false, volumes = false }: Partial<Record<'blocks' | 'cubes' | 'volumes', boolean>> = {},
): boolean {
  const { dimensions, cube, image, view, instruction } = binding;
  return (
    image !== UNBOUND_IMAGE &&
    (dimensions === 2 || (volumes && dimensions === 3)) &&
    (cubes || !cube) &&
    !image.cornerSampled &&
    image.planes === null &&
    (blocks || image.format.block === null) &&
    image.unbound.length === 0 &&
    image.samples === 1 &&
    view.minLod <= binding.lastLevel &&
    !(instruction.laneOffsets ?? false) &&
    !readsIntegers(binding)
  );
}

/** True for the samplers of the plain path but for their reduction. */
export function isPlainSampler({ unnormalizedCoordinates, ycbcrConversion, magFilter, minFilter }: Sampler): boolean {
  return !unnormalizedCoordinates && ycbcrConversion === null && magFilter !== 'cubic' && minFilter !== 'cubic';
}

/** Fields that the benches have, or that change no result, although a design may leave them out. */
const HELD_FIELDS = ['lod.componentBits', 'lod.diagonals', 'lod.log2Table', 'filter.rate'];
const LEFT_OUT = [...fieldsIn(DESIGN.fields)].filter(
  ([path, { free }]) =>
    free !== undefined &&
    /^(address|lod|decoder|filter)\./.test(path) &&
    !HELD_FIELDS.some((field) => `${path}.`.startsWith(`${field}.`)),
);

/** True for the arithmetic that the example benches have. */
export function isPlainDesign(design: Design): boolean {
  const { lod, filter } = design;
  return (
    lod.derivatives !== 'diagonal' &&
    filter.weightScale !== 'all-ones-over-power-of-two' &&
    LEFT_OUT.every(([path, field]) => isAsLeftOut(design, path, field))
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

/** A state, and what follows from it. @param levels of the states before */
function stateFacts(binding: Binding, levels: number) {
  const format = readFormat(binding);
  const plain = isPlain(binding);
  const scales = componentScales(format, binding.design.filter.srgbLinearBits);
  return {
    binding,
    unit: new LodUnit(binding, { passes: () => 1 }),
    plain,
    format,
    scales,
    border: plain ? borderTexel(binding.sampler.borderColor, format, scales) : [0, 0, 0, 0],
    levels,
  };
}

type StateFacts = Readonly<ReturnType<typeof stateFacts>>;

function componentText(format: TexelFormat, component: number, one: number, plain: boolean): string {
  const stored = format.order.indexOf(component);
  const linear = format.componentType === 'srgb' && component < 3;
  const kind =
    stored < 0 ? 'constant' : !plain ? 'other' : format.componentType === 'snorm' ? 'snorm' : linear ? 'srgb' : 'unorm';
  const [lsb, width] = stored < 0 ? [0, component === 3 ? 1 : 0] : [format.shifts[stored], format.bits[stored]];
  return `'{kind: COMPONENT_${constantName(kind)}, lsb: 7'd${lsb}, width: 7'd${width}, one: 32'd${one}}`;
}
