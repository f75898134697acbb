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
