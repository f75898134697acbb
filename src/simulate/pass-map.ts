import type { PassView } from '../../pipeline/observer.ts';
import type { Stage } from '../../pipeline/stages.ts';
import { SilentObserver } from '../../traces/silent-observer.ts';

/** How many passes each 2x2 block of pixels cost, all quads of it together. */
export class PassMap extends SilentObserver {
  /** Size in blocks, and the passes of block (x, y) at y * width + x. */
  readonly width: number;
  readonly height: number;
  readonly passes: Uint32Array;

  /** @param width,height of the image, in pixels */
  constructor(width: number, height: number) {
    super();
    this.width = Math.ceil(width / 2);
    this.height = Math.ceil(height / 2);
    this.passes = new Uint32Array(this.width * this.height);
  }

  override enter(_cycle: number, stage: Stage, view: PassView): void {
    if (stage === 'result') this.passes[(view.y >> 1) * this.width + (view.x >> 1)] += view.passes;
  }
}
