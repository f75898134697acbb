import { QUERY_ENTRIES } from '../../../../rtl-model/registers/register.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { texelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, type QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { viewOfImage } from '../../../../src/specification/state/view.ts';
import { resultsOf } from '../../../../traces/requests/lane-results.ts';
import { requestShape } from '../../../../traces/requests/request-shape.ts';

/** Results as a design's model gives them; request n stands on line n + 10. */
export function measuredByModel(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
): MeasuredTrace {
  const lanes = QUAD_LANES * batch.count;
  const colors = new Float32Array(4 * lanes);
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(QUERY_ENTRIES * lanes) };
  new TextureUnit(design, texelMemory(design, images), states).sample(batch, colors, extras);
  const shapes = states.map(({ image, view, instruction }) =>
    requestShape(image === null ? null : (view ?? viewOfImage(images[image])), instruction),
  );
  const requests = Array.from({ length: batch.count }, (_, quad) => {
    const state = batch.state[quad];
    const results = resultsOf(shapes[state], colors, 16 * quad, extras, batch.active[quad], QUAD_LANES);
    const image = `image${states[state].image}`;
    return { id: quad, line: quad + 10, image, sampler: `sampler${state}`, results, tolerance: 0 };
  });
  return { file: 'made.jsonl', images, states, shapes, batch, requests, copies: Infinity };
}
