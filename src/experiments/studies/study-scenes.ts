import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { Camera } from '../../pictures/scenes/camera.ts';
import type { Draw } from '../../pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../../pictures/scenes/draw-requests.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';
import { sceneDrawing } from '../../simulate/simulate.ts';

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
    const drawing = sceneDrawing(scene, [blankImage(width, height)], [sampler]);
    return { name: scene.name, camera: () => scene.camera, ...drawing };
  });
}

/** The requests of a frame of the scene, in the batch. */
export function sceneRequests({ draws, camera }: StudyScene, frame: FrameOptions, batch: QuadBatch) {
  return drawRequests(draws, camera(frame.width / frame.height), frame, batch);
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
