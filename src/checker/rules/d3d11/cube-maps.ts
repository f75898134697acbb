import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { directionTo, faceCoordinates, faceOf, type FaceTexel } from '../../../specification/texels/cube.ts';
import {
  CUBE_SIZE,
  CUBE_VIEW,
  cubeImage,
  cubeTexel,
  FACE_NAMES,
  FACES,
  LEVEL_CUBE_SIZE,
  levelCube,
  placeOnFace,
} from '../../probes/cube-image.ts';
import { type ClimbStep, nearbyInteger } from '../../probes/climb.ts';
import { addressed, anisotropicState, LINEAR, POINT, SAMPLE_D, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { filteredTexels } from '../../../specification/filtering/linear-filter.ts';
import { Measurement, seeded, type PlottedPoint, allForFull, plotOf } from '../../probes/measurement.ts';
import {
  askSteps,
  caseWitness,
  type MeasuredStep,
  measureSteps,
  type Requests,
  stepOf,
} from '../../probes/requests.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { d3d11Rule, measuredByD3d11, specifiedByD3d11 } from '../kinds/specification-rule.ts';

const ONE = 256;
const SEED = 0x71812;
const GRID = CUBE_SIZE * ONE;

export const CUBE_POINT = specifiedByD3d11('7.18.7/cube-point', {
  title: 'A direction selects the face of its largest component and the texel at its projection',
  limit: 'no other texel; where components are equal z wins over y and y over x',
  method:
    'directions to places on the 16.8 grid of 4x4 numbered texels of every face, scaled by powers of two; directions with two ' +
    'or three equal components',
  chosen: seeded(SEED),
  requests({ effort, bits }) {
    const count = effort === 'full' ? 65_536 : 4096;
    // Off the edges by 2^-8 of a texel at least.
    const cases = Array.from({ length: count }, (_, n) => ({
      face: n % 6,
      u: (1 + bits.below(GRID - 1)) / ONE,
      v: (1 + bits.below(GRID - 1)) / ONE,
      scale: 2 ** (bits.below(41) - 20),
    }));
    const ties = [-1, 0.25, 1].flatMap((x) =>
      [-1, 0.25, 1].flatMap((y) => [-1, 0.25, 1].map((z) => [x, y, z] as const)),
    );
    // On the far edges, where s or t is 1, the place is the first texel beyond the face, which is on a neighbour.
    const equal = ties.filter((direction) => {
      const isOnFarEdge = faceCoordinates(direction, faceOf(direction))!.some(({ upper }) => upper === 1);
      return direction.filter((d) => Math.abs(d) === 1).length >= 2 && !isOnFarEdge;
    });
    const image = cubeImage('r32_sfloat', ({ face, i, j }) => [16 * face + 4 * j + i]);
    const question = { image, sampler: POINT, instruction: SAMPLE_L, view: CUBE_VIEW };
    return [
      {
        ...question,
        count,
        operands(n) {
          const { face, u, v, scale } = cases[n];
          return placeOnFace(face, u, v, scale);
        },
      },
      {
        ...question,
        count: equal.length,
        operands(n) {
          const [s, t, r] = equal[n];
          return { s, t, r };
        },
      },
    ];
  },
});

/** 2x2 texels from (i, j) on; undefined for the one that a corner lacks. */
function footprint(face: number, i: number, j: number) {
  return [cubeTexel(face, i, j), cubeTexel(face, i + 1, j), cubeTexel(face, i, j + 1), cubeTexel(face, i + 1, j + 1)];
}

const CODES = 0xffff;

/** Within half a texel of an edge of a face, and far enough from its ends; in 2^-8 of a texel. */
interface EdgePlace {
  readonly face: number;
  /** Left, right, upper, lower. */
  readonly edge: number;
  readonly inside: number;
  readonly along: number;
}

/** In texels of the face. */
function edgePosition({ edge, inside, along }: EdgePlace): readonly [u: number, v: number] {
  const across = (edge % 2 === 0 ? inside + 1 : GRID - 1 - inside) / ONE;
  const between = (ONE / 2 + along) / ONE;
  return edge < 2 ? [across, between] : [between, across];
}

export const CUBE_EDGE = measuredByD3d11('7.18.12/cube-edge', {
  title: 'Bilinear taps that fall off a face are texels of the adjacent face',
  limit: '0.5 ULP of UNORM16 for each of two lerps (7.18.16.2) from the sum over texels of both faces',
  method:
    'every 16.8 coordinate across each of the 24 edges and along it (random ones for quick), random UNORM16 texels; the worst climb',
  unit: 'ULP',
  atMost: 0.5,
  chosen: seeded(SEED),
  climbs({ effort, bits }) {
    const codes = Array.from({ length: 96 }, () => bits.below(CODES + 1));
    const codeOf = ({ face, i, j }: FaceTexel) => codes[16 * face + 4 * j + i];
    const each = effort === 'full' ? 128 * 32 : 256;
    const step: ClimbStep<EdgePlace> = {
      image: cubeImage('r16_unorm', (at) => [codeOf(at)]),
      sampler: LINEAR,
      instruction: SAMPLE_L,
      view: CUBE_VIEW,
      cases: FACES.flatMap((face) =>
        [0, 1, 2, 3].flatMap((edge) =>
          Array.from({ length: each }, (_, n) => {
            return { face, edge, inside: n % (ONE / 2), along: bits.below(GRID - ONE + 1) };
          }),
        ),
      ),
      nearby: (from) => ({
        ...from,
        inside: nearbyInteger(from.inside, ONE / 2 - 1, bits),
        along: nearbyInteger(from.along, GRID - ONE, bits),
      }),
      operands: (place) => placeOnFace(place.face, ...edgePosition(place)),
      measure([got], place, off) {
        const position = edgePosition(place);
        const [u, v] = position.map((x) => x - 0.5);
        const [i, j] = [Math.floor(u), Math.floor(v)];
        const texels = footprint(place.face, i, j).map((texel) => (texel === undefined ? 0 : codeOf(texel)));
        const exact = filteredTexels(texels, [(u - i) * ONE, (v - j) * ONE]);
        off(roundedDistance(got, exact, CODES) / 2, () => [
          `${exact} / 65535`,
          `${got * CODES} / 65535`,
          { face: FACE_NAMES[place.face], texels: texels.join(', '), position: position.join(', ') },
        ]);
      },
    };
    return [step];
  },
});

/** The ways to share the weight of the texel that a corner lacks, by the number of texels that get a part. */
const BEHAVIOURS = [
  { name: 'reference: a third to each of the three texels', shares: 3 },
  { name: 'permitted alternative: a half to each of the two adjacent texels', shares: 2 },
] as const;
/** The axis of the face beyond the left and the right edge of each. */
const OVER_U = FACES.map((face) => [-1, CUBE_SIZE].map((i) => cubeTexel(face, i, 1)!.face >> 1));
/**
 * The three weights may be narrowed to 8 bits (7.18.8, 7.18.16.1), each as a conversion to fixed point is (3.2.4.1).
 */
const TOLERANCE = 0.6;

export const CUBE_CORNER = d3d11Rule('7.18.12/cube-corner', {
  title: 'At a corner the weight of the missing texel goes to the three others, or to the two adjacent ones',
  limit:
    '0.6 ULP of an 8-bit weight from the one behaviour or the other, the same at every corner; the finding names it',
  method:
    'every 16.8 coordinate (every 4th for quick) in the last half texel of each of the 24 corners; the faces of an axis are 1 ' +
    'in a component of their own, which so receives their weight',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const stride = effort === 'full' ? 1 : 4;
    const side = 128 / stride;
    const measured = BEHAVIOURS.map(() => new Measurement());
    const curves = BEHAVIOURS.map((): PlottedPoint[] => []);
    const curve: PlottedPoint[] = [];
    const image = cubeImage('r32g32b32a32_sfloat', ({ face }) =>
      [0, 1, 2].map((axis) => (face >> 1 === axis ? 1 : 0)).concat(0),
    );
    const place = (n: number) => {
      const corner = Math.floor(n / side ** 2) % 4;
      // From 1 to 128 of 2^-8 inside the two edges.
      const [a, b] = [n % side, Math.floor(n / side) % side].map((k) => (k + 1) * stride);
      return { face: Math.floor(n / (4 * side ** 2)), right: corner % 2 === 1, lower: corner >= 2, a, b };
    };
    const at = (far: boolean, inside: number) => (far ? GRID - inside : inside) / ONE;
    const step: Requests = {
      image,
      sampler: LINEAR,
      instruction: SAMPLE_L,
      view: CUBE_VIEW,
      count: 24 * side ** 2,
      operands(n) {
        const { face, right, lower, a, b } = place(n);
        return placeOnFace(face, at(right, a), at(lower, b));
      },
    };
    yield* askSteps(subject, [step], (got, n) => {
      const { face, right, lower, a, b } = place(n);
      // Weights of the texel inside along each axis.
      const [wu, wv] = [(128 + a) / ONE, (128 + b) / ONE];
      const missing = (1 - wu) * (1 - wv);
      const own = face >> 1;
      const overU = OVER_U[face][right ? 1 : 0];
      for (const [k, { shares }] of BEHAVIOURS.entries()) {
        const expected = [0, 1, 2].map((axis) => {
          const bilinear = axis === own ? wu * wv : axis === overU ? (1 - wu) * wv : wu * (1 - wv);
          return bilinear + (axis === own && shares === 2 ? 0 : missing / shares);
        });
        const error = Math.max(...expected.map((weight, axis) => Math.abs(got[axis] - weight) * ONE));
        if (face === 0 && !right && !lower && a === b) {
          curves[k].push([a / ONE, expected[own]]);
          if (k === 0) curve.push([a / ONE, got[own]]);
        }
        measured[k].add(error, () =>
          caseWitness(
            { face: FACE_NAMES[face], u: at(right, a), v: at(lower, b) },
            `weights of faces x, y, z: ${expected.join(', ')}`,
            got.subarray(0, 3).join(', '),
            { weights: `${wu * ONE}, ${wv * ONE} (0.8)` },
          ),
        );
      }
    });
    const nearest = measured[1].worst < measured[0].worst ? 1 : 0;
    const found = measured[nearest].atMost(TOLERANCE, allForFull(effort));
    const behaviour =
      found.verdict === 'pass' ? BEHAVIOURS[nearest].name : `neither; nearest to the ${BEHAVIOURS[nearest].name}`;
    const witness = found.witness ?? { inputs: {}, raw: {}, expected: 'either behaviour', got: behaviour };
    const words = {
      title: 'Weight of the corner texel along the diagonal',
      x: 'distance from the edges, in texels',
      y: 'weight',
    };
    const [thirds, halves] = curves;
    const plot = plotOf(words, { measured: curve, 'reference, thirds': thirds, 'alternative, halves': halves });
    return { ...found, witness: { ...witness, raw: { ...witness.raw, behaviour } }, plots: [plot] };
  },
});

/** The longest derivative on the face, and how much longer it is than the other, which is the ratio at most. */
const AREAS = [1, 2.5, 8].flatMap((longer) => [1, 2, 4, 16].map((ratio) => ({ longer, ratio })));
const RATIOS = [2, 4, 16];

/** 7.18.13. PlaneDerivatives lie along the axes of the face: nothing is left to a transformation of the ellipse. */
const ANISOTROPIC_CUBE = measuredByD3d11('7.18.13/no-worse-than-trilinear', {
  title: 'Anisotropic filtering of a cube is no worse than trilinear filtering',
  limit:
    'a LOD that is not above that of the trilinear sample with the same derivatives, nor below it by more than ' +
    'log2(maxAnisotropy); 2 * 0.6 ULP of 8.8 for each of the two',
  method:
    'sample_d at the middle and near an edge of every face, derivatives of 1 to 8 texels along an axis of the face and 1 to 1/16 of ' +
    'that along the other, maxAnisotropy of 2, 4 and 16; levels hold their own number',
  unit: 'LOD',
  atMost: (4 * 0.6) / ONE,
  *measure({ subject, off }) {
    const cases = FACES.flatMap((face) =>
      AREAS.flatMap((area) => [0, 0.75].flatMap((u) => [true, false].map((alongU) => ({ face, u, alongU, ...area })))),
    );
    const step = (sampler: Partial<Sampler>): Requests => ({
      image: levelCube(),
      sampler: { ...TRILINEAR, ...addressed('clamp_to_edge'), ...sampler },
      instruction: SAMPLE_D,
      view: CUBE_VIEW,
      count: cases.length,
      operands(n) {
        const { face, u, alongU, longer, ratio } = cases[n];
        const [s, t, r] = directionTo(face, u, 0.25);
        const [du, dv] = alongU ? [longer, longer / ratio] : [longer / ratio, longer];
        const moved = [directionTo(face, u + (2 * du) / LEVEL_CUBE_SIZE, 0.25)];
        moved.push(directionTo(face, u, 0.25 + (2 * dv) / LEVEL_CUBE_SIZE));
        const [[dsdx, dtdx, drdx], [dsdy, dtdy, drdy]] = moved.map(([x, y, z]) => [x - s, y - t, z - r]);
        return { s, t, r, dsdx, dtdx, drdx, dsdy, dtdy, drdy };
      },
    });
    const trilinear: number[] = [];
    const isotropic = askSteps(subject, [step({})], ([lod]) => trilinear.push(lod));
    yield* stepOf(0, 2, isotropic);
    const steps = RATIOS.map((ratio): MeasuredStep => ({
      ...step(anisotropicState(ratio)),
      measure([got], n, add) {
        const least = Math.max(0, trilinear[n] - Math.log2(ratio));
        add(Math.max(got - trilinear[n], least - got), () => [`${least} to ${trilinear[n]}`, got]);
      },
    }));
    yield* stepOf(1, 2, measureSteps(subject, steps, off));
  },
});

export const CUBE_MAP_RULES = [CUBE_POINT, CUBE_EDGE, CUBE_CORNER, ANISOTROPIC_CUBE];
