import { constants } from 'node:os';
import { askForPatience } from '../../inputs/files/journal.ts';
import { SIGNALS } from './supervise.ts';

/**
 * Does something when a signal ends the command, such as giving back what others wait for. It has two seconds; a second
 * signal ends it at once.
 */
export function beforeEnd(action: () => Promise<void>): void {
  let ends = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // A terminal gives its signal to both processes, so that this one gets it twice.
      if (ends) return;
      ends = true;
      const exit = () => process.exit(128 + constants.signals[signal]);
      action().then(exit, exit);
    });
  }
  askForPatience();
}
