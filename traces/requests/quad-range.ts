import type { PipelineObserver } from '../../pipeline/observer.ts';
import type { Stage } from '../../pipeline/stages.ts';

/**
 * Passes on what happens to the quads `from` to `to - 1`, by their serial numbers in the run. A stage's activity belongs
 * to the quad that last began its work there, a look-up and its miss to the quad in the tag stage, a line that comes
 * back to the quad that missed it.
 *
 * @throws RangeError when the range holds no quad
 */
export function ofQuads(observer: PipelineObserver, from: number, to: number): PipelineObserver {
  if (!(from >= 0 && from < to)) throw new RangeError(`quads ${from} to ${to}: expected 0 <= from < to`);
  const within = (quad: number): boolean => quad >= from && quad < to;
  /** Stages in which one of the quads was the last to begin. */
  const held = new Set<Stage>();
  /** Lines that the quads missed and that have not come back. */
  const missed = new Set<number>();
  return {
    enter: (cycle, stage, view) => {
      if (!within(view.quad)) {
        held.delete(stage);
        return;
      }
      held.add(stage);
      observer.enter(cycle, stage, view);
    },
    leave: (cycle, stage, view) => {
      if (within(view.quad)) observer.leave(cycle, stage, view);
    },
    activity: (cycle, stage, activity) => {
      if (held.has(stage)) observer.activity(cycle, stage, activity);
    },
    miss: (cycle, address) => {
      if (!held.has('tag')) return;
      missed.add(address);
      observer.miss(cycle, address);
    },
    fill: (cycle, address) => {
      if (missed.delete(address)) observer.fill(cycle, address);
    },
    lookup: (cycle, address, hit, way) => {
      if (held.has('tag')) observer.lookup(cycle, address, hit, way);
    },
    end: (cycles) => observer.end(cycles),
  };
}
