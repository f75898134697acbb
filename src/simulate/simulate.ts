import type { Account } from '../../pipeline/stages/account.ts';
import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import type { QuadSink } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { texelMemory, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import type { Camera } from '../pictures/scenes/camera.ts';
import type { Drawing } from '../pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../pictures/scenes/draw-requests.ts';
import { QuadNotes } from '../pictures/scenes/quad-notes.ts';
import { type Scene, sceneDraw } from '../pictures/scenes/scene.ts';
import type { Tiling, TraversalOrder } from '../pictures/scenes/traversal.ts';
import type { Picture } from '../pictures/textures/picture.ts';
import { Frames } from './frames.ts';
import type { PassMap } from './pass-map.ts';
import { type Mode, samplingUnit, type SamplingUnit } from './sampling-unit.ts';

/** The scene, image size and traversal order that determine a simulation's requests. */
export interface View {
  readonly scene: Scene;
  /** Size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  readonly traversal: TraversalOrder;
  readonly tiling?: Tiling;
}

/** The design, mode and observers of a run. */
interface Run {
  readonly design: Design;
  readonly mode: Mode;
  /** Observer of the cycle mode; the functional mode ignores it. */
  readonly observer?: PipelineObserver;
  /** Counts the passes of every quad, all frames together. */
  readonly passes?: PassMap;
  /** Called with each batch before it is sampled. */
  readonly onRequests?: (batch: QuadBatch) => void;
}

/** One frame of a scene with one texture. */
export interface Simulation extends Run {
  readonly view: View;
  /** The texture and its sampler. */
  readonly texture: ImageSource;
  readonly sampler: Sampler;
}

/** Successive frames of a drawing through one unit, whose cache keeps its contents from frame to frame. */
export interface FrameSimulation extends Run {
  readonly drawing: Drawing;
  readonly frame: FrameOptions;
  /** The camera of each frame. */
  readonly cameras: readonly Camera[];
  /** Gets the picture of each complete frame, numbered from 0. */
  readonly onFrame?: (picture: Picture, frame: number) => void;
}

/** The result of a run, all frames together. */
export interface RunResult {
  /** The number of quads and of their active lanes. A pixel counts once for each draw and each texture. */
  readonly quads: number;
  readonly pixels: number;
  /** The account of the cycles; null in the functional mode. */
  readonly account: Account | null;
}

export interface SimulationResult extends RunResult {
  readonly picture: Picture;
}

/** The instruction of every pixel of a scene: OpImageSampleImplicitLod. */
export const INSTRUCTION: Instruction = Object.freeze({ lod: 'implicit', projected: false });

/**
 * Draws a scene with a design. It is a generator so that its caller can show progress, let other work run or stop: it
 * yields the number of quads so far after each batch, and returns the result.
 *
 * @throws DesignError when the arithmetic cannot hold the design
 * @throws RangeError when the texture outgrows the texel memory
 */
export function simulate(simulation: Simulation): Generator<number, SimulationResult, void> {
  const { view, texture, sampler } = simulation;
  let picture: Picture | undefined;
  const steps = simulateFrames({
    ...simulation,
    drawing: sceneDrawing(view.scene, [texture], [sampler]),
    frame: view,
    cameras: [view.scene.camera],
    onFrame: (complete) => (picture = complete),
  });
  return (function* () {
    const result = yield* steps;
    return { picture: picture!, ...result };
  })();
}

/** A scene whose pixels sample one texture after the other. @param samplers of the textures */
export function sceneDrawing(scene: Scene, images: readonly ImageSource[], samplers: readonly Sampler[]): Drawing {
  const states = samplers.map((sampler, image) => ({ image, sampler, instruction: INSTRUCTION }));
  const linear = images[0].format.componentType === 'srgb';
  return { draws: [sceneDraw(scene, [...states.keys()])], images, states, linear };
}

/** Draws several frames with any number of textures; otherwise like simulate(). */
export function simulateFrames(simulation: FrameSimulation): Generator<number, RunResult, void> {
  return simulateLaidOut(texelMemory(simulation.design, simulation.drawing.images), simulation);
}

/** Like simulateFrames(). @param memory the images of the drawing in the layout of the design */
export function simulateLaidOut(memory: TexelMemory, simulation: FrameSimulation): Generator<number, RunResult, void> {
  const { design, drawing, frame, mode, observer, passes, onFrame = () => {} } = simulation;
  const frames = new Frames(frame, drawing.draws, drawing.linear, onFrame);
  const sink: QuadSink = (_quad, x, y, active, colors, first, extras) => {
    frames.take(x, y, active, colors, first);
    passes?.add(x, y, extras.passes, first / 4);
  };
  return draw(simulation, samplingUnit(mode, design, memory, drawing.states, sink, observer), frames);
}

function* draw(simulation: FrameSimulation, unit: SamplingUnit, frames: Frames) {
  const { drawing, frame, cameras, onRequests } = simulation;
  const batch = new QuadBatch();
  const notes = frames.noting === null ? undefined : new QuadNotes(batch.capacity);
  let quads = 0;
  let pixels = 0;
  for (const camera of cameras) {
    frames.begin(quads);
    for (const filled of drawRequests(drawing.draws, camera, frame, batch, notes)) {
      if (notes !== undefined) frames.noting?.note(filled, notes, frames.answered);
      onRequests?.(filled);
      unit.run(filled);
      quads += filled.count;
      pixels += activeLanes(filled);
      yield quads;
    }
  }
  const account = unit.finish();
  frames.end();
  return { quads, pixels, account };
}

/** The number of quads of a view, up to which simulate() counts. */
export function countQuads({ scene, ...frame }: View): number {
  return countFrameQuads([sceneDraw(scene, [0])], scene.camera, frame);
}

/** The number of quads of a frame, each counted once for each of its textures. */
export function countFrameQuads(draws: Drawing['draws'], camera: Camera, frame: FrameOptions): number {
  let quads = 0;
  for (const batch of drawRequests(draws, camera, frame, new QuadBatch())) quads += batch.count;
  return quads;
}

export function activeLanes(batch: QuadBatch): number {
  let lanes = 0;
  for (let quad = 0; quad < batch.count; quad++) {
    for (let mask = batch.active[quad]; mask !== 0; mask &= mask - 1) lanes++;
  }
  return lanes;
}
