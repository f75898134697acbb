import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { RequestId, Texel } from '../../../traces/requests/request-trace.ts';
import { textureView } from '../../specification/state/view.ts';
import { evenly } from '../attribute/attribute-faults.ts';
import { measuredRequests, type MeasuredTrace } from '../judge/measured-trace.ts';
import { missedLanes, resultsBy } from './closest-preset.ts';
import { DECIDING_FIELDS, type DecidedField, fieldChanges, variants } from './field-changes.ts';
import { sampledTrace } from './sampled-trace.ts';

/** A design that misses no more results than another one. */
export interface AlikeDesign {
  readonly design: Design;
  /** The fields that differ from the other one. */
  readonly changes: readonly DecidedField[];
}

/** Requests that designs are compared on. */
const MOST_COMPARED = 256;

/**
 * The designs that reproduce as many results as `design`, which comes first: those with another choice or a bit more or
 * less in one field, and `others`.
 */
export function* alikeDesigns(
  trace: MeasuredTrace,
  design: Design,
  others: readonly Design[],
): Generator<number, readonly AlikeDesign[]> {
  const compared = sampledTrace(trace, evenly(measuredRequests(trace), MOST_COMPARED));
  const least = missedLanes(compared, design);
  const changed = DECIDING_FIELDS.flatMap(([path, field]) => {
    const value = valueAt(design, path);
    const isNear = (other: Design) => typeof value !== 'number' || Math.abs(Number(valueAt(other, path)) - value) <= 1;
    return variants(design, path, field).filter(isNear);
  });
  const candidates = [...changed, ...others];
  const seen = new Set([decisions(design)]);
  const alike: AlikeDesign[] = [{ design, changes: [] }];
  for (const [n, candidate] of candidates.entries()) {
    yield n / candidates.length;
    const key = decisions(candidate);
    if (seen.has(key)) continue;
    seen.add(key);
    if (missedLanes(compared, candidate) > least) continue;
    alike.push({ design: candidate, changes: fieldChanges(design, candidate) });
  }
  return alike;
}

/** The parts of a design that decide its results. */
function decisions({ text, frontEnd, address, lod, decoder, filter }: Design): string {
  return JSON.stringify([text, frontEnd, address, lod, decoder, filter]);
}

/** A request whose result tells designs apart. */
export interface TellingRequest {
  /** The request whose texture, sampler and instruction it has. */
  readonly like: RequestId;
  readonly coordinate: readonly number[];
  /** Null where the instruction has another LOD. */
  readonly lod: number | null;
  readonly gradients: { readonly dx: readonly number[]; readonly dy: readonly number[] } | null;
  /** The groups of designs that the results up to this request tell apart. */
  readonly groups: number;
  /** The results: each with a design that has it, and the number of designs that do, the closest design's first. */
  readonly results: readonly { readonly texel: Texel; readonly designs: number; readonly example: AlikeDesign }[];
}

const MOST_TELLING = 12;
const MOST_STATES = 16;
const POINTS = 64;
/** Steps of a coordinate and of an LOD: numbers that are exact in float32 and that a test program can pass. */
const COORDINATE_STEPS = 2 ** 12;
const LOD_STEPS = 2 ** 10;
/** Steps of additive recurrences that fill the square evenly: the inverse golden ratio and its generalizations. */
const RATIOS = [0.6180339887, 0.7548776662, 0.569840291, 0.8191725134];

/**
 * The requests that separate most designs, each in addition to those before it. They are requests of a trace with other
 * coordinates and LODs.
 *
 * @param alike the designs, as `alikeDesigns` has them
 */
export function tellingRequests(trace: MeasuredTrace, alike: readonly AlikeDesign[]): readonly TellingRequest[] {
  const asked = probeTrace(trace);
  if (asked === null || alike.length < 2) return [];
  const step = 2 * Math.max(0, ...trace.requests.map(({ tolerance }) => tolerance));
  const outcome = (texel: Texel) => texel.map((value) => (step === 0 ? value : Math.round(value / step))).join(' ');
  const able = alike.flatMap((one) => {
    const results = resultsBy(asked, one.design);
    return typeof results === 'string' ? [] : [{ one, texels: results.map(({ texels }) => texels![0]!) }];
  });
  let groups = able.map(() => '');
  const found: TellingRequest[] = [];
  while (found.length < MOST_TELLING) {
    const before = new Set(groups).size;
    let best: { readonly quad: number; readonly split: readonly string[]; readonly count: number } | null = null;
    for (let quad = 0; quad < asked.batch.count; quad++) {
      const split = able.map(({ texels }, n) => `${groups[n]}|${outcome(texels[quad])}`);
      const count = new Set(split).size;
      if (count > (best?.count ?? before)) best = { quad, split, count };
    }
    if (best === null) break;
    const { quad } = best;
    const numbers = new Map([...new Set(best.split)].map((text, n) => [text, String(n)]));
    groups = best.split.map((text) => numbers.get(text)!);
    const outcomes = able.map(({ texels }) => outcome(texels[quad]));
    const results = [...new Set(outcomes)].map((text) => {
      const { texels, one } = able[outcomes.indexOf(text)];
      return { texel: texels[quad], designs: outcomes.filter((other) => other === text).length, example: one };
    });
    found.push({ ...placeOf(asked, quad), groups: best.count, results });
  }
  return found;
}

/** Requests at new places, like those of a trace that sample with a single lane or ask for an LOD; null without any. */
function probeTrace(trace: MeasuredTrace): MeasuredTrace | null {
  const { batch, states, requests } = trace;
  const first = new Map<number, number>();
  for (const [quad, { results }] of requests.entries()) {
    const state = batch.state[quad];
    const lanes = results?.texels?.length;
    if (lanes !== undefined && !first.has(state) && isMovable(trace, state, lanes)) first.set(state, quad);
  }
  const chosen = evenly([...first.values()], MOST_STATES);
  if (chosen.length === 0) return null;
  const asked = new QuadBatch(chosen.length * POINTS);
  for (const quad of chosen) {
    for (let point = 1; point <= POINTS; point++) {
      asked.copyQuad(batch, quad, asked.count);
      move(trace, asked, asked.count, point);
      asked.count++;
    }
  }
  return {
    ...trace,
    states,
    batch: asked,
    requests: chosen.flatMap((quad) => Array.from({ length: POINTS }, () => requests[quad])),
  };
}

/** True for samples of one lane with an LOD of their own, and for queries of LODs by a quad, in a view without layers. */
function isMovable({ states, images, shapes }: MeasuredTrace, number: number, lanes: number): boolean {
  const { op = 'sample', lod } = states[number].instruction;
  const isFlat = /^[12]d$/.test(textureView(states[number], images)?.viewType ?? '');
  if (!isFlat || shapes[number].result !== 'float') return false;
  return op === 'query_lod' ? lanes === QUAD_LANES : op === 'sample' && lanes === 1 && lod !== 'implicit';
}

/** Gives a quad the coordinates and the LOD of a point. */
function move({ states, images }: MeasuredTrace, batch: QuadBatch, quad: number, point: number): void {
  const { image, sampler, view: given, instruction } = states[batch.state[quad]];
  const view = textureView({ image, ...(given && { view: given }) }, images)!;
  const { width, height } = images[image!];
  const [u, v, level, turn] = RATIOS.map((ratio) => (point * ratio) % 1);
  const scale = sampler.unnormalizedCoordinates ? [width, height] : [1, 1];
  const at = (x: number, n: number) => (Math.round(x * COORDINATE_STEPS) / COORDINATE_STEPS) * scale[n];
  const lod = Math.round(level * view.levelCount * LOD_STEPS) / LOD_STEPS;
  // The derivatives of a square footprint of so many texels, with few bits each.
  const length = (Math.round(2 ** (level * view.levelCount) * 64) / 64) * (1 + Math.round(turn * 64) / 64 / 64);
  const [du, dv] = [(length / width) * scale[0], (length / height) * scale[1]];
  for (let n = 0; n < QUAD_LANES; n++) {
    const lane = QUAD_LANES * quad + n;
    const asksLod = instruction.op === 'query_lod';
    batch.s[lane] = asksLod ? (n % 2) * du : at(u, 0);
    batch.t[lane] = asksLod ? Math.floor(n / 2) * dv : at(v, 1);
    if (instruction.lod === 'explicit') batch.lod[lane] = lod;
    if (instruction.lod !== 'gradient') continue;
    batch.dsdx[lane] = du;
    batch.dtdy[lane] = dv;
    batch.dtdx[lane] = 0;
    batch.dsdy[lane] = 0;
  }
}

function placeOf({ batch, states, requests, shapes }: MeasuredTrace, quad: number) {
  const lane = QUAD_LANES * quad;
  const { instruction } = states[batch.state[quad]];
  const { axes } = shapes[batch.state[quad]];
  const pair = (a: number, b: number) => [a, b].slice(0, axes);
  const { s, t } = batch;
  const gradients =
    instruction.op === 'query_lod'
      ? { dx: pair(s[lane + 1], t[lane + 1]), dy: pair(s[lane + 2], t[lane + 2]) }
      : { dx: pair(batch.dsdx[lane], batch.dtdx[lane]), dy: pair(batch.dsdy[lane], batch.dtdy[lane]) };
  return {
    like: requests[quad].id,
    coordinate: pair(s[lane], t[lane]),
    lod: instruction.lod === 'explicit' ? batch.lod[lane] : null,
    gradients: instruction.lod === 'explicit' ? null : gradients,
  };
}
