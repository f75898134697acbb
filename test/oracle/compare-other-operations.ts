import { DesignError } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { type Answer, isRight } from '../../src/specification/answers/answer.ts';
import { OperationOracle } from '../../src/specification/operations/operation-oracle.ts';
import { areRightGroups, type ReturnedGroups } from '../../src/specification/answers/texel-groups.ts';
import { type Failure, MOST_FAILURES } from './compare-operations.ts';
import { OTHER_KINDS, type OtherRequest, otherRequestOf } from './random-other-operations.ts';

/** The counts of compared requests of one kind. */
export interface KindTally {
  requests: number;
  /** Requests with a color that the specification does not leave open, and those with a residency code or a footprint. */
  colors: number;
  residents: number;
  footprints: number;
  /** Requests of designs whose widths the arithmetic cannot hold together: they are not compared. */
  refused: number;
}

export interface OtherComparison {
  readonly failures: readonly Failure[];
  readonly tallies: ReadonlyMap<string, KindTally>;
}

/** Requests, of all operations but plain sampling, that the oracle does not allow the unit's results of; `count` in all. */
export function compareOtherOperations(seed: number, count: number): Failure[] {
  return [...otherComparison(seed, count).failures];
}

/** @param changed the design of a request, and its states */
export function otherComparison(
  seed: number,
  count: number,
  changed: (request: OtherRequest) => OtherRequest = (request) => request,
): OtherComparison {
  const failures: Failure[] = [];
  const tallies = new Map<string, KindTally>(
    OTHER_KINDS.map((kind) => [kind, { requests: 0, colors: 0, residents: 0, footprints: 0, refused: 0 }]),
  );
  for (let [n, requests] = [0, 0]; requests < count && failures.length < MOST_FAILURES; n++) {
    const request = changed(otherRequestOf(seed, n));
    const tally = tallies.get(OTHER_KINDS[n % OTHER_KINDS.length])!;
    const lanes = QUAD_LANES * request.batch.count;
    requests += lanes;
    const returned = resultsOf(request);
    if (returned === undefined) {
      tally.refused += lanes;
      continue;
    }
    tally.requests += lanes;
    const fail = (lane: number, why: string) =>
      failures.push({ seed, operation: n, lane, text: `${describe(request, lane)}\n${why}` });
    if (typeof returned === 'string') {
      fail(0, `refused ${returned}`);
      continue;
    }
    const { design, sources, states, batch } = request;
    const oracle = new OperationOracle(design, sources, states);
    for (let lane = 0; lane < lanes; lane++) {
      if (((batch.active[lane >> 2] >> (lane & 3)) & 1) === 0) continue;
      const answer = oracle.answer(batch, lane >> 2, lane & 3);
      const why = disagreement(
        answer,
        returned,
        lane,
        states[batch.state[lane >> 2]].instruction.sparse ?? false,
        tally,
      );
      if (why !== undefined) fail(lane, why);
    }
  }
  return { failures, tallies };
}

interface Returned {
  readonly result: Float32Array;
  readonly resident: Uint8Array;
  readonly query: Int32Array;
}

/** Nothing for a DesignError, or why there is none. */
function resultsOf({ design, sources, states, batch }: OtherRequest): Returned | string | undefined {
  const lanes = QUAD_LANES * batch.count;
  const returned = {
    result: new Float32Array(4 * lanes),
    resident: new Uint8Array(lanes),
    query: new Int32Array(16 * lanes),
  };
  try {
    const memory = layOutImages(sources, design.cache.layout);
    new TextureUnit(design, memory, states).sample(batch, returned.result, returned);
    return returned;
  } catch (error) {
    if (error instanceof DesignError) return undefined;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** The disagreement of a lane with its answer, or undefined. */
function disagreement(
  answer: Answer,
  { result, resident, query }: Returned,
  lane: number,
  sparse: boolean,
  tally: KindTally,
): string | undefined {
  const of = { float: result, uint: new Uint32Array(result.buffer), sint: new Int32Array(result.buffer) }[answer.type];
  const got = [...of.subarray(4 * lane, 4 * lane + 4)];
  if (answer.ways?.some((way) => way.some(({ lower }) => Number.isFinite(lower))) ?? false) tally.colors++;
  if (!isRight(answer, got)) return `got     ${got.join(' ')}\n${waysText(answer)}`;
  if (sparse && answer.resident !== undefined) {
    tally.residents++;
    if (!answer.resident.includes(resident[lane]))
      return `resident ${resident[lane]}, not ${answer.resident.join('|')}`;
  }
  if (answer.groups === undefined) return undefined;
  if (answer.groups.ways !== undefined) tally.footprints++;
  const groups = returnedGroups(query.subarray(16 * lane, 16 * lane + 16));
  if (areRightGroups(answer.groups, groups)) return undefined;
  const ways = (answer.groups.ways ?? []).map(({ single, texels }) => {
    const [certain, possible] = [texels?.certain ?? [], texels?.possible ?? []].map((set) => [...set].join(', '));
    return `single ${single.join('|')}, level ${texels?.level}: ${certain} | of ${possible}`;
  });
  return `footprint ${JSON.stringify(groups)}\n${[...new Set(ways)].join('\n')}`;
}

/** The words of a footprint: anchor, offset, mask, granularity, level, whether it is the only one. */
function returnedGroups(words: Int32Array): ReturnedGroups {
  return {
    anchor: [...words.subarray(0, 3)],
    offset: [...words.subarray(3, 6)],
    mask: [words[6], words[7]],
    granularity: words[8],
    level: words[9],
    single: words[10] === 1,
  };
}

function waysText({ ways = [] }: Answer): string {
  return ways
    .map(
      (way) =>
        `allowed ${way.map(({ lower, upper }) => (lower === upper ? `${lower}` : `${lower}..${upper}`)).join(' ')}`,
    )
    .join('\n');
}

/** The state, the images and the operands of a lane, a line each. */
function describe({ design, sources, states, batch }: OtherRequest, lane: number): string {
  const quad = lane >> 2;
  const { view, sampler, instruction, second, image } = states[batch.state[quad]];
  const images = sources.map(
    ({ format, type, width, height, depth, layers, samples, levels, unbound }) =>
      `${format.name} ${type} ${width}x${height}x${depth}, ${layers} layers, ${levels.length} levels, ${samples} samples, ${JSON.stringify(unbound)}`,
  );
  const of = ['s', 't', 'r', 'layer', 'lod', 'minLod', 'i', 'j', 'k', 'integerLayer', 'sample', 'level'] as const;
  const more = ['boxWidth', 'boxHeight', 'referenceI', 'referenceJ', 'blockWidth', 'blockHeight'] as const;
  const operands = Object.fromEntries([...of, ...more].map((field) => [field, String(batch[field][lane])]));
  const offsets = [batch.offsetU[quad], batch.offsetV[quad], batch.offsetW[quad]];
  const derivatives = [batch.dsdx[lane], batch.dtdx[lane], batch.dsdy[lane], batch.dtdy[lane]];
  return [
    `image ${image}, lane ${lane}`,
    ...images,
    ...[
      instruction,
      { ...view, format: view?.format.name },
      second && { ...second, view: undefined },
      operands,
      { offsets, derivatives, write: [...batch.write.subarray(4 * lane, 4 * lane + 4)] },
      sampler,
      design.address,
      design.lod,
      design.filter,
    ].map((part) => JSON.stringify(part)),
  ].join('\n');
}
