import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { ALL_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AtomicOp, Instruction } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { OperationOracle } from '../../../src/specification/operations/operation-oracle.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const VIEWS = { r32_uint: Uint32Array, r32_sint: Int32Array, r32_sfloat: Float32Array } as const;
type Format = keyof typeof VIEWS;

/** A quad of one atomic on the single texel of an image, then a read; r of the five results that count. */
function chain(name: Format, atomic: AtomicOp, old: number, operands: readonly (readonly [number, number])[]) {
  const view = VIEWS[name];
  const texel = new Uint8Array(view.of(old).buffer);
  const image = { format: TEXEL_FORMATS.get(name)!, width: 1, height: 1, layers: 1, levels: [texel] };
  const of = (instruction: Partial<Instruction>) => ({
    image: 0,
    sampler: DEFAULT_SAMPLER,
    instruction: { lod: 'explicit', projected: false, ...instruction } as const,
  });
  const states = [of({ op: 'atomic', atomic }), of({ op: 'read' })];
  const batch = new QuadBatch(2);
  batch.count = 2;
  batch.active.fill(ALL_LANES);
  batch.active[0] = 2 ** operands.length - 1;
  batch.state[1] = 1;
  const values = name === 'r32_sfloat' ? batch.write : batch.writeBits;
  operands.forEach((pair, lane) => values.set(pair, 4 * lane));
  const result = new Float32Array(32);
  const memory = layOutImages([image], 'linear');
  new TextureUnit(FULL_QUALITY, memory, states).sample(batch, result);
  const oracle = new OperationOracle(FULL_QUALITY, [image], states);
  const numbers = new view(result.buffer);
  const lanes = [...operands.keys(), 4];
  return lanes.map((lane) => {
    const got = [...numbers.subarray(4 * lane, 4 * lane + 4)];
    expect(isRight(oracle.answer(batch, lane >> 2, lane & 3), got), `lane ${lane}: ${got.join(' ')}`).toBe(true);
    return got[0];
  });
}

describe('an atomic', () => {
  it.each<[Format, AtomicOp, number, number, number, number]>([
    ['r32_uint', 'add', 4_294_967_295, 2, 0, 1],
    ['r32_sint', 'add', 2_147_483_647, 1, 0, -2_147_483_648],
    ['r32_uint', 'min', 1, 4_294_967_295, 0, 1],
    ['r32_sint', 'min', 1, -1, 0, -1],
    ['r32_uint', 'max', 1, 4_294_967_295, 0, 4_294_967_295],
    ['r32_sint', 'max', 1, -1, 0, 1],
    ['r32_uint', 'and', 0b1100, 0b1010, 0, 0b1000],
    ['r32_uint', 'or', 0b1100, 0b1010, 0, 0b1110],
    ['r32_uint', 'xor', 0b1100, 0b1010, 0, 0b0110],
    ['r32_sint', 'exchange', 5, -7, 0, -7],
    ['r32_uint', 'compare_exchange', 5, 9, 5, 9],
    ['r32_uint', 'compare_exchange', 5, 9, 6, 5],
    ['r32_sfloat', 'add', 16_777_216, 1, 0, 16_777_216],
    ['r32_sfloat', 'add', 0.5, 0.25, 0, 0.75],
    ['r32_sfloat', 'add', Infinity, -Infinity, 0, NaN],
    ['r32_sfloat', 'exchange', 1, -0.125, 0, -0.125],
    ['r32_sfloat', 'min', 1, -0.125, 0, -0.125],
    ['r32_sfloat', 'min', 2 ** -140, 2 ** -130, 0, 2 ** -140],
    ['r32_sfloat', 'max', -Infinity, -0.125, 0, -0.125],
    ['r32_sfloat', 'max', 3, -4, 0, 3],
    ['r32_sfloat', 'min', NaN, 7, 0, 7],
    ['r32_sfloat', 'max', 7, NaN, 0, 7],
  ])(
    'on %s, %s of %d with %d (and %d) returns the old texel and leaves %d',
    (format, op, old, operand, other, left) => {
      expect(chain(format, op, old, [[operand, other]])).toEqual([old, left]);
    },
  );

  it('takes the lanes of a quad in their order', () => {
    const operands = [
      [1, 0],
      [10, 0],
      [100, 0],
      [1000, 0],
    ] as const;
    expect(chain('r32_uint', 'add', 7, operands)).toEqual([7, 8, 18, 118, 1118]);
    expect(chain('r32_sint', 'exchange', 7, operands)).toEqual([7, 1, 10, 100, 1000]);
  });

  it('is refused for formats and operations that have none', () => {
    expect(() => chain('r32_sfloat', 'and', 1, [[1, 0]])).toThrow('r32_sfloat has no atomic and');
  });
});
