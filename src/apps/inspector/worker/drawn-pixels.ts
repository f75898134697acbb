import { QUAD_LANES, type QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { DrawAnswer } from '../state/protocol.ts';
import { bandsFromMiddle, memoryOf, statesWithin, type SubjectRequests } from '../subjects/subject.ts';

/** Draws requests with a design, band by band from the middle. The first answer has no pixels. */
export function* drawnPixels(requests: SubjectRequests, design: Design): Generator<DrawAnswer> {
  const memory = memoryOf(requests.images, design);
  const unit = new TextureUnit(design, memory, statesWithin(requests.states, design));
  yield emptyAnswer(requests);
  for (const rows of bandsFromMiddle(requests.height)) {
    for (const batch of requests.rows(rows)) {
      const values = new Float32Array(4 * QUAD_LANES * batch.count);
      unit.sample(batch, values);
      requests.toColors?.(batch, values);
      yield { ...emptyAnswer(requests), values, ...placesOf(batch) };
    }
  }
}

/** An answer that says the size alone. */
export function emptyAnswer({ width, height, linear, camera }: SubjectRequests): DrawAnswer {
  return {
    width,
    height,
    linear,
    camera,
    values: new Float32Array(0),
    places: new Uint16Array(0),
    active: new Uint8Array(0),
  };
}

/** The places of a batch's quads. */
export function placesOf(batch: QuadBatch): Pick<DrawAnswer, 'places' | 'active'> {
  const places = new Uint16Array(2 * batch.count);
  for (let quad = 0; quad < batch.count; quad++) {
    places[2 * quad] = batch.x[quad];
    places[2 * quad + 1] = batch.y[quad];
  }
  return { places, active: Uint8Array.from(batch.active.subarray(0, batch.count)) };
}
