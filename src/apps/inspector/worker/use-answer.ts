import { useEffect, useRef, useState } from 'preact/hooks';
import type { ModelAnswer, Kind, ModelQuestion } from '../state/protocol.ts';
import { session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import { model } from './questions.ts';

/** Milliseconds that a question must stay before the model gets it. */
const PAUSE = 200;

/** The answer to a question, and what is wrong with the present one. */
export interface UsedAnswer<Answer> {
  /** Null before the first answer. It stays until that to another question, so that nothing jumps. */
  readonly answer: Answer | null;
  readonly running: boolean;
  readonly fault: string | null;
}

/**
 * Asks the model while the component is there, once the picture is drawn. Null asks nothing.
 *
 * @param gather adds an answer to those before it, null for the first; left out, the last answer counts
 */
export function useAnswer<K extends Kind, Answer = ModelAnswer<K>>(
  kind: K,
  question: ModelQuestion<K> | null,
  gather = (answer: ModelAnswer<K>, _before: Answer | null) => answer as unknown as Answer,
): UsedAnswer<Answer> {
  const [state, setState] = useState<UsedAnswer<Answer>>({ answer: null, running: true, fault: null });
  const answered = useRef<string | null>(null);
  const text = JSON.stringify(question);
  const drawing = useStored(session, 'incoming').incoming.includes('first');
  useEffect(() => {
    if (answered.current === text) {
      setState((before) => ({ ...before, running: false }));
      return undefined;
    }
    setState((before) => ({ ...before, running: question !== null }));
    const cancel = () => model.ask(kind, null, { answer: () => {} });
    if (question === null || drawing) return cancel();
    const timer = setTimeout(() => {
      let answer: Answer | null = null;
      model.ask(kind, question, {
        answer: (part) => {
          answer = gather(part, answer);
          setState({ answer, running: true, fault: null });
        },
        done: () => {
          answered.current = text;
          setState((before) => ({ ...before, running: false }));
        },
        fault: (fault) => setState((before) => ({ ...before, running: false, fault })),
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [kind, text, drawing]);
  return state;
}
