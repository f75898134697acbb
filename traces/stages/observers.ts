import type { PassView, PipelineObserver } from '../../pipeline/stages/observer.ts';
import type { Activity, Stage } from '../../pipeline/stages/stages.ts';

/** Ignores every call; a writer overrides those that its format shows. */
export class SilentObserver implements PipelineObserver {
  enter(_cycle: number, _stage: Stage, _view: PassView): void {}
  leave(_cycle: number, _stage: Stage, _view: PassView): void {}
  activity(_cycle: number, _stage: Stage, _activity: Activity): void {}
  miss(_cycle: number, _address: number): void {}
  fill(_cycle: number, _address: number): void {}
  lookup(_cycle: number, _address: number, _hit: boolean, _way: number): void {}
  request(_cycle: number, _address: number, _bytes: number, _write: boolean): void {}
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
    request: (...event) => observers.forEach((observer) => observer.request(...event)),
    end: (cycles) => observers.forEach((observer) => observer.end(cycles)),
  };
}

/** By call, true for those that are passed on. */
type Admitted = {
  readonly [Call in Exclude<keyof PipelineObserver, 'end'>]: (...event: Parameters<PipelineObserver[Call]>) => boolean;
};

/** Passes on the calls that are admitted. The run ends at the cycle `to` at the latest. */
function passing(observer: PipelineObserver, admitted: Admitted, to = Infinity): PipelineObserver {
  return {
    enter: (...event) => void (admitted.enter(...event) && observer.enter(...event)),
    leave: (...event) => void (admitted.leave(...event) && observer.leave(...event)),
    activity: (...event) => void (admitted.activity(...event) && observer.activity(...event)),
    miss: (...event) => void (admitted.miss(...event) && observer.miss(...event)),
    fill: (...event) => void (admitted.fill(...event) && observer.fill(...event)),
    lookup: (...event) => void (admitted.lookup(...event) && observer.lookup(...event)),
    request: (...event) => void (admitted.request(...event) && observer.request(...event)),
    end: (cycles) => observer.end(Math.min(cycles, to)),
  };
}

/**
 * Passes on what happens in the cycles `from` to `to - 1`. The end of the run, or of the window if that comes first,
 * is passed on when the run ends.
 *
 * @throws RangeError when the window holds no cycle
 */
export function windowed(observer: PipelineObserver, from: number, to: number): PipelineObserver {
  if (!(from >= 0 && from < to)) throw new RangeError(`window ${from} to ${to}: expected 0 <= from < to`);
  const within = (cycle: number): boolean => cycle >= from && cycle < to;
  const lines = { miss: within, fill: within, lookup: within, request: within };
  return passing(observer, { enter: within, leave: within, activity: within, ...lines }, to);
}

/**
 * Passes on what happens to the quads `from` to `to - 1`, by their serial numbers in the run. A stage's activity belongs
 * to the quad that last began its work there, a look-up, its miss and what that asks of memory to the quad in the tag stage, a
 * line that comes back to the quad that missed it.
 *
 * @throws RangeError when the range holds no quad
 */
export function ofQuads(observer: PipelineObserver, from: number, to: number): PipelineObserver {
  if (!(from >= 0 && from < to)) throw new RangeError(`quads ${from} to ${to}: expected 0 <= from < to`);
  /** Stages in which one of the quads was the last to begin. */
  const held = new Set<Stage>();
  /** Lines that the quads missed and that have not come back. */
  const missed = new Set<number>();
  const leave: Admitted['leave'] = (_cycle, _stage, { quad }) => quad >= from && quad < to;
  return passing(observer, {
    leave,
    enter: (cycle, stage, view) => {
      if (leave(cycle, stage, view)) held.add(stage);
      else held.delete(stage);
      return held.has(stage);
    },
    activity: (_cycle, stage) => held.has(stage),
    miss: (_cycle, address) => {
      if (held.has('tag')) missed.add(address);
      return held.has('tag');
    },
    fill: (_cycle, address) => missed.delete(address),
    lookup: () => held.has('tag'),
    request: () => held.has('tag'),
  });
}
