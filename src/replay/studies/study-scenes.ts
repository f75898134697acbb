import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { Account } from '../../../pipeline/account.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { type ImageSource, levelSize, type TexelMemory } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { Camera } from '../../pictures/scenes/camera.ts';
import type { Draw } from '../../pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../../pictures/scenes/draw-requests.ts';
import { sceneDraw } from '../../pictures/scenes/scene.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';
import { INSTRUCTION } from '../../simulate/simulate.ts';

/** A scene of a study, and the textures that it samples. */
export interface StudyScene {
  readonly name: string;
  readonly draws: readonly Draw[];
  readonly camera: (aspect: number) => Camera;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
}

/** Width and height of the scenes' usual pictures. */
const SIZES = { checker: [1024, 1024], earth: [4096, 2048] } as const;

/**
 * Every standard scene with a texture of its usual size, filtered trilinearly. The texels are blank, because neither
 * addresses nor times depend on them.
 */
export function studyScenes(): readonly StudyScene[] {
  return Array.from(SCENES.values(), (make) => {
    const scene = make();
    const [width, height] = SIZES[scene.texture];
    const sampler: Sampler = { ...DEFAULT_SAMPLER, ...scene.sampler };
    return {
      name: scene.name,
      draws: [sceneDraw(scene, [0])],
      camera: () => scene.camera,
      images: [blankImage(width, height)],
      states: [{ image: 0, sampler, instruction: INSTRUCTION }],
    };
  });
}

/** The scene with an anisotropic filter of up to 16 samples. */
export function anisotropic(scene: StudyScene): StudyScene {
  const states = scene.states.map((state) => ({
    ...state,
    sampler: { ...state.sampler, anisotropyEnable: true, maxAnisotropy: 16 },
  }));
  return { ...scene, name: `${scene.name} 16x`, states };
}

/** The requests of a frame of the scene. */
export function sceneRequests(
  { draws, camera }: StudyScene,
  frame: FrameOptions,
  batch: QuadBatch,
): Generator<QuadBatch, void, void> {
  return drawRequests(draws, camera(frame.width / frame.height), frame, batch);
}

/** Draws a scene, in tiles order, with a design. @param memory the scene's images in the layout of the design */
export function runScene(
  design: Design,
  memory: TexelMemory,
  scene: StudyScene,
  { width, height }: { readonly width: number; readonly height: number },
): Account {
  const pipeline = new Pipeline(design, memory, scene.states, () => {});
  const frame = { width, height, traversal: 'tiles' } as const;
  for (const filled of sceneRequests(scene, frame, new QuadBatch(1024))) pipeline.run(filled);
  return pipeline.finish();
}

function blankImage(width: number, height: number): ImageSource {
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  const count = 1 + Math.floor(Math.log2(Math.max(width, height)));
  const levels = Array.from(
    { length: count },
    (_, l) => new Uint8Array(levelSize(width, l) * levelSize(height, l) * format.texelBytes),
  );
  return { format, width, height, layers: 1, levels };
}
