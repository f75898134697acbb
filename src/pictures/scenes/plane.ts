import { gridMesh } from './mesh.ts';
import type { Scene } from './scene.ts';

/**
 * Distance of the floor's end in units of the camera's height: less than a pixel below the true horizon up to 1600
 * rows.
 */
const FAR = 4096;
/** The period of the picture, in units. */
const TILE = 2;

/** A floor of two triangles, tiled from the camera's feet to the horizon. */
export function planeScene(): Scene {
  return {
    name: 'plane',
    width: 640,
    height: 480,
    mesh: gridMesh(1, 1, (u, v) => {
      const x = FAR * (2 * u - 1);
      const z = FAR * (2 * v - 1);
      return { position: [x, 0, z], coordinate: [x / TILE, z / TILE] };
    }),
    camera: { eye: [0, 1, 0], target: [0, 0.8, -1], up: [0, 1, 0], verticalFieldOfView: Math.PI / 3, near: 0.125 },
    path: 'flight',
    texture: 'checker',
    sampler: { addressModeU: 'repeat', addressModeV: 'repeat' },
    lightRepeats: 1 / 4,
    detailRepeats: 8,
  };
}
