import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { BASES } from '../../../../src/designs/bases.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { fieldLogic } from '../../../../src/forms/cost/field-logic.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { gatesOf, lerp } from '../../../../src/forms/cost/operations.ts';
import { synthesizeGates } from '../../../../src/forms/cost/synthesis/synthesis.ts';
import { sourcesOf } from '../../../../src/forms/rtl/rtl-sources.ts';
import { KEPT } from './kept-misses.ts';

/** Codes of 13 bits and weights of 8, one filter, four samples, and a LOD for the quad. */
const minimum = PRESETS.get('d3d11.3-synthesizable')!;

function withFields(fields: Readonly<Record<string, unknown>>): Design {
  return Object.entries(fields).reduce((design, [path, value]) => withValue(design, path, value), minimum);
}

const nand2 = (fields: Readonly<Record<string, unknown>>) => fieldLogic(withFields(fields))[0].nand2;

/** One of everything that a cache and units can have several of. */
const ONE = { 'cache.banks': 1, 'cache.dataPorts': 1, 'cache.missesPerCycle': 1 };
const rowsOfPorts = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(fieldLogic(withFields({ ...ONE, ...fields })).map(({ field, nand2: gates }) => [field, gates]));

describe('the logic of fields without a module', () => {
  it.each([...PRESETS.values()])('is that of ports and banks alone for presets ($name)', (design) => {
    const ofPorts = ['cache.banks', 'cache.missesPerCycle'];
    expect(fieldLogic(design).filter(({ field }) => !ofPorts.includes(field))).toEqual([]);
  });

  it.each([
    [9, 8],
    [17, 8],
    [13, 4],
  ])('is estimated within a tenth of what Yosys makes of a lerp of %i by %i bits', async (width, weight) => {
    const parameters = { WIDTH: width, WEIGHT_BITS: weight, DROPPED: 0 };
    const { nand2: synthesized } = await synthesizeGates({
      module: 'lerp',
      parameters,
      sources: [...sourcesOf('lerp')],
    });
    expect(Math.abs(gatesOf(lerp(width, weight)) / synthesized - 1)).toBeLessThan(0.1);
  });

  it('names the unit and the field', () => {
    const chip = withFields({
      ...ONE,
      'lod.diagonals': 0.5,
      'filter.sum': 'rounded-products',
      'address.pointRounding': 'floor',
    });
    expect(fieldLogic(chip).map(({ unit, field }) => `${unit} ${field}`)).toEqual([
      'address address.pointRounding',
      'LOD lod.diagonals',
      'filter filter.sum',
      'result filter.sum',
    ]);
  });

  it('is a selection of a bit, three NAND2, along each axis of a sample for another rounding', () => {
    const samples = minimum.address.tapsPerCycle / 4;
    expect(nand2({ 'address.pointRounding': 'floor' })).toBe(3 * 2 * samples);
  });

  it('is a selection of that bit and of each that is cleared for fewer fraction bits of a point', () => {
    const samples = minimum.address.tapsPerCycle / 4;
    expect(nand2({ 'address.pointFractionBits': 6 })).toBe(3 * 2 * 3 * samples);
  });

  it('has one sum of code and weight more in each lerp for a difference of powers of two, and two for a quotient', () => {
    const { samplesPerCycle } = minimum.filter;
    const sums = 9 * (13 + 8) * 3 * 4 * samplesPerCycle;
    expect(nand2({ 'filter.weightScale': 'all-ones-over-power-of-two' })).toBe(sums);
    expect(nand2({ 'filter.weightScale': 'all-ones' })).toBe(2 * sums);
  });

  it('has two products for three lerps where texels are three, and more products than lerps where weights are exact', () => {
    const three = nand2({ 'filter.sum': 'three-point' });
    expect(three).toBeLessThan(0);
    expect(nand2({ 'filter.sum': 'three-point-mid-texel' })).toBeGreaterThan(three);
    expect(nand2({ 'filter.sum': 'products' })).toBeGreaterThan(0);
  });

  it('has narrower components in place of those that modules have, and all of them where no module has lengths', () => {
    const lengths = { 'lod.scaleFactor': 'alpha-max-beta-min', 'lod.alphaBetaBits': 5 };
    const bits = (n: number) => nand2({ ...lengths, 'lod.componentBits': n });
    expect(bits(6)).toBeLessThan(bits(10));
    expect(bits(6)).toBeLessThan(0);
    expect(nand2({ ...lengths, 'lod.ellipseBits': 'exact', 'lod.componentBits': 6 })).toBeGreaterThan(0);
  });

  it('grows with the bits of a slope: 1.5 has two, 1.75 three', () => {
    const slope = (...slopes: readonly number[]) => nand2({ 'lod.levelWeightSlopes': slopes });
    const { fractionBits } = minimum.lod.format;
    expect(slope(1, 1.75) - slope(1, 1.5)).toBe(4 * 10.5 * fractionBits);
  });

  it('is the sum over all units', () => {
    const fields = { 'filter.sum': 'products' };
    expect(nand2({ ...fields, 'pipeline.units.count': 3 })).toBe(3 * nand2(fields));
  });
});

describe('the logic of ports, banks and units', () => {
  it('is none where there is one of each', () => {
    expect(rowsOfPorts({})).toEqual({});
  });

  it('selects, for each of 16 taps, among the words of the sectors that are read in a cycle', () => {
    // Sectors of 64 bytes are 512 bits: three NAND2 for each bit of a further one.
    expect(minimum.cache.sectorBytes).toBe(64);
    expect(rowsOfPorts({ 'cache.banks': 4 })).toEqual({ 'cache.banks': 3 * 16 * 512 * 3 });
    const both = rowsOfPorts({ 'cache.banks': 4, 'cache.dataPorts': 2 });
    expect(both['cache.banks'] + both['cache.dataPorts']).toBe(3 * 16 * 512 * 7);
  });

  it('selects a further miss of a cycle from its look-ups, which it cannot exceed', () => {
    // An address of 31 bits less the 6 of a sector.
    expect(minimum.cache.tagsPerCycle).toBe(4);
    expect(rowsOfPorts({ 'cache.missesPerCycle': 3 })).toEqual({ 'cache.missesPerCycle': 3 * 2 * 4 * 25 });
    expect(rowsOfPorts({ 'cache.missesPerCycle': 64 })).toEqual(rowsOfPorts({ 'cache.missesPerCycle': 4 }));
  });

  it('selects the requests of further units once, not for each unit', () => {
    expect(rowsOfPorts({ 'pipeline.units.count': 3 })).toEqual({ 'pipeline.units.count': 3 * 2 * 25 });
  });

  it('selects requests and bytes at each further port of the L2, and counts unlimited ports as one', () => {
    const l2 = (fields: object) => ({
      'pipeline.units.count': 2,
      'cache.l2': { ...KEPT, ...fields },
    });
    const port = 3 * (2 * 25 + 2 * 8 * 32);
    expect(rowsOfPorts(l2({ banks: 4, ports: 1 }))).toMatchObject({ 'cache.l2.banks': 3 * port });
    expect(rowsOfPorts(l2({ banks: 4, ports: 2 }))).toMatchObject({ 'cache.l2.ports': 4 * port });
    expect(rowsOfPorts(l2({ banks: 1, ports: 'unlimited' }))).not.toHaveProperty('cache.l2.ports');
  });
});

describe('modules of real chips', () => {
  it('have the linear values of the table in the decoder, and texels as wide as the filter has them', () => {
    const parametersOf = (name: string) =>
      modulesOf(BASES.get('nvidia-h100')!).find(({ module }) => module === name)!.parameters;
    expect(parametersOf('texel_decoder')).toMatchObject({ SRGB_LINEAR_BITS: 17, CODE_BITS: 18 });
    expect(parametersOf('bilinear')).toMatchObject({ CODE_BITS: 18 });
  });
});
