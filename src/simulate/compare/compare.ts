import type { Design } from '../../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { BATCH_QUADS, QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import type { Camera } from '../../pictures/scenes/camera.ts';
import type { Drawing } from '../../pictures/scenes/draw.ts';
import { drawRequests, type FrameOptions } from '../../pictures/scenes/draw-requests.ts';
import { QuadNotes } from '../../pictures/scenes/quad-notes.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import { Frames } from '../frames.ts';
import { keptMemory } from '../kept-memory.ts';
import { errorShares, sampledResults, SampledQuads } from './error-shares.ts';
import { ResultError } from './result-error.ts';
import { differingParts } from './unit-parts.ts';

/** Two designs and the frame that both draw. */
export interface ComparedFrame {
  readonly first: Design;
  readonly second: Design;
  readonly drawing: Drawing;
  readonly frame: FrameOptions;
  readonly camera: Camera;
}

/**
 * Draws a frame with two designs, and with those between them, and compares the results of the texture units
 * in every component that the texture's format has. Both units take the same requests.
 *
 * @throws RangeError when the textures outgrow the texel memory
 */
export function compareDesigns(compared: ComparedFrame) {
  const { first, second, drawing, frame, camera } = compared;
  const components = drawing.states.map(({ image }) => drawing.images[image!].format.order);
  const drawn = (design: Design) => new DrawnDesign(design, keptMemory(design, drawing.images), drawing);
  const wanted = drawn(second);
  const got = drawn(first);
  const parts = differingParts(first, second).map((part) => ({
    part,
    alone: part.alone && drawn(part.alone),
    left: part.replaced && drawn(part.replaced),
  }));
  const others = [got, ...parts.flatMap(({ alone, left }) => [alone, left])].filter((one) => one !== null);
  const pictures = [first, second].map(() => new FramePicture(drawing, frame));
  const errorMap = new Float64Array(frame.width * frame.height);

  return (function* () {
    const batch = new QuadBatch();
    const notes = new QuadNotes(BATCH_QUADS);
    const sampled = new SampledQuads((frame.width * frame.height) / QUAD_LANES);
    let quads = 0;
    for (const filled of drawRequests(drawing.draws, camera, frame, batch, notes)) {
      wanted.sample(filled);
      for (const other of others)
        other.compare(filled, wanted, components, other === got ? errorMap : null, frame.width);
      pictures[0].take(filled, notes, got.result);
      pictures[1].take(filled, notes, wanted.result);
      sampled.take(filled);
      quads += filled.count;
      yield quads;
    }
    const shares = errorShares(
      first,
      second,
      sampledResults(drawing.images, () => drawing.states, sampled.quads),
    );
    let share = shares.next();
    for (; !share.done; share = shares.next()) yield quads;
    return {
      error: got.error,
      /**
       * The errors that come from one part of the unit: `alone` between the second design with this part of the first, and
       * the second design; `left` between the first design with this part of the second, and the second design.
       */
      parts: parts.map(({ part, alone, left }) => ({ part, alone: alone && alone.error, left: left && left.error })),
      /** The shares of the fields in the error, of some of the quads; null where these have none. */
      shares: share.value,
      /** The frame as the first and as the second design draw it. */
      pictures: [pictures[0].end(), pictures[1].end()] as const,
      /** The largest difference of each pixel's results, in codes of 8 bits, in rows. */
      errorMap,
      quads,
    };
  })();
}

export type Comparison = ReturnType<typeof compareDesigns> extends Generator<number, infer Found> ? Found : never;

/** A design, its results of the current batch, and their error so far. */
class DrawnDesign {
  readonly error = new ResultError();
  readonly result = new Float32Array(4 * QUAD_LANES * BATCH_QUADS);
  private readonly unit: TextureUnit;

  constructor(design: Design, memory: TexelMemory, { states }: Drawing) {
    this.unit = new TextureUnit(design, memory, states);
  }

  sample(batch: QuadBatch): void {
    this.unit.sample(batch, this.result);
  }

  /** @param map gets the largest error of each pixel */
  compare(
    batch: QuadBatch,
    wanted: DrawnDesign,
    components: readonly (readonly number[])[],
    map: Float64Array | null,
    width: number,
  ): void {
    this.sample(batch);
    const { result, error } = this;
    for (let quad = 0; quad < batch.count; quad++) {
      const stored = components[batch.state[quad]];
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        if (((batch.active[quad] >> lane) & 1) === 0) continue;
        const x = batch.x[quad] + (lane & 1);
        const y = batch.y[quad] + (lane >> 1);
        const at = 4 * (QUAD_LANES * quad + lane);
        let largest = 0;
        for (const c of stored) largest = Math.max(largest, error.add(result[at + c], wanted.result[at + c], x, y));
        if (map !== null) map[y * width + x] = Math.max(map[y * width + x], largest);
      }
    }
  }
}

/** The picture of a frame from results. */
class FramePicture {
  private readonly frames: Frames;
  private picture: Picture | null = null;

  constructor(drawing: Drawing, frame: FrameOptions) {
    this.frames = new Frames(frame, drawing.draws, drawing.linear, (picture) => (this.picture = picture));
    this.frames.begin(0);
  }

  take(batch: QuadBatch, notes: QuadNotes, result: Float32Array): void {
    const { frames } = this;
    frames.noting?.note(batch, notes, frames.answered);
    for (let quad = 0; quad < batch.count; quad++) {
      frames.take(batch.x[quad], batch.y[quad], batch.active[quad], result, 4 * QUAD_LANES * quad);
    }
  }

  end(): Picture {
    this.frames.end();
    return this.picture!;
  }
}
