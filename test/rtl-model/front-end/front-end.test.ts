import { describe, expect, it } from 'vitest';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT, GRADIENT, IMPLICIT } from '../../oracle/sampling.ts';

/** Two quads whose fields all differ. */
function batchOfTwo(): QuadBatch {
  const batch = new QuadBatch(2);
  batch.count = 2;
  const fields = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
  fields.forEach((field, n) => batch[field].forEach((_, lane) => (batch[field][lane] = 100 * n + (lane + 1) ** 2)));
  batch.active.set([0b1111, 0b0101]);
  batch.offsetU.set([1, -8]);
  batch.offsetV.set([2, 7]);
  return batch;
}

/** An array of two layers, whose requests have a layer. */
const FORMAT = TEXEL_FORMATS.get('r8_unorm')!;
const MEMORY = layOutImages(
  [{ format: FORMAT, width: 1, height: 1, layers: 2, levels: [new Uint8Array(2)] }],
  'linear',
);

function load(instruction: Instruction, batch = batchOfTwo()): LaneRegisters {
  const lanes = new LaneRegisters(12);
  new FrontEnd(bind(FULL_QUALITY, MEMORY, { image: 0, sampler: DEFAULT_SAMPLER, instruction }, 0)).load(
    batch,
    1,
    1,
    lanes,
    8,
  );
  return lanes;
}

/** The four lanes that were loaded. */
function loaded(field: Float32Array | Int16Array | Int32Array): number[] {
  return [...field.subarray(8)];
}

describe('the front end', () => {
  it('loads the operands of the quad that is asked for', () => {
    const lanes = load(EXPLICIT);
    expect(loaded(lanes.u)).toEqual([25, 36, 49, 64]);
    expect(loaded(lanes.v)).toEqual([125, 136, 149, 164]);
    expect(loaded(lanes.layer)).toEqual([325, 336, 349, 364]);
    expect(loaded(lanes.lodOperand)).toEqual([425, 436, 449, 464]);
    expect(loaded(lanes.minLod)).toEqual([525, 536, 549, 564]);
    expect(loaded(lanes.offsetU)).toEqual([-8, -8, -8, -8]);
    expect(loaded(lanes.offsetV)).toEqual([7, 7, 7, 7]);
  });

  it('gives work to active lanes alone', () => {
    expect(loaded(load(EXPLICIT).passes)).toEqual([1, 0, 1, 0]);
  });

  it('touches no other lanes', () => {
    const { u, v, passes } = load(EXPLICIT);
    expect([...u.subarray(0, 8), ...v.subarray(0, 8), ...passes.subarray(0, 8)].every((x) => x === 0)).toBe(true);
  });

  it('takes the gradients of the instruction', () => {
    const lanes = load(GRADIENT);
    expect(loaded(lanes.dudx)).toEqual([625, 636, 649, 664]);
    expect(loaded(lanes.dvdx)).toEqual([725, 736, 749, 764]);
    expect(loaded(lanes.dudy)).toEqual([825, 836, 849, 864]);
    expect(loaded(lanes.dvdy)).toEqual([925, 936, 949, 964]);
  });

  it('takes the differences of the coordinates for an implicit LOD, helper lanes included', () => {
    const lanes = load(IMPLICIT);
    expect(loaded(lanes.dudx)).toEqual([11, 11, 11, 11]);
    expect(loaded(lanes.dudy)).toEqual([24, 24, 24, 24]);
    expect(loaded(lanes.dvdx)).toEqual([11, 11, 11, 11]);
  });

  it('divides by q before anything else when the instruction projects', () => {
    const batch = batchOfTwo();
    batch.s.set([1, 2, 3, 4], 4);
    batch.t.set([5, 6, 7, 8], 4);
    batch.q.set([3, 7, -2, 0], 4);
    const lanes = load({ lod: 'implicit', projected: true }, batch);
    const u = [1 / 3, 2 / 7, -1.5, Infinity].map(Math.fround);
    expect(loaded(lanes.u)).toEqual(u);
    expect(loaded(lanes.v)).toEqual([5 / 3, 6 / 7, -3.5, Infinity].map(Math.fround));
    expect(loaded(lanes.dudx)).toEqual(u.map(() => Math.fround(u[1] - u[0])));
  });

  it('takes no notice of q otherwise', () => {
    expect(loaded(load(EXPLICIT).u)).toEqual([25, 36, 49, 64]);
  });
});
