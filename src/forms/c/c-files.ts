import { readFileSync } from 'node:fs';
import { cubicWeightsSumToOne } from '../../../rtl-model/address-unit/cubic-weights.ts';
import { DepthCompare } from '../../../rtl-model/filter-unit/arithmetic/depth-compare.ts';
import { cornerBits } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { type FilteringDesign, filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { checkLerps } from '../../../rtl-model/design/filter-ranges.ts';
import { type Design, DesignError } from '../../../rtl-model/design/design.ts';
import { srgbLinearTable } from '../../../rtl-model/fixed-point/srgb.ts';
import { levelWeightSlopes } from '../../../rtl-model/lod-unit/level-weight.ts';
import { decodedFormat } from '../../../rtl-model/formats/decoded-format.ts';
import { componentScales, linearBits } from '../../../rtl-model/formats/format-scales.ts';
import { ASPECTS, type TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { aspectFormat } from '../../../rtl-model/formats/depth-stencil-formats.ts';
import { bcValues } from '../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { EXACT_COLOR_SCALES } from '../../../rtl-model/formats/blocks/bc/bc1-bc3.ts';
import { RAMPS } from '../../../rtl-model/formats/blocks/bc/bc-values.ts';
import { isAligned } from '../../../rtl-model/state/aligned-sums.ts';
import { SWIZZLES, VIEW_TYPES } from '../../../rtl-model/state/image-view.ts';
import { GATHER_ORIGINS, LOD_SOURCES, OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import {
  ADDRESS_MODES,
  COMPARE_OPS,
  type CompareOp,
  CUBIC_WEIGHTS,
  DEFAULT_SAMPLER,
  FILTERS,
  MIPMAP_MODES,
  REDUCTION_MODES,
} from '../../../rtl-model/state/sampler.ts';
import { widensSums } from '../../../rtl-model/state/widened-sums.ts';
import { cArithmetic } from '../../../rtl-model/steps/c/c-arithmetic.ts';
import { cFunction, type CParts, type CResults, cValueFunction } from '../../../rtl-model/steps/c/c-form.ts';
import { EXACT_TYPE } from '../../../rtl-model/steps/c/c-exact.ts';
import { cName, cNumber, cTable } from '../../../rtl-model/steps/c/c-text.ts';
import type { StepNode, StepRegion } from '../../../rtl-model/steps/step.ts';
import type { PlacedTable } from '../../../rtl-model/steps/lane-graph.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { LerpRule } from '../../../rtl-model/steps/steps.ts';
import { integerBorder, largestFloat, normalizedBorder } from '../../../rtl-model/texel-decoder/border-color.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { type SingleStep, singleSteps, stepDeclarations, stepFunctions, stepImports } from './single-steps.ts';
import {
  CODE_MAX,
  cubeRegisters,
  lodRegisters,
  lodUnitOf,
  PLAIN_KIND,
  projectedRegisters,
  sampledColor,
  type StateKind,
  SUM_KINDS,
  type TexelKind,
} from './sampling-functions.ts';

/** Codes of `make`, from 0 on. */
const CODES = ['ok', 'invalid', 'wrong_size', 'wrong_version', 'not_in', 'no_memory'];

/** Enumerations of the header, with the names and numbers of the model's lists. */
const ENUMERATIONS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['format', [...TEXEL_FORMATS.keys()]],
  ['aspect', ASPECTS],
  ['view_type', VIEW_TYPES],
  ['swizzle', SWIZZLES],
  ['filter', FILTERS],
  ['mipmap_mode', MIPMAP_MODES],
  ['address_mode', ADDRESS_MODES],
  ['compare_op', COMPARE_OPS],
  ['reduction_mode', REDUCTION_MODES],
  ['cubic_weights', CUBIC_WEIGHTS],
  ['operation', OPERATIONS],
  ['lod_source', LOD_SOURCES],
  ['gather_origin', GATHER_ORIGINS],
];

/** The place of a view in `shape`, beside its axes. */
const SHAPES = { '1d_array': 1, '2d_array': 2, '3d': 3, cube_array: 4 } as const;
const FORMS = ['codes', 'floats', 'integers'] as const satisfies readonly TexelKind[];
/** Reductions that have functions of their own: greatest texels have that of the least ones. */
const REDUCTIONS = ['weighted_average', 'min', 'weighted_average_rangeclamp'] as const;

const FORMATS: readonly TexelFormat[] = [...TEXEL_FORMATS.values()];
/** The stencils of formats that have depths, too. */
const WITH_STENCIL = FORMATS.filter(({ aspects }) => aspects.includes('depth') && aspects.includes('stencil'));
const STENCILS = WITH_STENCIL.map((format) => aspectFormat(format, 'stencil'));

/** Codes of 1 of sRGB texels: those of 8 bits, and exact ones of BC1 to BC3. */
const SRGB_CODES = [255, ...new Set(EXACT_COLOR_SCALES.map(({ one }) => one))];

/** Blocks that the source decodes, by their numbers in it; the number after them is that of all other blocks. */
const BLOCKS = ['', 'bc1_rgb_', 'bc1_rgba_', 'bc2_', 'bc3_', 'bc4_unorm', 'bc4_snorm', 'bc5_unorm', 'bc5_snorm'];

/** Functions that the source calls. */
const CALLED = 'rounded_nearest_up( flushed( flushedf( float_of(';

/** Files that have names of the design alone. */
const PLAIN_FILES = [
  'Makefile',
  'arithmetic.h',
  'requests.h',
  'program.c',
  'constant.c',
  ...['Makefile', 'model_pkg.sv', 'steps_pkg.sv', 'model_dpi.c', 'rtl_bench.sv'].map((name) => `dpi/${name}`),
];

/** The files of a design in C, by their names. */
export function cFiles(design: Design): ReadonlyMap<string, string> {
  const file = `texunit_${cName(design.name)}`;
  const all = singleSteps(design);
  const names = {
    NAME: design.name,
    FILE: file,
    PREFIX: file,
    GUARD: cName(design.name).toUpperCase(),
    STEP_IMPORTS: stepImports(file, all),
  };
  const filled = (name: string, values: Readonly<Record<string, string>>) => {
    const text = readFileSync(new URL(`src/forms/c/templates/${name}`, packageFolder(import.meta.url)), 'utf8');
    return text.replaceAll(/\{([A-Z_]+)\}/g, (_, key: string) => values[key]);
  };
  return new Map([
    [`${file}.h`, filled('texunit.h', { ...names, ENUMERATIONS: enumerations(), STEPS: stepDeclarations(file, all) })],
    [`${file}.c`, filled('texunit.c', { ...names, ...sourceOf(design) })],
    [`${file}_steps.c`, filled('texunit_steps.c', { ...names, ...stepSourceOf(file, all) })],
    ...PLAIN_FILES.map(
      (name) => [name.replace('model', file).replace('steps', `${file}_steps`), filled(name, names)] as const,
    ),
    ['texunit.py', filled('texunit.py', { ...names, TEXEL_BYTES: texelBytes(design) })],
    ['README.md', filled('README.md', names)],
  ]);
}

/** Arguments of Python's dict: bytes of texels, and of blocks that the source decodes. */
function texelBytes(design: Design): string {
  const bytes = decodedFormats(design, FORMATS).map((format) => {
    const isGiven = blockNumber(format) === BLOCKS.length;
    return `${format.name}=${isGiven ? format.unpacker!.format.texelBytes : format.texelBytes}`;
  });
  return `\n    ${bytes.join(', ')}\n`;
}

function enumerations(): string {
  const codes = CODES.map((code, n) => `  TEXUNIT_${code.toUpperCase()} = ${n}`);
  const lists = ENUMERATIONS.map(([name, values]) => {
    const prefix = `TEXUNIT_${name.toUpperCase()}`;
    const members = values.map((value, n) => `  ${prefix}_${value.toUpperCase()} = ${n}`);
    return `enum texunit_${name} {\n${members.join(',\n')},\n  ${prefix}S\n};\n`;
  });
  return [`typedef enum texunit_code {\n${codes.join(',\n')}\n} texunit_code;\n`, ...lists].join('\n');
}

function stepSourceOf(prefix: string, all: readonly SingleStep[]): Readonly<Record<string, string>> {
  const functions = stepFunctions(prefix, all);
  return {
    STEP_ARITHMETIC: cArithmetic(functions),
    STEP_TABLES: tablesOf(functions, placedTables(all.map(({ steps }) => steps))),
    STEP_FUNCTIONS: functions,
  };
}

function placedTables(steps: readonly StepGraph[]): Map<string, () => PlacedTable> {
  return new Map(steps.flatMap(({ placed }) => placed.map(({ name, table }) => [name, table] as const)));
}

/** The tables that functions read. */
function tablesOf(functions: string, tables: ReadonlyMap<string, () => PlacedTable>): string {
  return [...tables]
    .filter(([name]) => functions.includes(`table_${cName(name)}[`))
    .map(([name, table]) => cTable(`table ${name}`, table()))
    .join('\n');
}

/** The formats as the design decodes them. */
function decodedFormats(design: Design, formats: readonly TexelFormat[]): readonly TexelFormat[] {
  return formats.map((format) => decodedFormat(design, format));
}

/** The parts of the source that the design decides. */
function sourceOf(design: Design): Readonly<Record<string, string>> {
  const steps: StepGraph[] = [];
  const graph = (atRunTime = true) => {
    steps.push(new StepGraph(atRunTime));
    return steps.at(-1)!;
  };
  const has = ({ anisotropic }: StateKind) => !anisotropic || design.limits.maxSamplerAnisotropy > 1;
  const kinds = stateKinds(design).filter(has);
  const lods = lodKinds().filter(has);
  const parts: CParts = new Map();
  const written = (name: string, build: (s: StepGraph) => CResults) => {
    const s = graph();
    return cFunction(name, s, build(s), parts);
  };
  const ofLanes = [
    written('project', (s) => projectedRegisters(s, design)),
    ...LOD_SOURCES.map((source) => written(`cube_${source}`, (s) => cubeRegisters(s, design, source))),
    ...lods.map((kind, n) => written(`lod_${n}`, (s) => lodRegisters(s, design, kind))),
    ...kinds.map((kind, n) => written(`sample_${n}`, (s) => sampledColor(s, design, kind))),
  ];
  const ofKinds = steps.slice(-kinds.length);
  const shared = [...parts].map(([text, name]) => `static ${text.replace('NAME', name)}`);
  const functions = [...scalarFunctions(graph, design), ...shared, ...ofLanes].join('\n');
  const tables = placedTables(steps);
  const { srgbLinearBits, srgbTable } = design.filter;
  const curves = SRGB_CODES.map((one) => [...((one === 255 && srgbTable) || srgbLinearTable(srgbLinearBits, one))]);
  tables.set('srgb', () => Int32Array.from(curves.flat()));
  return {
    ARITHMETIC: cArithmetic(`${functions} ${CALLED}`),
    DEFINITIONS: definitions(design),
    EXACT_TYPE,
    TABLES: tablesOf(`${functions} table_srgb[`, tables),
    FORMATS: decodedFormats(design, [...FORMATS, ...STENCILS])
      .map((format) => formatRow(design, format))
      .join(''),
    FUNCTIONS: functions,
    KINDS: kinds
      .map((kind, n) => {
        const { operation, view, texels, sum, anisotropic, reduction, cubic } = kind;
        const numbers = [
          SHAPES[view],
          FORMS.indexOf(texels),
          Number(anisotropic),
          REDUCTION_MODES.indexOf(reduction),
          Number(cubic),
          texels === 'codes' && !cubic ? cornerBitsOf(design, kind) : 0,
          SUM_KINDS.indexOf(sum),
          texels === 'codes' ? growthOf(ofKinds[n]) : 0,
        ];
        return `  {TEXUNIT_OPERATION_${operation.toUpperCase()}, ${numbers.join(', ')}, sample_${n}},\n`;
      })
      .join(''),
    LOD_KINDS: lods
      .map(({ source, view, anisotropic, mipmapMode }, n) => {
        const numbers = [
          LOD_SOURCES.indexOf(source),
          SHAPES[view],
          Number(anisotropic),
          MIPMAP_MODES.indexOf(mipmapMode),
        ];
        return `  {${numbers.join(', ')}, lod_${n}},\n`;
      })
      .join(''),
  };
}

/** The largest sum of codes, over the largest code; 0 for sums whose parts may be larger than they are. */
function growthOf(steps: StepGraph): number {
  let most = CODE_MAX;
  const visit = ({ steps: all }: StepRegion) => {
    for (const { step, color, kind, low, high, detail, region } of all) {
      if (region !== null) visit(region);
      if (!color || kind !== 'integer') continue;
      if (PARTED.has(step)) most = Infinity;
      const dropped = step === 'lerp' ? (detail as LerpRule).dropped : 0;
      most = Math.max(most, Math.max(-low, high) * 2 ** dropped);
    }
  };
  visit(steps.outermost);
  return most === Infinity ? 0 : most / CODE_MAX;
}

/** Sums of products with weights below 0, or of many texels. */
const PARTED: ReadonlySet<StepNode['step']> = new Set(['dot', 'weighted', 'weightedTexels', 'amongTexels']);

/** Kinds of states that have a function. */
function stateKinds(design: Design): readonly StateKind[] {
  const flat = ['2d_array', 'cube_array'] as const;
  const views = ['1d_array', '3d', ...flat] as const;
  const filtered = { operation: ['sample'], texels: ['codes', 'floats'] } as const;
  const { signedGuardBits, alignedSum } = design.filter;
  const ownSums = [
    ...(signedGuardBits === 'stored' ? [] : [{ texels: ['codes'], sum: 'widened', cubic: [false] } as const]),
    ...(alignedSum === null ? [] : [{ texels: ['codes', 'floats'], sum: 'aligned', cubic: [false, true] } as const]),
  ];
  const kinds: readonly Partial<StateKind>[] = [
    ...product({ operation: ['fetch'], texels: FORMS, view: ['1d_array', '2d_array', '3d'] } as const),
    ...product({ operation: ['gather'], texels: FORMS, view: flat } as const),
    ...product({ operation: ['sample'], texels: ['integers'], view: views } as const),
    ...product({ ...filtered, view: views, reduction: ['weighted_average', 'min'] } as const),
    ...product({ ...filtered, view: flat, anisotropic: [true], reduction: ['weighted_average', 'min'] } as const),
    ...product({ ...filtered, view: ['1d_array', '3d'], cubic: [true] } as const),
    ...product({ ...filtered, view: flat, cubic: [true], reduction: REDUCTIONS } as const),
    ...ownSums.flatMap(({ texels, sum, cubic }) => [
      ...product({ texels, sum: [sum], view: views, cubic } as const),
      ...product({ texels, sum: [sum], view: flat, anisotropic: [true] } as const),
    ]),
  ];
  return kinds
    .map((kind) => ({ ...PLAIN_KIND, ...kind }))
    .flatMap((kind) => {
      const hasCorners = kind.view === 'cube_array' && kind.texels === 'codes' && !kind.cubic;
      const widths = hasCorners && kind.sum !== 'widened' ? cornerWidthsOf(design, kind.sum) : [16];
      return widths.map((codeBits) => ({ ...kind, codeBits }));
    });
}

/** Every combination of values. */
function product<T extends object>(values: { readonly [K in keyof T]: readonly T[K][] }): readonly T[] {
  const keys = Object.keys(values) as (keyof T)[];
  return keys.reduce<readonly T[]>(
    (made, key) => made.flatMap((one) => values[key].map((value) => ({ ...one, [key]: value }))),
    [{} as T],
  );
}

/** Fraction bits of the texel that a corner lacks; 0 for other shapes. */
function cornerBitsOf(design: FilteringDesign, { view, codeBits }: Pick<StateKind, 'view' | 'codeBits'>): number {
  return view === 'cube_array'
    ? cornerBits([{ one: 1, bits: codeBits, signed: false }], filterWidths(design).afterSlice)
    : 0;
}

/** Widths of codes, one for each number of those bits that a format has. */
function cornerWidthsOf(design: Design, sum: StateKind['sum']): readonly number[] {
  const formats = decodedFormats(design, FORMATS).filter(
    (format) => formOf(design, format) === 'codes' && (sum === 'plain' || isAligned(format)),
  );
  const widths = formats.map((format) => widestCode(design, format));
  const { texelBits } = design.filter;
  const byFraction = new Map(
    [...widths, ...(texelBits === 'stored' ? [] : [texelBits])].map((codeBits) => [
      cornerBitsOf(design, { view: 'cube_array', codeBits }),
      codeBits,
    ]),
  );
  return [...byFraction.values()];
}

function widestCode(design: Pick<Design, 'filter'>, format: TexelFormat): number {
  return Math.max(...componentScales(format, linearBits(format, design.filter)).map(({ bits }) => bits));
}

function lodKinds(): readonly StateKind[] {
  const measured = (['1d_array', '2d_array', '3d'] as const).flatMap((view) =>
    (['implicit', 'gradient'] as const).flatMap((source) =>
      (view === '2d_array' ? [false, true] : [false]).map((anisotropic) => ({
        ...PLAIN_KIND,
        view,
        source,
        anisotropic,
      })),
    ),
  );
  const all: readonly StateKind[] = [...measured, { ...PLAIN_KIND, source: 'explicit' }];
  return all.flatMap((kind) => MIPMAP_MODES.map((mipmapMode) => ({ ...kind, mipmapMode })));
}

/** The constants of the source: numbers of the design. */
function definitions(design: Design): string {
  const { lod, limits, text, filter, decoder } = design;
  const texelBits = bitsOf(filter.texelBits);
  const cornerBits = cornerBitsOf(design, { view: 'cube_array', codeBits: texelBits });
  const sumToOne = CUBIC_WEIGHTS.map((kind) => Number(cubicWeightsSumToOne(kind, text)));
  const one = 2 ** lod.format.fractionBits;
  const max = 2 ** (lod.format.integerBits + lod.format.fractionBits - 1) - 1;
  const values = bcValues(decoder.bc);
  const curves = values.colorScales.map((scale) => srgbPlace(scale.one));
  const coarse = Number(lod.derivatives !== 'fine');
  return `enum { LOD_ONE = ${one}, LOD_MAX = ${max}, COARSE_DERIVATIVES = ${coarse} };
enum { COUNTS_FROM_IMAGE = ${Number(text === 'vulkan-1.1')}, QUANTIZED = ${Number(filter.depthReference === 'quantized')} };
enum { THREE_COLORS = ${Number(values.threeColors)} }; /* of BC2 and BC3 */
static const int curve[] = {${curves.join(', ')}}; /* sRGB tables of r, g and b of blocks */
enum { LAST_SLOPE = ${levelWeightSlopes(lod).length - 1} };
enum { CODE_BITS = ${bitsOf(decoder.codeBits)}, TEXEL_BITS = ${texelBits}, WIDENED_CORNER_BITS = ${cornerBits} };
static const unsigned char compare_holds[] = {${COMPARE_OPS.map(relationsOf).join(', ')}};
static const unsigned char sum_to_one[] = {${sumToOne.join(', ')}}; /* weights of cubic filters */
static const float MOST_ANISOTROPY = ${Math.fround(limits.maxSamplerAnisotropy)}.0f;
`;
}

/** The place of the linear value of code 0. @param one the code of 1 */
function srgbPlace(one: number): number {
  const before = SRGB_CODES.slice(0, SRGB_CODES.indexOf(one));
  return before.reduce((sum, last) => sum + last + 1, 0);
}

const bitsOf = (bits: number | 'stored') => (bits === 'stored' ? 0 : bits);

/** The relations of reference and texel in which a comparison holds: bits for less, equal, greater and unordered. */
function relationsOf(op: CompareOp): number {
  const compare = new DepthCompare(op, { componentType: 'sfloat' }, 1, false);
  return [1, 0, -1, NaN].reduce((sum, texel, bit) => sum + (compare.passes(0, texel) ? 2 ** bit : 0), 0);
}

/** Functions that make the numbers of a state. */
function scalarFunctions(graph: (atRunTime: boolean) => StepGraph, design: Design): readonly string[] {
  const { bounds } = lodUnitOf(design);
  const value = (name: string, of: readonly string[], step: (s: StepGraph) => ReturnType<StepGraph['constant']>) => {
    const s = graph(false);
    return cValueFunction(name, s, of, step(s));
  };
  const color = (s: StepGraph) => s.register('color', 'float32');
  const integer = (s: StepGraph, name: string) => s.register(name, 'integer');
  const wide = (s: StepGraph, name: string) => s.register(name, 'float64');
  const values = bcValues(design.decoder.bc);
  const palette = (name: string, of: (s: StepGraph, end0: StepNode, end1: StepNode, code: StepNode) => StepNode) =>
    value(`bc_${name}`, ['end0', 'end1', 'code'], (s) =>
      of(s, integer(s, 'end0'), integer(s, 'end1'), integer(s, 'code')),
    );
  return [
    value('lod_bound', ['bound'], (s) => bounds.held(s, s.register('bound', 'float32'))),
    value('lod_bias', ['bias'], (s) => bounds.sum(s, s.register('bias', 'float32'))),
    ...([5, 6] as const).map((bits) =>
      palette(`color_${bits}`, (...of) => values.color(of[0], bits, of[1], of[2], of[3])),
    ),
    ...RAMPS.map((ramp) => palette(`ramp_${ramp}`, (...of) => values.ramps[ramp].value(...of))),
    value('bc_alpha', ['code'], (s) => values.alpha(s, integer(s, 'code'))),
    ...(['unorm', 'snorm'] as const).map((type) =>
      value(`border_${type}`, ['color', 'one'], (s) =>
        s.saturated(normalizedBorder(s, color(s), type === 'snorm', wide(s, 'one'))),
      ),
    ),
    value('border_scaled', ['color', 'one', 'low', 'high'], (s) =>
      s.saturated(integerBorder(s, s.multiply(s.double(color(s)), wide(s, 'one')), wide(s, 'low'), wide(s, 'high'))),
    ),
  ];
}

/** The kinds of fields of components. */
const FIELD_KINDS: Readonly<Record<TexelFormat['componentType'], string>> = {
  unorm: 'UNSIGNED',
  srgb: 'SRGB',
  uscaled: 'UNSIGNED',
  uint: 'UNSIGNED',
  snorm: 'SNORM',
  sscaled: 'SIGNED',
  sfixed5: 'SIGNED',
  sint: 'SIGNED',
  sfloat: 'HALF',
  ufloat: 'SHARED',
};

function fieldOf(design: FilteringDesign, format: TexelFormat, component: number): string {
  const { componentType, order, bits, shifts, sharedExponentBits, widened = 0 } = format;
  const stored = order.indexOf(component);
  if (stored < 0) return '{0, 0, CONSTANT}';
  const width = bits[stored];
  const kind = FIELD_KINDS[componentType];
  const ofFloat =
    width === 32 ? 'FLOAT32' : sharedExponentBits > 0 ? 'SHARED' : width === 16 ? 'HALF' : `FLOAT${width}`;
  const isFloat = formOf(design, format) === 'floats';
  // Decoded blocks are linear codes.
  const plain = kind === 'SRGB' && (component === 3 || width > 8);
  const ofCode = widened > width ? 'WIDENED' : plain ? 'UNSIGNED' : kind;
  return `{${shifts[stored]}, ${width}, ${isFloat ? ofFloat : ofCode}}`;
}

/** A row of the table of formats; one without bytes for those that are not in. Blocks are the texels that they decode to. */
function formatRow(design: Design, stored: TexelFormat): string {
  const { unpacker, linear } = stored;
  const format = unpacker === undefined ? stored : { ...unpacker.format, linear };
  const form = formOf(design, stored);
  const stencil =
    stored.aspects.length > 1 ? FORMATS.length + WITH_STENCIL.findIndex(({ name }) => name === stored.name) : 0;
  if (form === null) return `  {.stencil = ${stencil}}, /* ${format.name} */\n`;
  const { componentType, aspects, order } = format;
  const scales = componentScales(format, linearBits(format, design.filter));
  const depth = aspects.includes('depth');
  const normalized = ['unorm', 'snorm', 'srgb'].includes(componentType);
  const ends = [0, 1, 2, 3].map((component) => {
    const at = order.indexOf(component);
    if (form !== 'floats' || at < 0) return scales[component].one;
    return depth || normalized ? 1 : largestFloat(format, at);
  });
  const flags = [
    normalized,
    depth || componentType === 'ufloat' || componentType === 'unorm',
    format.sharedExponentBits > 0 || normalized,
    !order.includes(3),
  ];
  const corners =
    form === 'codes' ? cornerBitsOf(design, { view: 'cube_array', codeBits: widestCode(design, stored) }) : 0;
  const numbers = [
    format.texelBytes,
    FORMS.indexOf(form),
    ...flags.map(Number),
    corners,
    blockNumber(stored),
    stencil,
    SUM_KINDS.indexOf(sumOf(design, stored)),
    ...[componentType === 'srgb', form === 'codes' && !isFilteredAsCodes(design, stored, 3)].map(Number),
  ];
  const fields = [0, 1, 2, 3].map((component) => fieldOf(design, format, component)).join(', ');
  const ones = ends.map((end) => cNumber(end, 'float64')).join(', ');
  return `  {${numbers.join(', ')}, {${fields}}, {${ones}}}, /* ${stored.name} */\n`;
}

/** The sums of a format's averages. */
function sumOf(design: Design, format: TexelFormat): StateKind['sum'] {
  if (widensSums(design, 'sample', { ...DEFAULT_SAMPLER, magFilter: 'linear' }, format)) return 'widened';
  return design.filter.alignedSum !== null && isAligned(format) ? 'aligned' : 'plain';
}

/** The number of a format's blocks in the source; 0 for texels. */
function blockNumber({ name, codec }: TexelFormat): number {
  const own = BLOCKS.findLastIndex((block) => name.startsWith(block));
  return codec === null || own > 0 ? own : BLOCKS.length;
}

/** The kind of a format's texels; null for those of planes and pairs, and for codes that the design does not filter. */
function formOf(design: FilteringDesign, format: TexelFormat): TexelKind | null {
  const { planes, block, codec, componentType } = format;
  if (planes !== null || (block !== null && codec === null)) return null;
  // Exponents of linear values are those of one curve.
  const { srgbTable, alignedSum } = design.filter;
  if (componentType === 'srgb' && alignedSum !== null && srgbTable !== null && (codec?.scales[0].one ?? 255) !== 255)
    return null;
  if (componentType === 'uint' || componentType === 'sint') return 'integers';
  if (componentType.endsWith('float') || codec?.scales[0].bits === 0) return 'floats';
  return isFilteredAsCodes(design, format, 2) ? 'codes' : null;
}

/** True for normalized formats whose codes the design's filter holds. */
function isFilteredAsCodes(design: FilteringDesign, format: TexelFormat, dimensions: 2 | 3): boolean {
  try {
    checkLerps(design, widestCode(design, format), dimensions);
    return true;
  } catch (error) {
    if (error instanceof DesignError) return false;
    throw error;
  }
}
