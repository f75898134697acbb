import type { AnswerMessage, Kind, ModelQuestion, QuestionMessage } from '../state/protocol.ts';

/** The model: it waits for a decoder when it is loaded, and messages that come before must not be lost. */
const tasks = import('./tasks.ts');

/** Milliseconds of work between two looks at the messages. */
const SLICE = 12;

/** Kinds of answers that others wait for. */
const URGENT: readonly Kind[] = ['files', 'first'];

const newest = new Map<Kind, number>();
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => waiting.shift()?.());
channel.port1.start();

/** Questions of each urgent kind that are being answered. */
const busy = new Map<Kind, number>();

function begin(kind: Kind, count: 1 | -1): void {
  busy.set(kind, (busy.get(kind) ?? 0) + count);
}

/** True if a more urgent question is being answered. */
function mustWait(kind: Kind): boolean {
  const rank = URGENT.includes(kind) ? URGENT.indexOf(kind) : URGENT.length;
  return URGENT.slice(0, rank).some((other) => (busy.get(other) ?? 0) > 0);
}

/** Lets messages come in. */
function breath(): Promise<void> {
  return new Promise((go) => {
    waiting.push(go);
    channel.port2.postMessage(null);
  });
}

addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
  newest.set(data.kind, data.generation);
  if (data.question !== null) void carryOut(data.kind, data.generation, data.question);
});

/** The memory of an answer's pixels, which the worker needs no longer. */
function buffersOf(answer: object): Transferable[] {
  return Object.values(answer).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []));
}

/** Answers a question until it is answered or a newer one of its kind is there. */
async function carryOut<K extends Kind>(kind: K, generation: number, question: ModelQuestion<K>): Promise<void> {
  const tell = (message: Omit<AnswerMessage<K>, 'kind' | 'generation'>, transfer: Transferable[] = []) =>
    postMessage({ kind, generation, ...message }, { transfer });
  begin(kind, 1);
  try {
    const { TASKS } = await tasks;
    while (mustWait(kind)) await breath();
    let since = performance.now();
    for await (const answer of TASKS[kind](question)) {
      if (newest.get(kind) !== generation) return;
      if (answer !== null) tell({ answer }, buffersOf(answer));
      if (performance.now() - since < SLICE) continue;
      do await breath();
      while (mustWait(kind));
      if (newest.get(kind) !== generation) return;
      since = performance.now();
    }
    tell({ done: true });
  } catch (error) {
    if (newest.get(kind) === generation) tell({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    begin(kind, -1);
  }
}
