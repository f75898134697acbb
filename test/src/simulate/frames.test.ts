import { describe, expect, it } from 'vitest';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { cameraAt } from '../../../src/pictures/scenes/camera-path.ts';
import { type Draw, type LayerUse, PLAIN_SURFACE, type DrawnSurface } from '../../../src/pictures/scenes/draw.ts';
import { QuadNotes } from '../../../src/pictures/scenes/quad-notes.ts';
import { sceneDraw } from '../../../src/pictures/scenes/scene.ts';
import { SCENES } from '../../../src/pictures/scenes/standard-scenes.ts';
import { Framebuffer } from '../../../src/simulate/framebuffer.ts';
import { Frames } from '../../../src/simulate/frames.ts';
import { type FrameSimulation, INSTRUCTION, simulateFrames } from '../../../src/simulate/simulate.ts';
import { checkerboard } from '../../../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../../../src/pictures/downsampler/mip-chain.ts';
import type { Picture } from '../../../src/pictures/textures/picture.ts';

const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;

function flight(frames: number, changes: Partial<FrameSimulation> = {}): FrameSimulation {
  const scene = SCENES.get('plane')!();
  const states = [0, 1, 1].map((image) => ({ image, sampler: DEFAULT_SAMPLER, instruction: INSTRUCTION }));
  return {
    design: PRESETS.get('full-quality')!,
    drawing: {
      draws: [sceneDraw(scene, [0, 1, 2])],
      images: [checkerboard(64, 4), checkerboard(16, 2)].map((picture) => buildMipChain(picture, format)),
      states,
      linear: false,
    },
    frame: { width: 64, height: 48, traversal: 'tiles' },
    cameras: Array.from({ length: frames }, (_, frame) => cameraAt(scene.camera, 'flight', frame)),
    mode: 'functional',
    ...changes,
  };
}

function run(simulation: FrameSimulation) {
  const pictures: Picture[] = [];
  const onFrame = (picture: Picture, frame: number) => {
    expect(frame).toBe(pictures.length);
    pictures.push(picture);
  };
  const steps = simulateFrames({ ...simulation, onFrame });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { pictures, ...step.value };
}

describe('several frames', () => {
  const functional = run(flight(3));

  it('are drawn like each frame alone', () => {
    expect(functional.pictures).toHaveLength(3);
    for (const frame of [0, 1, 2]) {
      const alone = run(flight(3, { cameras: [flight(3).cameras[frame]] }));
      expect(alone.pictures).toEqual([functional.pictures[frame]]);
    }
    expect(functional.pictures[0]).not.toEqual(functional.pictures[1]);
  });

  it('are the same with a clock, even if requests of one are under way when the next begins', () => {
    const cycle = run(flight(3, { mode: 'cycle' }));
    expect(cycle.pictures).toEqual(functional.pictures);
    expect(cycle.account).toMatchObject({ quads: functional.quads, pixels: functional.pixels });
  });

  it('use the cache contents of the frame before', () => {
    const still = flight(1).cameras[0];
    const misses = (cameras: FrameSimulation['cameras']) =>
      run(flight(1, { mode: 'cycle', cameras })).account!.cache.misses;
    expect(misses([still, still])).toBeLessThan(2 * misses([still]));
  });

  it('can be empty', () => {
    const [camera] = flight(1).cameras;
    const sky = { ...camera, target: [0, 9, -1] as const };
    const scene = SCENES.get('plane')!();
    for (const layers of [[0], [0, 1, 2]]) {
      const drawing = { ...flight(1).drawing, draws: [sceneDraw(scene, layers)] };
      const [alone] = run(flight(1, { drawing })).pictures;
      const { pictures } = run(flight(1, { drawing, cameras: [sky, sky, sky, sky, camera, sky] }));
      const background = pictures[5];
      expect(pictures).toEqual([background, background, background, background, alone, background]);
      expect(background).not.toEqual(alone);
    }
  });

  it('are one picture of background if nothing is ever drawn', () => {
    const { pictures, quads } = run(flight(2, { drawing: { ...flight(1).drawing, draws: [] } }));
    expect([pictures.length, quads]).toEqual([2, 0]);
  });
});

/** The bytes of one pixel: its requests' results are r, g, b, a in the order of the uses. */
function shown(
  uses: readonly (readonly LayerUse[])[],
  results: readonly (readonly number[])[],
  { surface = {}, tint }: { surface?: Partial<DrawnSurface>; tint?: readonly number[] } = {},
): number[] {
  const draw: Draw = {
    positions: new Float32Array(9),
    indices: Uint32Array.of(0, 1, 2),
    layers: uses.map((use, state) => ({ state, coordinates: new Float32Array(6), uses: use })),
    tint: tint ? Float32Array.from([...tint, ...tint, ...tint]) : null,
    doubleSided: false,
    surface: { ...PLAIN_SURFACE, ...surface },
  };
  let picture: Picture | undefined;
  const frames = new Frames({ width: 2, height: 2 }, [draw], false, (complete) => (picture = complete));
  const batch = new QuadBatch(8);
  const notes = new QuadNotes(8);
  batch.count = uses.length;
  uses.forEach((_, layer) => {
    notes.layer[layer] = layer;
  });
  if (tint) notes.tint.set([...tint, ...tint, ...tint, ...tint]);
  frames.begin(0);
  frames.noting?.note(batch, notes, frames.answered);
  for (const result of results) frames.take(0, 0, 0b1000, Float32Array.from([0, 1, 2, 3].flatMap(() => result)), 0);
  frames.end();
  expect([...picture!.texels.subarray(0, 12)]).toEqual([20, 23, 28, 255, 20, 23, 28, 255, 20, 23, 28, 255]);
  return [...picture!.texels.subarray(12, 15)];
}

describe("a pixel's colour", () => {
  it('is the product of base, tint, light and twice the detail', () => {
    const layers = [
      [0.5, 1, 0.25, 1],
      [0.5, 0.5, 1, 1],
      [0.5, 0.75, 1, 1],
    ];
    expect(shown([['base'], ['light'], ['detail']], layers)).toEqual([64, 191, 128]);
    expect(shown([['base']], [[1, 0.5, 0.25, 1]], { tint: [0.2, 0.4, 0.8] })).toEqual([51, 51, 51]);
  });

  it('is darkened by the red of occlusion times its strength, and lightened by emission', () => {
    const results = [
      [0.88, 0.88, 0.88, 1],
      [0.5, 0, 0, 1],
      [0.2, 0.4, 1, 1],
    ];
    const surface = { occlusionStrength: 0.5, emissiveFactor: [0.5, 0.25, 0] as const };
    // 0.88 * (1 + 0.5 * (0.5 - 1)) = 0.66, and 0.1, 0.1, 0 added
    expect(shown([['base'], ['unseen', 'occlusion'], ['emissive']], results, { surface })).toEqual([194, 194, 168]);
    expect(shown([['base'], ['unseen'], ['unseen']], results)).toEqual([224, 224, 224]);
  });

  it('is stored from the cutoff on in mask mode, and blended in blend mode', () => {
    const mask = { alphaMode: 'mask', alphaCutoff: 0.5, alphaFactor: 0.5 } as const;
    expect(shown([['base']], [[1, 1, 1, 1]], { surface: mask })).toEqual([255, 255, 255]);
    expect(shown([['base']], [[1, 1, 1, 0.96]], { surface: mask })).toEqual([20, 23, 28]);
    // The result is half-way between the background and the colour.
    const blend = { alphaMode: 'blend', alphaFactor: 0.5 } as const;
    expect(shown([['base']], [[0, 1, 0.4, 1]], { surface: blend })).toEqual([10, 139, 65]);
  });

  it('blends in linear light if stored as sRGB', () => {
    const frame = new Framebuffer(1, 1, true);
    frame.blend(0, 0, 1, Float32Array.of(1, 1, 1, 0.5), 0);
    // The background's 20, 23 and 28 are light of 0.0070, 0.0086 and 0.0116. The mean of it and 1 is 0.5035 to 0.5058,
    // code 188.1 to 188.5.
    expect([...frame.picture.texels]).toEqual([188, 188, 188, 255]);
  });

  it('is that of its own request, for any number of requests under way', () => {
    const draw: Draw = {
      positions: new Float32Array(9),
      indices: Uint32Array.of(0, 1, 2),
      layers: [{ state: 0, coordinates: new Float32Array(6), uses: ['base'] }],
      tint: new Float32Array(9),
      doubleSided: false,
      surface: PLAIN_SURFACE,
    };
    const quads = 120;
    let picture: Picture | undefined;
    const frames = new Frames({ width: 2 * quads, height: 2 }, [draw], false, (complete) => (picture = complete));
    const batch = new QuadBatch(8);
    const notes = new QuadNotes(8);
    batch.count = 8;
    frames.begin(0);
    const white = new Float32Array(16).fill(1);
    // Seven of eight requests stay under way, for a growing time.
    for (let noted = 0; noted < quads; noted += 8) {
      for (let k = 0; k < 8; k++) notes.tint.fill((noted + k) / 255, 12 * k, 12 * (k + 1));
      frames.noting!.note(batch, notes, frames.answered);
      frames.take(2 * frames.answered, 0, 1, white, 0);
    }
    while (frames.answered < quads) frames.take(2 * frames.answered, 0, 1, white, 0);
    frames.end();
    expect(Array.from({ length: quads }, (_, n) => picture!.texels[8 * n])).toEqual([...Array(quads).keys()]);
  });
});
