import { ALL_LANES, QUAD_LANES, type QuadBatch } from '../rtl-model/quad-batch.ts';
import type { Instruction } from '../rtl-model/sampler.ts';
import type { Request, RequestLane, Texel } from './request-trace.ts';

/**
 * Appends a request to a batch that is not full. A single lane is lane 0 of a quad of its own, the other three are
 * helpers with its values.
 *
 * @param state number of its texture state
 */
export function storeRequest(request: Request, state: number, batch: QuadBatch): void {
  const quad = batch.count++;
  batch.state[quad] = state;
  batch.active[quad] = request.active;
  batch.x[quad] = request.x;
  batch.y[quad] = request.y;
  batch.offsetU[quad] = request.offsetU;
  batch.offsetV[quad] = request.offsetV;
  for (let l = 0; l < QUAD_LANES; l++) {
    const from = request.lanes[l] ?? request.lanes[0];
    const to = QUAD_LANES * quad + l;
    batch.s[to] = from.s;
    batch.t[to] = from.t;
    batch.q[to] = from.q;
    batch.layer[to] = from.layer;
    batch.lod[to] = from.lod;
    batch.minLod[to] = from.minLod;
    batch.dsdx[to] = from.dsdx;
    batch.dtdx[to] = from.dtdx;
    batch.dsdy[to] = from.dsdy;
    batch.dtdy[to] = from.dtdy;
  }
}

/**
 * Quad `quad` of a batch as a request. What its instruction does not read is left at its default.
 *
 * @param results of the batch, r, g, b, a of lane l of quad k at 16k + 4l
 */
export function quadRequest(
  batch: QuadBatch,
  quad: number,
  names: Pick<Request, 'id' | 'image' | 'sampler'>,
  instruction: Instruction,
  results?: Float32Array,
): Request {
  const active = batch.active[quad] & ALL_LANES;
  const lanes = Array.from({ length: QUAD_LANES }, (_, l) => batchLane(batch, QUAD_LANES * quad + l, instruction));
  return {
    ...names,
    instruction,
    lanes,
    active,
    x: batch.x[quad],
    y: batch.y[quad],
    offsetU: batch.offsetU[quad],
    offsetV: batch.offsetV[quad],
    texels: results === undefined ? null : quadTexels(results, 4 * QUAD_LANES * quad, active),
  };
}

function batchLane(batch: QuadBatch, lane: number, { lod, projected }: Instruction): RequestLane {
  const gradient = lod === 'gradient';
  return {
    s: batch.s[lane],
    t: batch.t[lane],
    q: projected ? batch.q[lane] : 1,
    layer: batch.layer[lane],
    lod: batch.lod[lane],
    minLod: batch.minLod[lane],
    dsdx: gradient ? batch.dsdx[lane] : 0,
    dtdx: gradient ? batch.dtdx[lane] : 0,
    dsdy: gradient ? batch.dsdy[lane] : 0,
    dtdy: gradient ? batch.dtdy[lane] : 0,
  };
}

/** Colours of four lanes as they stand in a trace. @param colors r, g, b, a of lane l at first + 4l */
export function quadTexels(colors: Float32Array, first: number, active: number): readonly (Texel | null)[] {
  return Array.from({ length: QUAD_LANES }, (_, l) => {
    const c = first + 4 * l;
    return (active >> l) & 1 ? ([colors[c], colors[c + 1], colors[c + 2], colors[c + 3]] as const) : null;
  });
}
