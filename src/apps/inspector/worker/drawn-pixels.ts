import type { Design } from '../../../../rtl-model/design/design.ts';
import { QUAD_LANES, type QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { DrawAnswer } from '../state/protocol.ts';
import { keptMemory } from '../../../simulate/kept-memory.ts';
import { bandsFromMiddle, statesWithin, type SubjectRequests } from '../subjects/subject.ts';

/** Draws requests with a design. */
export function drawnPixels(requests: SubjectRequests, design: Design): Generator<DrawAnswer> {
  const unit = new TextureUnit(design, keptMemory(design, requests.images), statesWithin(requests.states, design));
  return drawnBands(requests, (batch) => {
    const values = new Float32Array(4 * QUAD_LANES * batch.count);
    unit.sample(batch, values);
    requests.toColors?.(batch, values);
    return values;
  });
}

/** Values of the lanes of requests, band by band from the middle. The first answer has no pixels. */
export function* drawnBands(
  requests: SubjectRequests,
  valuesOf: (batch: QuadBatch) => Float32Array,
): Generator<DrawAnswer> {
  const empty = emptyAnswer(requests);
  yield empty;
  const bands = bandsFromMiddle(requests.height);
  for (const [n, rows] of bands.entries()) {
    const part = (n + 1) / bands.length;
    for (const batch of requests.rows(rows)) {
      const places = new Uint16Array(2 * batch.count);
      for (let quad = 0; quad < batch.count; quad++) {
        places[2 * quad] = batch.x[quad];
        places[2 * quad + 1] = batch.y[quad];
      }
      const active = Uint8Array.from(batch.active.subarray(0, batch.count));
      yield { ...empty, part, values: valuesOf(batch), places, active };
    }
  }
}

/** An answer that says the size alone. */
export function emptyAnswer({ width, height, linear, camera }: SubjectRequests): DrawAnswer {
  return {
    width,
    height,
    part: 0,
    linear,
    camera,
    values: new Float32Array(0),
    places: new Uint16Array(0),
    active: new Uint8Array(0),
  };
}
