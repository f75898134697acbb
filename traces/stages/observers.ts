import type { PassView, PipelineObserver } from '../../pipeline/observer.ts';
import type { Activity, Stage } from '../../pipeline/stages.ts';

/** Ignores every call; a writer overrides those that its format shows. */
export class SilentObserver implements PipelineObserver {
  enter(_cycle: number, _stage: Stage, _view: PassView): void {}
  leave(_cycle: number, _stage: Stage, _view: PassView): void {}
  activity(_cycle: number, _stage: Stage, _activity: Activity): void {}
  miss(_cycle: number, _address: number): void {}
  fill(_cycle: number, _address: number): void {}
  lookup(_cycle: number, _address: number, _hit: boolean, _way: number): void {}
  end(_cycles: number): void {}
}

/** One observer that passes each call on to several in turn. */
export function fanOut(observers: readonly PipelineObserver[]): PipelineObserver {
  return {
    enter: (cycle, stage, view) => observers.forEach((observer) => observer.enter(cycle, stage, view)),
    leave: (cycle, stage, view) => observers.forEach((observer) => observer.leave(cycle, stage, view)),
    activity: (cycle, stage, activity) => observers.forEach((observer) => observer.activity(cycle, stage, activity)),
    miss: (cycle, address) => observers.forEach((observer) => observer.miss(cycle, address)),
    fill: (cycle, address) => observers.forEach((observer) => observer.fill(cycle, address)),
    lookup: (cycle, address, hit, way) => observers.forEach((observer) => observer.lookup(cycle, address, hit, way)),
    end: (cycles) => observers.forEach((observer) => observer.end(cycles)),
  };
}

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
