import { answerCheck, type CheckAnswer, type CheckQuestion } from './quick-check.ts';

/** The time between two reports of progress, ms. */
const REPORT_MS = 100;

const scope = self as unknown as {
  onmessage: ((event: { readonly data: CheckQuestion }) => void) | null;
  postMessage(answer: CheckAnswer): void;
};

/** Answers a question. The page ends the worker when it wants no answer any more. */
scope.onmessage = ({ data }) => {
  try {
    const steps = answerCheck(data);
    let told = performance.now();
    let step = steps.next();
    while (step.done !== true) {
      if (performance.now() - told > REPORT_MS) {
        scope.postMessage(step.value);
        told = performance.now();
      }
      step = steps.next();
    }
    scope.postMessage(step.value);
  } catch (error) {
    scope.postMessage({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  }
};
