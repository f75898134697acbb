import type { PipelineObserver } from '../../pipeline/observer.ts';

/** Several observers as one; each call goes to them in turn. */
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
