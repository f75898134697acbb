import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { BASES } from '../../../src/designs/bases.ts';
import { withFields } from '../../../src/designs/with-fields.ts';
import { isPlainDesign } from '../../../src/forms/golden/state-constants.ts';
import { fieldsWithoutRtl } from '../../../src/forms/rtl/without-rtl.ts';
import { UNIT_L2 } from '../../rtl/units/unit-designs.ts';
import { fieldsWithoutShader } from '../../../src/forms/shader/without-shader.ts';

const FULL = BASES.get('full-quality')!;
const withField = (path: string, value: unknown) => withFields(FULL, [[path, value]]);
const scaled = (scale: string) => withField('filter.weightScale', scale);
const ALIGNED = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' };

describe('fields of real chips', () => {
  it.each([
    ['address.pointRounding', 'floor'],
    ['address.pointFractionBits', 6],
    ['address.mirroredFraction', 'complemented'],
    ['lod.levelWeightSlopes', [1, 1.5]],
    ['decoder.codeBits', 8],
    ['filter.sum', 'products'],
    ['filter.texelBits', 16],
    ['filter.signedGuardBits', 3],
    ['filter.alignedSum', ALIGNED],
  ] as const)('the example benches and the SystemVerilog lack %s %s, a shader has it', (path, value) => {
    const design = withField(path, value);
    expect(isPlainDesign(design)).toBe(false);
    expect(fieldsWithoutRtl(design).map(({ field }) => field)).toContain(path);
    expect(fieldsWithoutShader(design)).toEqual([]);
  });

  it.each([
    ['address.gatherRounding', 'ceil'],
    ['filter.srgbTable', Array.from({ length: 256 }, (_, code) => code)],
  ] as const)('the SystemVerilog has %s %s, the example benches lack it', (path, value) => {
    const design = withField(path, value);
    expect(isPlainDesign(design)).toBe(false);
    expect(fieldsWithoutRtl(design).map(({ field }) => field)).not.toContain(path);
  });

  it('the SystemVerilog interpolates entries of log2 that do not fall', () => {
    const table = (entries: readonly number[], interpolationBits = 4) =>
      withFields(FULL, [
        ['lod.log2Table.indexBits', 1],
        ['lod.log2Table.interpolationBits', interpolationBits],
        ['lod.log2Table.entries', entries],
      ]);
    const lacks = (design: Design) => fieldsWithoutRtl(design).some(({ field }) => field === 'lod.log2Table.entries');
    expect(lacks(table([0, 7, 7]))).toBe(false);
    expect(lacks(table([0, 8, 7]))).toBe(true);
    expect(lacks(table([8, 7], 0))).toBe(false);
  });

  it('the SystemVerilog prefetches next lines, and has an L2 that looks one request up in a cycle', () => {
    const ahead = (next: string) => ({ next, sectors: 4 });
    const unit = withFields(BASES.get('d3d11.3-synthesizable')!, [
      ['cache.prefetch', ahead('line')],
      ['cache.l2', UNIT_L2],
    ]);
    const lacks = (path: string, value: unknown) =>
      fieldsWithoutRtl(withFields(unit, [[path, value]])).map(({ field }) => field);
    expect(fieldsWithoutRtl(unit)).toEqual([]);
    expect(lacks('cache.prefetch', ahead('line-and-mip'))).toEqual(['cache.prefetch.next']);
    // 512 lines, those of the buffer among them.
    expect(lacks('cache.outstandingMisses', 508)).toEqual([]);
    expect(lacks('cache.outstandingMisses', 509)).toEqual(['cache.outstandingMisses']);
    for (const [name, value] of [
      ['lineBytes', 32],
      ['allocation', 'none'],
      ['replacement', 'fifo'],
      ['inclusive', true],
      ['latency', 2],
      ['banks', 2],
      ['ports', 'unlimited'],
      ['outstandingMisses', 4],
    ] as const)
      expect(lacks(`cache.l2.${name}`, value)).toEqual([`cache.l2.${name}`]);
  });

  it.each([
    ['lod.log2Table.rounding', 'floor'],
    ['filter.rate.factors', { decode: 1, trilinear: 2, volume: 2, cube: 1, comparison: 1 }],
  ] as const)('the benches read the registers that %s decides, or need none', (path, value) => {
    expect(isPlainDesign(withField(path, value))).toBe(true);
  });

  it('the SystemVerilog has every scale of weights, the benches not that of less than 1, nor derivatives of the diagonal', () => {
    expect(isPlainDesign(FULL)).toBe(true);
    expect(isPlainDesign(scaled('all-ones'))).toBe(true);
    expect(isPlainDesign(scaled('all-ones-over-power-of-two'))).toBe(false);
    for (const scale of ['all-ones', 'all-ones-over-power-of-two'] as const)
      expect(fieldsWithoutRtl(scaled(scale)).map(({ field }) => field)).not.toContain('filter.weightScale');
    expect(isPlainDesign(withField('lod.derivatives', 'diagonal'))).toBe(false);
  });

  it('shaders have no division, and no guard bits beside rounded products', () => {
    expect(fieldsWithoutShader(FULL)).toEqual([]);
    expect(fieldsWithoutShader(scaled('all-ones-over-power-of-two'))).toEqual([]);
    expect(fieldsWithoutShader(scaled('all-ones'))).toEqual([
      'filter.weightScale: all-ones, expected power-of-two or all-ones-over-power-of-two',
    ]);
    const guarded = withFields(BASES.get('nvidia-rtx3060')!, [['filter.guardBits', 3]]);
    expect(fieldsWithoutShader(guarded)).toEqual(['filter.guardBits: 3, expected 0 beside rounded-products']);
  });

  it('shaders have those of old consoles, and of a new chip', () => {
    for (const name of ['sony-psp', 'sony-ps2', 'xbox-nv2a', 'gamecube-flipper', 'voodoo1', 'n64-rdp', 'rasterix'])
      expect(fieldsWithoutShader(BASES.get(name)!), name).toEqual([]);
    expect(fieldsWithoutShader(BASES.get('nvidia-rtx3060')!)).toEqual([]);
  });
});
