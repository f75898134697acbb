import { describe, expect, it } from 'vitest';
import { CUBE_FACES } from '../../../rtl-model/address-unit/cube-edge.ts';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { floatToHalf, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import type { FilterUnit } from '../../../rtl-model/filter-unit/filter-unit.ts';
import { SampleFilter } from '../../../rtl-model/filter-unit/sample-filter.ts';
import { GatherFilter } from '../../../rtl-model/filter-unit/texel-filter.ts';
import type { FilterArithmetic } from '../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import { arithmetic } from '../../../rtl-model/filter-unit/arithmetic/component-arithmetic.ts';
import { filterScales } from '../../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import type { ComponentScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { CORNER_ADDRESS, Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER, REDUCTION_MODES } from '../../../rtl-model/state/sampler.ts';
import { componentSources } from '../../../rtl-model/texel-decoder/swizzle.ts';
import { cornerTexelBits, PLAIN_SAMPLING, type UnitSampling } from '../../../src/forms/parameters/unit-widths.ts';
import { Dice } from '../../oracle/dice.ts';
import { flatImage, IMPLICIT } from '../../oracle/sampling.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { DEEP } from '../programs.ts';
import { romFile } from '../rom-file.ts';
import { anyDenorms, anyFloats, anyHalves } from '../units/float-texels.ts';
import { float32Pattern, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors, weightScaleConstant } from '../verilated.ts';
import { FILTER_DESIGNS, filterOf } from './filter-designs.ts';

const LANES = 4;
const REDUCES: UnitSampling = { ...PLAIN_SAMPLING, reductions: true };
const GATHERS: UnitSampling = { ...PLAIN_SAMPLING, gathers: true };
const SHARES: UnitSampling = { ...PLAIN_SAMPLING, comparison: true };
const CUBES: UnitSampling = { ...PLAIN_SAMPLING, cubes: true };
const VOLUMES: UnitSampling = { ...PLAIN_SAMPLING, volumes: true };
const LANE_TEXELS = 16;

/** Bits of the floats of a unit; 0 without any. */
function floatBitsOf({ wide, float32 }: UnitSampling): 0 | 16 | 32 {
  return float32 ? 32 : wide ? 16 : 0;
}

function leaf(design: Design, sampling = PLAIN_SAMPLING): Leaf {
  const { reductions, gathers, comparison, cubes, volumes } = sampling;
  const floatBits = floatBitsOf(sampling);
  const { codeBits, filter, rounding, reciprocalBits, levelWeightBits, rates } = filterOf(design);
  const largest = Math.max(...rates);
  const samplesBits = Math.ceil(Math.log2(largest + 1));
  const cornerBits = cubes ? cornerTexelBits(design) : 0;
  const ofLane = (name: string, width: number, count = LANES) => ({ name, width, count });
  const bit = (name: string) => ({ name, width: 1 });
  const inFolder = (name: string) => `filter-unit/${name}.sv`;
  return {
    module: 'filter_unit',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'design/filter_widths_pkg.sv',
      ...['round_shift', 'float_pack', 'float_unpack', 'rom', 'float_to_code', 'half_to_float'].map(
        (name) => `fixed-point/${name}.sv`,
      ),
      'texel-decoder/swizzle.sv',
      ...['lerp', 'bilinear', 'tap_counts', 'extreme_texel', 'accumulator', 'average', 'code_to_float32'].map(inFolder),
      ...['filter_result', 'exact_average', 'float_filter', 'filter_lane', 'filter_unit'].map(inFolder),
    ],
    parameters: {
      CODE_BITS: codeBits,
      WEIGHT_BITS: filter.weightBits,
      LEVEL_WEIGHT_BITS: levelWeightBits,
      GUARD_BITS: filter.guardBits,
      ACCUMULATOR_BITS: filter.accumulatorBits,
      RECIPROCAL_BITS: reciprocalBits,
      LARGEST_RATE: largest,
      ROUNDING: rounding,
      WEIGHT_SCALE: weightScaleConstant(filter.weightScale),
      REDUCES: `1'b${Number(reductions)}`,
      GATHERS: `1'b${Number(gathers)}`,
      SHARES: `1'b${Number(comparison)}`,
      FLOAT_BITS: floatBits,
      CORNER_BITS: cornerBits,
      THIRDS: `1'b${Number(cubes)}`,
      VOLUMES: `1'b${Number(volumes)}`,
    },
    inputs: [
      ...['clock', 'reset', 'valid_in', 'ready_out', 'last'].map(bit),
      { name: 'pass', width: samplesBits + 1 },
      { name: 'active', width: LANES },
      ofLane('texel', Math.max(codeBits + cornerBits, floatBits), LANES * LANE_TEXELS),
      ofLane('alpha', filter.weightBits + 1),
      ofLane('beta', filter.weightBits + 1),
      ofLane('gamma', filter.weightBits + 1),
      { name: 'linear', width: LANES },
      bit('volume'),
      ofLane('samples', samplesBits),
      ofLane('level_weight', levelWeightBits),
      ofLane('one', codeBits - 1),
      ofLane('sources', 3),
      { name: 'reduction', width: 2 },
      bit('gather'),
      bit('share'),
      bit('floats'),
    ],
    outputs: [bit('ready_in'), bit('valid_out'), ofLane('color', 32, 4 * LANES)],
    files: { 'reciprocal.mem': romFile(reciprocalTable(reciprocalBits, largest).fill(0, 0, 1)) },
  };
}

/** The filter of a texture state, and the constants that the hardware has of it. */
interface State {
  readonly filter: FilterUnit;
  readonly gathers: boolean;
  /** True if its depths are floats that are compared. */
  readonly shares: boolean;
  /** True for a volume: a linear filter has two passes for each sample, one a slice. */
  readonly volume: boolean;
  /** True if its texels are floats, which are filtered. */
  readonly floats: boolean;
  /** The arithmetic of the texel that a corner of a cube lacks; null where there are no cubes. */
  readonly corners: FilterArithmetic | null;
  readonly scales: readonly ComponentScale[];
  readonly sources: readonly number[];
  /** The number of its reduction in REDUCTION_MODES. */
  readonly reduction: number;
}

/**
 * A sample of each of five formats, of float depths that are compared, of floats; where a unit gathers, a gather of each, too;
 * and a sample of volumes of each color and float.
 */
function statesOf(design: Design, sampling: UnitSampling): readonly State[] {
  const { reductions, gathers: all, comparison, cubes, volumes } = sampling;
  const float = `r${floatBitsOf(sampling)}g${floatBitsOf(sampling)}`;
  const colors = ['r8g8b8a8_unorm', 'r8g8_snorm', 'b8g8r8a8_srgb', 'r5g6b5_unorm_pack16', 'a1r5g5b5_unorm_pack16'];
  const depths = comparison ? ['d32_sfloat', 'd32_sfloat', 'd32_sfloat'] : [];
  const floats = TEXEL_FORMATS.has(`${float}_sfloat`) ? Array<string>(9).fill(`${float}_sfloat`) : [];
  const formats = [...colors, ...depths, ...floats];
  const planes = all ? [...formats, ...formats, ...formats] : formats;
  return [...planes, ...(volumes ? [...colors, ...floats] : [])].map((name, n) => {
    const volume = n >= planes.length;
    const gathers = !volume && n >= formats.length;
    const format = TEXEL_FORMATS.get(name)!;
    const isCube = cubes && !volume;
    const layers = isCube ? CUBE_FACES : 1;
    const image = flatImage(format, 8, 8, () => new Uint8Array(format.texelBytes));
    const levels = image.levels.map(({ length }) => new Uint8Array(layers * length));
    const memory = layOutImages([{ ...image, ...(volume && { type: '3d' as const }), layers, levels }], 'linear');
    const components = n % 2 === 0 ? wholeView(memory.images[0]).components : (['b', 'one', 'zero', 'r'] as const);
    const reduction = reductions && !gathers ? n % 3 : 0;
    const reductionMode = REDUCTION_MODES[reduction];
    const sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 16, reductionMode, ...COMPARES };
    const view = { ...wholeView(memory.images[0]), components, ...(isCube && { viewType: 'cube' as const }) };
    const dref = format.aspects.includes('depth');
    const component = dref ? 0 : n % 4;
    const instruction = { ...IMPLICIT, dref, ...(gathers && { op: 'gather' as const, component }) };
    const binding = bind(design, memory, { image: 0, view, sampler, instruction }, 0);
    const sources = componentSources(components);
    return {
      filter: gathers ? new GatherFilter(binding) : new SampleFilter(binding, new SamplePlan(binding).shape),
      gathers,
      shares: dref,
      volume,
      floats: format.componentType === 'sfloat' && !dref,
      corners:
        isCube && (dref || format.componentType !== 'sfloat') ? arithmetic(design, filterScales(binding), 2) : null,
      scales: filterScales(binding),
      sources: gathers ? sources.map(() => sources[component]) : sources,
      reduction,
    };
  });
}

/** The comparison of this sampler and this reference leaves ones and zeros as they are. */
const COMPARES = { compareEnable: true, compareOp: 'less' } as const;
const REFERENCE = 0.5;

/** A quad on its way into the filter unit, one pass after the other. */
class Quad {
  readonly lanes = new LaneRegisters(LANES);
  readonly foot = new Footprints(LANES);
  readonly state: State;
  readonly passes: number;
  pass = -1;
  private readonly design: Design;
  private readonly dice: Dice;
  /** Patterns of floats, of which the texels are taken. */
  private readonly patterns: Uint16Array | Uint32Array;

  constructor(design: Design, dice: Dice, state: State, floatBits: number) {
    const denorms = floatBits === 32 && dice.chance(0.2);
    const float32 = () => (denorms ? anyDenorms(64, dice) : anyFloats(64, dice));
    this.patterns = floatBits === 32 ? float32() : floatBits === 16 ? anyHalves(64, dice) : new Uint16Array(0);
    this.design = design;
    this.dice = dice;
    this.state = state;
    const { samples, levelWeight, passes, filter, dref } = this.lanes;
    dref.fill(REFERENCE);
    for (let lane = 0; lane < LANES; lane++) {
      filter[lane] = dice.integer(0, 1);
      samples[lane] = state.gathers || state.volume ? 1 : dice.pick(design.lod.anisotropicRates);
      levelWeight[lane] =
        state.gathers || dice.chance(0.4) ? 0 : dice.integer(0, 2 ** design.lod.format.fractionBits - 1);
      passes[lane] = samples[lane] * (levelWeight[lane] === 0 ? 1 : 2) * (this.isSliced(lane) ? 2 : 1);
    }
    this.passes = Math.max(...passes);
    this.nextPass();
  }

  /** True for a lane whose samples are two slices of a volume. */
  private isSliced(lane: number): boolean {
    return this.state.volume && this.lanes.filter[lane] === 1;
  }

  /** Lanes whose passes are over have no taps; a lane has four, or one of a nearest sample. Weights are often 0 or 1. */
  nextPass(): void {
    this.pass++;
    const { dice, foot, lanes, state } = this;
    for (let lane = 0; lane < LANES; lane++) {
      foot.tapCount[lane] = this.pass < lanes.passes[lane] ? (state.gathers ? 4 : 1 + 3 * lanes.filter[lane]) : 0;
      const one = foot.tapCount[lane] === 4 ? 2 ** this.design.filter.weightBits : 0;
      const [alpha, beta] = [0, 1].map(() => dice.pick([0, one, dice.integer(0, one)]));
      foot.alpha[lane] = alpha;
      foot.beta[lane] = beta;
      const isSecond = this.isSliced(lane) && this.pass % 2 === 1;
      if (!isSecond) foot.gamma[lane] = this.isSliced(lane) ? dice.pick([0, one, dice.integer(0, one)]) : 0;
      const ofSlice = isSecond ? foot.gamma[lane] : one - foot.gamma[lane];
      foot.weight.set(
        [(one - alpha) * (one - beta), alpha * (one - beta), (one - alpha) * beta, alpha * beta].map(
          (weight) => weight * ofSlice,
        ),
        4 * lane,
      );
      for (let n = 0; n < LANE_TEXELS; n++) {
        if (state.floats) {
          foot.texel[LANE_TEXELS * lane + n] = this.anyFloat();
          continue;
        }
        const scale = state.scales[n % 4];
        const code = dice.integer(scale.signed && !state.shares ? -scale.one : 0, scale.one);
        foot.texel[LANE_TEXELS * lane + n] = state.shares && n % 4 > 0 ? Number(n % 4 === 3) : code;
      }
      foot.address.fill(0, 4 * lane, 4 * lane + 4);
      if (state.corners !== null && foot.tapCount[lane] === 4 && dice.chance(0.5)) {
        this.lack(state.corners, 4 * lane, dice.integer(0, 3));
      }
    }
  }

  private anyFloat(): number {
    const { dice, patterns } = this;
    const pattern = dice.pick(Array.from(patterns));
    return patterns instanceof Uint16Array ? halfToFloat(pattern) : bitsToFloat(pattern);
  }

  /** A corner lacks a tap: the average of the other three is there. */
  private lack(corners: FilterArithmetic, first: number, lacking: number): void {
    const { address, texel } = this.foot;
    address[first + lacking] = CORNER_ADDRESS;
    const others = [0, 1, 2, 3].filter((tap) => tap !== lacking).map((tap) => 4 * (first + tap));
    for (let c = 0; c < 4; c++) {
      const [a, b, d] = others.map((at) => texel[at + c]);
      texel[4 * (first + lacking) + c] = corners.corner(a, b, d);
    }
  }

  /**
   * The texels on the ports: patterns of floats, or codes with fraction bits; comparisons of floats in thirds where there
   * are cubes.
   */
  texels(cornerBits: number, floatBits: number): readonly number[] {
    const { corners, shares, floats } = this.state;
    const { texel: all } = this.foot;
    if (floats) return Array.from(all, floatBits === 32 ? float32Pattern : (x) => floatToHalf(x));
    const one = 2 ** cornerBits;
    return Array.from(all, (texel, n) =>
      corners !== null && shares && n % 4 === 0 ? Math.round(3 * texel) * one : texel * one,
    );
  }
}

/** Two vectors a cycle, before and after the clock's edge; passes come and results are taken by chance. */
function cycles(design: Design, sampling = PLAIN_SAMPLING): Vectors {
  const dice = new Dice(1);
  const states = statesOf(design, sampling);
  const floatBits = floatBitsOf(sampling);
  const cornerBits = sampling.cubes ? cornerTexelBits(design) : 0;
  const newQuad = () => new Quad(design, dice, dice.pick(states), floatBits);
  let quad = newQuad();
  const inputs = { reset: 1, valid: 0, ready: 0 };
  /** The results of the quads whose last pass is in each stage, the third one's on the ports. */
  const stages: (LaneRegisters | null)[] = [null, null, null];
  let color: ArrayLike<number> = new Uint32Array(4 * LANES);

  const edge = () => {
    if (inputs.reset === 1) return;
    if (stages[2] !== null && inputs.ready === 0) return;
    let finished: LaneRegisters | null = null;
    if (inputs.valid === 1) {
      const { lanes, foot, state } = quad;
      state.filter.accumulate(foot, 0, lanes, 0, LANES, quad.pass);
      if (quad.pass === quad.passes - 1) {
        state.filter.finish(lanes, 0, LANES);
        finished = lanes;
      }
    }
    stages.unshift(finished);
    stages.length = 3;
    if (stages[2] !== null) color = Array.from(stages[2].color, float32Pattern);
  };

  return {
    count: Math.ceil(RANDOM / 20),
    fill: (n, values) => {
      const clock = n % 2;
      if (clock === 0) {
        inputs.reset = Number(n < 4);
        inputs.valid = Number(dice.chance(0.8));
        inputs.ready = Number(dice.chance(0.8));
      }
      const taken = inputs.valid === 1 && inputs.reset === 0 && (stages[2] === null || inputs.ready === 1);
      const { lanes, foot, pass, passes, state } = quad;
      let at = 0;
      const put = (ports: ArrayLike<number>) => {
        values.set(ports, at);
        at += ports.length;
      };
      put([clock, inputs.reset, inputs.valid, inputs.ready, Number(pass === passes - 1), pass]);
      put([foot.tapCount.reduce((mask, taps, lane) => mask + (taps > 0 ? 2 ** lane : 0), 0)]);
      put(quad.texels(cornerBits, floatBits));
      put(foot.alpha);
      put(foot.beta);
      put(foot.gamma);
      put([lanes.filter.reduce((mask, linear, lane) => mask + linear * 2 ** lane, 0)]);
      put([Number(state.volume)]);
      put(lanes.samples);
      put(lanes.levelWeight);
      put(state.scales.map(({ one }, c) => (state.corners !== null && state.shares && c === 0 ? 3 : one)));
      put(state.sources);
      put([state.reduction, Number(state.gathers), Number(state.shares), Number(state.floats)]);
      if (clock === 1) edge();
      put([Number(stages[2] === null || inputs.ready === 1), Number(stages[2] !== null)]);
      put(color);
      if (clock === 1 && taken) {
        if (pass < passes - 1) quad.nextPass();
        else quad = newQuad();
      }
    },
  };
}

/** A unit that does all with floats of 16 or of 32 bits. */
function floats(bits: 16 | 32): UnitSampling {
  return { ...PLAIN_SAMPLING, reductions: true, gathers: true, wide: true, float32: bits === 32 };
}

/** A filter whose products of texels and weights have more bits than float64. */
const WIDEST_WEIGHTS = withValue({ ...FILTER_DESIGNS[5], name: 'weights of 16 bits' }, 'filter.weightBits', 16);

const FLOAT_UNITS = [
  { design: FILTER_DESIGNS[5], bits: 16 as const },
  { design: WIDEST_WEIGHTS, bits: 32 as const },
];

describe('filter_unit', () => {
  it.each([FILTER_DESIGNS[0], FILTER_DESIGNS[1], FILTER_DESIGNS[5]])(
    'of $name gives the results of the sample filter, three cycles after the last pass, and waits for its taker',
    async (design) => {
      expect(await firstDifference(leaf(design), cycles(design))).toBeNull();
    },
  );

  it('gives the least and the greatest of the texels that have a weight, where it reduces', async () => {
    const design = FILTER_DESIGNS[5];
    expect(await firstDifference(leaf(design, REDUCES), cycles(design, REDUCES))).toBeNull();
  });

  it.each([FILTER_DESIGNS[0], FILTER_DESIGNS[1], FILTER_DESIGNS[5]])(
    'of $name gives a component of four texels, between samples and reductions',
    async (design) => {
      const sampling = { ...REDUCES, gathers: true };
      expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
    },
  );

  it.each(FILTER_DESIGNS)('of $name gives the exact share of float depths that pass a comparison', async (design) => {
    const sampling = { ...SHARES, reductions: true, gathers: true };
    expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
  });

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[0], SHARES), cycles(FILTER_DESIGNS[0], SHARES)], ' with shares');

  const shareMutants: readonly Mutant[] = [
    ['a share is narrowed', ['GUARD_BITS(2 * WEIGHT_BITS)', 'GUARD_BITS(WEIGHT_BITS)']],
    ['a share is a sum', ['.one(sum_samples)', ".one(SAMPLES_BITS'(1))"]],
    ['levels have no share by their weight', ['.b(sum_lo),', '.b(sum_hi),']],
    [
      'the sample is that of the next pass',
      ['if (enable) of_pass <= pass_sample', 'if (enable && sampled) of_pass <= pass_sample'],
    ],
    ['codes have shares', ['SHARES && share &&', 'SHARES &&']],
    ['a gather is a share', ['share && !gathered &&', 'share &&']],
    ['the least is a share', [' && reduction == filter_widths_pkg::WEIGHTED_AVERAGE;', ';']],
    ['the share is that of the next quad', ['.share(summed_share)', '.share(sampled_share)']],
    ['alpha is 0', ["{32'h3f80_0000, 64'd0, exact}", "{32'd0, 64'd0, exact}"]],
    ['the second row counts as the first', ['.t01(code[2])', '.t01(code[0])']],
  ];
  itFinds(shareMutants, () => {
    const sampling = { ...SHARES, reductions: true, gathers: true };
    return [leaf(FILTER_DESIGNS[0], sampling), cycles(FILTER_DESIGNS[0], sampling)];
  });

  it.each(FLOAT_UNITS)(
    'of $design.name filters halves or float32 exactly beside codes, with NaN, infinities, -0 and $bits bits',
    async ({ design, bits }) => {
      const sampling = floats(bits);
      expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
    },
  );

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[0], floats(16)), cycles(FILTER_DESIGNS[0], floats(16))], ' with halves');

  const floatMutants: readonly Mutant<[16 | 32]>[] = [
    ['infinities of both signs are infinite', 16, [' || (seen.above && seen.below)', '']],
    ['-0 is +0', 16, ['average_color[31] || !seen.other', 'average_color[31]']],
    [
      'the first sample has the specials of a quad before',
      16,
      ['next_seen = first && !second ? sample_seen :', "next_seen = 1'b0 ? sample_seen :"],
    ],
    [
      'a NaN is the least',
      16,
      ['{greatest, {(FLOAT_BITS - 1) {!greatest}}}', '{!greatest, {(FLOAT_BITS - 1) {greatest}}}'],
    ],
    ['a gather has the texel of its lane', 16, ['single = gather ? gathered', "single = 1'b0 ? gathered"]],
    ['floats are codes', 16, ['floats ? floats_result', "1'b0 ? floats_result"]],
    ['a denorm that is alone is flushed', 32, ['(sum_alone &&', "(1'b0 &&"]],
    ['a result may be a denorm', 32, ["average_color[30:23] == '0)", "average_color[30:0] == '0)"]],
    ['a denorm below 0 is +0 in a sum', 32, ["== '0 || denorm)", "== '0)"]],
  ];
  itFinds(floatMutants, (bits) => [leaf(FILTER_DESIGNS[5], floats(bits)), cycles(FILTER_DESIGNS[5], floats(bits))]);
  // Those with and without a fraction, with narrowing lerps and without, and with weights that are less than 1 together.
  const WITH_CORNERS = DEEP ? FILTER_DESIGNS : [0, 2, 3, 5].map((n) => FILTER_DESIGNS[n]);
  it.each(WITH_CORNERS)('of $name keeps the fraction of the texel that a corner of a cube lacks', async (design) => {
    const sampling = { ...CUBES, reductions: true, gathers: true, comparison: true };
    expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
  });

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[2], CUBES), cycles(FILTER_DESIGNS[2], CUBES)], ' with corners');

  const [NARROW, , WIDE] = FILTER_DESIGNS;
  // Samples that keep all bits, and levels that do not.
  const LEVELS: Design = { ...WIDE, filter: { ...WIDE.filter, guardBits: 2 * WIDE.filter.weightBits } };
  const cornerMutants: readonly Mutant<[Design]>[] = [
    [
      'the first lerps drop the fraction',
      NARROW,
      ['AFTER_U == WEIGHT_BITS ? CORNER_BITS : 0', "AFTER_U == WEIGHT_BITS && 1'b0 ? CORNER_BITS : 0"],
    ],
    ['samples drop the fraction', WIDE, ['guard_bits >= 2 * weight_bits ?', "guard_bits >= 2 * weight_bits && 1'b0 ?"]],
    ['a sample alone is rounded', WIDE, ['assign value = reciprocal[RECIPROCAL_BITS]\n', "assign value = 1'b0\n"]],
    ['a level alone is rounded', LEVELS, ["assign value = level_weight == '0\n", "assign value = 1'b0\n"]],
    [
      'the greatest lacks its fraction',
      WIDE,
      [
        "PASS_WIDTH'(code) << (PASS_WIDTH - WHOLE_BITS)",
        "PASS_WIDTH'(code >>> CORNER_BITS) << (PASS_WIDTH - CODE_BITS)",
      ],
    ],
    ['a third is less', WIDE, ["27'haa_aaab", "27'haa_aaaa"]],
    ['two thirds are one', WIDE, ["27'h155_5556", "27'h200_0000"]],
    ['thirds are twice as much', WIDE, ['THIRD_BITS = THIRDS ? 25 : 0', 'THIRD_BITS = THIRDS ? 24 : 0']],
  ];
  itFinds(cornerMutants, (design) => {
    const sampling = { ...CUBES, reductions: true, gathers: true, comparison: true };
    return [leaf(design, sampling), cycles(design, sampling)];
  });
  it('keeps it where samples are not narrowed and levels are', async () => {
    expect(await firstDifference(leaf(LEVELS, CUBES), cycles(LEVELS, CUBES))).toBeNull();
  });

  it.each(WITH_CORNERS)(
    'of $name lerps two slices of volumes, between cubes, comparisons, gathers and reductions',
    async (design) => {
      const sampling = { ...VOLUMES, cubes: true, reductions: true, gathers: true, comparison: true };
      expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
    },
  );

  it.each([FILTER_DESIGNS[1], FILTER_DESIGNS[2]])('of $name lerps two slices of volumes', async (design) => {
    expect(await firstDifference(leaf(design, VOLUMES), cycles(design, VOLUMES))).toBeNull();
  });

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[2], VOLUMES), cycles(FILTER_DESIGNS[2], VOLUMES)], ' with volumes');

  it.each(FLOAT_UNITS)('of $design.name filters floats of $bits bits in volumes', async ({ design, bits }) => {
    const sampling = { ...floats(bits), volumes: true };
    expect(await firstDifference(leaf(design, sampling), cycles(design, sampling))).toBeNull();
  });

  const volumeMutants: readonly Mutant<[Design]>[] = [
    ['slices have half of the weight', WIDE, ['.weight(sample_gamma)', '.weight(sample_gamma >> 1)']],
    [
      'the lerp of slices rounds down',
      NARROW,
      [
        '.ROUNDING(ROUNDING),\n          .WEIGHT_SCALE(WEIGHT_SCALE)\n      ) between_slices',
        '.ROUNDING(fixed_point_pkg::FLOOR),\n          .WEIGHT_SCALE(WEIGHT_SCALE)\n      ) between_slices',
      ],
    ],
    ['a nearest filter has slices', NARROW, ['sliced = VOLUMES && volume && linear', 'sliced = VOLUMES && volume']],
    ['volumes narrow as planes', WIDE, ['sum_volume ? volume_result', "1'b0 ? volume_result"]],
    ['planes narrow as volumes', WIDE, ['sum_volume ? volume_result', "1'b1 ? volume_result"]],
    ['the coarser level begins with the second slice', NARROW, ['number = pass >> sliced', 'number = pass']],
    ['the least counts a slice without a weight', NARROW, ['weightless = sliced && (', "weightless = 1'b0 && ("]],
    [
      'the first slice counts without a weight',
      NARROW,
      ['(sample_second && !sample_gamma[WEIGHT_BITS])', 'sample_second'],
    ],
    ['the greatest is that of the second slice', NARROW, ['(sample_second && !sample_gamma[WEIGHT_BITS])', "1'b0"]],
  ];
  itFinds(volumeMutants, (design) => {
    const sampling = { ...VOLUMES, reductions: true };
    return [leaf(design, sampling), cycles(design, sampling)];
  });

  const floatVolumeMutants: readonly Mutant[] = [
    ['floats of a slice without a weight count', ['{4{!weightless}}', "4'b1111"]],
    ['specials of the first slice are lost', ['first && !second ? sample_seen', 'first ? sample_seen']],
    ['slices of floats have the weight of taps', ['.weight(gamma)', ".weight(gamma & '0)"]],
    ['the second slice of floats is the least', ['!first || (second && !gamma[WEIGHT_BITS])', '!first']],
    ['the weight of slices has no bits', ['2 * WEIGHT_BITS + SLICE_BITS + LEVEL', '2 * WEIGHT_BITS + LEVEL']],
  ];
  itFinds(floatVolumeMutants, () => {
    const sampling = { ...floats(16), volumes: true };
    return [leaf(FILTER_DESIGNS[5], sampling), cycles(FILTER_DESIGNS[5], sampling)];
  });

  // Connections of the result of planes.
  const LEVEL_WEIGHT =
    ".level_weight(one_value ? '0 : sum_level_weight),\n        .one(one[component]),\n        .color(plane_result)";
  const reductionMutants: readonly Mutant[] = [
    ['texels without a weight count', ["{alpha != '0, !alpha[WEIGHT_BITS]}", "{1'b1, !alpha[WEIGHT_BITS]}"]],
    ['all texels are on one side', ["{beta != '0, !beta[WEIGHT_BITS]}", "2'b11"]],
    ['the least is the greatest', ['$signed(texels[tap])) == greatest)', '$signed(texels[tap])))']],
    ['samples are added', ['if (!first || (sample_second', "if (1'b0 || (sample_second"]],
    ['the first sample is compared, too', ['if (!first || (sample_second', "if (1'b1 || (sample_second"]],
    ['the coarser level has no part', ["sum_level_weight != '0)", "1'b0)"]],
    [
      'the coarser level has a part without a weight',
      ["WEIGHTED_AVERAGE && sum_level_weight != '0)", 'WEIGHTED_AVERAGE)'],
    ],
    ['the result is divided', ['one_value ? (RECIPROCAL_BITS', "1'b0 ? (RECIPROCAL_BITS"]],
    ['the result is interpolated', [LEVEL_WEIGHT, LEVEL_WEIGHT.replace('one_value', "1'b0")]],
    [
      'the reduction of another pass counts',
      ['reductions <= {reductions[0], reduction}', 'reductions <= {2{reduction}}'],
    ],
  ];
  itFinds(reductionMutants, () => [leaf(FILTER_DESIGNS[5], REDUCES), cycles(FILTER_DESIGNS[5], REDUCES)]);

  const gatherMutants: readonly Mutant[] = [
    ['a gather is interpolated', ['assign pass_sample[component] = gather', "assign pass_sample[component] = 1'b0"]],
    ['a gather is the first texel', ['texel[component][source][WHOLE_BITS', 'texel[0][source][WHOLE_BITS']],
    [
      'a gather has another component',
      ['texel[component][source][WHOLE_BITS', 'texel[component][component][WHOLE_BITS'],
    ],
    ['a texel is divided by the 1 of its place', ['gathered ? one[sources', "1'b0 ? one[sources"]],
    ['texels are swizzled', ['gathered && !sources[component][2]', "1'b0 && !sources[component][2]"]],
    ['a constant is gathered', ['gathered && !sources[component][2]', 'gathered']],
    ['every pass is a gather', ['GATHERS && gather', 'GATHERS']],
  ];
  itFinds(gatherMutants, () => [leaf(FILTER_DESIGNS[0], GATHERS), cycles(FILTER_DESIGNS[0], GATHERS)]);

  const mutants: readonly Mutant[] = [
    ['a stage moves on while the result waits', ['.enable(ready_in)', ".enable(1'b1)"]],
    ['lanes without taps add their texels', ['valid_in && active[lane]', 'valid_in']],
    ['the coarser level begins a pass late', ['coarser <= number >= ', 'coarser <= number > ']],
    ['the state is that of the next quad', ['.one(summed_one)', '.one(one)']],
    ['the result leaves a cycle early', ['valid_out <= last_summed', 'valid_out <= last_sampled']],
  ];
  itFinds(mutants, () => {
    const design = FILTER_DESIGNS[0];
    return [leaf(design), cycles(design)];
  });
});
