import type { PassView, PipelineObserver } from '../../../../pipeline/stages/observer.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Stage } from '../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { unitPaths } from '../../../../rtl-model/path/bind-units.ts';
import { BLOCK_QUADS } from '../../../../rtl-model/path/unit-path.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import { SilentObserver } from '../../../../traces/stages/observers.ts';
import { withOneUnit } from '../../../explain/explain-trace.ts';
import { drawnBands, emptyAnswer } from './drawn-pixels.ts';
import type { DrawAnswer, MapQuestion } from '../state/protocol.ts';
import { keptMemory } from '../../../simulate/kept-memory.ts';
import { statesWithin } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';

/** Quantities of the LOD unit, from its registers. */
const OF_LOD_UNIT: Readonly<
  Record<'lod' | 'anisotropy' | 'passes', (lanes: LaneRegisters, lane: number, design: Design) => number>
> = {
  lod: ({ lod }, lane, { lod: { format } }) => lod[lane] * 2 ** -format.fractionBits,
  anisotropy: ({ samples }, lane) => samples[lane],
  passes: ({ passes }, lane) => passes[lane],
};

/** The quantity of every pixel: of the LOD unit from the middle outwards, of the pipeline in the order of the run. */
export async function* mapTask({ subject, design, quantity }: MapQuestion): AsyncGenerator<DrawAnswer | null> {
  const requests = await requestsOf(subject);
  const [memory, states] = [keptMemory(design, requests.images), statesWithin(requests.states, design)];
  if (quantity !== 'misses' && quantity !== 'latency') {
    const [paths, lanes] = [unitPaths(design, memory, states), new LaneRegisters(QUAD_LANES * BLOCK_QUADS)];
    const valueOf = OF_LOD_UNIT[quantity];
    yield* drawnBands(requests, (batch) => {
      const values = new Float32Array(QUAD_LANES * batch.count);
      for (let quad = 0; quad < batch.count; quad++) {
        const { frontEnd, lodUnit } = paths[batch.state[quad]];
        frontEnd.load(batch, quad, 1, lanes, 0);
        lodUnit.select(lanes, 0, QUAD_LANES);
        for (let lane = 0; lane < QUAD_LANES; lane++) values[QUAD_LANES * quad + lane] = valueOf(lanes, lane, design);
      }
      return values;
    });
    return;
  }
  yield emptyAnswer(requests);
  const watch = new QuadCosts();
  const pipeline = new Pipeline(withOneUnit(design), memory, states, () => {}, watch);
  for (const batch of requests.batches()) {
    pipeline.run(batch);
    yield { ...emptyAnswer(requests), ...watch.take(quantity) };
  }
  pipeline.finish();
  yield { ...emptyAnswer(requests), ...watch.take(quantity) };
}

/** A quad on its way through the pipeline. */
interface QuadCost {
  readonly x: number;
  readonly y: number;
  readonly active: number;
  readonly start: number;
  misses: number;
  latency: number;
}

/** Counts the misses of each quad, and the cycles from its first stage to its result. */
class QuadCosts extends SilentObserver implements PipelineObserver {
  private readonly under = new Map<number, QuadCost>();
  private complete: QuadCost[] = [];
  private looking: QuadCost | undefined;

  override enter(cycle: number, stage: Stage, { quad, x, y, active }: PassView): void {
    if (stage === 'frontEnd') this.under.set(quad, { x, y, active, start: cycle, misses: 0, latency: 0 });
    if (stage === 'tag') this.looking = this.under.get(quad);
  }

  override lookup(_cycle: number, _line: number, hit: boolean): void {
    if (!hit && this.looking !== undefined) this.looking.misses++;
  }

  override leave(cycle: number, stage: Stage, { quad }: PassView): void {
    const cost = this.under.get(quad);
    if (stage !== 'result' || cost === undefined) return;
    cost.latency = cycle - cost.start;
    this.complete.push(cost);
    this.under.delete(quad);
  }

  /** The quads that have come out since the last call. */
  take(quantity: 'misses' | 'latency'): Pick<DrawAnswer, 'values' | 'places' | 'active'> {
    const { complete } = this;
    this.complete = [];
    return {
      values: Float32Array.from(complete.flatMap((cost) => new Array<number>(QUAD_LANES).fill(cost[quantity]))),
      places: Uint16Array.from(complete.flatMap(({ x, y }) => [x, y])),
      active: Uint8Array.from(complete, ({ active }) => active),
    };
  }
}
