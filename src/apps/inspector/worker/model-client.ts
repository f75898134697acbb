import type { ModelAnswer, AnswerMessage, Kind, ModelQuestion, QuestionMessage } from '../state/protocol.ts';

/** What becomes of the answers to a question. */
export interface Reaction<K extends Kind> {
  readonly answer: (answer: ModelAnswer<K>) => void;
  readonly done?: () => void;
  readonly fault?: (fault: string) => void;
}

/** Kinds that take long: they have a second worker, so that pictures and explanations don't wait. */
const SLOW: ReadonlySet<Kind> = new Set<Kind>(['map', 'captured', 'run', 'secondRun', 'locality']);

/** Kinds that come in piece by piece, while a camera moves: each picture gets this time before a newer one cancels it. */
const PATIENT: ReadonlySet<Kind> = new Set<Kind>(['first', 'second', 'map']);
const PATIENCE = 400;

/** The page's side of the protocol: two workers, and the newest question of each kind. */
export class ModelClient {
  private readonly quick = startWorker(this);
  /** Null before the first question for it, so that it does not delay the first picture. */
  private slow: Worker | null = null;
  private readonly asked = new Map<
    Kind,
    { readonly generation: number; readonly reaction: Reaction<Kind>; readonly since: number }
  >();
  /** The newest question of each kind that waits for the picture before. */
  private readonly later = new Map<Kind, () => void>();
  private generation = 0;

  /** Asks, and cancels the question of the same kind before. Files go to both workers; the quick one answers. */
  ask<K extends Kind>(kind: K, question: ModelQuestion<K> | null, reaction: Reaction<K>): void {
    const left = PATIENCE - (performance.now() - (this.asked.get(kind)?.since ?? -Infinity));
    if (PATIENT.has(kind) && question !== null && left > 0) {
      if (!this.later.has(kind)) setTimeout(() => this.askLater(kind), left);
      this.later.set(kind, () => this.post(kind, question, reaction));
      return;
    }
    this.later.delete(kind);
    this.post(kind, question, reaction);
  }

  private askLater(kind: Kind): void {
    const ask = this.later.get(kind);
    this.later.delete(kind);
    ask?.();
  }

  private post<K extends Kind>(kind: K, question: ModelQuestion<K> | null, reaction: Reaction<K>): void {
    const generation = ++this.generation;
    this.asked.set(kind, { generation, reaction: reaction as unknown as Reaction<Kind>, since: performance.now() });
    const asked: QuestionMessage<K> = { kind, generation, question };
    const hasSlow = kind === 'files' || (SLOW.has(kind) && question !== null);
    if (hasSlow) this.slow ??= startWorker(this);
    if (hasSlow || SLOW.has(kind)) this.slow?.postMessage(asked);
    if (!SLOW.has(kind)) this.quick.postMessage(asked);
  }

  /** Takes a message of a worker. */
  take(message: AnswerMessage, from: Worker): void {
    const { kind, generation, answer, done, fault } = message;
    const newest = this.asked.get(kind);
    if (newest?.generation !== generation || (kind === 'files' && from === this.slow)) return;
    if (answer !== undefined) newest.reaction.answer(answer);
    if (done) newest.reaction.done?.();
    if (fault !== undefined) newest.reaction.fault?.(fault);
    if (answer !== undefined) return;
    this.asked.delete(kind);
    this.askLater(kind);
  }
}

function startWorker(client: ModelClient): Worker {
  const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage>) => client.take(data, worker));
  return worker;
}
