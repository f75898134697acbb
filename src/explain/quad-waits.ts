import type { PassView } from '../../pipeline/stages/observer.ts';
import { type Activity, ACTIVITY_RECORDS, type Stage, STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import type { PipelineDesign } from '../../rtl-model/design/design.ts';
import { hex } from './step-values.ts';

/** When a pass, or in `frontEnd`, `lod` and `result` the quad, was in a stage. */
export interface WatchedStay {
  readonly stage: Stage;
  readonly pass: number;
  readonly enter: number;
  leave: number;
}

/** Cycles of a quad's stay, and what they go to. */
export interface QuadWait {
  /** The stage that works on the quad, or that the quad is to enter next. */
  readonly at: Stage;
  /** The stage that the quad waits for: `at`, or one after it that blocks it. */
  readonly stage: Stage;
  /** An activity's title; null where `at` works on the quad. */
  readonly cause: string | null;
  /** The first of the cycles, and their number. */
  readonly from: number;
  readonly cycles: number;
  /** The quads that are ahead, or the lines that are not back, with the cycles that each costs, the most first. */
  readonly culprits: readonly (readonly [text: string, cycles: number])[];
}

/** The work or the wait of one cycle. */
interface Spent extends Pick<QuadWait, 'stage' | 'cause'> {
  readonly culprit: string;
}

/** A pass, or in stages of whole quads pass 0, and the cycle in which a stage took it. */
interface Taken {
  readonly cycle: number;
  readonly quad: number;
  readonly pass: number;
}

/** A line that was fetched, and the quad that missed it. */
interface FetchedLine {
  readonly line: number;
  readonly quad: number;
  readonly from: number;
  until: number;
}

/** Keeps what says why a quad waits: what each stage does in each cycle and with which pass, and the lines on their way. */
export class WaitWatch {
  /** The first cycle whose activities are kept; infinity before a quad is watched. */
  private since = Infinity;
  private activities = new Map<Stage, Activity[]>();
  private taken = new Map<Stage, Taken[]>();
  private readonly fetched: FetchedLine[] = [];
  /** Lines of each pass, in the order of its look-ups. */
  private readonly lines = new Map<string, number[]>();
  private looking: Taken | undefined;

  /** @param isWatched true for a quad whose waits are asked for: all of a run from its cycle on is kept */
  enter(cycle: number, stage: Stage, { quad, pass }: PassView, isWatched: boolean): void {
    const entry = { cycle, quad, pass };
    if (isWatched && this.since === Infinity) this.since = cycle;
    if (stage === 'tag') {
      this.looking = entry;
      this.lines.set(`${quad} ${pass}`, []);
    }
    const before = this.since === Infinity ? [] : (this.taken.get(stage) ?? []);
    this.taken.set(stage, before);
    before.push(entry);
  }

  activity(cycle: number, stage: Stage, activity: Activity): void {
    if (cycle < this.since) return;
    const known = this.activities.get(stage) ?? [];
    this.activities.set(stage, known);
    known[cycle - this.since] = activity;
  }

  lookup(cycle: number, line: number, hit: boolean): void {
    const { looking } = this;
    if (looking === undefined) return;
    this.lines.get(`${looking.quad} ${looking.pass}`)?.push(line);
    if (!hit) this.fetched.push({ line, quad: looking.quad, from: cycle, until: Infinity });
  }

  fill(cycle: number, line: number): void {
    const back = this.fetched.find((one) => one.line === line && one.until === Infinity);
    if (back !== undefined) back.until = cycle;
  }

  /** Forgets what no quad after this one waits for. */
  leave(quad: number): void {
    if (this.since < Infinity) return;
    for (const name of this.lines.keys()) if (Number.parseInt(name, 10) <= quad) this.lines.delete(name);
    const left = this.fetched.filter(({ until }) => until === Infinity);
    this.fetched.splice(0, this.fetched.length, ...left);
  }

  /**
   * The stay of a watched quad, from the first stage to the end of the last one, by what its cycles go to, in the order of
   * time: the path of its last pass, which the result waits for. Each cycle counts once.
   */
  waitsOf(stays: readonly WatchedStay[], latency: PipelineDesign['latency']): readonly QuadWait[] {
    const lastPass = Math.max(...stays.map(({ pass }) => pass));
    const waits = new Map<string, Omit<QuadWait, 'culprits'> & { readonly culprits: Map<string, number> }>();
    let now = stays[0].enter;
    const spend = (at: Stage, { stage, cause, culprit }: Spent) => {
      const key = `${at} ${stage} ${cause}`;
      const { from, cycles, culprits } = waits.get(key) ?? {
        from: now,
        cycles: 0,
        culprits: new Map<string, number>(),
      };
      if (culprit !== '') culprits.set(culprit, (culprits.get(culprit) ?? 0) + 1);
      waits.set(key, { at, stage, cause, from, cycles: cycles + 1, culprits });
      now++;
    };
    for (const at of STAGES) {
      const { works } = STAGE_RECORDS[at];
      const stay = stays.find(({ stage, pass }) => stage === at && (works === 'quads' || pass === lastPass));
      if (stay === undefined) continue;
      while (now < stay.enter) spend(at, this.waitFor(at, now));
      while (now < stay.leave) {
        const isHeld = now <= stay.leave - latency[at] && this.does(at, now) !== 'busy';
        spend(at, isHeld ? this.waitFor(at, now) : { stage: at, cause: null, culprit: '' });
      }
    }
    return [...waits.values()].map(({ culprits, ...wait }) => {
      return { ...wait, culprits: [...culprits].toSorted(([, a], [, b]) => b - a) };
    });
  }

  /** The activity of a stage in a cycle; of the stage that blocks it, where one does. */
  private waitFor(stage: Stage, cycle: number): Spent {
    const activity = this.does(stage, cycle);
    const next = STAGES[STAGES.indexOf(stage) + 1];
    if (activity === 'blocked' && next !== undefined && this.does(next, cycle) !== 'starved') {
      return this.waitFor(next, cycle);
    }
    const at = this.takenLast(stage, cycle);
    if (activity === 'starved' && at !== undefined) return this.lookUpsOf(at, cycle);
    const { title: cause } = ACTIVITY_RECORDS[activity];
    if (activity !== 'memory' || at === undefined) return { stage, cause, culprit: at ? `quad ${at.quad}` : '' };
    return { stage, cause, culprit: this.lineOf(at, cycle) };
  }

  /** Why a pass whose reading has begun has look-ups that are not through: the tag stage's reason, or its registers. */
  private lookUpsOf({ quad, pass }: Taken, cycle: number): Spent {
    const [looking, activity] = [this.takenLast('tag', cycle), this.does('tag', cycle)];
    const isAtWork = looking?.quad === quad && looking.pass === pass && activity !== 'starved';
    const cause = isAtWork ? ACTIVITY_RECORDS[activity].title : 'look-ups';
    return { stage: 'tag', cause, culprit: `quad ${quad}` };
  }

  /** The first line of a pass that is not back in a cycle. */
  private lineOf({ quad, pass }: Taken, cycle: number): string {
    for (const line of this.lines.get(`${quad} ${pass}`) ?? []) {
      const missing = this.fetched.find((one) => one.line === line && one.from <= cycle && cycle < one.until);
      if (missing !== undefined) return `line ${hex(line, 32)} of quad ${missing.quad}`;
    }
    return `quad ${quad}`;
  }

  private does(stage: Stage, cycle: number): Activity {
    return this.activities.get(stage)?.[cycle - this.since] ?? 'starved';
  }

  private takenLast(stage: Stage, cycle: number): Taken | undefined {
    return this.taken.get(stage)?.findLast((one) => one.cycle <= cycle);
  }
}
