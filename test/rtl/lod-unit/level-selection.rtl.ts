import { describe, expect, it } from 'vitest';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { levelWeights } from '../../../rtl-model/lod-unit/level-weight.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { FILTER_CODES } from '../../../rtl-model/state/sample-shape.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { BASES } from '../../../src/designs/bases.ts';
import { EXPLICIT, flatImage } from '../../oracle/sampling.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { romFile } from '../rom-file.ts';
import { RANDOM } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf, roundingConstant, type Vectors } from '../verilated.ts';
import { biasWidth, limitWidth, LOD_DESIGNS } from './lod-designs.ts';

const LEVELS = 7;
const LEVEL_BITS = 4;
const MEMORY = layOutImages(
  [flatImage(TEXEL_FORMATS.get('r8_unorm')!, 2 ** (LEVELS - 1), 1, () => Uint8Array.of(0))],
  'linear',
);

/** The unit of a sampler and a view by chance. */
function anyUnit(design: Design, dice: Dice): LodUnit {
  const real = (from: number, to: number) => dice.pick([0, dice.integer(Math.ceil(from), to), dice.real(from, to)]);
  const baseMipLevel = dice.integer(0, LEVELS - 1);
  const view = {
    ...wholeView(MEMORY.images[0]),
    baseMipLevel,
    levelCount: dice.integer(1, LEVELS - baseMipLevel),
    minLod: real(0, LEVELS),
  };
  const sampler = {
    ...DEFAULT_SAMPLER,
    mipmapMode: dice.pick(['nearest', 'linear'] as const),
    magFilter: 'nearest' as const,
    minFilter: 'linear' as const,
    mipLodBias: dice.chance(0.05) ? NaN : real(-3, 3),
    minLod: real(-2, LEVELS),
    maxLod: dice.chance(0.3) ? 1000 : real(-2, LEVELS),
  };
  const binding = bind(design, MEMORY, { image: 0, view, sampler, instruction: EXPLICIT }, 0);
  return new LodUnit(binding, new SamplePlan(binding));
}

/** Writes the ports of a vector. */
type Write = (values: Float64Array, unit: LodUnit, lanes: LaneRegisters, lane: number) => void;

/** Random LODs of random states. */
function vectors(design: Design, write: Write): Vectors {
  const dice = new Dice(1);
  const units = Array.from({ length: 512 }, () => anyUnit(design, dice));
  const lanes = new LaneRegisters(4);
  const { format } = units[0];
  let unit = units[0];
  return {
    count: RANDOM,
    fill: (n, values) => {
      const lane = n % 4;
      if (lane === 0) {
        unit = dice.pick(units);
        for (let l = 0; l < 4; l++) {
          const levels = dice.chance(0.1) ? 2 ** format.integerBits : LEVELS + 2;
          lanes.lodOperand[l] = Math.round(dice.real(-levels / 2, levels) * format.one) / format.one;
          lanes.minLod[l] = dice.chance(0.5) ? 0 : dice.real(-1, LEVELS);
        }
        lanes.passes.fill(1);
        unit.select(lanes, 0, 4);
      }
      write(values, unit, lanes, lane);
    },
  };
}

function clampLeaf(design: Design): Leaf {
  const { lod } = design;
  const lodWidth = lod.format.integerBits + lod.format.fractionBits;
  return {
    module: 'lod_clamp',
    sources: ['fixed-point/saturate.sv', 'lod-unit/lod_clamp.sv'],
    parameters: designParameters(design, 'lod_clamp'),
    inputs: [
      { name: 'base_lod', width: lodWidth, signed: true },
      { name: 'bias', width: biasWidth(design), signed: true },
      { name: 'min_lod', width: limitWidth(lod) },
      { name: 'max_lod', width: limitWidth(lod) },
    ],
    outputs: [
      { name: 'lambda', width: lodWidth, signed: true },
      { name: 'lod', width: lodWidth, signed: true },
      { name: 'magnified', width: 1 },
    ],
  };
}

const writeClamp: Write = (values, { bounds }, lanes, lane) => {
  values[0] = lanes.baseLod[lane];
  values[1] = bounds.plainBias;
  values[2] = bounds.minLod(PLAIN, lanes.minLod[lane]);
  values[3] = bounds.maxLod;
  values[4] = lanes.lambda[lane];
  values[5] = lanes.lod[lane];
  values[6] = Number(lanes.filter[lane] === FILTER_CODES.nearest);
};

function selectionLeaf({ lod }: Design): Leaf {
  const { integerBits, fractionBits } = lod.format;
  const level = (name: string) => ({ name, width: LEVEL_BITS });
  return {
    module: 'level_selection',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'fixed-point/round_shift.sv',
      'fixed-point/rom.sv',
      'lod-unit/level_selection.sv',
    ],
    parameters: {
      LOD_INTEGER_BITS: integerBits,
      LOD_FRACTION_BITS: fractionBits,
      LIMIT_WIDTH: limitWidth(lod),
      LEVEL_BITS,
      NEAREST_RULE: roundingConstant(lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up'),
      CURVED: Number(lod.levelWeightCurve !== null),
    },
    inputs: [
      { name: 'lod', width: integerBits + fractionBits, signed: true },
      ...['first_level', 'last_level', 'coarsest_level'].map(level),
      { name: 'view_min_lod', width: limitWidth(lod) },
      { name: 'mip_linear', width: 1 },
    ],
    outputs: [
      { name: 'level_parameter', width: integerBits + fractionBits },
      ...['level_hi', 'level_lo'].map(level),
      { name: 'level_weight', width: Math.max(1, fractionBits) },
    ],
    files: { 'level_weight.mem': romFile(levelWeights(lod)) },
  };
}

const writeSelection: Write = (values, unit, lanes, lane) => {
  values[0] = lanes.lod[lane];
  values[1] = unit.firstLevel;
  values[2] = unit.lastLevel;
  values[3] = unit.firstLevel + unit.coarsestLevel;
  values[4] = unit.viewMinLod;
  values[5] = Number(unit.mipLinear);
  values[6] = lanes.levelParameter[lane];
  values[7] = lanes.levelHi[lane];
  values[8] = lanes.levelLo[lane];
  values[9] = lanes.levelWeight[lane];
};

describe('lod_clamp', () => {
  it.each(LOD_DESIGNS)('of $name gives the LOD and the filter of the LOD unit', async (design) => {
    expect(await firstDifference(clampLeaf(design), vectors(design, writeClamp))).toBeNull();
  });

  itIsSynthesized(() => [clampLeaf(LOD_DESIGNS[3]), vectors(LOD_DESIGNS[3], writeClamp)]);

  const mutants: readonly Mutant[] = [
    ['the maximum wins', ['if (clamped < least) clamped', 'if (clamped < least && clamped != greatest) clamped']],
    ['a LOD of 0 is minified', ['lod <= 0', 'lod < 0']],
    ['the bias lacks its highest bit', ["WIDTH'(bias)", "WIDTH'($signed(bias[BIAS_WIDTH-2:0]))"]],
  ];
  itFinds(mutants, () => {
    const design = LOD_DESIGNS[3];
    return [clampLeaf(design), vectors(design, writeClamp)];
  });
});

describe('level_selection', () => {
  const designs = [
    ...LOD_DESIGNS,
    { ...LOD_DESIGNS[0], name: 'levels of the image (Vulkan 1.1)', text: 'vulkan-1.1' as const },
    BASES.get('vortex')!,
    BASES.get('rasterix')!,
  ];
  it.each(designs)('of $name gives the levels and the weight of the LOD unit', async (design) => {
    expect(await firstDifference(selectionLeaf(design), vectors(design, writeSelection))).toBeNull();
  });

  itIsSynthesized(() => [selectionLeaf(LOD_DESIGNS[3]), vectors(LOD_DESIGNS[3], writeSelection)]);

  const mutants: readonly Mutant[] = [
    ['the nearest level is the one below', ['.ROUNDING(NEAREST_RULE)', '.ROUNDING(fixed_point_pkg::FLOOR)']],
    [
      "the view's minimum wins over its last level",
      ['if (bounded > greatest) bounded', 'if (bounded > greatest && bounded != least) bounded'],
    ],
    ['a weight of 1 keeps the finer level', ['weight[WEIGHT_BITS] ? coarser', "1'b0 ? coarser"]],
    ['the coarser level may lie behind the last', ["next < {1'b0, coarsest_level}", "next < '1"]],
  ];
  itFinds(mutants, () => {
    const design = LOD_DESIGNS[3];
    return [selectionLeaf(design), vectors(design, writeSelection)];
  });
});
