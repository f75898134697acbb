import { SingleBar } from 'cli-progress';

/** Shows how far a simulation is, on a terminal; in a pipe or a log nothing is shown. */
export interface Progress {
  update(quads: number): void;
  stop(): void;
}

/** @param total counts the quads of the whole run; only asked where somebody looks */
export function startProgress(what: string, total: () => number): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${what} {bar} {percentage} %  {value} of {total} quads  {eta_formatted} left`,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(total(), 0);
  return { update: (quads) => bar.update(quads), stop: () => bar.stop() };
}
