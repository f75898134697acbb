import type { PipelineObserver } from '../../pipeline/observer.ts';

/**
 * Passes on what happens in the cycles `from` to `to - 1`. The end of the run, or of the window if that comes first,
 * is told when the run ends.
 *
 * @throws RangeError when the window holds no cycle
 */
export function windowed(observer: PipelineObserver, from: number, to: number): PipelineObserver {
  if (!(from >= 0 && from < to)) throw new RangeError(`window ${from} to ${to}: expected 0 <= from < to`);
  const within = (cycle: number): boolean => cycle >= from && cycle < to;
  return {
    enter: (cycle, stage, view) => {
      if (within(cycle)) observer.enter(cycle, stage, view);
    },
    leave: (cycle, stage, view) => {
      if (within(cycle)) observer.leave(cycle, stage, view);
    },
    activity: (cycle, stage, activity) => {
      if (within(cycle)) observer.activity(cycle, stage, activity);
    },
    miss: (cycle, address) => {
      if (within(cycle)) observer.miss(cycle, address);
    },
    fill: (cycle, address) => {
      if (within(cycle)) observer.fill(cycle, address);
    },
    lookup: (cycle, address, hit, way) => {
      if (within(cycle)) observer.lookup(cycle, address, hit, way);
    },
    end: (cycles) => observer.end(Math.min(cycles, to)),
  };
}
