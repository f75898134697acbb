import { gridMesh } from './mesh.ts';
import type { Scene } from './scene.ts';

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
export function tunnelScene(): Scene {
  return {
    name: 'tunnel',
    width: 640,
    height: 480,
    mesh: gridMesh(SIDES, RINGS, (u, v) => {
      const angle = 2 * Math.PI * u;
      return {
        position: [-Math.sin(angle), -Math.cos(angle), 1 - v * LENGTH],
        coordinate: [u * AROUND, v * ALONG],
      };
    }),
    camera: { eye: [0, 0, 0], target: [0, 0, -1], up: [0, 1, 0], verticalFieldOfView: Math.PI / 3, near: 0.125 },
    path: 'flight',
    texture: 'checker',
    sampler: { addressModeU: 'repeat', addressModeV: 'repeat' },
    lightRepeats: 1 / 4,
    detailRepeats: 8,
  };
}
