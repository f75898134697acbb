import { expect, test } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { cameraAt } from '../../../../src/pictures/scenes/camera-path.ts';
import { sceneDraw } from '../../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../../src/pictures/scenes/standard-scenes.ts';
import { checkerboard } from '../../../../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../../../../src/pictures/downsampler/mip-chain.ts';
import type { Picture } from '../../../../src/pictures/textures/picture.ts';
import { PassMap } from '../../../../src/simulate/pass-map.ts';
import {
  type FrameSimulation,
  INSTRUCTION,
  type RunResult,
  simulateFrames,
} from '../../../../src/simulate/simulate.ts';
import { simulateOnThreads } from '../../../../src/simulate/threads/simulate-on-threads.ts';
import { preset } from '../../../pipeline/random-work.ts';
import { resultOf } from '../../platform/threads/steps.ts';

type Steps = Generator<unknown, RunResult> | AsyncGenerator<unknown, RunResult>;

const PICTURE = checkerboard(64, 8);

/** Frames of a scene: an image of odd height, and a material of two textures that blends. */
function simulation(scene: string, frames: number): FrameSimulation {
  const { camera, path, ...shape } = SCENES.get(scene)!();
  const image = buildMipChain(PICTURE, TEXEL_FORMATS.get('r8g8b8a8_srgb')!);
  const draw = sceneDraw({ camera, path, ...shape }, [0, 1]);
  const sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 4 };
  return {
    design: preset('full-quality'),
    drawing: {
      draws: [draw, { ...draw, surface: { ...draw.surface, alphaMode: 'blend', alphaFactor: 0.5 } }],
      images: [image],
      states: [
        { image: 0, sampler, instruction: INSTRUCTION },
        { image: 0, sampler: DEFAULT_SAMPLER, instruction: INSTRUCTION },
      ],
      linear: true,
    },
    frame: { width: 46, height: 31, traversal: 'tiles' },
    cameras: Array.from({ length: frames }, (_, frame) => cameraAt(camera, path, frame)),
    mode: 'functional',
  };
}

/** Everything that comes of a run. */
async function outcome(run: FrameSimulation, draw: (run: FrameSimulation) => Steps) {
  const passes = new PassMap(run.frame.width, run.frame.height);
  const pictures: (readonly [number, Picture])[] = [];
  const result = await resultOf(draw({ ...run, passes, onFrame: (picture, frame) => pictures.push([frame, picture]) }));
  return { result, passes: passes.passes, pictures };
}

test.each([
  ['globe', 1, 2],
  ['tunnel', 3, 2],
  ['plane', 1, 3],
] as const)('%s, %i frames: %i threads draw what one draws', async (scene, frames, threads) => {
  const run = simulation(scene, frames);
  const alone = await outcome(run, simulateFrames);
  const together = await outcome(run, (threaded) => simulateOnThreads(threaded, threads));
  expect(alone.pictures.map(([frame]) => frame)).toEqual(Array.from({ length: frames }, (_, frame) => frame));
  expect(alone.result.quads).toBeGreaterThan(250);
  expect(together).toEqual(alone);
});

test('a texture that outgrows the texel memory is a RangeError, as without threads', async () => {
  const run = simulation('globe', 1);
  const [image] = run.drawing.images;
  const tooLarge = { ...image, width: 2 ** 15, height: 2 ** 15, levels: [new Uint8Array(4)] };
  const wrong = { ...run, drawing: { ...run.drawing, images: [tooLarge] } };
  await expect(outcome(wrong, (threaded) => simulateOnThreads(threaded, 2))).rejects.toBeInstanceOf(RangeError);
});
