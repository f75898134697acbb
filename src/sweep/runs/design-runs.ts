import type { Account } from '../../../pipeline/account.ts';
import type { QuadSink } from '../../../pipeline/pipeline.ts';
import { evaluationKey, PipelineGroup } from '../../../pipeline/pipeline-group.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { DesignError } from '../../../rtl-model/design/design.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { isEngineError } from '../../../traces/encodings/engine-error.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { requestShape } from '../../../traces/requests/request-shape.ts';
import { checkState, ValidityError } from '../../checker/validity/check-state.ts';
import { resolveState } from '../../checker/validity/resolved-state.ts';
import { groupsOf } from '../../replay/groups-of.ts';
import { AccessReplay, RequestAccessReplay } from '../../replay/replay-groups.ts';
import { RequestLimits } from '../../simulate/request-limits.ts';
import { samplingUnit } from '../../simulate/sampling-unit.ts';
import { canonicalJson, valueHash } from '../plan/canonical-json.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { DesignCosts } from './design-costs.ts';
import { ResultError } from '../../compare/result-error.ts';
import { addQuad, type Deviation } from '../measures/deviation.ts';
import { type Facts, type LevelFacts, measureOf, type Need } from '../measures/measure-table.ts';
import { QUAD_RESULTS, type RequestWorkload, type Workload } from './workload.ts';

/** A value of a row: Infinity is the text "inf", which JSON can hold. */
export type Cell = string | number | boolean | null;

/** A design with a workload: the varied fields by their paths, and the measures by their names. */
export interface Row {
  readonly design: number;
  readonly workload: string;
  readonly design_hash: string;
  readonly base: string;
  readonly [column: string]: Cell;
}

/** A design, and the numbers of the workloads that have no row of it yet. */
export interface DesignTask {
  readonly number: number;
  readonly workloads: readonly number[];
}

/** The result of a run of a design with a workload. */
interface Ran {
  readonly account: Account | null;
  readonly levels: LevelFacts | null;
  readonly deviation: Deviation | null;
}

/** The same, or the reason why they do not suit one another. */
type Run = Ran | { readonly fault: string };

const BATCH_QUADS = 1024;

/** Runs designs of a plan with its workloads. What designs have in common is kept between them. */
export class DesignRuns {
  private readonly plan: Plan;
  private readonly workloads: readonly Workload[];
  private readonly space: DesignSpace;
  private readonly costs: DesignCosts;
  private readonly needs: ReadonlySet<Need>;
  private readonly quads = new QuadBatch(BATCH_QUADS);
  private accesses = new AccessBatch(0);
  /** Images that no request changes, by workload and layout. */
  private readonly memories = new Map<string, TexelMemory>();

  /** @param areaCache folder of known areas */
  constructor(plan: Plan, workloads: readonly Workload[], areaCache: string) {
    this.plan = plan;
    this.workloads = workloads;
    this.space = new DesignSpace(plan);
    this.needs = new Set(plan.measures.flatMap((name) => measureOf(name).need ?? []));
    this.costs = new DesignCosts(this.needs, plan.profile, areaCache);
  }

  /**
   * The rows of designs, workload by workload for each. It yields the part that is done, 0 to 1.
   *
   * @param tasks designs that are in the space
   */
  async *rows(tasks: readonly DesignTask[]): AsyncGenerator<number, readonly Row[]> {
    const designs = tasks.map(({ number }) => this.space.designAt(number) as Design);
    const runs = new Map<string, Run>();
    for (const [w, workload] of this.workloads.entries()) {
      const places = tasks.flatMap(({ workloads }, n) => (workloads.includes(w) ? [n] : []));
      const found = yield* this.runAll(
        places.map((n) => designs[n]),
        workload,
        w,
      );
      places.forEach((n, k) => runs.set(`${n} ${w}`, found[k]));
    }
    const rows: Row[] = [];
    for (const [n, { number, workloads }] of tasks.entries()) {
      for (const w of workloads) {
        rows.push(await this.row(number, designs[n], this.workloads[w], runs.get(`${n} ${w}`)!));
      }
    }
    return rows;
  }

  private async *runAll(
    designs: readonly Design[],
    workload: Workload,
    w: number,
  ): AsyncGenerator<number, readonly Run[]> {
    // One reading of the accesses serves all designs, and one evaluation of the quads those with the same results.
    const groups = this.plan.mode === 'cache' ? [designs] : groupsOf(designs, evaluationKey).values();
    const runs = new Map<Design, Run>();
    for (const group of groups) {
      const together = await this.attempt(() => this.ran(group, workload, w));
      for (const [n, design] of group.entries()) {
        // A fault may be that of one of them.
        const run = 'fault' in together ? await this.attempt(() => this.ran([design], workload, w)) : [together[n]];
        runs.set(design, 'fault' in run ? run : run[0]);
      }
      yield runs.size / designs.length;
    }
    return designs.map((design) => runs.get(design)!);
  }

  /** What designs refuse of a workload is told in its row: a sweep goes on. */
  private async attempt<T>(action: () => Promise<T>): Promise<T | { readonly fault: string }> {
    try {
      return await action();
    } catch (error) {
      if (isEngineError(error) || !FAULTS.some((kind) => error instanceof kind)) throw error;
      return { fault: (error as Error).message };
    }
  }

  private async ran(designs: readonly Design[], workload: Workload, w: number): Promise<readonly Ran[]> {
    if (this.plan.mode !== 'cache') return this.sampled(designs, workload as RequestWorkload, w);
    const replayed = await this.replayed(designs, workload);
    return replayed.map((levels) => ({ account: null, levels, deviation: null }));
  }

  private async replayed(designs: readonly Design[], workload: Workload): Promise<readonly LevelFacts[]> {
    if (designs.length === 0) return [];
    const extent = { totalsOnly: true, optimum: false, cores: 1 };
    if (workload.kind === 'requests') {
      for (const design of designs) checkLimits(design, workload);
      const replay = new RequestAccessReplay(designs, workload, extent);
      for (const batch of workload.batches) await replay.take(this.own(batch));
      return (await replay.finish()).designs.map(({ totals }) => totals);
    }
    const replay = new AccessReplay(designs, workload.images, extent);
    for (const batch of workload.batches) await replay.take(this.ownAccesses(batch));
    return (await replay.finish()).designs.map(({ totals }) => totals);
  }

  /** Requests through the units of designs with one `evaluationKey`, with a clock or without. */
  private sampled(designs: readonly Design[], workload: RequestWorkload, w: number): readonly Ran[] {
    const { states, batches, ideal, images } = workload;
    for (const design of designs) checkLimits(design, workload);
    const counted = states.map(({ image, view, instruction }) => {
      const seen = image === null ? null : (view ?? wholeView(images[image]));
      return requestShape(seen, instruction).result === 'float';
    });
    const error = new ResultError();
    const stateOf = ideal === null ? new Uint16Array(0) : statesOf(workload);
    const sink: QuadSink = (quad, _x, _y, active, colors, first) => {
      if (ideal !== null && counted[stateOf[quad]]) addQuad(error, active, colors, first, ideal, QUAD_RESULTS * quad);
    };
    const memory = this.memory(workload, w, designs[0]);
    const group = this.plan.mode === 'cycle' ? new PipelineGroup(designs, memory, states, sink) : null;
    const unit = group ?? samplingUnit('functional', designs[0], memory, states, sink);
    for (const batch of batches) unit.run(this.own(batch));
    const accounts = group === null ? designs.map(() => null) : group.finish();
    const deviation = ideal === null ? null : error;
    return accounts.map((account) => ({ account, levels: account && levelsOf(account), deviation }));
  }

  /** The images of a workload in the layout of a design: anew where requests store texels. */
  private memory({ images, states }: RequestWorkload, w: number, { cache: { layout } }: Design): TexelMemory {
    const stores = states.some(({ instruction: { op } }) => op === 'write' || op === 'atomic');
    if (stores) return layOutImages(images, layout);
    const key = `${w} ${layout}`;
    const known = this.memories.get(key);
    if (known !== undefined) return known;
    // The last layout alone: designs that follow one another mostly share it.
    for (const other of this.memories.keys()) if (other.startsWith(`${w} `)) this.memories.delete(other);
    const memory = layOutImages(images, layout);
    this.memories.set(key, memory);
    return memory;
  }

  private async row(number: number, design: Design, workload: Workload, run: Run): Promise<Row> {
    const { plan, space } = this;
    const { base, values } = space.valuesAt(number);
    const fields = space.fields.map((field, n) => [field, cellOf(values[n])] as const);
    const facts: Facts | null =
      'fault' in run
        ? null
        : {
            design,
            quads: workload.kind === 'requests' ? workload.quads : 0,
            ...run,
            ...(await this.costs.of(design, run.account)),
          };
    const measures = plan.measures.map((name) => [name, facts && numberCell(measureOf(name).of(facts))] as const);
    return {
      design: number,
      workload: workload.name,
      design_hash: hashOf(design),
      base,
      ...Object.fromEntries(fields),
      ...Object.fromEntries(measures),
      fault: 'fault' in run ? run.fault : null,
    };
  }

  /** A copy of the thread's own: shared memory is slower, and units see batches of one class. */
  private own(batch: QuadBatch): QuadBatch {
    this.quads.count = 0;
    this.quads.append(batch);
    return this.quads;
  }

  private ownAccesses(batch: AccessBatch): AccessBatch {
    if (this.accesses.capacity < batch.count) this.accesses = new AccessBatch(batch.count);
    this.accesses.count = 0;
    this.accesses.add(batch, 0, batch.count);
    return this.accesses;
  }
}

/** Errors of a design that does not suit a workload. */
const FAULTS = [TraceError, ValidityError, DesignError, RangeError] as const;

/** @throws TraceError, ValidityError when the design's limits do not allow the images or states */
function checkLimits(design: Design, { name, images, states }: RequestWorkload): void {
  const limits = new RequestLimits(design, name);
  for (const image of images) limits.checkImage(image, 1);
  for (const state of states) checkState(resolveState(state, images), design.limits, 'model');
}

/** The state of each quad. */
function statesOf({ batches, quads }: RequestWorkload): Uint16Array<ArrayBuffer> {
  const states = new Uint16Array(quads);
  let at = 0;
  for (const { state, count } of batches) {
    states.set(state.subarray(0, count), at);
    at += count;
  }
  return states;
}

function levelsOf({ taps, cache, cacheLevels, memory }: Account): LevelFacts {
  return {
    accesses: taps,
    lookups: cache.lookups,
    cache: cacheLevels,
    memory,
    bankConflicts: cacheLevels.bankConflicts,
  };
}

/** A hash of all fields but the name and the description. */
export function hashOf(design: Design): string {
  const { name: _, description: __, ...fields } = design;
  return valueHash(fields);
}

/** Parts and lists as JSON. */
function cellOf(value: unknown): Cell {
  return typeof value === 'object' && value !== null ? canonicalJson(value) : (value as Cell);
}

function numberCell(value: number | null): Cell {
  return value === Infinity ? 'inf' : value;
}
