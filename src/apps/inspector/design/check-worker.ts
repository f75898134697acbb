import { answerCheck, type CheckAnswer, type CheckQuestion } from './quick-check.ts';

/** The time between two reports of progress, ms. */
const REPORT_MS = 100;

/** Answers a question. The page ends the worker when it wants no answer any more. */
addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  try {
    const steps = answerCheck(data);
    let reported = performance.now();
    let step = steps.next();
    while (step.done !== true) {
      if (performance.now() - reported > REPORT_MS) {
        tell(step.value);
        reported = performance.now();
      }
      step = steps.next();
    }
    tell(step.value);
  } catch (error) {
    tell({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  }
});

function tell(answer: CheckAnswer): void {
  postMessage(answer);
}
