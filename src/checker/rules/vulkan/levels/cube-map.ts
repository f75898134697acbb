import { type Sampler, ADDRESS_MODES } from '../../../../../rtl-model/state/sampler.ts';
import { faceOf, longestAxes, type CubeVector } from '../../../../specification/texels/cube.ts';
import { addressed, LINEAR, POINT, EXPLICIT_LOD } from '../../../probes/states.ts';
import {
  CUBE_SIZE,
  CUBE_VIEW,
  cubeImage,
  cubeTexel,
  FACES,
  placeOnFace,
  texelNumber,
} from '../../../probes/cube-image.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { DIRECTED, Measurement, EXHAUSTIVE } from '../../../probes/measurement.ts';
import type { Witness } from '../../../rule.ts';
import { specifiedByVulkan, vulkanRule } from '../../kinds/specification-rule.ts';
import { witnessOf, askSteps } from '../../../probes/requests.ts';

/** Orders in which axes may win of those that tie: x, y and z are 0, 1 and 2, the preferred order first. */
const PRIORITIES: readonly CubeVector[] = [
  [2, 1, 0],
  [2, 0, 1],
  [1, 2, 0],
  [1, 0, 2],
  [0, 2, 1],
  [0, 1, 2],
];

/** The order of axes that all selections follow. */
function tieRule(selected: ReadonlyMap<CubeVector, number>): string {
  const follows = (priority: CubeVector) =>
    [...selected].every(([direction, face]) => {
      const longest = longestAxes(direction);
      const winner = priority.find((axis) => longest.includes(axis));
      return face === faceOf(direction, winner);
    });
  const order = PRIORITIES.findIndex(follows);
  if (order === -1) return 'by no order of the axes';
  return `${PRIORITIES[order].map((axis) => `r_${'xyz'[axis]}`).join(' before ')}${order === 0 ? ', preferred' : ''}`;
}

const REACH = 4;
const SIDE = 2 * REACH + 1;

/** The directions of a lattice of integers; the one in the middle has no length. */
const DIRECTIONS = Array.from({ length: SIDE ** 3 }, (_, n): CubeVector => {
  return [(n % SIDE) - REACH, (Math.floor(n / SIDE) % SIDE) - REACH, Math.floor(n / SIDE ** 2) - REACH];
}).filter((direction) => direction.some((x) => x !== 0));

export const FACE_SELECTION = vulkanRule('Cube Map Face Selection/face', {
  title: 'The face is that of the largest magnitude, ties by a rule on the direction alone',
  limit:
    'the face of the major axis and its sign; of equal magnitudes one of them, the same whenever the direction is the same ' +
    '(r_z before r_y before r_x preferred; the finding names the rule)',
  method:
    'all 728 directions of -4 to 4 along each axis on numbered faces, at lengths of 2^-60, 1, 3 and 2^60, each twice, in ' +
    'other lanes',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const image = cubeImage('r32_sfloat', ({ face }) => [face]);
    const count = 2 * DIRECTIONS.length;
    // Each direction twice, in other lanes and beside other directions: in rising order, then in falling order.
    const directionOf = (n: number) => DIRECTIONS[n < DIRECTIONS.length ? n : count - 1 - n];
    const steps = [1, 3, 2 ** -60, 2 ** 60].map((length) => ({
      selected: new Map<CubeVector, number>(),
      image,
      sampler: POINT,
      instruction: EXPLICIT_LOD,
      view: CUBE_VIEW,
      count,
      operands(n: number) {
        const [s, t, r] = directionOf(n).map((x) => x * length);
        return { s, t, r };
      },
    }));
    let tie: Witness | null = null;
    yield* askSteps(subject, steps, ([got], n, step) => {
      const direction = directionOf(n);
      const before = step.selected.get(direction);
      const longest = longestAxes(direction);
      const faces = before === undefined ? longest.map((axis) => faceOf(direction, axis)) : [before];
      const expected = `face ${faces.join(' or ')}${before === undefined ? '' : ', as before'}`;
      const witness = () => witnessOf(step, n, expected, `face ${got}`);
      wrong.judge(faces.includes(got), witness);
      step.selected.set(direction, got);
      if (longest.length === 3) tie ??= witness();
    });
    const rule = tieRule(steps[0].selected);
    wrong.witness ??= tie && { ...(tie as Witness), raw: { rule } };
    return wrong.atMost(0, DIRECTED);
  },
});

const NUMBERED = cubeImage('r32_sfloat', (at) => [texelNumber(at)]);
const FACE_TEXELS = Array.from(
  { length: CUBE_SIZE ** 2 },
  (_, n) => [n % CUBE_SIZE, Math.floor(n / CUBE_SIZE)] as const,
);

/** Places on the faces of the numbered cube, each in texels: 0 to CUBE_SIZE. */
function faceSteps(
  sampler: Partial<Sampler>,
  places: readonly (readonly [u: number, v: number])[],
  length = 1,
): readonly JudgedRequests[] {
  return FACES.map((face) => ({
    image: NUMBERED,
    sampler: { ...sampler, borderColor: [512, 512, 512, 512] },
    instruction: EXPLICIT_LOD,
    view: CUBE_VIEW,
    count: places.length,
    operands: (n) => placeOnFace(face, ...places[n], length),
  }));
}

const FACE_COORDINATES = specifiedByVulkan('Cube Map Coordinate Transformation/face-coordinates', {
  title: 'A direction meets the texel of its face at s_c / |r_c| and t_c / |r_c|',
  limit: 'texel (floor(4 s_face), floor(4 t_face)) of the face, s_c and t_c as the table of faces selects them',
  method:
    'the centre and four points near the corners of every texel of every face, at lengths of 1/3, 1 and 5, nearest filtering',
  requests() {
    const insets = [
      [0.5, 0.5],
      [0.125, 0.125],
      [0.875, 0.125],
      [0.125, 0.875],
      [0.875, 0.875],
    ];
    const places = FACE_TEXELS.flatMap(([i, j]) => insets.map(([x, y]) => [i + x, j + y] as const));
    return [1 / 3, 1, 5].flatMap((length) => faceSteps({ ...POINT, ...addressed('clamp_to_edge') }, places, length));
  },
});

/** Bits of positions across an edge: with those along it, and 7 of texels, float32 holds all. */
const EDGE_BITS = 4;

/** Positions within half a texel of one side, and farther than that from the others. */
const EDGE_POSITIONS = Array.from({ length: 2 ** (EDGE_BITS - 1) - 1 }, (_, n) => (n + 1) / 2 ** EDGE_BITS).flatMap(
  (near) =>
    Array.from({ length: 4 * (CUBE_SIZE - 1) + 1 }, (_, n) => 0.5 + n / 4).flatMap((along) => [
      [near, along] as const,
      [CUBE_SIZE - near, along] as const,
      [along, near] as const,
      [along, CUBE_SIZE - near] as const,
    ]),
);

const SEAMLESS_EDGES = specifiedByVulkan('Cube Map Edge Handling/edges', {
  title: 'Linear filtering over an edge takes the texels of the neighbouring face',
  limit:
    'the weighted average of two texels of the face and the two adjacent ones over the edge, exactly; address modes are ignored',
  method:
    'all 24 sides of faces of 4x4 numbered texels, every position in sixteenths of a texel across and quarters along, ' +
    'three address modes',
  requests() {
    return (['repeat', 'clamp_to_edge', 'clamp_to_border'] as const).flatMap((mode) =>
      faceSteps({ ...LINEAR, ...addressed(mode) }, EDGE_POSITIONS),
    );
  },
});

/** The texels at the corners of each face. */
const CORNERS = [0, CUBE_SIZE - 1].flatMap((j) =>
  [0, CUBE_SIZE - 1].flatMap((i) => FACES.map((face) => ({ face, i, j }))),
);

const CUBE_CORNERS = specifiedByVulkan('Cube Map Edge Handling/corners', {
  title: 'Where the three texels at a corner have one value, the result has it',
  limit: 'that value, exactly, whatever stands for the fourth texel',
  method:
    'each of the 8 corners from each of its 3 faces: its texels are 64, all others differ from it and each other; all ' +
    'positions in sixteenths of a texel where the four texels surround the corner',
  requests() {
    const grid = 2 ** EDGE_BITS;
    const half = grid / 2;
    return CORNERS.map(({ face, i, j }): JudgedRequests => {
      const [beyondI, beyondJ] = [i === 0 ? -1 : CUBE_SIZE, j === 0 ? -1 : CUBE_SIZE];
      const three = [{ face, i, j }, cubeTexel(face, beyondI, j)!, cubeTexel(face, i, beyondJ)!].map(texelNumber);
      const inward = (at: number, distance: number) => (at === 0 ? distance : CUBE_SIZE - distance);
      return {
        image: cubeImage('r32_sfloat', (at) => [three.includes(texelNumber(at)) ? 64 : 1000 + texelNumber(at)]),
        sampler: LINEAR,
        instruction: EXPLICIT_LOD,
        view: CUBE_VIEW,
        count: (half - 1) ** 2,
        operands(n) {
          const [a, b] = [(1 + (n % (half - 1))) / grid, (1 + Math.floor(n / (half - 1))) / grid];
          return placeOnFace(face, inward(i, a), inward(j, b));
        },
      };
    });
  },
});

const NEAREST_AT_EDGES = specifiedByVulkan('Cube Map Edge Handling/nearest', {
  title: 'Nearest filtering stays on the face that is selected',
  limit: 'the texel at the edge of the face, as with clamp_to_edge, whatever the address mode',
  method: 'directions of 2^-20 of a face from every side of every texel at an edge, every face, three address modes',
  requests() {
    const inset = CUBE_SIZE * 2 ** -20;
    const places = FACE_TEXELS.flatMap(([i]) => [
      [i + 0.5, inset] as const,
      [i + 0.5, CUBE_SIZE - inset] as const,
      [inset, i + 0.5] as const,
      [CUBE_SIZE - inset, i + 0.5] as const,
    ]);
    return (['repeat', 'mirrored_repeat', 'clamp_to_border'] as const).flatMap((mode) =>
      faceSteps({ ...POINT, ...addressed(mode) }, places),
    );
  },
});

export const CUBE_RULES = [FACE_SELECTION, FACE_COORDINATES, SEAMLESS_EDGES, CUBE_CORNERS, NEAREST_AT_EDGES];

/** Positions over a face each way, in eighths of a texel: with texels of 7 bits float32 holds every sum. */
const EIGHTHS = 8;
/** Positions along a face, all of them inside it. */
const ALONG = CUBE_SIZE * EIGHTHS - 1;

export const NON_SEAMLESS_CUBE = specifiedByVulkan('Wrapping Operation/non-seamless-cube', {
  title: 'Faces of a cube that is not seamless wrap as images of their own, by the address modes',
  limit: 'the weighted average of four texels of the face, or the border, exactly: no texel of another face',
  method:
    'every position in eighths of a texel over each of the 6 faces of 4x4 numbered texels, linear filtering, every address mode',
  chosen: EXHAUSTIVE,
  requests() {
    const places = Array.from(
      { length: ALONG ** 2 },
      (_, n) => [(1 + (n % ALONG)) / EIGHTHS, (1 + Math.floor(n / ALONG)) / EIGHTHS] as const,
    );
    return ADDRESS_MODES.flatMap((mode) =>
      faceSteps({ ...LINEAR, ...addressed(mode), nonSeamlessCubeMap: true }, places),
    );
  },
});
