import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { CUBE_SIZE, CUBE_VIEW, cubeImage, cubeTexel, FACE_NAMES, pointAt } from '../../probes/cube-image.ts';
import { setCoordinate } from '../../probes/image-axes.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import type { Rule, Witness } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

type Vector = readonly [number, number, number];

/** The face of each axis, in its positive direction. */
const POSITIVE_FACE = [0, 2, 4];
/** Orders in which axes may win of those that tie: x, y and z are 0, 1 and 2, the preferred order first. */
const PRIORITIES: readonly Vector[] = [
  [2, 1, 0],
  [2, 0, 1],
  [1, 2, 0],
  [1, 0, 2],
  [0, 2, 1],
  [0, 1, 2],
];

function faceOf(direction: Vector, axis: number): number {
  return POSITIVE_FACE[axis] + (direction[axis] < 0 ? 1 : 0);
}

/** The axes of the largest magnitude. */
function majorAxes(direction: Vector): readonly number[] {
  const largest = Math.max(...direction.map(Math.abs));
  return [0, 1, 2].filter((axis) => Math.abs(direction[axis]) === largest);
}

/** The order of axes that all selections follow. */
function tieRule(selected: ReadonlyMap<Vector, number>): string {
  const follows = (priority: Vector) =>
    [...selected].every(([direction, face]) => {
      const major = majorAxes(direction);
      return (
        faceOf(
          direction,
          priority.find((axis) => major.includes(axis))!,
        ) === face
      );
    });
  const order = PRIORITIES.findIndex(follows);
  if (order === -1) return 'by no order of the axes';
  return `${PRIORITIES[order].map((axis) => `r_${'xyz'[axis]}`).join(' before ')}${order === 0 ? ', preferred' : ''}`;
}

const REACH = 4;
const SIDE = 2 * REACH + 1;

/** Every direction of a lattice but the one without a length. */
function latticeDirection(n: number): Vector {
  return [(n % SIDE) - REACH, (Math.floor(n / SIDE) % SIDE) - REACH, Math.floor(n / SIDE ** 2) - REACH];
}

const DIRECTIONS = Array.from({ length: SIDE ** 3 }, (_, n) => latticeDirection(n)).filter((d) =>
  d.some((x) => x !== 0),
);

export const FACE_SELECTION = vulkanRule({
  section: 'Cube Map Face Selection',
  name: 'face',
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
    // Once up, once down: so a direction meets another lane and other neighbours.
    const directionOf = (n: number) => DIRECTIONS[n < DIRECTIONS.length ? n : count - 1 - n];
    let rule = '';
    let tie: Witness | null = null;
    for (const [step, length] of [1, 3, 2 ** -60, 2 ** 60].entries()) {
      const selected = new Map<Vector, number>();
      const cases = askCases(
        subject,
        { image, sampler: POINT, instruction: EXPLICIT_LOD, view: CUBE_VIEW },
        count,
        (batch, lane, n) => directionOf(n).forEach((part, axis) => setCoordinate(batch, lane, axis, part * length)),
        (result, at, n) => {
          const direction = directionOf(n);
          const before = selected.get(direction);
          const major = majorAxes(direction);
          const faces = before === undefined ? major.map((axis) => faceOf(direction, axis)) : [before];
          const witness = (): Witness => ({
            inputs: witnessFields({
              viewType: 'cube',
              s: direction[0] * length,
              t: direction[1] * length,
              r: direction[2] * length,
            }),
            raw: {},
            expected: `face ${faces.join(' or ')}${before === undefined ? '' : ', as before'}`,
            got: `face ${result[at]}`,
          });
          wrong.judge(faces.includes(result[at]), witness);
          selected.set(direction, result[at]);
          if (major.length === 3) tie ??= witness();
        },
      );
      yield* stepOf(step, 4, cases);
      if (step === 0) rule = tieRule(selected);
    }
    wrong.witness ??= tie && { ...(tie as Witness), raw: { rule } };
    return wrong.atMost(0, DIRECTED);
  },
});

/** Small integers that tell all texels of a cube apart. */
function texelNumber(face: number, i: number, j: number): number {
  return 1 + i + CUBE_SIZE * (j + CUBE_SIZE * face);
}

const NUMBERED = cubeImage('r32_sfloat', ({ face, i, j }) => [texelNumber(face, i, j)]);
const FACE_TEXELS = Array.from(
  { length: CUBE_SIZE ** 2 },
  (_, n) => [n % CUBE_SIZE, Math.floor(n / CUBE_SIZE)] as const,
);

export const FACE_COORDINATES = vulkanRule({
  section: 'Cube Map Coordinate Transformation',
  name: 'face-coordinates',
  title: 'A direction meets the texel of its face at s_c / |r_c| and t_c / |r_c|',
  limit: 'texel (floor(4 s_face), floor(4 t_face)) of the face, s_c and t_c as the table of faces selects them',
  method:
    'the centre and four points near the corners of every texel of every face, at lengths of 1/3, 1 and 5, nearest filtering',
  unit: 'cases',
  check(subject) {
    const insets = [
      [0.5, 0.5],
      [0.125, 0.125],
      [0.875, 0.125],
      [0.125, 0.875],
      [0.875, 0.875],
    ];
    const steps = [1 / 3, 1, 5].flatMap((length) =>
      FACE_NAMES.map((name, face): JudgedStep => {
        const place = (n: number) => {
          const [i, j] = FACE_TEXELS[Math.floor(n / insets.length)];
          const [x, y] = insets[n % insets.length];
          return { i, j, u: i + x, v: j + y };
        };
        return {
          image: NUMBERED,
          sampler: { ...POINT, ...addressed('clamp_to_edge') },
          instruction: EXPLICIT_LOD,
          view: CUBE_VIEW,
          count: FACE_TEXELS.length * insets.length,
          fill(batch, lane, n) {
            const { u, v } = place(n);
            pointAt(batch, lane, face, u, v);
            batch.s[lane] *= length;
            batch.t[lane] *= length;
            batch.r[lane] *= length;
          },
          expect(n, expected) {
            const { i, j } = place(n);
            expected.fill(NaN);
            expected[0] = texelNumber(face, i, j);
          },
          inputs: (n) => ({ face: name, length, u: place(n).u, v: place(n).v }),
        };
      }),
    );
    return judgeLanes(subject, steps, DIRECTED);
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

export const SEAMLESS_EDGES = vulkanRule({
  section: 'Cube Map Edge Handling',
  name: 'edges',
  title: 'Linear filtering over an edge takes the texels of the neighbouring face',
  limit:
    'the weighted average of two texels of the face and the two adjacent ones over the edge, exactly; address modes are ignored',
  method:
    'all 24 sides of faces of 4x4 numbered texels, every position in sixteenths of a texel across and quarters along, ' +
    'three address modes',
  unit: 'cases',
  check(subject) {
    const steps = (['repeat', 'clamp_to_edge', 'clamp_to_border'] as const).flatMap((mode) =>
      FACE_NAMES.map((name, face): JudgedStep => {
        const value = (i: number, j: number) => {
          const texel = cubeTexel(face, i, j)!;
          return texelNumber(texel.face, texel.i, texel.j);
        };
        return {
          image: NUMBERED,
          sampler: { ...LINEAR, ...addressed(mode), borderColor: [999, 999, 999, 999] },
          instruction: EXPLICIT_LOD,
          view: CUBE_VIEW,
          count: EDGE_POSITIONS.length,
          fill: (batch, lane, n) => pointAt(batch, lane, face, ...EDGE_POSITIONS[n]),
          expect(n, expected) {
            const [u, v] = EDGE_POSITIONS[n];
            const [i, j] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
            const [a, b] = [u - 0.5 - i, v - 0.5 - j];
            let sum = 0;
            for (const [di, dj] of [
              [0, 0],
              [1, 0],
              [0, 1],
              [1, 1],
            ]) {
              const weight = (di === 1 ? a : 1 - a) * (dj === 1 ? b : 1 - b);
              if (weight !== 0) sum += weight * value(i + di, j + dj);
            }
            expected.fill(NaN);
            expected[0] = sum;
          },
          inputs: (n) => ({ face: name, addressMode: mode, u: EDGE_POSITIONS[n][0], v: EDGE_POSITIONS[n][1] }),
        };
      }),
    );
    return judgeLanes(subject, steps, DIRECTED);
  },
});

/** The eight corners: the texels of the three faces that meet there. */
const CORNERS = [0, CUBE_SIZE - 1].flatMap((j) =>
  [0, CUBE_SIZE - 1].flatMap((i) =>
    [0, 1, 2, 3, 4, 5].map((face) => {
      const [beyondI, beyondJ] = [i === 0 ? -1 : CUBE_SIZE, j === 0 ? -1 : CUBE_SIZE];
      const texels = [{ face, i, j }, cubeTexel(face, beyondI, j)!, cubeTexel(face, i, beyondJ)!];
      return { face, i, j, numbers: new Set(texels.map((texel) => texelNumber(texel.face, texel.i, texel.j))) };
    }),
  ),
);

export const CUBE_CORNERS = vulkanRule({
  section: 'Cube Map Edge Handling',
  name: 'corners',
  title: 'Where the three texels at a corner have one value, the result has it',
  limit: 'that value, exactly, whatever stands for the fourth texel',
  method:
    'each of the 8 corners from each of its 3 faces: its texels are 64, all others differ from it and each other; all ' +
    'positions in sixteenths of a texel where the four texels surround the corner',
  unit: 'cases',
  check(subject) {
    const grid = 2 ** EDGE_BITS;
    const half = grid / 2;
    const steps = CORNERS.map(({ face, i, j, numbers }): JudgedStep => {
      const image = cubeImage('r32_sfloat', (at) => {
        const number = texelNumber(at.face, at.i, at.j);
        return [numbers.has(number) ? 64 : 1000 + number];
      });
      const place = (n: number) => {
        const [a, b] = [(1 + (n % (half - 1))) / grid, (1 + Math.floor(n / (half - 1))) / grid];
        return [i === 0 ? a : CUBE_SIZE - a, j === 0 ? b : CUBE_SIZE - b] as const;
      };
      return {
        image,
        sampler: LINEAR,
        instruction: EXPLICIT_LOD,
        view: CUBE_VIEW,
        count: (half - 1) ** 2,
        fill: (batch, lane, n) => pointAt(batch, lane, face, ...place(n)),
        expect(_n, expected) {
          expected.fill(NaN);
          expected[0] = 64;
        },
        inputs: (n) => ({ face: FACE_NAMES[face], u: place(n)[0], v: place(n)[1] }),
      };
    });
    return judgeLanes(subject, steps, DIRECTED);
  },
});

export const NEAREST_AT_EDGES = vulkanRule({
  section: 'Cube Map Edge Handling',
  name: 'nearest',
  title: 'Nearest filtering stays on the face that is selected',
  limit: 'the texel at the edge of the face, as with clamp_to_edge, whatever the address mode',
  method: 'directions of 2^-20 of a face from every side of every texel at an edge, every face, three address modes',
  unit: 'cases',
  check(subject) {
    const near = CUBE_SIZE - CUBE_SIZE * 2 ** -20;
    const places = FACE_TEXELS.flatMap(([i]) => [
      { u: i + 0.5, v: CUBE_SIZE - near, i, j: 0 },
      { u: i + 0.5, v: near, i, j: CUBE_SIZE - 1 },
      { u: CUBE_SIZE - near, v: i + 0.5, i: 0, j: i },
      { u: near, v: i + 0.5, i: CUBE_SIZE - 1, j: i },
    ]);
    const steps = (['repeat', 'mirrored_repeat', 'clamp_to_border'] as const).flatMap((mode) =>
      FACE_NAMES.map((name, face): JudgedStep => ({
        image: NUMBERED,
        sampler: { ...POINT, ...addressed(mode), borderColor: [999, 999, 999, 999] },
        instruction: EXPLICIT_LOD,
        view: CUBE_VIEW,
        count: places.length,
        fill: (batch, lane, n) => pointAt(batch, lane, face, places[n].u, places[n].v),
        expect(n, expected) {
          expected.fill(NaN);
          expected[0] = texelNumber(face, places[n].i, places[n].j);
        },
        inputs: (n) => ({ face: name, addressMode: mode, u: places[n].u, v: places[n].v }),
      })),
    );
    return judgeLanes(subject, steps, DIRECTED);
  },
});

/** Vulkan: Cube Map Face Selection and Transformations, Cube Map Edge Handling. */
export const CUBE_RULES: readonly Rule[] = [
  FACE_SELECTION,
  FACE_COORDINATES,
  SEAMLESS_EDGES,
  CUBE_CORNERS,
  NEAREST_AT_EDGES,
];
