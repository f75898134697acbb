import { PRESETS } from '../../../../../src/designs/presets.ts';
import type { Camera } from '../../../../../src/pictures/scenes/camera.ts';
import type { Model } from '../../../../../src/pictures/scenes/gltf/model.ts';
import { simulateFrames } from '../../../../../src/simulate/simulate.ts';
import type { Picture } from '../../../../../src/pictures/textures/picture.ts';

/** A camera that sees x and y from 0 to 1 from the front, z = 0 in the plane of the image. */
export const FRONT: Camera = {
  eye: [0.5, 0.5, 2],
  target: [0.5, 0.5, 0],
  up: [0, 1, 0],
  verticalFieldOfView: 2 * Math.atan(0.25),
  near: 0.5,
};

/** The model as a square image of the functional mode. */
export function drawn(model: Model, size: number, camera: Camera = FRONT): Picture {
  let picture: Picture | undefined;
  const steps = simulateFrames({
    design: PRESETS.get('full-quality')!,
    drawing: { ...model, images: model.images.map(({ image }) => image), linear: true },
    frame: { width: size, height: size, traversal: 'tiles' },
    cameras: [camera],
    mode: 'functional',
    onFrame: (complete) => (picture = complete),
  });
  while (!steps.next().done);
  return picture!;
}

/** r, g, b of pixels in a picture. */
export function pixels({ width, texels }: Picture, ...at: readonly (readonly [number, number])[]): number[][] {
  return at.map(([x, y]) => [...texels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]);
}
