import { DesignError } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { allowedColor } from './allowed-color.ts';
import { contains, type Interval } from '../../src/specification/exact/interval.ts';
import { sampleState } from '../../src/specification/state/state.ts';
import { type Operation, operationOf } from './random-operations.ts';

/** A lane whose result is not one of those allowed, or an operation that the unit refused. */
export interface Failure {
  /** Operation `operation` of the seed's sequence (`operationOf`), and the lane of its batch. */
  readonly seed: number;
  readonly operation: number;
  readonly lane: number;
  /** State, operands, result and bounds, a line each. */
  readonly text: string;
}

export interface Comparison {
  readonly failures: readonly Failure[];
  readonly requests: number;
  /** Requests of which every component is bounded. */
  readonly bounded: number;
  /** Requests of designs whose widths the arithmetic cannot hold together: they are not compared. */
  readonly refused: number;
}

/** The number of failures that ends a comparison: the counts are then those so far. */
export const MOST_FAILURES = 20;

/** Quads of an operation. */
export const QUADS = 4;

/** Requests of random sampling operations whose results the oracle does not allow, `count` requests in all. */
export function compareOperations(seed: number, count: number): Failure[] {
  return [...comparison(seed, count).failures];
}

/** @param wanted false for an operation that does not count, or another one in place of it */
export function comparison(
  seed: number,
  count: number,
  wanted: (operation: Operation) => boolean | Operation = () => true,
): Comparison {
  const failures: Failure[] = [];
  let [requests, bounded, refused] = [0, 0, 0];
  for (let n = 0; requests < count && failures.length < MOST_FAILURES; n++) {
    const drawn = operationOf(seed, n, QUADS);
    const taken = wanted(drawn);
    if (taken === false) continue;
    const operation = taken === true ? drawn : taken;
    const results = resultsOf(operation);
    const lanes = QUAD_LANES * operation.batch.count;
    if (results === undefined) {
      refused += lanes;
      requests += lanes;
      continue;
    }
    if (typeof results === 'string') {
      failures.push({ seed, operation: n, lane: 0, text: `${describe(operation, 0)}\nrefused ${results}` });
      requests += lanes;
      continue;
    }
    const state = stateOf(operation);
    for (let lane = 0; lane < lanes; lane++, requests++) {
      const allowed = allowedColor(state, { batch: operation.batch, quad: lane >> 2, lane: lane & 3 });
      const got = [...results.subarray(4 * lane, 4 * lane + 4)];
      if (allowed.every(({ lower, upper }) => Number.isFinite(lower) && Number.isFinite(upper))) bounded++;
      if (allowed.every((range, c) => contains(range, got[c]))) continue;
      failures.push({ seed, operation: n, lane, text: `${describe(operation, lane)}\n${outcome(got, allowed)}` });
    }
  }
  return { failures, requests, bounded, refused };
}

function stateOf({ design, image, view, sampler, instruction }: Operation) {
  return sampleState(design, image, sampler, instruction, view);
}

/** r, g, b, a of each lane, as the numbers that the format's type makes of them; nothing for a DesignError, or why there are none. */
function resultsOf({ design, image, view, sampler, instruction, batch }: Operation) {
  const result = new Float32Array(4 * QUAD_LANES * batch.count);
  try {
    const memory = layOutImages([image], design.cache.layout);
    new TextureUnit(design, memory, [{ image: 0, view, sampler, instruction }]).sample(batch, result);
  } catch (error) {
    if (error instanceof DesignError) return undefined;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  if (instruction.op === 'query_lod') return result;
  switch (view.format.componentType) {
    case 'uint':
      return new Uint32Array(result.buffer);
    case 'sint':
      return new Int32Array(result.buffer);
    default:
      return result;
  }
}

function describe({ design, image, view, sampler, instruction, batch }: Operation, lane: number): string {
  const { format, type, width, height, depth, layers, levels, cornerSampled } = image;
  const { format: _, ...seen } = view;
  const quad = lane >> 2;
  const of = (field: 's' | 't' | 'r' | 'q' | 'layer' | 'lod' | 'minLod' | 'dref') => batch[field][lane];
  const operands = {
    str: [of('s'), of('t'), of('r')].map(String),
    q: of('q'),
    layer: of('layer'),
    lod: of('lod'),
    minLod: of('minLod'),
    dref: of('dref'),
    dx: [batch.dsdx[lane], batch.dtdx[lane], batch.drdx[lane]],
    dy: [batch.dsdy[lane], batch.dtdy[lane], batch.drdy[lane]],
    offset: [batch.offsetU[quad], batch.offsetV[quad], batch.offsetW[quad]],
    laneOffset: [...batch.laneOffset.subarray(3 * lane, 3 * lane + 3)],
  };
  const corner = cornerSampled === true ? ', corner-sampled' : '';
  return [
    `${format.name} ${type} ${width}x${height}x${depth}, ${layers} layers, ${levels.length} levels${corner}; lane ${lane}`,
    ...[instruction, seen, operands, sampler, design.address, design.lod, design.filter].map((part) =>
      JSON.stringify(part),
    ),
  ].join('\n');
}

function outcome(got: readonly number[], allowed: readonly Interval[]): string {
  const bounds = allowed.map(({ lower, upper }) => (lower === upper ? `${lower}` : `${lower}..${upper}`));
  return `got     ${got.join(' ')}\nallowed ${bounds.join(' ')}`;
}
