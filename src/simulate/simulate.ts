import type { Account } from '../../pipeline/account.ts';
import type { PipelineObserver } from '../../pipeline/observer.ts';
import type { QuadSink } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design.ts';
import { type ImageSource, layOutImages } from '../../rtl-model/image.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { Instruction } from '../../rtl-model/instruction.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import type { TextureState } from '../../rtl-model/texture-unit.ts';
import { type Scene, requests } from '../scenes/scene.ts';
import type { TraversalOrder } from '../scenes/traversal.ts';
import type { Picture } from '../textures/picture.ts';
import { Framebuffer } from './framebuffer.ts';
import { type Mode, samplingUnit, type SamplingUnit } from './sampling-unit.ts';

/** The requests that a simulation makes. */
export interface View {
  readonly scene: Scene;
  /** Size of the image, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly traversal: TraversalOrder;
}

export interface Simulation {
  readonly design: Design;
  readonly view: View;
  /** The texture, and how it is sampled. */
  readonly texture: ImageSource;
  readonly sampler: Sampler;
  readonly mode: Mode;
  /** Watches the cycle mode; the functional mode has nothing to watch. */
  readonly observer?: PipelineObserver;
  /** Sees each batch before it is sampled. */
  readonly onRequests?: (batch: QuadBatch) => void;
}

export interface SimulationResult {
  readonly picture: Picture;
  /** Quads, and their active lanes: a pixel counts as often as it was drawn. */
  readonly quads: number;
  readonly pixels: number;
  /** Where the cycles went; null in the functional mode. */
  readonly account: Account | null;
}

/** What a scene's pixels run: OpImageSampleImplicitLod. */
export const INSTRUCTION: Instruction = Object.freeze({ lod: 'implicit', projected: false });

/** Quads between two yields: some hundredths of a second. */
const BATCH_QUADS = 1024;

/**
 * Draws a scene with a design. The work is a generator's, so that whoever drives it can show progress, let other work
 * run or stop: it yields the number of quads so far after each batch, and returns the result.
 *
 * @throws DesignError when the arithmetic cannot hold the design
 * @throws RangeError when the texture outgrows the texel memory
 */
export function simulate(simulation: Simulation): Generator<number, SimulationResult, void> {
  const { design, view, texture, sampler, mode, observer } = simulation;
  const memory = layOutImages([texture], design.cache.layout);
  const states: readonly TextureState[] = [{ image: 0, sampler, instruction: INSTRUCTION }];
  const frame = new Framebuffer(view.width, view.height, texture.format.componentType === 'srgb');
  const store: QuadSink = (_quad, x, y, active, colors, first) => frame.store(x, y, active, colors, first);
  return draw(simulation, samplingUnit(mode, design, memory, states, store, observer), frame);
}

function* draw({ view, onRequests }: Simulation, unit: SamplingUnit, frame: Framebuffer) {
  let quads = 0;
  let pixels = 0;
  for (const batch of requestsOf(view)) {
    onRequests?.(batch);
    unit.run(batch);
    quads += batch.count;
    pixels += activeLanes(batch);
    yield quads;
  }
  return { picture: frame.picture, quads, pixels, account: unit.finish() };
}

/** How many quads a view makes: what simulate() counts up to. */
export function countQuads(view: View): number {
  let quads = 0;
  for (const batch of requestsOf(view)) quads += batch.count;
  return quads;
}

function requestsOf(view: View): Iterable<QuadBatch> {
  return requests(view.scene, { ...view, state: 0 }, new QuadBatch(BATCH_QUADS));
}

function activeLanes(batch: QuadBatch): number {
  let lanes = 0;
  for (let quad = 0; quad < batch.count; quad++) {
    for (let mask = batch.active[quad]; mask !== 0; mask &= mask - 1) lanes++;
  }
  return lanes;
}
