import { gridMesh, type Vector } from './mesh.ts';
import type { Scene } from './scene.ts';

const MERIDIANS = 96;
const PARALLELS = 48;
/** Distance of the camera from the centre, in radii. */
const DISTANCE = 4;
/** Diameter of the globe as a share of the image's height. */
const SHARE = 0.9;
/** The point of the Earth in the middle of the image and the lean of the axis to the right, in degrees. */
const LATITUDE = 22;
const LONGITUDE = -2;
const LEAN = 12;

/** The Earth with an equirectangular map, including the poles and the limb. */
export function globeScene(): Scene {
  const seen = onSphere(radians(LATITUDE), radians(LONGITUDE));
  const lean = radians(LEAN);
  const east = onSphere(0, radians(LONGITUDE + 90));
  const up: Vector = [-Math.sin(lean) * east[0], Math.cos(lean), -Math.sin(lean) * east[2]];
  return {
    name: 'globe',
    width: 640,
    height: 480,
    mesh: gridMesh(MERIDIANS, PARALLELS, (u, v) => ({
      position: onSphere(Math.PI * (0.5 - v), 2 * Math.PI * (u - 0.5)),
      coordinate: [u, v],
    })),
    camera: {
      eye: [DISTANCE * seen[0], DISTANCE * seen[1], DISTANCE * seen[2]],
      target: [0, 0, 0],
      up,
      verticalFieldOfView: 2 * Math.atan(Math.tan(Math.asin(1 / DISTANCE)) / SHARE),
      near: 1,
    },
    path: 'orbit',
    texture: 'earth',
    sampler: { addressModeU: 'repeat', addressModeV: 'clamp_to_edge' },
    lightRepeats: 1,
    detailRepeats: 32,
  };
}

/** A point of the unit sphere: y to the north pole, z to longitude 0 on the equator, x to 90 degrees east. */
function onSphere(latitude: number, longitude: number): Vector {
  const parallel = Math.cos(latitude);
  return [parallel * Math.sin(longitude), Math.sin(latitude), parallel * Math.cos(longitude)];
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
