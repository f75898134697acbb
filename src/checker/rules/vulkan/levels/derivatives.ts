import { directionTo } from '../../../../specification/texels/cube.ts';
import { CUBE_VIEW, FACE_NAMES, FACES, LEVEL_CUBE_SIZE, levelCube } from '../../../probes/cube-image.ts';
import { levelImage, measureLods, texelsOf } from '../../../probes/measured-lod.ts';
import { DIRECTED, Measurement, seeded } from '../../../probes/measurement.ts';
import { askSteps, type MeasuredStep, measureSteps, type Requests, witnessOf } from '../../../probes/requests.ts';
import type { SeededBits } from '../../../probes/seeded-bits.ts';
import { addressed, GRADIENT_LOD, IMPLICIT_LOD, TRILINEAR } from '../../../probes/states.ts';
import { lodAccuracy, measuredByVulkan, vulkanRule } from '../../kinds/specification-rule.ts';

/** The row (or column) whose difference a lane takes: its own, or one for the quad. */
const CHOICES = ['its own', 'the first', 'the second'] as const;
const FORMS = CHOICES.flatMap((row) =>
  CHOICES.map((column) => ({ row, column, shown: { 'ds/dx': `of ${row} row`, 'ds/dy': `of ${column} column` } })),
);

function chosen(choice: (typeof CHOICES)[number], own: number): number {
  return choice === 'its own' ? own : CHOICES.indexOf(choice) - 1;
}

/** u of the lanes of a quad in texels: no two rows and no two columns differ by the same. */
const QUADS = [1, 2, 7, 20].flatMap((first) => [3, 11, 30].map((second) => [0, first, 5, 5 + second] as const));

export const QUAD_DERIVATIVES = vulkanRule('Derivative Image Operations/coarse-or-fine', {
  title: 'Implicit derivatives are differences between the lanes of a quad',
  limit:
    "ds/dx is the difference in the lane's own row or in one row for all lanes, ds/dy that in its own column or in one for " +
    'all, by the same choice throughout (the finding names it); each LOD accurate to 2^-mipmapPrecisionBits',
  method:
    `${QUADS.length} quads whose rows and columns differ in 1D, the LOD of each lane against that of quads with the same ` +
    'difference everywhere',
  unit: 'LOD',
  *check(subject, profile) {
    const request: Requests = {
      image: levelImage('1d'),
      sampler: TRILINEAR,
      instruction: IMPLICIT_LOD,
      count: 4 * QUADS.length,
      operands: (n) => ({ s: QUADS[n >> 2][n % 4] / texelsOf('1d') }),
    };
    // LODs of even quads by row and column.
    const even = yield* measureLods(
      subject,
      { type: '1d', method: 'implicit' },
      QUADS.flatMap(([a, b, c, d]) =>
        [b - a, d - c].flatMap((x) => [c - a, d - b].map((y) => Float64Array.of(x, 0, 0, y, 0, 0))),
      ),
    );
    const judgements = FORMS.map(() => new Measurement());
    yield* askSteps(subject, [request], ([got], n) => {
      const [quad, row, column] = [n >> 2, (n >> 1) % 2, n % 2];
      for (const [k, form] of FORMS.entries()) {
        const expected = even[4 * quad + 2 * chosen(form.row, row) + chosen(form.column, column)];
        judgements[k].add(Math.abs(got - expected), () => witnessOf(request, n, expected, got, form.shown));
      }
    });
    const best = judgements.reduce((least, judgement) => (judgement.worst < least.worst ? judgement : least));
    best.witness ??= witnessOf(request, 0, even[0], even[0], FORMS[judgements.indexOf(best)].shown);
    return best.atMost(2 * 2 ** -profile.mipmapPrecisionBits, DIRECTED);
  },
});

/** A direction with derivatives, and those of the place on its face in texels. */
interface FaceDerivatives {
  readonly face: number;
  /** s, t and r; then those along x and y. */
  readonly direction: readonly number[];
  readonly along: readonly (readonly number[])[];
  readonly onFace: readonly (readonly number[])[];
}

/** Directions change in length, too, which moves no place on the face. */
function faceDerivatives(face: number, bits: SeededBits): FaceDerivatives {
  const [u, v] = [bits.between(-0.9, 0.9), bits.between(-0.9, 0.9)];
  const length = bits.pick([0.5, 1, 3]);
  const direction = directionTo(face, u, v);
  const onFace = [0, 1].map(() => [bits.between(-8, 8), bits.between(-8, 8)]);
  const along = onFace.map(([du, dv]) => {
    const growth = bits.between(-0.5, 0.5);
    const moved = directionTo(face, u + (2 * du) / LEVEL_CUBE_SIZE, v + (2 * dv) / LEVEL_CUBE_SIZE);
    return moved.map((x, axis) => length * (x - direction[axis] + growth * direction[axis]));
  });
  return { face, direction: direction.map((x) => length * x), along, onFace };
}

export const CUBE_DERIVATIVES = measuredByVulkan('Cube Map Derivative Transformation/face-derivatives', {
  title: 'Derivatives of a direction become those of the place on its face',
  limit:
    'the LOD of a 2D image with the derivatives (|r_c| ds_c - s_c dr_c) / (2 r_c^2) and the like of t; both LODs accurate ' +
    'to 2^-mipmapPrecisionBits',
  method:
    'random directions of three lengths with random gradients of up to 8 texels on every face, whose length changes, too; ' +
    "against the subject's own LODs in 2D",
  unit: 'LOD',
  atMost: lodAccuracy(2),
  chosen: seeded(0x5c0d),
  *measure({ subject, effort, bits, off }) {
    const each = effort === 'full' ? 512 : 32;
    const cases = FACES.flatMap((face) => Array.from({ length: each }, () => faceDerivatives(face, bits)));
    const planar = yield* measureLods(
      subject,
      { type: '2d', method: 'gradient' },
      cases.map(({ onFace: [x, y] }) => Float64Array.of(x[0], x[1], 0, y[0], y[1], 0)),
    );
    const last = Math.log2(LEVEL_CUBE_SIZE);
    const requests: MeasuredStep = {
      image: levelCube(),
      sampler: { ...TRILINEAR, ...addressed('clamp_to_edge') },
      instruction: GRADIENT_LOD,
      view: CUBE_VIEW,
      count: cases.length,
      operands(n) {
        const { direction, along } = cases[n];
        const [[dsdx, dtdx, drdx], [dsdy, dtdy, drdy]] = along;
        return { s: direction[0], t: direction[1], r: direction[2], dsdx, dtdx, drdx, dsdy, dtdy, drdy };
      },
      measure([got], n, add) {
        const expected = Math.min(last, planar[n]);
        add(Math.abs(got - expected), () => [expected, got, { face: FACE_NAMES[cases[n].face] }]);
      },
    };
    yield* measureSteps(subject, [requests], off);
  },
});
