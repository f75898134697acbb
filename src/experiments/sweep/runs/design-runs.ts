import { group as groupsOf } from 'd3-array';
import type { Account } from '../../../../pipeline/stages/account.ts';
import type { QuadSink } from '../../../../pipeline/pipeline.ts';
import { evaluationKey, PipelineGroup } from '../../../../pipeline/units/pipeline-group.ts';
import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import { memoryKey, texelMemory, type TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../../../rtl-model/state/image-view.ts';
import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { isEngineError } from '../../../../traces/encodings/engine-error.ts';
import { TraceError } from '../../../../traces/encodings/trace-error.ts';
import { requestShape } from '../../../../traces/requests/request-shape.ts';
import { checkState, ValidityError } from '../../../validity/check-state.ts';
import { resolveState } from '../../../validity/resolved-state.ts';
import { AccessCapture } from '../../replay/capture.ts';
import { AccessReplay, RequestAccessReplay } from '../../replay/replay-groups.ts';
import { HAKURA_GUPTA_CACHES, hakuraGuptaRuns } from '../../studies/hakura-gupta.ts';
import { IGEHY_PARTS, igehyRuns } from '../../studies/igehy.ts';
import { storesTexels } from '../../../simulate/kept-memory.ts';
import { RequestLimits } from '../../../simulate/request-limits.ts';
import { samplingUnit } from '../../../simulate/sampling-unit.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { DesignCosts } from './design-costs.ts';
import { designRow, type DesignTask, infCell, type Row } from './design-row.ts';
import { ResultError } from '../../../simulate/compare/result-error.ts';
import { addQuad, type Deviation } from '../measures/deviation.ts';
import { type Facts, type LevelFacts, measureOf, type Need } from '../measures/measure-table.ts';
import { QUAD_RESULTS, type RequestWorkload, type Workload } from './workload.ts';

/** The result of a run of a design with a workload. */
interface Ran {
  readonly account: Account | null;
  readonly levels: LevelFacts | null;
  readonly deviation: Deviation | null;
}

/** The same, or the reason why they do not suit one another. */
type Run = Ran | { readonly fault: string };

/** A design and its number in the space. */
interface NumberedDesign {
  readonly number: number;
  readonly design: Design;
}

/** Seconds that designs may take together: those that end with the process before their rows are out are lost. */
export const GROUP_SECONDS = 30;

/** Runs designs of a plan with its workloads. What designs have in common is kept between them. */
export class DesignRuns {
  readonly space = new DesignSpace(this.plan);
  private readonly needs: ReadonlySet<Need> = new Set(this.plan.measures.flatMap((name) => measureOf(name).need ?? []));
  private readonly costs = new DesignCosts(this.needs, this.plan.profile, this.areaCache);
  private readonly quads = new QuadBatch();
  private accesses = new AccessBatch(0);
  /** Images that no request changes, by workload and layout. */
  private readonly memories = new Map<string, TexelMemory>();
  /** Seconds of a design of the last group, by workload. */
  private readonly seconds = new Map<number, number>();

  /** @param areaCache folder of known areas  @param now milliseconds of a clock */
  constructor(
    readonly plan: Plan,
    private readonly workloads: readonly Workload[],
    private readonly areaCache: string,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * The rows of designs as they end, workload by workload. Designs that are evaluated together end together. No rows come
   * before the first ones.
   *
   * @param tasks designs that are in the space
   */
  async *rows(tasks: readonly DesignTask[]): AsyncGenerator<readonly Row[], void> {
    yield [];
    const designs = tasks.map(({ number }) => ({ number, design: this.space.designAt(number) as Design }));
    for (const [w, workload] of this.workloads.entries()) {
      const wanted = designs.filter((_, n) => tasks[n].workloads.includes(w));
      // One reading of the accesses serves all designs, and one evaluation of the quads those with the same results.
      const groups =
        this.plan.mode === 'cache' ? [wanted] : groupsOf(wanted, ({ design }) => evaluationKey(design)).values();
      for (const group of groups) {
        for (let from = 0, some; from < group.length; from += some.length) {
          some = group.slice(from, from + this.together(w));
          yield* this.rowsOf(some, workload, w);
        }
      }
    }
  }

  /** The number of designs that are run together: the first one's rows wait GROUP_SECONDS at most for the others'. */
  private together(w: number): number {
    const seconds = this.seconds.get(w) ?? Infinity;
    return Math.max(1, Math.floor(GROUP_SECONDS / seconds));
  }

  private async *rowsOf(
    group: readonly NumberedDesign[],
    workload: Workload,
    w: number,
  ): AsyncGenerator<readonly Row[], void> {
    const start = this.now();
    const designs = group.map(({ design }) => design);
    const runs = await this.attempt(() => this.ran(designs, workload, w));
    if ('fault' in runs && group.length > 1) {
      // One design may be at fault: each is run alone.
      for (const one of group) yield* this.rowsOf([one], workload, w);
      return;
    }
    this.seconds.set(w, (this.now() - start) / 1000 / group.length);
    for (const [n, { number, design }] of group.entries()) {
      yield [await this.row(number, design, w, 'fault' in runs ? runs : runs[n])];
    }
  }

  /** A workload that a design refuses is reported in its row: a sweep goes on. */
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

  /** The runs of a study whose settings follow from one another, or that no design can have; null of any other. */
  private studyRuns(design: Design, workload: Workload, w: number): string | null {
    const { study } = this.plan;
    if (!this.needs.has('study') || workload.kind !== 'requests') return null;
    if (study?.name === 'igehy') {
      const run = (designs: readonly Design[]) => this.sampled(designs, workload, w).map(({ account }) => account!);
      return JSON.stringify(igehyRuns(workload.name, design, study.parts ?? IGEHY_PARTS, run));
    }
    if (study?.name !== 'hakura-gupta') return null;
    const { traversal = 'trace' as const } = this.plan.workloads[w];
    const drawn = { scene: workload.name, traversal, layout: design.cache.layout };
    const capture = new AccessCapture(design, this.memory(workload, w, design), workload.states);
    return JSON.stringify(hakuraGuptaRuns(drawn, capture, this.own(workload), { ...HAKURA_GUPTA_CACHES, ...study }));
  }

  private async replayed(designs: readonly Design[], workload: Workload): Promise<readonly LevelFacts[]> {
    if (designs.length === 0) return [];
    const extent = { totalsOnly: true, optimum: false, cores: 1 };
    if (workload.kind === 'requests') {
      for (const design of this.limited(designs)) checkLimits(design, workload);
      const replay = new RequestAccessReplay(designs, workload, extent);
      for (const batch of this.own(workload)) await replay.take(batch);
      return (await replay.finish()).designs.map(({ totals }) => totals);
    }
    const { images, batches, rounds } = workload;
    const totalsOf = async (times: number) => {
      const replay = new AccessReplay(designs, images, extent);
      for (let n = 0; n < times; n++) for (const batch of batches) await replay.take(this.ownAccesses(batch));
      return (await replay.finish()).designs.map(({ totals }) => totals);
    };
    if (rounds === null) return totalsOf(1);
    const first = await totalsOf(1);
    return (await totalsOf(1 + rounds)).map((totals, n) => difference(totals, first[n]));
  }

  /** Requests through the units of designs with one `evaluationKey`, with a clock or without. */
  private sampled(designs: readonly Design[], workload: RequestWorkload, w: number): readonly Ran[] {
    const { states, ideal, images } = workload;
    for (const design of this.limited(designs)) checkLimits(design, workload);
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
    for (const batch of this.own(workload)) unit.run(batch);
    const accounts = group === null ? designs.map(() => null) : group.finish();
    const deviation = ideal === null ? null : error;
    return accounts.map((account) => ({ account, levels: account && levelsOf(account), deviation }));
  }

  /** The images of a workload in the layout of a design: anew where requests store texels. */
  private memory({ images, states }: RequestWorkload, w: number, design: Design): TexelMemory {
    if (states.some(storesTexels)) return texelMemory(design, images);
    const key = `${w} ${memoryKey(design)}`;
    const known = this.memories.get(key);
    if (known !== undefined) return known;
    // The last layout alone: designs that follow one another mostly share it.
    for (const other of this.memories.keys()) if (other.startsWith(`${w} `)) this.memories.delete(other);
    const memory = texelMemory(design, images);
    this.memories.set(key, memory);
    return memory;
  }

  private async row(number: number, design: Design, w: number, run: Run): Promise<Row> {
    const { plan } = this;
    const workload = this.workloads[w];
    const place = { number, design, workload: workload.name };
    if ('fault' in run) return designRow(this, place, null, run.fault);
    const quads = workload.kind === 'requests' ? workload.quads : 0;
    const studyRuns = this.studyRuns(design, workload, w);
    const facts: Facts = { design, quads, studyRuns, ...run, ...(await this.costs.of(design, run.account)) };
    const measures = plan.measures.map((name) => infCell(measureOf(name).of(facts)));
    return designRow(this, place, measures, null);
  }

  /** The designs whose limits count: those of a study draw its scenes whatever they claim. */
  private limited(designs: readonly Design[]): readonly Design[] {
    return this.plan.study === undefined ? designs : [];
  }

  /** The requests in the thread's own memory: shared memory is slower, and units see batches of one class. */
  private *own({ batches }: RequestWorkload): Generator<QuadBatch> {
    for (const batch of batches) {
      this.quads.count = 0;
      this.quads.append(batch);
      yield this.quads;
    }
  }

  private ownAccesses(batch: AccessBatch): AccessBatch {
    if (this.accesses.capacity < batch.count) this.accesses = new AccessBatch(batch.count);
    this.accesses.count = 0;
    this.accesses.add(batch, 0, batch.count);
    return this.accesses;
  }
}

/** Counts without earlier ones, record by record. */
function difference<Counts extends object>(counts: Counts, earlier: Counts): Counts {
  const entries = Object.entries(counts).map(([name, value]: [string, number | object]) => {
    const before = Reflect.get(earlier, name) as number | object;
    return [name, typeof value === 'number' ? value - (before as number) : difference(value, before as object)];
  });
  return Object.fromEntries(entries) as Counts;
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
  const { bankConflicts } = cacheLevels;
  return { accesses: taps, lookups: cache.lookups, cache: cacheLevels, memory, bankConflicts };
}
