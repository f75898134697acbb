import { describe, expect, it } from 'vitest';
import type { AddressDesign } from '../../../rtl-model/design/design.ts';
import { clampCoordinate, reductionOf, wholePeriods } from '../../../rtl-model/address-unit/range-reduction.ts';
import { TexelCoordinate } from '../../../rtl-model/address-unit/texel-coordinate.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { fixed } from '../../../rtl-model/fixed-point/format.ts';
import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { ADDRESS_MODES } from '../../../rtl-model/state/sampler.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyFloat32, type Draw, type Expected, float32Pattern, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant, type Vectors } from '../verilated.ts';

const REDUCTION_SOURCES = [
  'fixed-point/fixed_point_pkg.sv',
  'address-unit/address_unit_pkg.sv',
  'fixed-point/round_shift.sv',
  'fixed-point/float_unpack.sv',
  'fixed-point/float_pack.sv',
  'address-unit/range_reduction.sv',
];

const SOURCES = [
  ...REDUCTION_SOURCES,
  'fixed-point/saturate.sv',
  'fixed-point/float_add.sv',
  'fixed-point/float_multiply.sv',
  'fixed-point/float_to_fixed.sv',
  'fixed-point/unsigned_to_float.sv',
  'address-unit/texel_coordinate_exact.sv',
  'address-unit/texel_coordinate_float32.sv',
  'address-unit/texel_coordinate.sv',
];

const anyMode: Draw = (dice) => dice.integer(0, ADDRESS_MODES.length - 1);
/** Coordinates from far below a texel to far beyond the image. */
const anyCoordinate = anyFloat32(-22, 13);

describe('range_reduction', () => {
  const leaf: Leaf = {
    module: 'range_reduction',
    sources: REDUCTION_SOURCES,
    inputs: [
      { name: 'u', width: 32 },
      { name: 'address_mode', width: 3 },
    ],
    outputs: [
      { name: 'reduced', width: 32 },
      { name: 'next_period', width: 1 },
    ],
  };
  const expected: Expected = (values) => {
    const u = bitsToFloat(values[0]);
    const reduction = reductionOf(ADDRESS_MODES[values[1]]);
    values[2] = float32Pattern(
      reduction === 'clamp' ? clampCoordinate(PLAIN, u) : u % (reduction === 'mirror' ? 2 : 1),
    );
    const truncated = reduction === 'mirror' ? 2 * Math.trunc(u / 2) : Math.trunc(u);
    values[3] = Number(reduction !== 'clamp' && Number.isFinite(u) && wholePeriods(PLAIN, u, reduction) !== truncated);
  };
  const vectors = () => randomInputs([anyFloat32(-30, 60), anyMode], expected);

  it('takes off the whole periods of every float32 under every address mode', async () => {
    expect(await firstDifference(leaf, vectors())).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the mirrored period is 1', ["mirrors ? 8'(BIAS) :", "mirrors ? 8'(BIAS - 1) :"]],
    ['whole negative coordinates start another period', ["fraction != '0 &&", "significand != '0 &&"]],
    ['clamping modes stop beyond 10', ["31'h4120_0000", "31'h4120_0001"]],
  ];
  itFinds(mutants, () => [leaf, vectors()]);
});

describe('texel_coordinate', () => {
  const OFFSET_BITS = 6;

  function leaf(address: AddressDesign, sizeBits: number): Leaf {
    const { coordinate, rounding, gatherRounding, scalePrecision, rangeReduction } = address;
    const { integerBits, fractionBits } = coordinate;
    return {
      module: 'texel_coordinate',
      sources: SOURCES,
      parameters: {
        INTEGER_BITS: integerBits,
        FRACTION_BITS: fractionBits,
        ROUNDING: roundingConstant(rounding),
        GATHER_ROUNDING: roundingConstant(gatherRounding === 'same' ? rounding : gatherRounding),
        SCALE_EXACT: Number(scalePrecision === 'exact'),
        RANGE_REDUCTION: Number(rangeReduction),
        SIZE_BITS: sizeBits,
        OFFSET_BITS,
      },
      inputs: [
        { name: 'u', width: 32 },
        { name: 'address_mode', width: 3 },
        { name: 'size', width: sizeBits },
        { name: 'half', width: 1 },
        { name: 'gather', width: 1 },
        { name: 'offset', width: OFFSET_BITS, signed: true },
      ],
      outputs: [{ name: 'coordinate', width: integerBits + fractionBits, signed: true }],
    };
  }

  function vectors(address: AddressDesign, sizeBits: number): Vectors {
    const format = fixed('coordinate', address.coordinate.integerBits, address.coordinate.fractionBits);
    const { rounding, gatherRounding } = address;
    const unitsOf = (mode: RoundingMode) =>
      ADDRESS_MODES.map((each) => new TexelCoordinate({ ...address, rounding: mode }, format, reductionOf(each)));
    const units = [rounding, gatherRounding === 'same' ? rounding : gatherRounding].map(unitsOf);
    const largest = 2 ** sizeBits - 1;
    const size: Draw = (dice) =>
      dice.chance(0.5) ? 2 ** dice.integer(0, sizeBits - 1) : Math.max(1, dice.bits() & largest & -dice.integer(1, 8));
    const draws = [anyCoordinate, anyMode, size, integerWithin(0, 1), integerWithin(0, 1), integerWithin(-32, 31)];
    return randomInputs(draws, (values) => {
      const [u, mode, size, half, gather, offset] = values;
      values[6] = units[gather][mode].snap(bitsToFloat(u), size, half / 2, offset);
    });
  }

  function design(base: AddressDesign, change: Partial<AddressDesign>): AddressDesign {
    return { ...base, ...change };
  }

  const exact = FULL_QUALITY.address;
  const float32 = D3D_MINIMUM.address;
  const GATHERED_EXACTLY = design(exact, { gatherRounding: 'floor' });
  const designs: [string, number, AddressDesign][] = [
    ['full-quality', 15, exact],
    ['d3d11.3-minimum', 15, float32],
    ['vulkan-1.0-minimum', 13, VULKAN_MINIMUM.address],
    [
      'one fraction bit, floor',
      15,
      design(exact, { coordinate: { integerBits: 17, fractionBits: 1 }, rounding: 'floor' }),
    ],
    ['one fraction bit, nearest even', 15, design(exact, { coordinate: { integerBits: 17, fractionBits: 1 } })],
    [
      '16 fraction bits, ties down',
      13,
      design(exact, { coordinate: { integerBits: 16, fractionBits: 16 }, rounding: 'nearest-down' }),
    ],
    [
      'too few integer bits',
      15,
      design(exact, { coordinate: { integerBits: 6, fractionBits: 8 }, rounding: 'toward-zero' }),
    ],
    ['exact without range reduction', 15, design(exact, { rangeReduction: false, rounding: 'nearest-away' })],
    ['float32 without range reduction', 15, design(float32, { rangeReduction: false, rounding: 'ceil' })],
    [
      'float32 with 12 fraction bits',
      18,
      design(float32, { coordinate: { integerBits: 19, fractionBits: 12 }, rounding: 'nearest-up' }),
    ],
    ['exact, gathers rounded down', 15, GATHERED_EXACTLY],
    ['float32, gathers rounded up', 15, design(float32, { gatherRounding: 'ceil' })],
  ];
  it.each(designs)('snaps any float32 like TexelCoordinate (%s)', async (_, sizeBits, address) => {
    expect(await firstDifference(leaf(address, sizeBits), vectors(address, sizeBits))).toBeNull();
  });

  it.each([
    ['exact', exact],
    ['float32', float32],
    ['exact, not reduced', design(exact, { rangeReduction: false })],
  ])('computes the same in the netlist that Yosys makes of it (%s)', async (_, address) => {
    expect(await firstDifference({ ...leaf(address, 15), netlist: true }, vectors(address, 15))).toBeNull();
  });

  const mutants: readonly Mutant<[AddressDesign]>[] = [
    ['bits of the product are lost', exact, ["below_half, lost != '0}", "below_half, 1'b0}"]],
    [
      'the product is shifted by one too little',
      exact,
      [
        "9'(HIGHEST) - 9'(exponent);\n  assign {whole, below_half",
        "9'(HIGHEST - 1) - 9'(exponent);\n  assign {whole, below_half",
      ],
    ],
    ['no period is added', float32, ['next_period ? ONE', "1'b0 ? ONE"]],
    ['half a texel is a whole one', float32, ["32'hbf00_0000", "32'hbf80_0000"]],
    ['the period of the exact way is missing', exact, ['(next_period ? SUM_BITS', "(1'b0 ? SUM_BITS"]],
    ['a gather is rounded as a sample', GATHERED_EXACTLY, ['rounded = gather ?', "rounded = 1'b0 ?"]],
    [
      'a sample is rounded as a gather',
      design(float32, { gatherRounding: 'ceil' }),
      ['snapped = gather ?', "snapped = 1'b1 ?"],
    ],
  ];
  itFinds(mutants, (address) => [leaf(address, 15), vectors(address, 15)]);
});
