import { describe, expect, it } from 'vitest';
import { beyondEdge } from '../../../rtl-model/address-unit/cube-edge.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { everyWithin, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(sizeBits: number): Leaf {
  const index = { width: sizeBits + 1, signed: true };
  return {
    module: 'cube_edge',
    sources: ['address-unit/cube_edge.sv'],
    parameters: { SIZE_BITS: sizeBits },
    inputs: [
      { name: 'face', width: 3 },
      { name: 'i', ...index },
      { name: 'j', ...index },
      { name: 'size', width: sizeBits },
    ],
    outputs: [
      { name: 'texel_face', width: 3, sometimes: true },
      { name: 'texel_i', width: sizeBits, sometimes: true },
      { name: 'texel_j', width: sizeBits, sometimes: true },
      { name: 'corner', width: 1 },
    ],
  };
}

/** Indices up to one texel beyond the face; larger ones stand for others. */
function expected(values: Float64Array): void {
  const size = Math.max(1, values[3]);
  const within = (n: number) => (n < -1 || n > size ? -1 + (Math.abs(n) % (size + 2)) : n);
  const [face, i, j] = [values[0], within(values[1]), within(values[2])];
  const outside = (n: number) => n < 0 || n >= size;
  values.set([face, i, j, size]);
  const corner = outside(i) && outside(j);
  const texel = outside(i) !== outside(j) ? beyondEdge(PLAIN, face, i, j, size) : { face, i, j };
  values.set(corner ? [NaN, NaN, NaN, 1] : [texel.face, texel.i, texel.j, 0], 4);
}

describe('cube_edge', () => {
  it('continues every texel around the faces of small cubes on the neighbour of beyondEdge', async () => {
    const every = everyWithin([[0, 5], [-1, 15], [-1, 15], [1, 15]], expected); // prettier-ignore
    expect(await firstDifference(leaf(4), every)).toBeNull();
    const one = everyWithin([[0, 5], [-1, 1], [-1, 1], [1, 1]], expected); // prettier-ignore
    expect(await firstDifference(leaf(1), one)).toBeNull();
  });

  const SIZE_BITS = 15;
  const near = integerWithin(-1, 3);
  const any = integerWithin(-1, 2 ** SIZE_BITS - 1);
  const large = randomInputs(
    [
      integerWithin(0, 5),
      (dice) => (dice.chance(0.5) ? near : any)(dice),
      (dice) => (dice.chance(0.5) ? near : any)(dice),
      (dice) => (dice.chance(0.5) ? integerWithin(1, 4) : integerWithin(1, 2 ** SIZE_BITS - 1))(dice),
    ],
    expected,
  );
  it('does so with those of large ones', async () => {
    expect(await firstDifference(leaf(SIZE_BITS), large)).toBeNull();
  });

  const small = everyWithin([[0, 5], [-1, 7], [-1, 7], [1, 7]], expected); // prettier-ignore
  itIsSynthesized(() => [leaf(3), small]);

  const mutants: readonly Mutant[] = [
    ['a seam joins another face', ["{3'd4, BOTTOM}: seam = {3'd3, TOP", "{3'd4, BOTTOM}: seam = {3'd2, TOP"]],
    ['a seam joins another edge', ["{3'd0, TOP}:    seam = {3'd2, RIGHT", "{3'd0, TOP}:    seam = {3'd2, LEFT"]],
    ['edges run in one direction', ['seam.reversed ? last - along', "1'b0 ? last - along"]],
    ['the neighbour begins at its first texel', ["seam.edge_of_face[0] ? last : '0", "'0"]],
    ['a corner is a texel', ['sideways && (before_j || beyond_j)', "1'b0"]],
    ['the last texel is beyond its face', ['i[SIZE_BITS-1:0] >= size', "i[SIZE_BITS-1:0] + 1'b1 >= size"]],
    ['rows are columns', ['? {at, inward} : {inward, at}', '? {inward, at} : {at, inward}']],
  ];
  itFinds(mutants, () => [leaf(3), small]);
});
