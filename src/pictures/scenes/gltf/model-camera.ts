import type { Camera } from '../camera.ts';
import type { Draw } from '../draw.ts';
import type { Mat4, Vector } from '../vector.ts';
import type { GltfFile } from './document.ts';
import type { PlacedNode } from './node-matrices.ts';

/** The sphere around the middle of a model's bounding box that holds every vertex. */
export interface Bounds {
  readonly centre: Vector;
  readonly radius: number;
}

/**
 * The default view of a model without a camera: 30 degrees to the right of its front (+z), 20 above; 45 degrees high.
 */
const AZIMUTH = Math.PI / 6;
const ELEVATION = Math.PI / 9;
const FIELD_OF_VIEW = Math.PI / 4;
/** Factor of the free space around the sphere. */
const MARGIN = 1.05;

export function modelBounds(draws: readonly Draw[]): Bounds {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of draws) {
    for (let n = 0; n < positions.length; n++) {
      low[n % 3] = Math.min(low[n % 3], positions[n]);
      high[n % 3] = Math.max(high[n % 3], positions[n]);
    }
  }
  const centre: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  let radius = 0;
  for (const { positions } of draws) {
    for (let n = 0; n < positions.length; n += 3) {
      const [x, y, z] = [positions[n] - centre[0], positions[n + 1] - centre[1], positions[n + 2] - centre[2]];
      radius = Math.max(radius, Math.hypot(x, y, z));
    }
  }
  return { centre, radius };
}

/**
 * A camera whose image contains the sphere. Its distance from the centre is MARGIN * radius / sin(half the smaller
 * field of view). The near plane is before the sphere, or at a hundredth of the distance.
 *
 * @param aspect width over height of the image
 */
export function framingCamera({ centre, radius }: Bounds, aspect: number): Camera {
  const vertical = Math.tan(FIELD_OF_VIEW / 2);
  const smaller = Math.atan(vertical * Math.min(1, aspect));
  const distance = (MARGIN * (radius || 1)) / Math.sin(smaller);
  const level = distance * Math.cos(ELEVATION);
  const away = [level * Math.sin(AZIMUTH), distance * Math.sin(ELEVATION), level * Math.cos(AZIMUTH)];
  return {
    eye: [centre[0] + away[0], centre[1] + away[1], centre[2] + away[2]],
    target: centre,
    up: [0, 1, 0],
    verticalFieldOfView: FIELD_OF_VIEW,
    near: Math.max(distance / 100, (distance - radius) / 2),
  };
}

/** The image's up direction: the world's y, so that paths go around it, unless the camera leans to a side. */
function uprightOf(world: Mat4): Vector {
  const level = Math.abs(world[1]) <= 1e-9 * Math.hypot(world[0], world[2]);
  return level && world[5] > 0 ? [0, 1, 0] : [world[4], world[5], world[6]];
}

/**
 * The scene's first perspective camera, which looks along its node's -z; null if there is none. Its target is the point
 * of its line of sight nearest to the centre of the model. If the model is behind it, the target is one radius away.
 */
export function fileCamera({ document }: GltfFile, placed: readonly PlacedNode[], bounds: Bounds): Camera | null {
  const nodes = document.getRoot().listNodes();
  for (const { node, world } of placed) {
    const camera = nodes[node].getCamera();
    if (camera === null || camera.getType() !== 'perspective') continue;
    const eye: Vector = [world[12], world[13], world[14]];
    const length = Math.hypot(world[8], world[9], world[10]);
    const forward: Vector = [-world[8] / length, -world[9] / length, -world[10] / length];
    const { centre, radius } = bounds;
    const along = [0, 1, 2].reduce((sum, k) => sum + forward[k] * (centre[k] - eye[k]), 0);
    const away = along > 0 ? along : radius || 1;
    return {
      eye,
      target: [eye[0] + away * forward[0], eye[1] + away * forward[1], eye[2] + away * forward[2]],
      up: uprightOf(world),
      verticalFieldOfView: camera.getYFov(),
      near: camera.getZNear(),
    };
  }
  return null;
}
