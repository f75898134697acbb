import { alongFace, type FaceVector } from '../../rtl-model/front-end/cube-face.ts';
import { BatchOperands } from '../../rtl-model/front-end/front-end.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { takesCoordinates } from '../../rtl-model/registers/register-uses.ts';
import { PLAIN } from '../../rtl-model/steps/plain-steps.ts';
import { storeRequest } from '../../traces/requests/request-batch.ts';
import { requestShape } from '../../traces/requests/request-shape.ts';
import type { Request } from '../../traces/requests/request-trace.ts';
import { FACE_NAMES } from '../checker/probes/cube-image.ts';
import type { Step } from './explanation.ts';
import { floatStep, sameBits } from './step-values.ts';
import type { WatchedLane } from './watched-lane.ts';

/**
 * The steps from a direction to the coordinates on a face, which the front end takes once more (Vulkan: Cube Map Face
 * Selection).
 *
 * @throws Error when they do not end in the registers' bits
 */
export function cubeSteps({ binding, path, lanes, lane }: WatchedLane, request: Request): readonly Step[] {
  if (!binding.cube || !takesCoordinates(binding)) return [];
  const batch = new QuadBatch(1);
  storeRequest(request, 0, requestShape(binding.view, request.instruction), batch);
  const again = new LaneRegisters(QUAD_LANES);
  path.frontEnd.load(batch, 0, 1, again, 0);
  for (const name of ['face', 'u', 'v'] as const) sameBits(name, again[name][lane], lanes[name][lane]);
  const operands = new BatchOperands(path.frontEnd, batch, 0);
  operands.lane = lane;
  const direction: FaceVector<number> = [operands.coordinate('u'), operands.coordinate('v'), operands.coordinate('w')];
  const [x, y, z] = direction;
  const face = lanes.face[lane];
  const [sc, tc, rc] = alongFace(PLAIN, face, direction);
  const name = FACE_NAMES[face];
  return [
    floatStep('x', x, `direction${binding.instruction.projected ? ', after projection' : ''}`),
    floatStep('y', y),
    floatStep('z', z),
    { name: 'major axis', value: name, note: `${name[1]} has the greatest magnitude; of equals z, then y` },
    floatStep('sc', sc),
    floatStep('tc', tc),
    floatStep('rc', rc, 'along the major axis; then u = (sc / |rc| + 1) / 2, v = (tc / |rc| + 1) / 2'),
  ];
}
