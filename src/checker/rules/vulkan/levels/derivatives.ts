import { directionTo } from '../../../../specification/texels/cube.ts';
import { CUBE_VIEW, FACE_NAMES, FACES, LEVEL_CUBE_SIZE, levelCube } from '../../../probes/cube-image.ts';
import { measureLods } from '../../../probes/measured-lod.ts';
import { seeded } from '../../../probes/measurement.ts';
import { type MeasuredStep, measureSteps } from '../../../probes/requests.ts';
import type { SeededBits } from '../../../../platform/seeded-bits.ts';
import { addressed, GRADIENT_LOD, TRILINEAR } from '../../../probes/states.ts';
import { lodAccuracy, measuredByVulkan } from '../../kinds/specification-rule.ts';

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
