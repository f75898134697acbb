import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { Account } from '../../../../pipeline/stages/account.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import type { TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import type { Camera } from '../../../pictures/scenes/camera.ts';
import type { Draw } from '../../../pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../../../pictures/scenes/draw-requests.ts';
import { sceneDraw } from '../../../pictures/scenes/scene.ts';
import { SCENES } from '../../../pictures/scenes/standard-scenes.ts';
import { combined, cross, dot } from '../../../pictures/scenes/vector.ts';
import { INSTRUCTION } from '../../../simulate/simulate.ts';

/** A scene of a study, and the textures that it samples. */
export interface StudyScene {
  readonly name: string;
  readonly draws: readonly Draw[];
  readonly camera: (aspect: number) => Camera;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  /** The requests of a trace, which are not drawn. */
  readonly batches?: readonly QuadBatch[];
  /** The scene's own design; that of the study if left out. */
  readonly design?: Design;
}

/** The requests of a trace, as plain data. */
export type TracedScene = Pick<StudyScene, 'name' | 'images' | 'states'> & Required<Pick<StudyScene, 'batches'>>;

/** What a study runs. */
export interface StudyInputs {
  /** At least one. Scenes are named after the design where there are several. */
  readonly designs: readonly Design[];
  readonly quick: boolean;
  /** Names of the study's scenes; all of them where neither scenes nor traces are named. */
  readonly scenes: readonly string[];
  readonly traces: readonly TracedScene[];
  /** Each draws the scenes from another camera; none for the camera of the scenes. */
  readonly seeds: readonly number[];
}

/** The largest turn of a camera by a seed, to either side, in radians. */
const MOST_TURN = Math.PI / 36;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Those of a study's scenes that are to be run, by seeds and designs, and the traces. */
export function chosenScenes(all: readonly StudyScene[], inputs: StudyInputs): readonly StudyScene[] {
  const { designs, scenes, traces, seeds } = inputs;
  const drawn = scenes.length + traces.length === 0 ? all : all.filter(({ name }) => scenes.includes(name));
  const seeded = seeds.length === 0 ? drawn : drawn.flatMap((scene) => seeds.map((seed) => turned(scene, seed)));
  const traced = traces.map((trace) => ({ ...trace, draws: [], camera: all[0].camera }));
  const chosen = [...seeded, ...traced];
  if (designs.length === 1) return chosen;
  return chosen.flatMap((scene) =>
    designs.map((design) => ({ ...scene, name: `${scene.name} (${design.name})`, design })),
  );
}

/** The scene with its camera turned about its vertical, at an angle that the seed gives. */
function turned(scene: StudyScene, seed: number): StudyScene {
  const angle = MOST_TURN * (2 * ((seed * GOLDEN) % 1) - 1);
  const camera = (aspect: number): Camera => {
    const { eye, target, up, ...rest } = scene.camera(aspect);
    const length = Math.sqrt(dot(up, up));
    const axis = combined(up, 1 / length, up, 0);
    const view = combined(target, 1, eye, -1);
    // Rodrigues' rotation.
    const level = combined(view, Math.cos(angle), cross(axis, view), Math.sin(angle));
    const turnedView = combined(level, 1, axis, dot(axis, view) * (1 - Math.cos(angle)));
    return { ...rest, eye, up, target: combined(eye, 1, turnedView, 1) };
  };
  return { ...scene, name: `${scene.name} seed ${seed}`, camera };
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

/** The requests of a frame of the scene, or those of the trace, in the batch. */
export function* sceneRequests(
  { draws, camera, batches }: StudyScene,
  frame: FrameOptions,
  batch: QuadBatch,
): Generator<QuadBatch, void, void> {
  if (batches === undefined) {
    yield* drawRequests(draws, camera(frame.width / frame.height), frame, batch);
    return;
  }
  for (const traced of batches) {
    batch.count = 0;
    batch.append(traced);
    yield batch;
  }
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
