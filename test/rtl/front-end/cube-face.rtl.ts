import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { unitOf } from '../../../rtl-model/fixed-point/truncation.ts';
import {
  alongFace,
  coordinatesOnFace,
  cubeFace,
  derivativesOnFace,
  type FaceVector,
} from '../../../rtl-model/front-end/cube-face.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, type Draw, float32Pattern, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Port, type Vectors } from '../verilated.ts';

const FLOATS = ['round_shift', 'float_unpack', 'float_pack', 'float_add', 'float_multiply', 'float_divide'];
const SOURCES = [
  'fixed-point/fixed_point_pkg.sv',
  ...FLOATS.map((name) => `fixed-point/${name}.sv`),
  ...['cube_face', 'along_face', 'face_coordinate', 'face_derivative', 'on_cube'].map((name) => `front-end/${name}.sv`),
];

const floats = (...names: readonly string[]): readonly Port[] => names.map((name) => ({ name, width: 32 }));
const vector = (name: string): Port => ({ name, width: 32, count: 3 });
const FACE: Port = { name: 'face', width: 3 };

const SELECTS: Leaf = { module: 'cube_face', sources: SOURCES, inputs: floats('x', 'y', 'z'), outputs: [FACE] };
const TURNS: Leaf = {
  module: 'along_face',
  sources: SOURCES,
  inputs: [FACE, ...floats('x', 'y', 'z')],
  outputs: floats('sc', 'tc', 'rc'),
};

/** Components of a direction: many of the same magnitude, zeros and NaN among them. */
const component: Draw = (dice) =>
  dice.chance(0.6)
    ? float32Pattern(dice.pick([0, -0, 1, -1, 2, -2, NaN, Infinity, -Infinity, 2 ** -149]))
    : anyFloat32(-2, 2)(dice);

const everyFace = randomInputs([component, component, component], (values) => {
  values[3] = cubeFace(PLAIN, vectorAt(values, 0));
});

/** Any patterns: a NaN keeps its bits but the sign. */
const everyTurn = randomInputs([integerWithin(0, 5), ...new Array<Draw>(3).fill(anyFloat32(-9, 9))], (values) => {
  const along = alongFace(PLAIN, values[0], vectorAt(values, 1));
  for (let n = 0; n < 3; n++) values[4 + n] = Number.isNaN(along[n]) ? turned(values, n) : float32Pattern(along[n]);
});

/** The same of patterns, for numbers that differ in their sizes. */
function turned(values: Float64Array, n: number): number {
  const named = alongFace(PLAIN, values[0], [1, 2, 3])[n];
  const pattern = values[Math.abs(named)];
  return named > 0 ? pattern : pattern >= 2 ** 31 ? pattern - 2 ** 31 : pattern + 2 ** 31;
}

function vectorAt(values: Float64Array, at: number): FaceVector<number> {
  return [bitsToFloat(values[at]), bitsToFloat(values[at + 1]), bitsToFloat(values[at + 2])];
}

function place(bits: number): Leaf {
  return {
    module: 'on_cube',
    sources: SOURCES,
    parameters: { BITS: bits },
    inputs: [vector('direction'), vector('dx'), vector('dy')],
    outputs: [FACE, ...floats('u', 'v', 'dudx', 'dvdx', 'dudy', 'dvdy')],
  };
}

/** Directions of any size, and of every size: a square may overflow. */
function places(bits: number, low = -9, high = 9): Vectors {
  const unit = unitOf(bits);
  const draws = [...new Array<Draw>(3).fill(anyFloat32(low, high)), ...new Array<Draw>(6).fill(anyFloat32(-20, 9))];
  return randomInputs(
    draws,
    (values) => {
      const [direction, dx, dy] = [0, 3, 6].map((at) => vectorAt(values, at));
      const face = cubeFace(PLAIN, direction);
      const along = alongFace(PLAIN, face, direction);
      const of = (d: FaceVector<number>) => derivativesOnFace(PLAIN, face, along, d, unit);
      const all = [...coordinatesOnFace(PLAIN, along, unit), ...of(dx), ...of(dy)];
      values.set([face, ...all.map(float32Pattern)], 9);
    },
    2e5,
  );
}

describe('cube_face', () => {
  it('selects the face of any direction as cubeFace does', async () => {
    expect(await firstDifference(SELECTS, everyFace)).toBeNull();
  });

  itIsSynthesized(() => [SELECTS, everyFace]);

  const mutants: readonly Mutant[] = [
    ['y wins over z', ['magnitude_z >= magnitude_y', 'magnitude_z > magnitude_y']],
    ['x wins over y', ['magnitude_y < magnitude_x', 'magnitude_y <= magnitude_x']],
    ['-0 points down', ["z[31] && magnitude_z != '0", 'z[31]']],
    ['a NaN is the largest', ["x[30:0] > INFINITY ? '0 :", "1'b0 ? '0 :"]],
  ];
  itFinds(mutants, () => [SELECTS, everyFace]);
});

describe('along_face', () => {
  it('turns a vector to every face as alongFace does', async () => {
    expect(await firstDifference(TURNS, everyTurn)).toBeNull();
  });

  itIsSynthesized(() => [TURNS, everyTurn]);

  const mutants: readonly Mutant[] = [
    ['s_c of z has one sign', ['is_x ? !odd : is_z && odd', 'is_x ? !odd : is_z']],
    ['t_c of y has one sign', ['is_x || is_z || odd', 'is_x || is_z']],
    ['r_c of y is z', ['is_z ? z : y', 'z']],
  ];
  itFinds(mutants, () => [TURNS, everyTurn]);
});

describe('on_cube', () => {
  it.each([24, 20, 1])('has the coordinates and derivatives of a face, with quotients of %i bits', async (bits) => {
    expect(await firstDifference(place(bits), places(bits))).toBeNull();
    expect(await firstDifference(place(bits), places(bits, -126, 127))).toBeNull();
  });

  itIsSynthesized(() => [place(20), places(20)]);

  const mutants: readonly Mutant[] = [
    ['coordinates are -1/2 to 1/2', ['.b  (HALF),', ".b  ('0),"]],
    [
      'coordinates are twice as large',
      [
        '.a(HALF),\n      .b(quotient),\n      .product(half)',
        ".a(32'h3f80_0000),\n      .b(quotient),\n      .product(half)",
      ],
    ],
    ['the changes of the major axis are added', ["of_major ^ 32'h8000_0000", 'of_major']],
    ['the major axis has a sign', ["major[31] = 1'b0", 'major[31] = rc[31]']],
    [
      'faces are all positive',
      [".d_minor(dx_s),\n      .d_major(dx_r ^ {face[0], 31'd0})", '.d_minor(dx_s),\n      .d_major(dx_r)'],
    ],
    ['derivatives along y are those along x', ['.d_minor(dy_t)', '.d_minor(dx_t)']],
    ['derivatives are over the major axis', ['.b(square),', '.b(major),']],
  ];
  itFinds(mutants, () => [place(20), places(20)]);
});
