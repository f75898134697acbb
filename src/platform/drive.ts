import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { oneLine, withoutControls } from './pages/wording.ts';
import type { RunProgress } from './progress.ts';

/**
 * Runs a generator to its end, with a turn for signals after every step, and shows on a terminal how far it is; in a pipe
 * or a log nothing is shown.
 *
 * @param progress the progress after a step; called only where it is shown
 */
export async function drive<Step, Result>(
  steps: Generator<Step, Result> | AsyncGenerator<Step, Result>,
  progress: (step: Step) => RunProgress,
): Promise<Result> {
  const bar = process.stderr.isTTY ? progressBar() : null;
  try {
    let step = await steps.next();
    while (!step.done) {
      if (bar !== null) {
        const { what, part } = progress(step.value);
        bar.update(Math.round(1000 * part), { what: withoutControls(oneLine(what)) });
      }
      await nextTurn();
      step = await steps.next();
    }
    return step.value;
  } finally {
    bar?.stop();
  }
}

function progressBar(): SingleBar {
  const bar = new SingleBar({
    stream: process.stderr,
    format: '{bar} {percentage} %  {what}',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(1000, 0, { what: '' });
  return bar;
}
