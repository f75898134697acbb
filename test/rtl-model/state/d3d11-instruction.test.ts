import { describe, expect, it } from 'vitest';
import {
  D3D11_INSTRUCTIONS,
  d3d11Instruction,
  programmableOffset,
} from '../../../rtl-model/state/d3d11-instruction.ts';

const named = (test: RegExp) => D3D11_INSTRUCTIONS.filter((name) => test.test(name));

describe('d3d11Instruction', () => {
  it('samples, gathers, fetches and queries as the name says, without projection', () => {
    const ops = D3D11_INSTRUCTIONS.map((name) => {
      const instruction = d3d11Instruction(name);
      expect(instruction.projected).toBe(false);
      return `${name} ${instruction.op}`;
    });
    expect(ops).toEqual([
      ...['', '_b', '_c', '_c_lz', '_d', '_l'].map((suffix) => `sample${suffix} sample`),
      ...['', '_c', '_po', '_po_c'].map((suffix) => `gather4${suffix} gather`),
      'ld fetch',
      'ld2dms fetch',
      'lod query_lod',
      'resinfo query_size',
      'sampleinfo query_samples',
      'samplepos sample_position',
    ]);
  });

  it('takes the LOD of sample, _b, _c and lod from derivatives, of _d from gradients, of _l and _lz from the lane', () => {
    const from = (source: string) => D3D11_INSTRUCTIONS.filter((name) => d3d11Instruction(name).lod === source);
    expect(from('implicit')).toEqual(['sample', 'sample_b', 'sample_c', 'lod']);
    expect(from('gradient')).toEqual(['sample_d']);
    expect(from('explicit')).toEqual(named(/_l|_lz|gather|ld|info|pos/).filter((name) => name !== 'lod'));
  });

  it('compares with a reference exactly where the name has a c', () => {
    const compared = D3D11_INSTRUCTIONS.filter((name) => d3d11Instruction(name).dref);
    expect(compared).toEqual(named(/_c/));
  });

  it('selects a component in gather4 and gather4_po', () => {
    for (const name of ['gather4', 'gather4_po'] as const) {
      const selected = [0, 1, 2, 3].map((component) => d3d11Instruction(name, { component }).component);
      expect(selected).toEqual([0, 1, 2, 3]);
      expect(d3d11Instruction(name).component).toBe(0);
      for (const component of [-1, 4, 0.5]) expect(() => d3d11Instruction(name, { component })).toThrow(name);
    }
    for (const name of ['gather4_c', 'gather4_po_c', 'sample', 'ld'] as const) {
      expect(() => d3d11Instruction(name, { component: 1 })).toThrow(`${name} cannot select component 1`);
    }
  });

  it('takes offsets from a register, of each lane its own, with _po alone', () => {
    const moved = D3D11_INSTRUCTIONS.filter((name) => d3d11Instruction(name).laneOffsets);
    expect(moved).toEqual(named(/_po/));
  });

  it('asks for residency with _s alone', () => {
    for (const name of D3D11_INSTRUCTIONS) {
      expect(d3d11Instruction(name).sparse).toBeUndefined();
      expect(d3d11Instruction(name, { feedback: true }).sparse).toBe(true);
    }
  });
});

describe('programmableOffset', () => {
  it('honors the 6 lowest bits as a signed value', () => {
    for (let offset = -32; offset <= 31; offset++) {
      for (const above of [0, 64, -64, 2 ** 31 - 64, -(2 ** 31)]) {
        const operand = (above + offset) | 0;
        expect([operand, programmableOffset(operand)]).toEqual([operand, offset]);
      }
    }
  });
});
