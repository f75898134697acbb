import { imageTables } from '../../../rtl-model/address-unit/image-tables.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { filterRules, narrowedSum } from '../../../rtl-model/design/filter-rules.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { RunTimePlacing } from '../../../rtl-model/description/run-time-placing.ts';
import type { DescribedTexels } from '../../../rtl-model/description/sampled-levels.ts';
import { Sampling } from '../../../rtl-model/description/sampling.ts';
import { srgbLinearTable } from '../../../rtl-model/fixed-point/srgb.ts';
import { unsignedScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { decodedFormat } from '../../../rtl-model/formats/decoded-format.ts';
import { componentScales, linearBits } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { type Binding, bind } from '../../../rtl-model/state/binding.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER, MIPMAP_MODES, type MipmapMode } from '../../../rtl-model/state/sampler.ts';
import { inLanguage, type ShaderLanguage } from '../../../rtl-model/steps/shader/dialects.ts';
import { shaderArithmetic } from '../../../rtl-model/steps/shader/shader-arithmetic.ts';
import { shaderFunction, shaderSteps, shaderTable } from '../../../rtl-model/steps/shader/shader-form.ts';
import { shaderType } from '../../../rtl-model/steps/shader/step-types.ts';
import type { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { StepNode } from '../../../rtl-model/steps/step.ts';
import { normalizedBorder } from '../../../rtl-model/texel-decoder/border-color.ts';
import { MOST_TEXELS, INDEX_BITS, ShaderGraph } from './shader-graph.ts';
import { interfaceOf, preamble } from './shader-interface.ts';

/**
 * The functions of a shader that sample 2D textures of a format as a design does, in GLSL or WGSL: `shader-interface.ts` has those
 * that a program calls. Address modes, filters and LODs are values of its sampler.
 *
 * @param format one of `shaderFormats`  @param design one without `fieldsWithoutShader`
 */
export function shaderText(design: Design, format: TexelFormat, language: ShaderLanguage): string {
  const functions = new ShaderFunctions(design, format);
  const own = functions.all();
  const arithmetic = shaderArithmetic(own.join('\n'));
  const used = functions.tables().filter((table) => own.some((one) => one.includes(`${tableName(table)}[`)));
  const body = [...preamble(language), ...used, arithmetic, ...own, ...interfaceOf(language)].join('\n\n');
  return `${headOf(design, format, language)}\n${inLanguage(body, language, 'texunit_')}\n`;
}

function tableName(table: string): string {
  return /table_\w+/.exec(table)![0];
}

function headOf({ name }: Design, format: TexelFormat, language: ShaderLanguage): string {
  const lines = [
    `// The bits of the texture unit ${name}, of 2D textures of ${format.name}, in ${language.toUpperCase()}.`,
    `// The texture has the codes as they are stored: ${codeTextureFormat(format)}. Made by texunit shader (docs/shader.md).`,
  ];
  return lines.join('\n');
}

/** The integer format of a texture that has the bits of a format, named as in WebGPU; null for formats that are not in. */
export function codeTextureFormat({
  componentType,
  bits,
  texelBytes,
  block,
  planes,
  aspects,
}: TexelFormat): string | null {
  const isNormalized = ['unorm', 'snorm', 'srgb'].includes(componentType);
  if (!isNormalized || block !== null || planes !== null || aspects[0] !== 'color') return null;
  const bytes = bits.every((width) => width === 8);
  if (!bytes && (texelBytes > 2 || Math.max(...bits) > 8)) return null;
  return { 1: 'r8uint', 2: bytes ? 'rg8uint' : 'r16uint', 4: 'rgba8uint' }[texelBytes] ?? null;
}

/** Bits of a UNORM component as the design decodes it; 0 for others. */
function codeWidth({ componentType, order, bits, widened = 0 }: TexelFormat, component: number): number {
  const stored = order.indexOf(component);
  const isCode = componentType === 'unorm' || (componentType === 'srgb' && component === 3);
  return isCode && stored >= 0 ? Math.max(bits[stored], widened) : 0;
}

/** True for a component whose codes have more bits in the filter. */
function isWidened(format: TexelFormat, component: number, texelBits: number | 'stored'): texelBits is number {
  const width = codeWidth(format, component);
  return texelBits !== 'stored' && width > 0 && width < texelBits;
}

/** A code whose bits are repeated from the top. */
function replicatedCode(code: string, from: number, to: number): string {
  const copies = Math.ceil(to / from);
  const ones = Array.from({ length: copies }, (_, n) => 2 ** (n * from)).reduce((sum, one) => sum + one);
  const spare = copies * from - to;
  return spare === 0 ? `(${code} * ${ones})` : `((${code} * ${ones}) >> ${spare}u)`;
}

/** The reason why the design has no shader of a format, with the expected value; null for formats that are in. */
export function formatWithoutShader(design: Design, stored: TexelFormat): string | null {
  const { alignedSum, texelBits, signedGuardBits } = design.filter;
  const format = decodedFormat(design, stored);
  if (signedGuardBits !== 'stored' && format.componentType === 'snorm' && format.bits[0] === 8) {
    return 'SNORM of 8 bits beside filter.signedGuardBits, expected unorm';
  }
  if (alignedSum !== null && format.componentType === 'srgb') return 'sRGB beside filter.alignedSum, expected unorm';
  // A nearest filter does not widen codes: the value must be the same.
  const uneven = [0, 1, 2, 3].find((c) => isWidened(format, c, texelBits) && texelBits % codeWidth(format, c) !== 0);
  return uneven === undefined
    ? null
    : `codes of ${codeWidth(format, uneven)} bits, expected a divisor of filter.texelBits`;
}

/** The functions of a design and a format. */
class ShaderFunctions {
  private readonly graphs: StepGraph[] = [];
  private readonly format: TexelFormat;
  private readonly scales: ReturnType<typeof componentScales>;

  constructor(
    private readonly design: Design,
    format: TexelFormat,
  ) {
    this.format = decodedFormat(design, format);
    const { filter } = design;
    this.scales = componentScales(this.format, linearBits(format, filter)).map((scale, component) =>
      isWidened(this.format, component, filter.texelBits) ? unsignedScale(2 ** filter.texelBits - 1) : scale,
    );
  }

  all(): readonly string[] {
    return [
      this.texelCodes(),
      this.borderCode(),
      this.borderCodes(),
      this.lodBounds(),
      this.levels(),
      this.color(),
      this.lodOfOperand(),
      this.lodOfDerivatives(),
    ];
  }

  tables(): readonly string[] {
    const placed = new Map(
      this.graphs.flatMap((graph) => graph.placed.map(({ name, table }) => [name, table] as const)),
    );
    const { srgbTable, srgbLinearBits } = this.design.filter;
    placed.set('srgb', () => Int32Array.from(srgbTable ?? srgbLinearTable(srgbLinearBits)));
    placed.delete('border');
    return [...placed].map(([name, table]) => shaderTable(name, table()));
  }

  private graph(...known: ConstructorParameters<typeof ShaderGraph>): ShaderGraph {
    const graph = new ShaderGraph(...known);
    this.graphs.push(graph);
    return graph;
  }

  /** A state of the format, as an example: all states of the format have the same steps. */
  private binding(mipmapMode: MipmapMode, count = 2): Binding {
    const { format, design } = this;
    const levels = [4, 1].slice(0, count).map((texels) => new Uint8Array(texels * format.texelBytes));
    const memory = layOutImages([{ format, type: '2d', width: 2, height: 2, layers: 1, levels }], 'linear');
    const sampler = {
      ...DEFAULT_SAMPLER,
      magFilter: 'nearest',
      mipmapMode,
      addressModeU: 'clamp_to_border',
    } as const;
    const instruction = { op: 'sample', lod: 'gradient', projected: false } as const;
    return bind(design, memory, { image: 0, view: wholeView(memory.images[0]), sampler, instruction }, 0);
  }

  private lodUnit(mipmapMode: MipmapMode = 'linear'): LodUnit {
    return new LodUnit(this.binding(mipmapMode), { passes: () => 1 });
  }

  /** The LOD of an instruction that gives it, in the LOD format. */
  private lodOfOperand(): string {
    const s = this.graph();
    return shaderFunction(
      'int lod_of_operand(uint lod)',
      s,
      this.lodUnit().bounds.explicit(s, s.register('lod', 'float32')),
    );
  }

  private lodOfDerivatives(): string {
    const s = this.graph();
    const unit = this.lodUnit();
    const [dudx, dvdx, dudy, dvdy] = ['dx.x', 'dx.y', 'dy.x', 'dy.y'].map((name) => s.register(name, 'float32'));
    const none = s.constant(0, 'float32');
    const { length } = unit.measure(s, { dudx, dvdx, dwdx: none, dudy, dvdy, dwdy: none });
    return shaderFunction(
      'int lod_of_derivatives(usampler2D image, uvec2 dx, uvec2 dy)',
      s,
      unit.log2Unit.log2(s, length),
    );
  }

  /** Bias and bounds of a sampler, in the LOD format. */
  private lodBounds(): string {
    const s = this.graph();
    const { bounds, format } = this.lodUnit();
    const [bias, minLod, maxLod] = ['bias', 'minLod', 'maxLod'].map((name) => s.register(`state.${name}`, 'float32'));
    const codes = [bounds.sum(s, bias), bounds.held(s, minLod, format.max), bounds.held(s, maxLod, format.max)];
    return shaderFunction('ivec4 lod_bounds(TexunitSampler state)', s, ...codes, s.constant(0));
  }

  /** Filter, both levels and the weight of the coarser one. */
  private levels(): string {
    const { format } = this.lodUnit();
    const code =
      (name: string, low = format.min) =>
      (s: ShaderGraph) =>
        s.register(name, 'integer', low, Math.max(format.max, 2 * format.max * Number(low < 0)));
    const s = this.graph({
      plainBias: code('bounds.x', 2 * format.min),
      plainMinLod: code('bounds.y', 0),
      maxLod: code('bounds.z', 0),
      samplerMinLod: (graph, kind) => graph.constant(0, kind),
      coarsestLevel: (graph) => graph.lastLevel(),
      lastLod: (graph) => graph.multiply(graph.lastLevel(), graph.constant(format.one)),
    });
    const base = s.register('base', 'integer', format.min, format.max);
    const none = s.constant(0, 'float32');
    const [nearest, linear] = MIPMAP_MODES.map((mode) => this.lodUnit(mode).levels(s, base, none, none));
    const isLinear = s.equal(s.field('mipmapMode', 0, 1), s.constant(MIPMAP_MODES.indexOf('linear')));
    const names = ['filter', 'levelHi', 'levelLo', 'levelWeight'] as const;
    const selected = names.map((name) => s.select(isLinear, linear[name], nearest[name]));
    return shaderFunction('ivec4 selected_levels(TexunitSampler state, ivec4 bounds, int base)', s, ...selected);
  }

  /** A sum of weighted texels for each level that a sample has, and the colour of both. */
  private color(): string {
    const { sum: sums, rounding, weightBits } = this.design.filter;
    const joins = sums === 'rounded-products';
    const sum = this.ofLevel(joins);
    const type = shaderType(sum.value) === 'wide' ? 'uvec2' : 'int';
    const s = this.graph();
    const [finer, coarser] = ['sums[c]', 'sums[4 + c]'].map((name) =>
      s.known(s.register(name, 'integer', sum.value.low, sum.value.high), sum.value),
    );
    const { rules, one, widths } = this.filter();
    const weight = this.levelWeight(s);
    const both = s.less(s.constant(0), weight);
    const mix = () => (joins ? s.add(finer, coarser) : s.lerp(finer, coarser, weight, rules.level));
    const ofLevels = s.when(both, mix, joins ? finer : s.lifted(finer, rules.liftLevel));
    const mixed = joins ? s.lifted(narrowedSum(s, ofLevels, weightBits, widths, rounding), rules.liftLevel) : ofLevels;
    const color = s.quotient(
      mixed,
      this.scales.map((scale) => scale.one * one),
      [0, 0, 0, 0],
    );
    const head = 'uvec4 sampled_color(usampler2D image, TexunitSampler state, ivec4 border, uvec2 uv, ivec4 levels)';
    const [first, ...rest] = shaderFunction(head, s, color).split('\n');
    return [
      first,
      `  ${type} sums[8];`,
      '  for (int n = 0; n < SELECT(1, 2, levels.w > 0); n++) {',
      '    int level = SELECT(levels.y, levels.z, n == 1);',
      ...sum.lines.map((line) => `  ${line}`),
      '    for (int c = 0; c < 4; c++) {',
      `      sums[4 * n + c] = ${sum.text};`,
      '    }',
      '  }',
      ...rest,
    ].join('\n');
  }

  private levelWeight(s: StepGraph): StepNode {
    return s.register('levels.w', 'integer', 0, 2 ** this.design.lod.format.fractionBits - 1);
  }

  /** Addresses and filter of a level. @param joins true for a sum that has the level's share of the weights */
  private ofLevel(joins: boolean) {
    const binding = this.binding('nearest', 1);
    const s = this.graph({
      u: (graph, kind) => graph.register('uv.x', kind),
      v: (graph, kind) => graph.register('uv.y', kind),
      filter: (graph) => graph.register('levels.x', 'integer', 0, 1),
      firstLevel: (graph) => graph.register('level', 'integer', 0, INDEX_BITS),
    });
    const place = (lanes: ConstructorParameters<typeof RunTimePlacing>[2]) => new RunTimePlacing(s, binding, lanes);
    const sampling = new Sampling(s, binding, imageTables(binding), this.texels(), false, place);
    // The colour of a level is the quotient of its sum and the code of 1.
    const [value] = joins
      ? [sampling.productsOfLevel(sampling.level('levelHi', null), this.share(s))]
      : sampling.color().operands;
    const { lines, values } = shaderSteps(s, value);
    return { value, lines, text: values[0] };
  }

  /** The share of the loop's level in a sum of both levels: the level weight for the coarser one, the rest of 1 for the finer. */
  private share(s: StepGraph): StepNode {
    const { lod, filter } = this.design;
    const coarser = s.lifted(this.levelWeight(s), filter.weightBits - lod.format.fractionBits);
    const isCoarser = s.equal(s.register('n', 'integer', 0, 1), s.constant(1));
    return s.select(isCoarser, coarser, s.subtract(s.constant(2 ** filter.weightBits), coarser));
  }

  /** The rules of the filter, and 1 of a colour of two levels over the code of 1. */
  private filter() {
    const widths = filterWidths(this.design, 2);
    return { rules: filterRules(this.design, widths, 0), one: 2 ** widths.afterLevel, widths };
  }

  /** Texels of four components, those that the format lacks included. */
  private texels(): DescribedTexels {
    const most = Math.max(...this.scales.map(({ one }) => one));
    const signed = this.format.componentType === 'snorm';
    return {
      codes: {
        stride: 8,
        taps: 4,
        form: 'decoded',
        signed,
        places: [0, 2, 4, 6],
        low: signed ? -most : 0,
        high: most,
        planar: false,
      },
      constants: [null, null, null, null],
      sources: [0, 1, 2, 3],
      border: () => new Uint8Array(0),
    };
  }

  /** The codes of a texel, or those of the border for a negative address. */
  private texelCodes(): string {
    const index = MOST_TEXELS - 1;
    return `ivec4 texel_codes(usampler2D image, ivec4 border, int address) {
  if (address < 0) {
    return border;
  }
  uvec4 texel = fetched_texel(image, address & ${index}, (address >> ${INDEX_BITS}u) & ${index}, address >> ${2 * INDEX_BITS}u);
  return ivec4(${[0, 1, 2, 3].map((component) => this.code(component)).join(', ')});
}`;
  }

  private code(component: number): string {
    return this.widened(component, this.decodedCode(component));
  }

  /** A code as the filter takes it. */
  private widened(component: number, code: string): string {
    const { texelBits } = this.design.filter;
    return isWidened(this.format, component, texelBits)
      ? replicatedCode(code, codeWidth(this.format, component), texelBits)
      : code;
  }

  private decodedCode(component: number): string {
    const { order, bits, shifts, componentType, widened = 0 } = this.format;
    const stored = order.indexOf(component);
    if (stored < 0) return component === 3 ? '1' : '0';
    const [width, shift] = [bits[stored], shifts[stored]];
    const isByte = bits.every((other) => other === 8);
    const word = isByte ? `texel.${'xyzw'[shift / 8]}` : `(texel.x >> ${shift}u)`;
    if (componentType === 'srgb' && component < 3) return `table_srgb[${word}]`;
    if (componentType !== 'snorm') {
      const code = isByte ? `int(${word})` : `int(${word} & ${2 ** width - 1}u)`;
      return widened > width ? replicatedCode(code, width, widened) : code;
    }
    const unused = `${32 - width}u`;
    return `max(int(${word} << ${unused}) >> ${unused}, ${1 - 2 ** (width - 1)})`;
  }

  /** The code of a component of the border, of a float and the code of 1. */
  private borderCode(): string {
    const s = this.graph();
    const most = Math.max(...this.scales.map(({ one }) => one));
    const one = s.double(s.register('one', 'integer', 1, most));
    const signed = this.format.componentType === 'snorm';
    const code = s.saturated(normalizedBorder(s, s.register('color', 'float32'), signed, one), -most, most);
    return shaderFunction('int border_code(uint color, int one)', s, code);
  }

  /** The code of 1 as a component is decoded. */
  private decodedOne(component: number, one: number): number {
    return isWidened(this.format, component, this.design.filter.texelBits)
      ? 2 ** codeWidth(this.format, component) - 1
      : one;
  }

  private borderCodes(): string {
    const codes = this.scales.map(({ one }, component) =>
      this.format.order.includes(component)
        ? this.widened(component, `border_code(color.${'xyzw'[component]}, ${this.decodedOne(component, one)})`)
        : String(Number(component === 3)),
    );
    const border = ADDRESS_MODES.indexOf('clamp_to_border');
    return `ivec4 border_codes(TexunitSampler state) {
  if ((state.addressModeU != ${border}) && (state.addressModeV != ${border})) {
    return ivec4(0, 0, 0, 0);
  }
  uvec4 color = state.border;
  return ivec4(${codes.join(', ')});
}`;
  }
}
