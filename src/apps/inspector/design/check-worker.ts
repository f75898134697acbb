import { answerCheck, type CheckAnswer, type CheckQuestion } from './quick-check.ts';

/** The time between two reports of progress, ms. */
const REPORT_MS = 100;

/** Answers a question. The page ends the worker when it wants no answer any more. */
addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  try {
    const steps = answerCheck(data);
    let reported = performance.now();
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      if (performance.now() - reported <= REPORT_MS) continue;
      tell(step.value);
      reported = performance.now();
    }
    tell(step.value);
  } catch (error) {
    tell({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  }
});

function tell(answer: CheckAnswer): void {
  postMessage(answer);
}
