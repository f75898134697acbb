import type { Account } from '../../../pipeline/account.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { type ImageSource, levelSize, type TexelMemory } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { INSTRUCTION } from '../../simulate/simulate.ts';
import { requests, type Scene } from '../../pictures/scenes/scene.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';

/** A scene with a texture of its usual size, filtered trilinearly. */
export interface StudyScene {
  readonly scene: Scene;
  readonly image: ImageSource;
  readonly states: readonly TextureState[];
}

/** Width and height of the scenes' usual pictures. */
const SIZES = { checker: [1024, 1024], earth: [4096, 2048] } as const;

/** Every standard scene. The texels are blank, because neither addresses nor times depend on them. */
export function studyScenes(): readonly StudyScene[] {
  return Array.from(SCENES.values(), (make) => {
    const scene = make();
    const [width, height] = SIZES[scene.texture];
    const sampler: Sampler = { ...DEFAULT_SAMPLER, ...scene.sampler };
    return { scene, image: blankImage(width, height), states: [{ image: 0, sampler, instruction: INSTRUCTION }] };
  });
}

/** Draws a scene, in tiles order, with a design. @param memory the scene's image in the layout of the design */
export function runScene(
  design: Design,
  memory: TexelMemory,
  { scene, states }: StudyScene,
  { width, height }: { readonly width: number; readonly height: number },
): Account {
  const pipeline = new Pipeline(design, memory, states, () => {});
  const batch = new QuadBatch(1024);
  for (const filled of requests(scene, { width, height, traversal: 'tiles', state: 0 }, batch)) pipeline.run(filled);
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
