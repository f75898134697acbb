import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { type Result, resultOf } from '../../../../traces/requests/lane-results.ts';
import { quadRequest } from '../../../../traces/requests/request-batch.ts';
import { type RequestShape, requestShape } from '../../../../traces/requests/request-shape.ts';
import type { RequestId } from '../../../../traces/requests/request-trace.ts';
import { progressAs } from '../../../platform/progress.ts';
import { BASES } from '../../../designs/bases.ts';
import { type Answered, explain } from '../../../explain/explain.ts';
import { TraceToExplain, withOneUnit } from '../../../explain/explain-trace.ts';
import { DEFAULT_UNDEFINED_POLICY } from '../../../validity/undefined-policy.ts';
import { laneAt } from '../../../explain/quad-pixels.ts';
import { RequestWatch } from '../../../explain/request-watch.ts';
import type { Explanations, ExplainQuestion, PixelExplanation } from '../state/protocol.ts';
import { keptMemory } from '../../../simulate/kept-memory.ts';
import { INTEGER_WHITE, statesWithin, type SubjectRequests } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';
import { sharesOf } from './shares-task.ts';
import { readImage, texelsAround } from './texels-around.ts';
import type { TraceRequests } from '../subjects/trace-subject.ts';

/** Later requests at the pixel that are listed. */
const MOST_OTHERS = 8;

/** A request at a pixel, and its place among all requests. */
interface Found {
  readonly id: number;
  readonly lane: number;
  /** The quad alone. */
  readonly quad: QuadBatch;
  /** The other requests at the pixel. */
  readonly others: readonly RequestId[];
}

/**
 * Explains a pixel with both designs: at once with an empty cache, then after all requests that come before it, as
 * `texunit explain` does.
 */
export async function* explainTask({ subject, pixel, first, second }: ExplainQuestion) {
  const requests = await requestsOf(subject);
  if ('trace' in requests) {
    yield* explainTraced(requests, pixel, first, second);
    return;
  }
  const found = requestAt(requests, pixel);
  if (found === null) {
    yield { pixel, shares: null, first: null, second: null, afterAll: true };
    return;
  }
  const designs = second === null ? [first] : [first, second];
  let shares: Explanations['shares'];
  for (const afterAll of [false, true]) {
    const explained: PixelExplanation[] = [];
    for (const design of designs) {
      const answer = yield* progressAs(answered(requests, design, found, afterAll), () => null);
      explained.push(pixelExplanation(requests, answer, answer.lane, found.id));
    }
    const answer: Explanations = { pixel, shares, first: explained[0], second: explained[1] ?? null, afterAll };
    yield answer;
    if (!afterAll && second !== null) {
      shares = yield* progressAs(sharesAt(requests, first, second, found), () => null);
    }
  }
}

/** Explains a pixel of a trace, after the requests before it, and holds captured results against the specification. */
function* explainTraced(
  requests: TraceRequests,
  pixel: readonly [number, number],
  first: Design,
  second: Design | null,
): Generator<Explanations | null> {
  const found = requestAt(requests, pixel);
  const explained: PixelExplanation[] = [];
  for (const design of found === null ? [] : second === null ? [first] : [first, second]) {
    const { name, load, lines, join, measured } = requests.trace;
    const id = String(measured.requests[found!.id].id);
    const trace = new TraceToExplain(design, name, { id }, load, DEFAULT_UNDEFINED_POLICY, join());
    for (const [n, line] of lines.entries()) {
      if (trace.take(line)) break;
      if (n % 64 === 0) yield null;
    }
    explained.push(pixelExplanation(requests, trace.answer()!, found!.lane, found!.id));
  }
  const shares = found && second && (yield* progressAs(sharesAt(requests, first, second, found), () => null));
  yield { pixel, shares, first: explained[0] ?? null, second: explained[1] ?? null, afterAll: true };
}

/** The shares of the fields in the difference of one lane of a request. */
function sharesAt(requests: SubjectRequests, first: Design, second: Design, { quad, lane }: Found) {
  const alone = new QuadBatch(1);
  alone.copyQuad(quad, 0, 0);
  alone.active[0] = 1 << lane;
  alone.count = 1;
  return sharesOf(requests, first, second, alone);
}

/** @param number of the quad among all of the subject: one that has another number was run after fewer quads */
function pixelExplanation(
  { images, linear }: SubjectRequests,
  answered: Answered,
  lane: number,
  number: number,
): PixelExplanation {
  const explanation = explain(answered, lane);
  const { design, memory, states, quad, result } = answered;
  const state = states[quad.state];
  const [from, to] = [quad.stays.map(({ enter }) => enter), quad.stays.map(({ leave }) => leave)];
  const white = shapeOf(images, state).result === 'float' ? 1 : INTEGER_WHITE;
  const texel = result.texels?.[lane] ?? null;
  return {
    ...explanation,
    description: BASES.has(design.name) ? '' : design.description,
    color: texel && { rgb: texel.slice(0, 3).map((value) => value / white), linear },
    stay: quad.quad === number ? { from: Math.min(...from), to: Math.max(...to) } : null,
    image: readImage(memory, state, explanation.footprints),
    around: explanation.footprints.map((footprint) => texelsAround(footprint, design, memory, state)),
  };
}

/** The request that the colour of a pixel comes from: the last one there. */
function requestAt(requests: SubjectRequests, pixel: readonly [number, number]): Found | null {
  const ids: number[] = [];
  let lane = 0;
  const quad = new QuadBatch(1);
  let before = 0;
  for (const batch of requests.batches()) {
    for (let n = 0; n < batch.count; n++) {
      const at = laneAt(pixel, batch.x[n], batch.y[n], batch.active[n]);
      if (at === null) continue;
      lane = at;
      quad.copyQuad(batch, n, 0);
      quad.count = 1;
      ids.push(before + n);
    }
    before += batch.count;
  }
  const id = ids.pop();
  return id === undefined ? null : { id, lane, quad, others: ids.slice(-MOST_OTHERS) };
}

function shapeOf(images: SubjectRequests['images'], { image, view, instruction }: TextureState): RequestShape {
  return requestShape(image === null ? null : (view ?? wholeView(images[image])), instruction);
}

/** Runs the pipeline up to a request. @param afterAll true if all requests before it come first */
function* answered(
  requests: SubjectRequests,
  design: Design,
  { id, lane, quad, others }: Found,
  afterAll: boolean,
): Generator<void, Answered> {
  const memory = keptMemory(design, requests.images);
  const states = statesWithin(requests.states, design);
  const state = states[quad.state[0]];
  const shape = shapeOf(requests.images, state);
  const watch = new RequestWatch();
  let result: Result | undefined;
  const pipeline = new Pipeline(
    withOneUnit(design),
    memory,
    states,
    (_quad, _x, _y, active, colors, first, extras) => {
      result = resultOf({ id, shape, colors, first, extras, active, lanes: QUAD_LANES });
    },
    watch,
  );
  watch.watching = false;
  if (afterAll) {
    let left = id;
    for (const batch of requests.batches()) {
      batch.count = Math.min(batch.count, left);
      left -= batch.count;
      pipeline.run(batch);
      yield;
      if (left === 0) break;
    }
  }
  watch.watching = true;
  pipeline.run(quad);
  pipeline.finish();
  const samplers = [...new Set(states.map(({ sampler }) => JSON.stringify(sampler)))];
  const sampler = `sampler${samplers.indexOf(JSON.stringify(state.sampler))}`;
  const names = { id, image: requests.names[state.image!] ?? null, second: null, sampler };
  const request = quadRequest(quad, 0, names, state.instruction, shape);
  const watched = watch.last!;
  const waits = watch.waitsOf(watched, design.pipeline);
  return { design, memory, states, request, quad: watched, waits, result: result!, lane, others, measured: null };
}
