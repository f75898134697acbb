import { gridMesh } from './mesh.ts';
import type { Vector } from './vector.ts';
import type { Scene } from './scene.ts';

/** The built-in scenes by name. */
export const SCENES: ReadonlyMap<string, () => Scene> = new Map([
  ['plane', planeScene],
  ['tunnel', tunnelScene],
  ['globe', globeScene],
]);

/** A picture that repeats in both directions, under a camera that flies. */
const REPEATED = {
  width: 640,
  height: 480,
  path: 'flight',
  texture: 'checker',
  sampler: { addressModeU: 'repeat', addressModeV: 'repeat' },
  lightRepeats: 1 / 4,
  detailRepeats: 8,
} as const;
const LEVEL_CAMERA = { up: [0, 1, 0], verticalFieldOfView: Math.PI / 3, near: 0.125 } as const;

/**
 * Half the side of the plane in units of the camera's height: its end is less than a pixel below the true horizon up to
 * 1600 rows.
 */
const FAR = 4096;
/** The period of the picture on the plane, in units. */
const TILE = 2;

/** A floor of two triangles, tiled from the camera's feet to the horizon. */
export function planeScene(): Scene {
  const mesh = gridMesh(1, 1, (u, v) => {
    const [x, z] = [FAR * (2 * u - 1), FAR * (2 * v - 1)];
    return { position: [x, 0, z], coordinate: [x / TILE, z / TILE] };
  });
  return { ...REPEATED, name: 'plane', mesh, camera: { ...LEVEL_CAMERA, eye: [0, 1, 0], target: [0, 0.8, -1] } };
}

const LENGTH = 128;
const SIDES = 64;
const RINGS = 16;
/** Repeats of the picture around and along the tunnel. */
const AROUND = 4;
const ALONG = 64;

/**
 * The inside of a long cylinder of radius 1, seen along its axis. Footprints stretch in every direction, so an
 * anisotropic filter that favours some directions shows rings that are not round.
 */
function tunnelScene(): Scene {
  const mesh = gridMesh(SIDES, RINGS, (u, v) => {
    const angle = 2 * Math.PI * u;
    return { position: [-Math.sin(angle), -Math.cos(angle), 1 - v * LENGTH], coordinate: [u * AROUND, v * ALONG] };
  });
  return { ...REPEATED, name: 'tunnel', mesh, camera: { ...LEVEL_CAMERA, eye: [0, 0, 0], target: [0, 0, -1] } };
}

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
function globeScene(): Scene {
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
