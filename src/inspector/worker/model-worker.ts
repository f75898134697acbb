import type { Answer, Asked, Kind, Question, Told } from './protocol.ts';
import { TASKS } from './tasks.ts';

/** Milliseconds of work between two looks at the messages. */
const SLICE = 12;

const newest = new Map<Kind, number>();
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => waiting.shift()?.());
channel.port1.start();

/** Lets messages come in. */
function breath(): Promise<void> {
  return new Promise((go) => {
    waiting.push(go);
    channel.port2.postMessage(null);
  });
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  newest.set(data.kind, data.generation);
  if (data.question !== null) void carryOut(data.kind, data.generation, data.question);
});

/** Answers a question until it is answered or a newer one of its kind is there. */
async function carryOut<K extends Kind>(kind: K, generation: number, question: Question<K>): Promise<void> {
  const tell = (told: Omit<Told<K>, 'kind' | 'generation'>) => postMessage({ kind, generation, ...told });
  try {
    let since = performance.now();
    for await (const answer of TASKS[kind](question)) {
      if (newest.get(kind) !== generation) return;
      if (answer !== null) tell({ answer: answer as Answer<K> });
      if (performance.now() - since < SLICE) continue;
      await breath();
      if (newest.get(kind) !== generation) return;
      since = performance.now();
    }
    tell({ done: true });
  } catch (error) {
    if (newest.get(kind) === generation) tell({ fault: error instanceof Error ? error.message : String(error) });
  }
}
