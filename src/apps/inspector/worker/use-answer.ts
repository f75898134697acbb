import { useEffect, useRef, useState } from 'preact/hooks';
import type { ModelAnswer, Kind, ModelQuestion } from '../state/protocol.ts';
import { session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import { model } from './questions.ts';

/** Milliseconds that a question must stay before the model gets it. */
const PAUSE = 200;

/** The last answer to a question of a kind, and what is wrong with the present one. */
export interface UsedAnswer<K extends Kind> {
  /** Null before the first answer. It stays until the next one, so that nothing jumps. */
  readonly answer: ModelAnswer<K> | null;
  readonly running: boolean;
  readonly fault: string | null;
}

/** Asks the model while the component is there, once the picture is drawn. Null asks nothing. */
export function useAnswer<K extends Kind>(kind: K, question: ModelQuestion<K> | null): UsedAnswer<K> {
  const [state, setState] = useState<UsedAnswer<K>>({ answer: null, running: true, fault: null });
  const answered = useRef<string | null>(null);
  const text = JSON.stringify(question);
  const { drawing } = useStored(session, 'drawing');
  useEffect(() => {
    if (answered.current === text) {
      setState((before) => ({ ...before, running: false }));
      return undefined;
    }
    setState((before) => ({ ...before, running: question !== null }));
    const cancel = () => model.ask(kind, null, { answer: () => {} });
    if (question === null || drawing) return cancel();
    const timer = setTimeout(() => {
      model.ask(kind, question, {
        answer: (answer) => {
          answered.current = text;
          setState({ answer, running: false, fault: null });
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
