import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages, texelMemory, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import type { QuadSink } from '../../pipeline/pipeline.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { LaneAnswer } from '../../traces/requests/lane-results.ts';
import { storeRequest } from '../../traces/requests/request-batch.ts';
import type { RequestPlan, StoredRequest } from '../../traces/requests/request-plan.ts';
import { type PictureLoader, RequestTables } from '../../traces/requests/request-tables.ts';
import type { Request, RequestId, RequestRecord } from '../../traces/requests/request-trace.ts';
import { RequestLimits } from './request-limits.ts';
import { DEFAULT_UNDEFINED_POLICY, type UndefinedPolicy } from '../validity/undefined-policy.ts';
import { refusing, RequestValidity } from './request-validity.ts';
import { type Mode, samplingUnit, type SamplingUnit } from './sampling-unit.ts';

/**
 * Watchers of the units that carry out a trace. A new unit starts when the trace defines more states, or after a flush.
 */
export interface UnitWatch {
  /** The observer of the cycle mode. */
  readonly observer: PipelineObserver;
  readonly onUnit: (memory: TexelMemory, states: readonly TextureState[]) => void;
}

/**
 * Samples the requests of a trace as they come in. Results leave in the order of the requests, at the latest when
 * flush() is called. Later requests read the texels that earlier ones write.
 */
export class RequestSampler {
  private readonly tables: RequestTables;
  private readonly limits = new RequestLimits(this.design, this.file);
  private readonly validity = new RequestValidity(this.design.limits, this.policy);
  /** The requests that run next. */
  readonly batch = new QuadBatch();
  /** The plan by which each quad of the batch was stored last; none for a request that came as a record. */
  private readonly plans: (RequestPlan | null)[] = new Array<null>(this.batch.capacity).fill(null);
  /** Requests without a result, the oldest at index `answered`: id, state, number of lanes, and undefined lanes. */
  private readonly ids: RequestId[] = [];
  private readonly openStates: number[] = [];
  private readonly openLanes: number[] = [];
  /** Lanes whose result the specification leaves undefined: bit l for lane l. */
  private readonly undefinedLanes: number[] = [];
  private taken = 0;
  /** True if requests that had been taken could not be carried out: no more can be taken. */
  broken = false;
  private answered = 0;
  private readonly reply: { -readonly [Field in keyof LaneAnswer]?: LaneAnswer[Field] } = {};
  /** The sources of the current unit. A trace may define more images and states at any line. */
  private memory: TexelMemory = layOutImages([], 'linear');
  private unit: SamplingUnit | null = null;
  private unitStates = 0;
  /** The number of states of the requests taken; a refused request does not count. */
  private states = 0;
  private line = 0;

  /**
   * @param file name of the trace, for messages
   * @param load reads the pictures that the trace names
   * @param policy the treatment of results that the specification leaves undefined
   */
  constructor(
    private readonly design: Design,
    private readonly mode: Mode,
    private readonly file: string,
    load: PictureLoader,
    private readonly sink: (answer: LaneAnswer) => void,
    private readonly policy: UndefinedPolicy = DEFAULT_UNDEFINED_POLICY,
    private readonly watch?: UnitWatch,
  ) {
    this.tables = new RequestTables(file, (picture) => {
      const image = load(picture);
      this.limits.checkImage(image, this.line);
      return image;
    });
  }

  /**
   * Takes the next record of the trace. A record that is refused leaves no trace, unless the sampler is broken then.
   *
   * @throws TraceError when a record exceeds the design's limits, is not allowed by the specifications or does not fit
   * the image that it names, when a picture cannot be read, or when the images outgrow the texel memory
   */
  take(record: RequestRecord): void {
    try {
      this.takeRecord(record);
    } catch (error) {
      this.tables.dropStates(this.states);
      throw error;
    }
  }

  private takeRecord(record: RequestRecord): void {
    const { tables, limits } = this;
    this.line = record.line;
    if (record.kind === 'image' && !('file' in record.source)) limits.checkImage(record.source, record.line);
    if (record.kind === 'request') limits.checkRequest(record, record.line);
    tables.add(record);
    if (record.kind === 'view') {
      const texels = tables.texelsOf(record.name);
      limits.checkView(texels, tables.images[texels.image], record.line);
    } else if (record.kind === 'request') {
      if (tables.states.length > this.states) {
        this.refusing('request', () => this.validity.addState(tables.states[this.states], tables.images));
        this.states++;
      }
      const { request, state, shape } = this.stored(record);
      this.plans[this.batch.count] = null;
      storeRequest(request, state, shape, this.batch);
      this.batch.count--;
      this.ask(record.id, state, record.lanes.length);
    }
  }

  /**
   * Answers every request taken so far.
   *
   * @throws TraceError when the images outgrow the texel memory
   */
  flush(): void {
    this.run();
    // A pipeline that has run empty cannot go on. The functional mode has no pipeline.
    if (this.unit?.finish()) this.unit = null;
  }

  /**
   * Takes the request that a plan has matched.
   *
   * @throws TraceError when its operands are not allowed by the specifications
   */
  takeMatched(plan: RequestPlan, line: number): void {
    this.line = line;
    const quad = this.batch.count;
    plan.store(quad, this.plans[quad] !== plan);
    this.plans[quad] = plan;
    this.ask(plan.id, plan.stored.state, plan.stored.request.lanes.length);
  }

  /** A request that was taken, as it was stored. */
  stored(request: Request): StoredRequest {
    const state = this.tables.stateOf(request);
    return { request, state, shape: this.tables.shapes[state] };
  }

  /** Adds the request after the last one of the batch. The count rises only if the specifications allow it. */
  private ask(id: RequestId, state: number, lanes: number): void {
    const { batch, taken } = this;
    this.limits.checkIssue(batch.cycle[batch.count], batch.unit[batch.count], this.line);
    const undefinedLanes = this.refusing('request', () => this.validity.undefinedLanes(batch, batch.count));
    batch.count++;
    this.ids[taken] = id;
    this.openStates[taken] = state;
    this.openLanes[taken] = lanes;
    this.undefinedLanes[taken] = undefinedLanes;
    this.taken++;
    if (batch.full) this.run();
  }

  private run(): void {
    if (this.batch.count === 0) return;
    this.broken = true;
    this.currentUnit().run(this.batch);
    this.batch.count = 0;
    this.broken = false;
  }

  private currentUnit(): SamplingUnit {
    const { images, states } = this.tables;
    const { unit } = this;
    if (unit !== null && this.unitStates === this.states) return unit;
    const grows = this.memory.images.length < images.length;
    if (grows) this.memory = this.layOut(images);
    const { mode, design, memory, watch } = this;
    const known = states.slice(0, this.states);
    watch?.onUnit(memory, known);
    if (unit?.addState !== undefined && !grows) {
      // A trace may have a new state in every line: those before it stay as they are.
      this.refusing('request', () => known.slice(this.unitStates).forEach((state) => unit.addState!(state)));
    } else {
      unit?.finish();
      this.unit = this.refusing('request', () =>
        samplingUnit(mode, design, memory, known, this.answer, watch?.observer),
      );
    }
    this.unitStates = this.states;
    return this.unit!;
  }

  /** Adds images after those already laid out, which keep the texels written to them. */
  private layOut(images: readonly ImageSource[]): TexelMemory {
    const memory = this.refusing('image', () => texelMemory(this.design, images));
    memory.data.bytes.set(this.memory.data.bytes.subarray(0, this.memory.imageBytes));
    return memory;
  }

  /** @throws TraceError if rtl-model or the specifications refuse */
  private refusing<T>(field: string, make: () => T): T {
    return refusing({ file: this.file, line: this.line }, field, make);
  }

  private readonly answer: QuadSink = (_quad, _x, _y, active, colors, first, extras) => {
    const { answered, reply } = this;
    this.validity.replaceUndefined(this.undefinedLanes[answered], colors, first);
    reply.id = this.ids[answered];
    reply.shape = this.tables.shapes[this.openStates[answered]];
    reply.lanes = this.openLanes[answered];
    reply.active = active;
    reply.colors = colors;
    reply.first = first;
    reply.extras = extras;
    this.answered++;
    if (this.answered === this.taken) this.answered = this.taken = 0;
    this.sink(reply as LaneAnswer);
  };
}
